package show

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The manual page lists the keys of each JSON object as the program prints them.
func TestManualKeys(t *testing.T) {
	t.Parallel()
	objects := map[string]any{
		"entries": JSONEntry{}, "search": JSONEntry{}, "update": JSONEntry{}, "prune --dry-run": JSONEntry{},
		"show": jsonPost{}, "next": jsonPost{}, "thread": jsonThreadPost{}, "mentions": JSONMention{},
		"list": jsonSubscription{}, "tag list": jsonTag{}, "mute list": jsonMute{}, "undo --list": jsonChange{},
		"trust list": jsonKey{}, "identity list": jsonIdentity{}, "check": jsonCheck{}, "doctor": jsonFinding{},
		"discover": jsonFound{}, "discover --from-posts": jsonSite{}, "robots": jsonRobots{}, "version": jsonBuild{},
	}
	manual := manualKeys(t)
	for command, object := range objects {
		if want := keysOf(reflect.TypeOf(object)); !slices.Equal(manual[command], want) {
			t.Errorf("%s: the manual page has the keys %q, the program %q", command, manual[command], want)
		}
		delete(manual, command)
	}
	for command := range manual {
		t.Errorf("the manual page has keys of %s, this test has none", command)
	}
}

// manualKeys is what section JSON of the manual page says, by command.
func manualKeys(t *testing.T) map[string][]string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "man", "gemsub.1"))
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(data), "\n.Ss JSON\n")
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

// keysOf is the names that encoding/json gives to the fields of a struct.
func keysOf(object reflect.Type) (keys []string) {
	for _, field := range reflect.VisibleFields(object) {
		if name, _, _ := strings.Cut(field.Tag.Get("json"), ","); name != "" {
			keys = append(keys, name)
		}
	}
	return keys
}
