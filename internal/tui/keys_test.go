package tui

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"gemsub/internal/app"
	"gemsub/internal/model"
)

// onKeys has what the keys of each action must do, on a screen of 80x24 that shows the unread
// entries.
func onKeys() map[string]func(d *desk, key string) {
	return map[string]func(d *desk, key string){
		"down":      func(d *desk, key string) { d.press(key); d.has("2/18") },
		"up":        func(d *desk, key string) { d.press("j j " + key); d.has("2/18") },
		"page-down": func(d *desk, key string) { d.press("F"); d.enter("all"); d.press(key); d.has("18/18") },
		"page-up":   func(d *desk, key string) { d.press("G " + key); d.has("1/18") },
		"top":       func(d *desk, key string) { d.press("G " + key); d.has("1/18") },
		"bottom":    func(d *desk, key string) { d.press(key); d.has("18/18") },
		"open":      func(d *desk, key string) { d.press(key); d.has("As I read in") },
		"right":     sidewaysKey,
		"left":      func(d *desk, key string) { d.press("enter " + key); d.has("Unread  ") },
		"back": func(d *desk, key string) {
			d.press("enter " + key + " " + key)
			d.has("Unread  ")
			d.press(key)
			d.quits()
		},
		"quit":      func(d *desk, key string) { d.press("enter " + key); d.quits() },
		"next-link": func(d *desk, key string) { d.press(key + " j"); d.has("1/18"); d.press(key + " j"); d.has("2/18") },
		"read-on":   func(d *desk, key string) { d.press(key); d.has("As I read in"); d.press(key); d.has("竹と石") },
		"next": func(d *desk, key string) {
			d.press("j enter q k " + key)
			d.has("3/18")
			d.press("enter " + key)
			d.has("15  2026-03-02")
		},
		"previous": func(d *desk, key string) { d.press("j enter q j " + key); d.has("1/18") },
		"next-any": func(d *desk, key string) {
			d.press("r j r k " + key)
			d.has("2/18", "      03-04")
			d.press("enter q k enter " + key)
			d.has("竹と石")
		},
		"previous-any": func(d *desk, key string) {
			d.press("r j " + key)
			d.has("1/18")
			d.press("j enter " + key)
			d.has("As I read in")
			d.press(key)
			d.has("no entry that way")
		},
		"next-feed": func(d *desk, key string) {
			d.press(key)
			d.has("Garden   ", "1/12")
			d.press("enter " + key)
			d.has("Last words")
			d.press("q j j a q g G " + key)
			d.has("no feed that way has unread entries")
		},
		"previous-feed": func(d *desk, key string) {
			d.press("q G " + key + " enter")
			d.has("Letters from the coast   ", "1/2")
			d.press("enter " + key)
			d.has("Gone soon   ", "1/1")
			d.press(key + " " + key)
			d.has("no feed that way has unread entries", "Garden   ", "1/12")
		},
		"sort": func(d *desk, key string) {
			d.press("q " + key)
			d.has("feeds are sorted by unread; z sorts otherwise")
			for _, last := range []string{"Gone soon", "Gone soon", "日本の庭", "Gone soon", "日本の庭"} {
				d.press("G enter")
				d.has(last + "   ")
				d.press("q " + key)
			}
		},
		"read": func(d *desk, key string) {
			d.press(key)
			d.has("Unread            17", "   ↔  03-05")
			d.press(key)
			d.has("•  ↔  03-05")
		},
		"star":  func(d *desk, key string) { d.press(key); d.has("•★ ↔  03-05"); d.press(key); d.hasNot("★") },
		"later": laterKey,
		"read-all": func(d *desk, key string) {
			d.press(key)
			d.has("18 entries of 4 feeds marked as read", "nothing here")
			d.press("u q j j j j j " + key)
			d.has("12 entries of 1 feed")
		},
		"read-below": func(d *desk, key string) {
			d.press("G k " + key)
			d.has("2 entries of 2 feeds marked as read: Garden, Gone soon", "17/18")
			d.press("u g " + key)
			d.has("18 entries of 4 feeds marked as read", "1/18")
			d.press("u")
			d.has("undone: 18 entries", "1/18")
			d.press("/")
			d.enter("beans")
			d.press("j " + key)
			d.has("11 entries of 1 feed marked as read", "2/12", "•  ↓  02-12")
			d.press("q")
			d.has("1/18", "Unread             7")
			d.press("q " + key)
			d.has("needs an entry")
		},
		"read-above": func(d *desk, key string) {
			d.press("j " + key)
			d.has("2 entries of 2 feeds marked as read", "2/18", "      03-04")
			d.press("u")
			d.has("undone: 2 entries", "2/18", "•     03-04")
			d.press("q " + key)
			d.has("needs an entry")
			d.press("l enter " + key)
			d.has(key + " is for a list")
		},
		"unread-only": func(d *desk, key string) {
			d.press("r j " + key)
			d.has("2/18", "Unread and read")
			d.press(key)
			d.has("1/17")
			d.press("q j j j j j a " + key)
			d.hasNot("Garden  ")
			d.has("Unread subscriptions", "Gone soon")
			d.press("U " + key)
			d.has("Garden  ")
		},
		"undo": func(d *desk, key string) {
			d.press("r " + key)
			d.has("undone: 1 entry of 1 feed marked as read: Letters from the coast", "•  ↔  03-05")
		},
		"link":    linkKey,
		"browser": browserKey,
		"refresh": func(d *desk, key string) { d.press("enter " + key); d.has("As I read in") },
		"search":  func(d *desk, key string) { d.press(key); d.enter("beans"); d.has("/beans, titles first", "1/12") },
		"filter":  filterKey,
		"thread":  func(d *desk, key string) { d.press(key); d.has("Conversation", "└─The first winter storm", "2/2") },
		"health":  func(d *desk, key string) { d.press(key); d.has("ran doctor", "for 80 columns") },
		"update":  func(d *desk, key string) { d.press(key); d.has("4 feeds checked") },
		"command": func(d *desk, key string) {
			d.press(key)
			d.enter(`list --tag "a b"`)
			d.has(`ran list --tag "a b"`, "for 80 columns")
		},
		"log":  func(d *desk, key string) { d.press("U " + key); d.has("Messages", "4 feeds checked") },
		"help": func(d *desk, key string) { d.press(key); d.has("Keys", "one line down") },
		"cancel": func(d *desk, key string) {
			d.press("enter " + key + " " + key + " " + key + " " + key)
			d.has("Unread  ")
			d.stays()
		},
		"previous-link": func(d *desk, key string) {
			d.press("j j j j j enter G " + key)
			d.has("link 4, enter follows it: gemini://garden.example/log/more.gmi")
			d.press(key + " " + key + " tab enter")
			d.has("51")
		},
		"headings": func(d *desk, key string) {
			d.press("j j j j j enter " + key)
			d.has("1 of 1; n the next one", "# Day 12")
			d.press("q " + key)
			d.has("# is for a post; enter opens one")
			d.press("k enter " + key)
			d.has("there are no headings here")
		},
		"copy": copyKey,
		"save": saveKey,
		"pipe": pipeKey,
		"set": func(d *desk, key string) {
			d.press(key)
			d.has(":set 2")
			d.press("esc q j j j j j " + key)
			d.enter("--title Coast")
			d.has("ran set 1 --title Coast")
		},
		"pause": func(d *desk, key string) {
			d.press(key)
			d.has("ran set 2 --pause")
			if _, err := d.App.Set(d.t.Context(), []string{"1"}, model.Settings{Pause: new(true)}); err != nil {
				d.t.Fatal(err)
			}
			d.reloadPlaces()
			d.press("q j j j j j " + key)
			d.has("ran set 1 --resume")
		},
		"suspend": func(*desk, string) {}, // see TestStops
	}
}

