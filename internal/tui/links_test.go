package tui

import (
	"strings"
	"testing"

	"github.com/gdamore/tcell/v3/vt"

	"gemsub/internal/app"
)

// cursor is the line of the screen on which the terminal's cursor stands.
func (d *desk) cursor() int { return int(d.term.Pos().Y) }

// Tab goes from link to link, and enter follows the selected one: answers below the post
// too. The terminal's cursor stands there, else on the first line that is seen.
func TestSelectLink(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 24)
	d.follow(app.LinkOrigin{}, "gemini://garden.example/log/02.gmi")
	d.settle()
	if d.cursor() != 1 {
		t.Errorf("the cursor is in line %d", d.cursor())
	}
	d.press("tab tab")
	d.has("link 2, enter follows it: https://web.example/")
	line := strings.Split(d.shows(), "\n")[d.cursor()]
	if !strings.HasPrefix(line, "[2] » The web") || d.term.GetCell(vt.Coord{Y: vt.Row(d.cursor())}).S.Attr()&vt.Reverse == 0 {
		t.Errorf("the cursor is on %q", line)
	}
	d.press("shift-tab shift-tab")
	d.has("link 5, enter follows it: gemini://coast.example/storm.gmi", "[5] → answered by  14  2026-03-05")
	if d.press("esc"); d.cursor() != 1 {
		t.Errorf("without a link the cursor is in line %d", d.cursor())
	}
	d.press("shift-tab enter")
	d.has("As I read in")
	d.press("q 5")
	d.has("As I read in")
	d.press("q j enter")
	d.has("tab selects a link")
}

// A key goes to the next heading, then n and N go on.
func TestHeadings(t *testing.T) {
	t.Parallel()
	d := addTinylog(t)
	d.follow(app.LinkOrigin{}, "gemini://tiny.example/page.gmi")
	d.settle()
	for _, step := range []struct{ keys, top, says string }{
		{"#", "# Tinylog", "1 of 61"},
		{"#", "## 2026-01-21 12:30", "2 of 61"},
		{"n n", "## 2026-01-20 10:30", "4 of 61"},
		{"N", "## 2026-01-20 11:30", "3 of 61"},
		{"j #", "## 2026-01-20 10:30", "4 of 61"},
		{"N N N N", "", "61 of 61"},
		{"#", "# Tinylog", "1 of 61"},
	} {
		d.press(step.keys)
		d.has(step.says)
		if top := d.shown().rows[d.shown().top].String(); step.top != "" && top != step.top {
			t.Errorf("after %s the first line is %q, not %q", step.keys, top, step.top)
		}
	}
	d.press("esc n")
	d.hasNot("# Tinylog") // it is the next post
}

// Without a selected link the one before is the last that is seen, also in a text that is
// shorter than the screen.
func TestLinkBefore(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 60)
	d.follow(app.LinkOrigin{}, "gemini://garden.example/log/02.gmi")
	d.settle()
	for height := 60; height > len(d.shown().rows)+2; height-- {
		d.resize(80, height)
		d.press("shift-tab")
		if p := d.shown(); p.link != p.linkAt(len(p.rows)-1) {
			t.Errorf("on %d lines link %d is selected", height, p.link)
		}
		d.press("esc")
	}
}
