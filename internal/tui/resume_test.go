package tui

import (
	"context"
	"testing"

	"gemsub/internal/model"
)

// again ends the reader, and opens one on the same database.
func (d *desk) again() *desk {
	d.t.Helper()
	d.keepPlace()
	d.settle()
	d.end()
	d.working.Wait()
	next := &desk{t: d.t, term: d.term}
	ctx, end := context.WithCancel(d.t.Context())
	next.end = end
	next.reader = newReader(ctx, d.screen, d.Options)
	d.t.Cleanup(func() { end(); next.working.Wait() })
	next.begin()
	next.settle()
	return next
}

// The reader begins with the list and the entry where it was left, whatever lay over them.
func TestResume(t *testing.T) {
	t.Parallel()
	for keys, want := range map[string]string{
		"":                            "Unread  ",
		"j j j":                       "4/18",
		"q j enter j j":               "3/18",
		"q j enter j j space":         "3/18",
		"q j j j enter j":             "Conversations",
		"q j j j j enter j":           "#friends",
		"q j j j j j j enter j j j j": "Garden   ",
		"j j t / 1 enter":             "3/18",
	} {
		t.Run(keys, func(t *testing.T) {
			t.Parallel()
			d := open(t, 80, 24)
			d.press(keys)
			l := d.lists[0]
			before, title, feed := l.rows[l.at], l.title, d.feeds.here()
			if title == "Garden" {
				want = "5/12"
			}
			d = d.again()
			d.has(want)
			l = d.list()
			if e := l.rows[l.at]; e.ID != before.ID || l.title != title || d.feeds.here() != feed {
				t.Errorf("left at %s of %s, back at %s of %s", before.Title, title, e.Title, l.title)
			}
		})
	}
}

// The first places are seen again, where there is room for the chosen one, too.
func TestResumeAtTop(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 10)
	d.press("F")
	d.enter("conversations")
	d = d.again()
	d.has("Unread  ", "Conversations")
}

// Where the entry is not listed any more the cursor is on the next one, and where the list
// is gone the unread entries are shown.
func TestResumeElsewhere(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 24)
	d.press("j j")
	next := d.list().rows[3]
	d.press("r")
	d = d.again()
	if e, _ := d.list().current(); e.ID != next.ID {
		t.Errorf("at %s, not at %s", e.Title, next.Title)
	}
	d.press("q G enter")
	d.keepPlace()
	d.settle()
	if _, err := d.App.Remove(t.Context(), []string{d.feeds.here()}); err != nil {
		t.Fatal(err)
	}
	d = d.again()
	d.has("Unread  ", "1/")
	if last, err := d.App.Changes(t.Context()); err != nil || last[0].Command != "remove" {
		t.Errorf("what undo takes back is %v, %v", last[0], err)
	}
	for _, kept := range []model.ReaderPlace{{}, {Title: "Elsewhere", Entry: 3}, {Feed: -1, Title: "Unread"}, {Feed: 99, Title: "Garden"}, {Title: "#nobody"}} {
		if err := d.App.SetReaderPlace(t.Context(), kept); err != nil {
			t.Fatal(err)
		}
		r := newReader(t.Context(), d.screen, d.Options)
		r.resume()
		if got := r.list(); got.title != unreadPlace || len(got.rows) == 0 || r.messages.last != "" {
			t.Errorf("%v is listed as %s with %d entries: %s", kept, got.title, len(got.rows), r.messages.last)
		}
	}
}
