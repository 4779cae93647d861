package tui

import (
	"strings"
	"testing"

	"github.com/gdamore/tcell/v3"
	"github.com/gdamore/tcell/v3/vt"

	"gemsub/internal/app"
	"gemsub/internal/model"
)

// Dates have their year where it is not this one, and only on pages with such a date do
// the others leave room for it.
func TestDates(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 24)
	d.has("•  ↔  03-05 Letters fro… The first winter storm")
	d.list().rows[1].Updated = morning.AddDate(-1, 0, 0)
	d.draw()
	d.has("•  ↔       03-05 Letters fro… The", "•     2025-03-10 日本の庭")
	d.press("q j j j j j enter")
	d.has("•     02-12 Day 12 among the beans")
}

// The terminal's own cursor stands on the chosen line of the pane that has the focus, where
// nothing is typed.
func TestCursorShown(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 24)
	for _, step := range []struct {
		keys string
		x, y int
	}{{"j", 21, 2}, {"j j", 21, 4}, {"tab", 0, 1}, {"j", 0, 2}, {":", 1, 23}} {
		d.press(step.keys)
		if at := d.term.Pos(); at != (vt.Coord{X: vt.Col(step.x), Y: vt.Row(step.y)}) {
			t.Errorf("after %s the cursor is at %v, not %d,%d", step.keys, at, step.x, step.y)
		}
	}
}

// The line of what is listed is the chosen one of the subscriptions, from which J goes on.
func TestListed(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 24)
	d.press("F")
	d.enter("garden")
	d.press("J")
	d.has("Gone soon   ", "1/1")
	d.press("F")
	d.enter("all")
	if p, _ := d.feeds.current(); p.title != allPlace {
		t.Errorf("the cursor is on %s", p.title)
	}
}

// Without colours the marks and styles of a line say all.
func TestMarksWithoutColor(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 24)
	d.Color = false
	d.press("s j r j")
	lines := strings.Split(d.shows(), "\n")
	for y, want := range map[int]string{1: "•★ ↔  03-05", 2: "      03-04", 3: "•     03-03"} {
		_, style, _ := d.screen.Get(21, y)
		if chosen := style.HasReverse(); !strings.Contains(lines[y], want) || chosen != (y == 3) {
			t.Errorf("line %d, reversed %t: %s", y, chosen, lines[y])
		}
	}
	d.press("tab")
	if _, style, _ := d.screen.Get(21, 3); style.GetUnderlineStyle() == tcell.UnderlineStyleNone || style.HasReverse() {
		t.Errorf("the chosen line of the other pane has the style %v", style)
	}
}

// On a wide screen the post under the cursor stands beside the list once the cursor rests.
// It is read once a person turns to it, and never requested unasked.
func TestPreview(t *testing.T) {
	t.Parallel()
	d := open(t, 120, 32)
	d.hasNot("As I read in")
	d.settle()
	d.has("As I read in", "•  ↔  03-05", "1/18")
	d.press("j k j")
	d.settle()
	d.has("竹と石、そして静けさについての長い題名がここにあります、", "•  ↔  03-05", "•     03-04")
	d.press("tab")
	d.has("      03-04")
	d.press("q G")
	d.settle()
	d.has("this post is not kept here; enter requests it", "•     01-01")
	d.press("g enter")
	d.has("   ↔  03-05", "As I read in")
	d.press("enter")
	d.has("tab selects a link")
}

// Where an edge of a pane cuts a wide character, nothing of what was there before is left.
func TestWideAtEdge(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 24)
	for _, test := range []struct {
		skip       int
		text, want string
	}{{0, "日本", "x日 x"}, {0, "a日本", "xa日x"}, {1, "日a", "x ax"}, {1, "日本", "x 本x"}, {3, "日本a", "x axx"}} {
		d.put(pane{width: 5, height: 1}, 0, "xxxxx", tcell.StyleDefault)
		used := d.put(pane{x: 1, width: 3, height: 1}, test.skip, test.text, tcell.StyleDefault)
		d.screen.Show()
		line, _, _ := strings.Cut(d.shows(), "\n")
		if !strings.HasPrefix(line, test.want) || used > 3 {
			t.Errorf("%q without %d columns: %q, want %q", test.text, test.skip, line, test.want)
		}
	}
}

// Characters to which some terminals give no column do not move the rest of their line.
func TestUnassigned(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 24)
	for text, want := range map[string]string{"\u0378a": "\uFFFDa", "\u2fffa": "\uFFFD a", "\u1161a": "\uFFFDa", "\u1100\u1161a": "\u1100\u1161a", "ﾡa": "ﾡa"} {
		d.put(d.whole().line(0), 0, text+"|", tcell.StyleDefault)
		d.screen.Show()
		if line, _, _ := strings.Cut(d.shows(), "|"); line != want {
			t.Errorf("%q: %q, want %q", text, line, want)
		}
	}
}

// A list beside the feeds, beside the post, and between both says whose post each line is,
// and whether it is kept.
func TestWhoseAndKept(t *testing.T) {
	t.Parallel()
	for width, line := range map[int]string{
		80:  "│•  ↔  03-05 Letters fro… The first winter storm",
		100: "│•  ↔  03-05 Letters from t… The first winter storm",
		120: "\n•  ↔  03-05 Letters fro… The first winter storm",
		160: "\n•  ↔  03-05 Letters from th… The first winter storm",
		200: "│•  ↔  03-05 Letters from the… The first winter storm",
	} {
		d := open(t, width, 40)
		d.has(line)
		d.press("q")
		d.has("Subscriptions", "↔  03-05 Letters fro")
		d.press("enter enter")
		d.has("As I read in")
	}
}

// A post that two feeds list is one unread post, in all numbers.
func TestOneNumber(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 24)
	d.subscribe(app.AddOptions{URLs: []string{"gemini://both.example/"}, Wanted: model.Settings{Backlog: new(-1)}})
	if _, err := d.App.Tag(t.Context(), "twice", []string{"1", "5"}); err != nil {
		t.Fatal(err)
	}
	d.renew()
	d.settle()
	unread := d.count(app.EntryFilter{UnreadOnly: true})
	if unread != 19 {
		t.Errorf("%d entries", unread)
	}
	d.has("1/19", "Unread            19│", "#twice            13│", "Garden            12│", "Both               2│")
	d.press("q j j j j j enter s enter q q")
	d.has("Unread            18│", "#twice            12│")
}
