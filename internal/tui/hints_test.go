package tui

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"testing"

	"gemsub/internal/app"
	"gemsub/internal/model"
)

// No key changes what is not on the screen, while a text covers the panes or a post is shown.
func TestNothingHiddenChanges(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 24)
	for _, view := range []string{"?", "H", "L"} {
		for _, key := range []string{"a", "s", "r", "R", "o", "n", "enter", "t", "A", "tab"} {
			d.press(view + " " + key)
			d.has("q closes this, then " + key + " works")
			d.press("q")
		}
	}
	d.press("enter a")
	d.has("a is for a list; q goes back to it", "Storm")
	d.press("A q")
	d.has("Unread            17")
	starred := d.count(app.EntryFilter{StarredOnly: true})
	if starred != 0 || len(d.opened) > 0 {
		t.Errorf("%d entries are starred; opened %q", starred, d.opened)
	}
}

// u takes back nothing right after a prune.
func TestUndoAfterPrune(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 24)
	d.press("a")
	removed, _, err := d.App.Prune(t.Context(), queryOf(app.EntryFilter{}))
	if removed == 0 || err != nil {
		t.Fatalf("removed %d entries, error %v", removed, err)
	}
	d.press("u")
	d.has("prune cannot be undone")
}

// A key without a visible effect says what it did, or what to do instead.
func TestSaid(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 24)
	d.press("j j j j j enter space s")
	d.has("★ Garden", "1 entry of 1 feed starred: Garden (u takes that back)")
	d.press("u")
	d.has("undone: 1 entry of 1 feed starred: Garden")
	d.hasNot("★")
	d.press("s s")
	d.has("1 entry of 1 feed unstarred: Garden")
	d.press("r")
	d.has("• Garden", "1 entry of 1 feed marked as unread: Garden")
	d.press("u u u u")
	d.has("unread again: Day 12")
	d.press("enter")
	d.has("tab selects a link")
	d.press("R")
	d.has("requested again: it is the same")
	d.press("o")
	d.has("opened in the browser: gemini://garden.example/log/12.gmi")
	d.press("q k k enter")
	newWorld().net["wide.example"].Page("/3.gmi", "# Other words\n")
	d.press("R")
	d.has("requested again: it has changed", "Other words")
	d.press("q A")
	d.has("Unread and read", "a marks all these entries as read")
}

// If no feed was due, the next update checks all.
func TestUpdateAgain(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 24)
	d.Options.Update = func(_ context.Context, line string) (app.UpdateOptions, error) {
		return app.UpdateOptions{Force: line == "--force"}, nil
	}
	d.press("R")
	d.has("2 posts fetched; U again checks all feeds")
	d.press("U")
	d.has("4 feeds checked, 1 failed; H says why")
	d.press("U")
	d.has("nothing is due before", "; U again checks all feeds")
	d.press("q U")
	d.has("; U again checks all feeds")
	d.press("j U")
	d.has("nothing is due before", "; U again checks all feeds")
	d.press("R") // from a list it updates, too
	d.has("4 feeds checked")
}

// A URL is a command that shows its page, with links as any; add alone is for that page.
func TestPageByURL(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 24)
	d.press("j j j j j enter :")
	d.enter("gemini://garden.example/log/")
	d.has("Garden", "[1] ")
	d.press("s")
	d.has("this needs an entry of a feed")
	d.hasNot(":add subscribes") // it is
	d.press("1 enter")
	d.has("Day 12")
	d.press("b :")
	d.enter("add")
	if want := "add gemini://garden.example/log/"; len(d.commands) != 1 || d.commands[0] != want {
		t.Errorf("ran %q, not %s", d.commands, want)
	}
	d.press("q q q :")
	d.enter("show gemini://coast.example/ferry.gmi") // of an entry
	d.has("Missed.")
}

// A URL is shown as add takes it: a link line, without scheme, or behind a colon. What is
// of no feed can be subscribed to.
func TestPastedURL(t *testing.T) {
	t.Parallel()
	for _, pasted := range []string{
		"=> gemini://garden.example/log/more.gmi More of it", "garden.example:1965/log/more.gmi\r", ":gemini://garden.example/log/more.gmi",
		"<gemini://garden.example/log/more.gmi>", "show garden.example/log/more.gmi", "gemsub show garden.example/log/more.gmi",
	} {
		d := open(t, 80, 24)
		d.paste("  " + pasted + "\nQ")
		d.stays()
		d.has("Unread            18")
		d.press("backspace enter")
		d.has("of it", ":add subscribes to this page")
		d.press("s")
		d.has("this needs an entry of a feed; :add subscribes to this page")
		d.press(":")
		d.enter("add")
		if want := []string{"add gemini://garden.example/log/more.gmi"}; !slices.Equal(d.commands, want) {
			t.Errorf("pasted %q, ran %q", pasted, d.commands)
		}
	}
	d := open(t, 80, 24)
	d.press(":")
	d.enter("=> https://web.example/ The web")
	if want := []string{"https://web.example/"}; !slices.Equal(d.opened, want) {
		t.Errorf("opened %q", d.opened)
	}
}

// An entry is shown by its number as a post, without the network where that is kept.
func TestShowByNumber(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 24)
	d.App.Dial = func(context.Context, string, string) (net.Conn, error) { return nil, errors.New("no network") }
	d.press(":")
	d.enter("show 14")
	d.has("Storm", "the garden")
	d.press(":")
	d.enter("show 99")
	d.has(`there is no entry "99"; :entries --all lists what there is`)
	d.press("q q q")
	d.has("17")
	if len(d.commands) > 0 {
		t.Errorf("ran %q", d.commands)
	}
}

