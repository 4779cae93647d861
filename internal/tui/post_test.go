package tui

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/gdamore/tcell/v3"
	"github.com/gdamore/tcell/v3/vt"

	"gemsub/internal/app"
	"gemsub/internal/hostile"
	"gemsub/internal/model"
	"gemsub/internal/render"
	"gemsub/internal/view"
)

// addTinylog subscribes to a page whose headings are its entries, and lists these.
func addTinylog(t *testing.T) *desk {
	t.Helper()
	d := open(t, 80, 24)
	o := app.AddOptions{URLs: []string{"gemini://tiny.example/log.gmi"}, Wanted: model.Settings{Backlog: new(-1), Format: new("headings")}}
	d.subscribe(o)
	d.press("F")
	d.enter("Tinylog")
	return d
}

// Entries that are sections of one page are opened apart: each shows its own section without
// a request, and no other one is read by it.
func TestTinylog(t *testing.T) {
	t.Parallel()
	d := addTinylog(t)
	d.press("j j j")
	here, _ := d.list().current()
	d.press("enter")
	d.has("It went again.")
	want := func(title string) {
		t.Helper()
		words := strings.Join(strings.Fields(title)[:2], " ") // Thought N
		if p := d.shown().view.Post; !p.FromFeed || strings.Count(p.Text, "Thought") != 1 || !strings.Contains(p.Text, words+" ") {
			t.Errorf("%q is shown as %q", title, p.Text)
		}
	}
	want(here.Title)
	d.press("G q j enter")
	next := d.shown().wanted.Entry
	if want(next.Title); next.ID == here.ID {
		t.Errorf("%q comes again", here.Title)
	}
	d.press("q")
	unread := 0
	for _, e := range d.list().rows {
		if e.Unread {
			unread++
		}
	}
	if unread != 58 || len(d.list().rows) != 60 {
		t.Errorf("%d of %d entries are unread", unread, len(d.list().rows))
	}
	d.follow(app.LinkOrigin{}, here.AtomID)
	d.settle()
	if got := d.shown().wanted.Entry; got.ID != here.ID {
		t.Errorf("%s leads to entry %d, not %d", here.AtomID, got.ID, here.ID)
	}
}

// What terminals draw with different widths is not written: no cell is left stray.
func TestFlags(t *testing.T) {
	t.Parallel()
	d := addTinylog(t)
	d.press("enter")
	d.has("came to me, DE.")
	for text, want := range map[string][]string{
		"\U0001F1E9\U0001F1EA\U0001F1EB\U0001F1F7 a": {"D", "E", "F", "R", " ", "a"},
		"a \U0001F1FF":          {"a", " ", "Z"},
		"👩‍🌾 b":                 {"👩\uFE0F", " ", "b"},
		"👍🏽 c":                  {"👍\uFE0F", " ", "c"},
		"❤️":                    {"❤", " "},
		"1\uFE0F\u20E3 2\u20E3": {"1\u20E3", " ", "2\u20E3"},
		"น้ำ":                   {"น้", "ำ"},
		"हिन्दी":                {"ह", "ि", "न्", "द", "ी"},
		"\U0001FAE8\U0001FAE9 newer than some terminals": {"\U0001FAE8\uFE0F", "\U0001FAE9\uFE0F", " ", "n"},
		"\u1112\u1161\u11ab글":                            {"\u1112\u1161\u11ab", "글"},
	} {
		x := 0
		d.put(pane{0, 0, 30, 1}, 0, text, tcell.StyleDefault)
		for _, cell := range want {
			got, _, columns := d.screen.Get(x, 0)
			if got != cell {
				t.Errorf("%q: column %d has %q, not %q", text, x, got, cell)
			}
			x += columns
		}
	}
}

// A post is laid out in the background: what takes long can be given up, and after the
// screen has changed the keys work on the lines as they are.
func TestLayoutBeside(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 24)
	d.follow(app.LinkOrigin{}, "gemini://fresh.example/big.md")
	d.tap("esc")
	d.has("given up")
	if d.shown() != nil {
		t.Error("what was given up is shown")
	}
	d.follow(app.LinkOrigin{}, "gemini://fresh.example/big.md")
	d.settle()
	d.has("[]([](")
	before := d.shown().rows
	d.term.SetSize(vt.Coord{X: 100, Y: 30})
	d.handle(tcell.NewEventResize(100, 30))
	d.draw()
	if d.busy > 0 && &d.shown().rows[0] != &before[0] {
		t.Error("the lines are others before they are laid out")
	}
	d.tap("q")
	d.settle()
	d.has("Subscriptions")
}

// BenchmarkHostile lays out every shape as the reader does; markup also at the size up to
// which it is read as such.
func BenchmarkHostile(b *testing.B) {
	for mediaType, sizes := range map[string][]int{
		"text/gemini": {1 << 20}, "text/plain": {1 << 20},
		"text/html": {1 << 20, 127 << 10}, "text/markdown": {1 << 20, 127 << 10},
	} {
		for _, size := range sizes {
			b.Run(fmt.Sprintf("reader/%s/%dKiB", mediaType[len("text/"):], size>>10), func(b *testing.B) {
				hostile.Within(b, size, func(doc []byte) {
					post := model.Post{MediaType: mediaType, Text: string(doc), URL: "gemini://example.org/" + strings.Repeat("a", 1900) + "/"}
					lines, links := layOutPost(context.Background(), view.Post{Post: post}, 100, 80), render.Document(post).Links()
					runtime.KeepAlive(lines)
					runtime.KeepAlive(links)
				})
			})
		}
	}
}
