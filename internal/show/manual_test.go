package show

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// gemsub(5) lists the keys of each JSON object as the program prints them.
func TestManualKeys(t *testing.T) {
	t.Parallel()
	printed := map[string][]string{
		"entries": keysOf(entryList()), "search": keysOf(entryList()), "update": keysOf(entryList()), "prune --dry-run": keysOf(entryList()),
		"show": keysOf(postList()), "next": keysOf(postList()), "thread": keysOf(threadList()), "mentions": keysOf(mentionList()),
		"list": keysOf(feedList(FeedView{})), "tag list": keysOf(tagList()), "mute list": keysOf(muteList()), "undo --list": keysOf(changeList()),
		"trust list": keysOf(keyList()), "sync --status": keysOf(machineList()), "identity list": keysOf(identityList()), "doctor": keysOf(findingList()),
		"discover": keysOf(foundList()), "robots": keysOf(robotsList()),
		"check": keysOf(checkList()), "version": keysOf(buildList()),
	}
	manual := manualKeys(t)
	for command, want := range printed {
		if !slices.Equal(manual[command], want) {
			t.Errorf("%s: the manual page has the keys %q, the program %q", command, manual[command], want)
		}
		delete(manual, command)
	}
	for command := range manual {
		t.Errorf("the manual page has keys of %s, this test has none", command)
	}
}

// manualKeys is what section JSON of gemsub(5) says, by command.
func manualKeys(t *testing.T) map[string][]string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "man", "gemsub.5"))
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(data), "\n.Sh JSON\n")
	section, _, _ = strings.Cut(section, "\n.El\n")
	explanation := regexp.MustCompile(`\s*\([^)]*\)`)
	keys := map[string][]string{}
	for _, item := range strings.Split(section, "\n.It ")[1:] {
		commands, text, _ := strings.Cut(item, "\n")
		text, _, _ = strings.Cut(explanation.ReplaceAllString(text, ""), ";")
		var all []string
		for key := range strings.SplitSeq(strings.Join(strings.Fields(text), " "), ", ") {
			if key == "those of entries" {
				all = append(all, keys["entries"]...)
			} else {
				all = append(all, key)
			}
		}
		for command := range strings.SplitSeq(commands, ", ") {
			keys[command] = all
		}
	}
	return keys
}

// keysOf is the keys of a list in JSON, without the columns that only a terminal has.
func keysOf(l list) (keys []string) {
	for _, f := range l.fields {
		if f.key != "mark" && f.key != "new" {
			keys = append(keys, f.key)
		}
	}
	return keys
}