// A URL of another scheme, a number and the like are commands for gemsub, which has hints.
func TestNoCommand(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 24)
	want := []string{"mailto:a@b.example", "gemini://", "2", "--help", "show 3.4 5", "show 3-5", "list"}
	for _, typed := range want {
		d.press(":")
		d.enter(typed)
		d.press("q")
	}
	if !slices.Equal(d.commands, want) {
		t.Errorf("ran %q, not %q", d.commands, want)
	}
}

// What a command said in one line is whole on the screen, and in the log.
func TestCommandSaid(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 24)
	long := strings.Repeat("a long address and ", 6)
	d.Options.Command = func(_ context.Context, line string, _ int, out io.Writer) {
		fmt.Fprintf(out, "gemsub: %sits end (see gemsub --help)\n", long)
		if line == "two" {
			fmt.Fprintf(out, "hint: gemsub set %sits end\n", long)
		}
	}
	d.press(":")
	d.enter("one")
	d.has("its end (see :help)")
	d.press("j")
	d.hasNot("its end")
	d.press("L")
	d.has("its end")
	d.press(": up enter")
	d.has("its end (see :help)")
	d.press(":")
	d.enter("two")
	d.has("; :set a long address", "its end")
	d.hasNot(":two")
	d.press(": up")
	d.has(":two")
	d.press("up up up")
	d.has(":one")
	d.press("down down down down")
	d.hasNot(":two")
}

// A line that is wider than the screen says so.
func TestCutLine(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 24)
	d.press("j j j j j enter G")
	d.has("<-…")
	for range 10 {
		d.press("l")
	}
	d.has("the end")
	d.hasNot("…")
}

// Prose stays where it is while preformatted text is scrolled, and a line says how to go back.
func TestSideways(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 24)
	d.press("j j j j j enter G")
	before := strings.Split(d.shows(), "\n")
	d.press("l l")
	d.has("\nh scrolls back\n")
	moved := 0
	for i, line := range strings.Split(d.shows(), "\n")[:22] {
		if line != before[i] {
			moved++
			if !strings.Contains(before[i], "<-") {
				t.Errorf("%q became %q", before[i], line)
			}
		}
	}
	if moved == 0 {
		t.Error("no line has moved")
	}
	d.press("h h")
	d.hasNot("scrolls back")
}

// If there are no feeds, the reader says so.
func TestNoFeeds(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 24)
	d.feeds.replace(d.feeds.every[:4], place{})
	d.list().rows = nil
	d.draw()
	d.has(noFeeds)
}

// The empty list of a feed that fails says where to look, and no post of another feed is beside it.
func TestFailingFeedWithoutEntries(t *testing.T) {
	t.Parallel()
	d := open(t, 120, 24)
	d.press("enter")
	d = d.again() // which begins in the post
	d.has("As I read in")
	d.openList(d.newList(place{feed: 99, title: "Gone", fails: "51 Not found"}))
	d.settle()
	d.settle() // the post beside goes a moment later
	d.has("nothing here; H says what to do", "this feed fails: 51 Not found")
	d.hasNot("As I read in")
}

// Where feeds without unread entries are left out, the one under the cursor stays: what
// marked it as read may be taken back.
func TestFeedStays(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 24)
	d.press("q j j j j j A a")
	d.has("12 entries of 1 feed marked as read: Garden", "Garden  ")
	d.press("u a")
	d.has("12 entries of 1 feed marked as read: Garden")
	d.press("j j U")
	d.hasNot("Garden  ")
}

// Entries that another program stored since a list was read stay unread, and appear.
func TestReadAllListed(t *testing.T) {
	t.Parallel()
	for before, key := range map[string]string{"j": "a", "F a l l enter": "a", "g": ">", "G": "<"} {
		d := open(t, 80, 24)
		d.press(before)
		d.subscribe(app.AddOptions{URLs: []string{"gemini://dead.example/"}, Wanted: model.Settings{Backlog: new(-1)}})
		d.press(key)
		d.has("18 entries of 4 feeds marked as read", "A dead page")
		if left := d.count(app.EntryFilter{UnreadOnly: true}); left != 3 {
			t.Errorf("%s: %d entries are unread", key, left)
		}
		if before == "j" { // what is left is new, so that the list begins anew
			d.has("1/3")
		}
	}
}

// On the left, and where nothing is unread, a leaves the cursor of a list where it is.
func TestReadAllStays(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 24)
	d.press("G q j j a") // no entry has a star
	d.has("0 entries marked as read", "18/18")
	d.press("j j a") // of a tag
	d.has("2 entries of 1 feed marked as read", "16/16")
	d.press("F a l l enter G a")
	d.has("16 entries of 3 feeds marked as read", "18/18")
	d.press("a")
	d.has("0 entries marked as read", "18/18")
}

// In an empty list nothing is marked as read.
func TestNothingToRead(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 24)
	d.feeds.replace(nil, place{})
	d.press("q a")
	d.feeds.replace(d.feeds.every, place{})
	d.press("l /")
	d.enter("ferry")
	d.list().rows = nil
	d.press("a")
	left := d.count(app.EntryFilter{UnreadOnly: true})
	if left != 18 {
		t.Errorf("%d of 18 entries are unread", left)
	}
}
