package tui

import (
	"slices"
	"testing"
)

// Keys of the user are bound to actions, to commands of gemsub, and to those of the shell, which
// get the entry and its post.
func TestOwnKeys(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 24)
	d.bound = Keymap{nil, map[string]string{"x": "!keep it", "w": "star", "s": ":list --tag a", "f2": ":list --tag a", "up": "!wc"}}.bindings()
	d.press("w")
	d.has("•★ ↔  03-05")
	d.press("f2")
	d.has("ran list --tag a", "for 80 columns")
	d.press("x")
	d.has("q closes this, then x works")
	d.press("s x")
	ran := func(want, text string) {
		t.Helper()
		if got := d.commands[len(d.commands)-1]; got != want || d.saved != text {
			t.Errorf("ran %q on %q, want %q on %q", got, d.saved, want, text)
		}
	}
	const storm = "# Storm\nAs I read in\n=> gemini://garden.example/log/02.gmi the garden\n"
	d.press("q x")
	d.has("done: !keep it")
	ran("keep it 14 gemini://coast.example/storm.gmi The first winter storm|Letters from the coast", storm)
	d.press("up")
	ran("wc 14 gemini://coast.example/storm.gmi The first winter storm|Letters from the coast", storm)
	d.press("enter x")
	ran("keep it 14 gemini://coast.example/storm.gmi The first winter storm|Letters from the coast", storm)
	d.press("q q x")
	d.has("needs an entry")
	d.press("l F")
	d.enter("gone")
	d.press("x")
	ran("keep it 18 gemini://gone.example/1.gmi Last words|Gone soon", "")
	d.press(":")
	d.enter("gemini://garden.example/log/more.gmi")
	d.press("x")
	ran("keep it 0 gemini://garden.example/log/more.gmi More|", "# More\nof it\n")
	d.press("?")
	d.golden("ownkeys-80x24")
	if slices.Contains(d.commands, "star") {
		t.Error("an action was run as a command")
	}
}

// A setting of the table of keys has one meaning, and a wrong one is an error.
func TestCheckKeys(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, value string
		own, valid  bool
	}{
		{"x", "star", true, true},
		{"f2", ":update", true, true},
		{"up", "!wc", true, true},
		{"up", "k", false, true},
		{"star", ":", false, true},
		{"x", "", true, false},
		{"x", ":", true, false},
		{"x", "! ", true, false},
		{"x", "satr", true, false},
		{"xx", "!wc", true, false},
	} {
		m := NewKeymap()
		err := m.Set(test.name, []string{test.value})
		if own := m.does[test.name] == test.value; test.valid && own != test.own || (err == nil) != test.valid {
			t.Errorf("%s = %q: a key %t, %v", test.name, test.value, own, err)
		}
	}
}
