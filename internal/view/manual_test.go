package view

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gemsub/internal/app"
)

// gemsub(5) lists the keys of each JSON object as the program prints them.
func TestManualKeys(t *testing.T) {
	t.Parallel()
	entries := keysOf(Entries)
	printed := map[string][]string{
		"entries": entries, "search": entries, "later": entries, "update": entries, "prune --dry-run": entries,
		"show": keysOf(Posts), "next": keysOf(Posts), "thread": keysOf(Thread), "mentions": keysOf(Mentions),
		"list": keysOf(Feeds(app.FeedQuery{}, nil)), "tag list": keysOf(Tags), "mute list": keysOf(Mutes), "undo --list": keysOf(Changes),
		"trust list": keysOf(Keys), "sync --status": keysOf(Machines), "identity list": keysOf(Identities), "doctor": keysOf(Findings),
		"discover": keysOf(FoundPages), "robots": keysOf(Robots),
		"check": keysOf(Checks),
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
func keysOf[T any](l List[T]) (keys []string) {
	for _, f := range l.Fields {
		if f.Key != "mark" && f.Key != "new" {
			keys = append(keys, f.Key)
		}
	}
	return keys
}
