package tui

import (
	"testing"
)

// Each view, on a small screen, a usual one and a wide one.
func TestViews(t *testing.T) {
	t.Parallel()
	for name, size := range map[string][2]int{"40x10": {40, 10}, "80x24": {80, 24}, "200x60": {200, 60}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := open(t, size[0], size[1])
			d.golden("entries-" + name)
			d.press("j j enter")
			d.golden("post-" + name)
			d.press("q q")
			d.golden("feeds-" + name)
			d.press("?")
			d.golden("help-" + name)
			d.press("q H")
			d.golden("health-" + name)
			d.press("q l")
			d.press("/")
			d.enter("garden")
			d.golden("search-" + name)
			d.press("g t")
			d.golden("thread-" + name)
			d.press("U L")
			d.golden("log-" + name)
		})
	}
}

// From the subscriptions no key changes an entry that is not seen to be meant.
func TestNoEntryMeant(t *testing.T) {
	t.Parallel()
	d := open(t, 40, 10)
	for _, key := range []string{"r", "s", "o", "t"} {
		d.press("q " + key)
		d.has("needs an entry")
		d.press("l")
		d.has("•  03-05")
	}
}