func sidewaysKey(d *desk, key string) {
	d.press(key)
	d.has("As I read in")
	d.press("q")
	d.press("j j j j j enter G")
	d.hasNot("the end")
	for range 10 {
		d.press(key)
	}
	d.has("the end")
	d.press("h")
	d.has("%")
}

func linkKey(d *desk, key string) {
	d.press("j j j j j enter G " + key)
	switch key {
	case "1":
		d.has("Day 1")
		d.press("q")
		d.has("Day 12", "100%")
	case "2":
		if !slices.Equal(d.opened, []string{"https://web.example/"}) {
			d.t.Errorf("opened %q", d.opened)
		}
	case "3":
		d.has("51")
	case "4":
		d.has("of it", ":add subscribes to this page")
	default:
		d.has("no link")
	}
}

func laterKey(d *desk, key string) {
	d.subscribe(app.AddOptions{URLs: []string{"gemini://later.example/"}})
	d.press("r " + key)
	d.has("kept to read later: gemini://coast.example/storm.gmi", "•★ ↔  03-05")
	d.press("u F")
	d.enter("gemini://later.example/")
	d.press("enter tab " + key)
	d.has("kept to read later: gemini://later.example/2.gmi (u takes that back)")
	d.press("tab " + key)
	d.has("it has a query for another capsule")
	d.press("tab " + key)
	d.has("kept to read later: https://web.example/")
	d.press("tab " + key)
	d.has("gone.gmi is kept without its text")
	d.press("tab enter " + key)
	d.has("kept to read later: gemini://later.example/2.gmi")
	d.press("F")
	d.enter("read later")
	d.has("1/4", "Two", "Web", "Gone", "Delete")
	d.press("u")
	d.has("undone")
	d.press("q " + key)
	d.has("needs an entry")
}

