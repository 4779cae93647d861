package tui

import (
	"context"
	"strconv"
	"testing"

	"gemsub/internal/app"
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
		"q j enter j j space q":       "3/18",
		"q j j j enter j":             "Conversations",
		"q j j j j enter j":           "#friends",
		"q j j j j j j enter j j j j": "Garden   ",
		"t j":                         "1/18",
	} {
		t.Run(keys, func(t *testing.T) {
			t.Parallel()
			d := open(t, 80, 24)
			d.press(keys)
			l := d.lists[0]
			before, title := l.rows[l.at], l.of.title
			listed, _ := d.feeds.current()
			if title == "Garden" {
				want = "5/12"
			}
			d = d.again()
			d.has(want)
			l = d.list()
			if at, _ := d.feeds.current(); !at.same(listed) {
				t.Errorf("the subscriptions are at %s, not at %s", at.title, listed.title)
			}
			if e := l.rows[l.at]; e.ID != before.ID || l.of.title != title {
				t.Errorf("left at %s of %s, back at %s of %s", before.Title, title, e.Title, l.of.title)
			}
		})
	}
}

// A post that was open is shown again where it was left, from what is kept.
func TestResumePost(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 12)
	d.press("j j j j j enter j j j j j")
	d = d.again()
	d.has("Line 1 of day 12")
	d.hasNot("# Day 12")
	if top := d.shown().top; top != 5 {
		t.Errorf("the first visible line is %d", top)
	}
	d = d.again()
	if top := d.shown().top; top != 5 {
		t.Errorf("then the first visible line is %d", top)
	}
	d.press("1") // a post of another entry
	d = d.again()
	d.has("# Day 1\n")
	d.press("q")
	d.has("6/17", "      02-12")
	d.hasNot("02-01")
	d = d.again()
	d.has("6/16", "•     02-11")
	d.press("g enter")
	if _, err := d.App.MarkUnread(t.Context(), app.EntryQuery{}, false); err != nil {
		t.Fatal(err)
	}
	d = d.again()
	d.has("As I read in")
	d.press("r") // it stays unread, and is not shown again
	d = d.again()
	d.hasNot("As I read in")
	d.has("1/1", "•")
}

// A post from elsewhere is shown again over the list that lay below it, and does not join that
// list. So is the post that led to a page.
func TestResumePostFromElsewhere(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ list, keys, typed, then, post, position string }{
		{"Garden", "j j /", "storm", "enter", "As I read in", "3/12"},
		{"Letters from the coast", "enter 1 /", "plan", "g", "# Day 2", "1/2"},
		{"Letters from the coast", "enter 1 4 :", "gemini://later.example/2.gmi", "", "# Day 2", "1/2"},
	} {
		d := open(t, 80, 24)
		d.press("F")
		d.enter(test.list)
		before := len(d.list().rows)
		d.press(test.keys)
		d.enter(test.typed)
		d.press(test.then)
		d = d.again()
		d.has(test.post)
		d.press("q")
		d.has(test.list, test.position)
		if after := len(d.list().rows); after != before {
			t.Errorf("%s has %d entries, not %d", test.list, after, before)
		}
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
	removed, _ := d.feeds.current()
	if _, err := d.App.Remove(t.Context(), []string{strconv.FormatInt(removed.feed, 10)}); err != nil {
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
		r.begin()
		if got := r.list(); got.of.title != unreadPlace || len(got.rows) == 0 || r.messages.last != "" {
			t.Errorf("%v is listed as %s with %d entries: %s", kept, got.of.title, len(got.rows), r.messages.last)
		}
	}
}

// The user undoes no changes from before the reader began, even after undoing an add: that makes
// a removal, which is not the user's change.
func TestUndoEnds(t *testing.T) {
	t.Parallel()
	const nothing = "nothing more to take back here; :undo --list shows earlier changes"
	d := open(t, 80, 24)
	d.press("u")
	d.has(nothing)
	d.subscribe(app.AddOptions{URLs: []string{"gemini://fresh.example/"}})
	d.press("r s u u")
	d.has("undone: 1 entry of 1 feed marked as read")
	d.press("u")
	d.hasNot(nothing)
	d.press("u")
	d.has(nothing, "Garden  ", "Unread            18")
	if d = d.again(); d.earlier == 0 {
		t.Error("the next one takes back what was changed before")
	}
}

// Tab never leads to a pane that is not shown.
func TestTabIsSeen(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{40, 10}, {80, 24}, {130, 30}} {
		d := open(t, size[0], size[1])
		d.press("enter q")
		for range 4 {
			d.press("tab")
			if d.panes(d.focus)[d.focus].width == 0 {
				t.Errorf("on %v columns the focus is on pane %d, which is not seen", size, d.focus)
			}
		}
	}
	d := open(t, 80, 24)
	d.press("enter q tab")
	d.has("Unread  ")
	if d.focus != onFeeds {
		t.Errorf("the focus is on pane %d", d.focus)
	}
}

// From a conversation keys lead back to the post where it was opened, with what led there,
// though others were opened meanwhile.
func TestBackToPost(t *testing.T) {
	t.Parallel()
	for _, keys := range []string{"t q", "t h", "t esc", "t enter q q", "t j enter q q", "t j enter t q q q"} {
		t.Run(keys, func(t *testing.T) {
			t.Parallel()
			d := open(t, 80, 24)
			d.press("enter")
			d.has("As I read in")
			d.press(keys)
			d.has("As I read in")
			d.hasNot("Conversation ")
			d.press("q")
			d.has("Unread  ", "1/18")
		})
	}
}

// While a feed is listed that fails, the last line says why.
func TestFailingFeed(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 24)
	d.press("F")
	d.enter("gone")
	d.has("Last words", "this feed fails: ", "not found")
	d.press("j k")
	d.has("this feed fails: ")
	d.press("enter")
	d.hasNot("this feed fails")
	d.press("q q g enter")
	d.hasNot("this feed fails")
}

// The order of the feeds is as the user left it, if a setting says so; the text has the user's width.
func TestReaderSettings(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 24)
	d.press("q z")
	d.keepPlace()
	d.settle()
	for _, keeps := range []bool{false, true} {
		o := d.Options
		o.KeepOrder, o.Width = keeps, 40
		again := &desk{t: t, term: d.term, reader: newReader(t.Context(), d.screen, o)}
		again.begin()
		again.settle()
		if want := map[bool]app.FeedOrder{false: "title", true: "unread"}[keeps]; again.feeds.order != want {
			t.Errorf("feeds are by %s, not %s", again.feeds.order, want)
		}
		again.press("l")
		again.follow(app.LinkOrigin{}, "gemini://garden.example/log/02.gmi")
		again.settle()
		again.has("\nLine 1 of day 2 is long enough to be\n")
	}
}