func copyKey(d *desk, key string) {
	d.press(key)
	d.has("gemini://coast.example/storm.gmi")
	if got := string(d.term.Backend().GetClipboard()); got != "gemini://coast.example/storm.gmi" {
		d.t.Errorf("copied %q", got)
	}
	d.press("enter tab " + key)
	if got := string(d.term.Backend().GetClipboard()); got != "gemini://garden.example/log/02.gmi" {
		d.t.Errorf("copied %q", got)
	}
	d.press("esc " + key)
	if got := string(d.term.Backend().GetClipboard()); got != "gemini://coast.example/storm.gmi" {
		d.t.Errorf("copied %q", got)
	}
}

func saveKey(d *desk, key string) {
	d.press(key) // in a list it opens the post first
	d.has("save the post as: The-first-winter-storm.gmi")
	d.enter(".bak")
	d.has("saved: /home/The-first-winter-storm.gmi.bak")
	if want := "# Storm\nAs I read in\n=> gemini://garden.example/log/02.gmi the garden\n"; d.saved != want {
		d.t.Errorf("saved %q", d.saved)
	}
	d.Options.Save = func(name, _ string) (string, error) { return "", fmt.Errorf("save /%s: it exists", name) }
	d.press(key + " X enter")
	d.has("save /The-first-winter-storm.gmiX: it exists", "save the post as: The-first-winter-storm.gmiX")
	d.press("Y")
	d.hasNot("it exists")
	d.has("save the post as: The-first-winter-storm.gmiXY")
}

func pipeKey(d *desk, key string) {
	d.press(key + " enter " + key) // in a list it opens the post first
	d.enter("wc -l | cat")
	d.has("As I read in")
	if !slices.Equal(d.commands, []string{"wc -l | cat"}) || !strings.HasPrefix(d.saved, "# Storm\n") {
		d.t.Errorf("%q got %q", d.commands, d.saved)
	}
	d.press(key)
	d.enter("false")
	d.has("exit status 1")
}

func browserKey(d *desk, key string) {
	d.press(key)
	d.has("   ↔  03-05")
	d.press("enter tab " + key)
	if !slices.Equal(d.opened, []string{"gemini://coast.example/storm.gmi", "gemini://garden.example/log/02.gmi"}) {
		d.t.Errorf("opened %q", d.opened)
	}
}

func filterKey(d *desk, key string) {
	for typed, want := range map[string]string{
		"#friends": "1/2", "starred": "no entry has a star", "star": "no entry has a star", "conv": "Conversations  ", "garden": "1/12", "all": "1/18", "#nobody": `no feed fits "#nobody"`, "nobody": "nobody", "o": "fits",
	} {
		d.press(key)
		d.enter(typed)
		d.has(want)
	}
}

// quits fails unless the reader is about to end.
func (d *desk) quits() {
	d.t.Helper()
	if !d.done {
		d.t.Error("the reader goes on")
	}
}

func (d *desk) stays() {
	d.t.Helper()
	if d.done {
		d.t.Error("the reader ends")
	}
}

// Every key of the help does what it must do.
func TestKeys(t *testing.T) {
	t.Parallel()
	tests := onKeys()
	for _, a := range Actions() {
		test := tests[a.Name]
		for _, key := range a.Keys {
			t.Run(a.Name+" "+key, func(t *testing.T) {
				t.Parallel()
				if test == nil {
					t.Fatal("there is no test of it")
				}
				test(open(t, 80, 24), key)
			})
		}
		delete(tests, a.Name)
	}
	if len(tests) > 0 {
		t.Errorf("tests of what is no action: %q", slices.Collect(maps.Keys(tests)))
	}
}

// No key is in the table twice, and each is one that the configuration can name.
func TestKeyTable(t *testing.T) {
	t.Parallel()
	seen := map[string]string{}
	for _, a := range Actions() {
		if err := checkKeys(a.Name, a.Keys); err != nil {
			t.Error(err)
		}
		for _, key := range a.Keys {
			if seen[key] != "" {
				t.Errorf("%s is for %s and %s", key, seen[key], a.Name)
			}
			seen[key] = a.Name
		}
	}
	for _, key := range []string{"", "ctrl-", "ctrl-1", "f65", "xx", " "} {
		if checkKeys("quit", []string{key}) == nil {
			t.Errorf("%q is taken for a key", key)
		}
	}
	if err := checkKeys("qiut", nil); err == nil || !strings.Contains(err.Error(), "qiut") {
		t.Errorf("an unknown action: %v", err)
	}
}

// The user's keys go before those of the table, for another action too.
func TestChosenKeys(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 24)
	d.bound = Keymap{map[string][]string{"star": {"j", "shift-tab"}, "down": {"J"}}, map[string]string{"j": "star", "shift-tab": "star", "J": "down"}}.bindings()
	d.press("J j")
	d.has("•★    03-04", "2/18")
	d.press("shift-tab")
	d.hasNot("•★    03-04")
	d.press("s")
	d.has("no key s")
}
