package tui

import (
	"context"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/gdamore/tcell/v3"

	"gemsub/internal/app"
	"gemsub/internal/capsule"
	"gemsub/internal/words"
)

// Ten posts are read with the space bar alone.
func TestSpace(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 24)
	for range 30 {
		d.press("space")
	}
	left := d.count(app.EntryFilter{UnreadOnly: true})
	if left > 8 {
		t.Errorf("%d of 18 are unread", left)
	}
	for range 60 {
		d.press("space")
	}
	d.has("no other unread entry here")
}

// What a terminal sends reaches the reader, which gives the terminal back at the end.
func TestLoop(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 24)
	screen, term := raw(t)
	term.SendRaw([]byte("\x1b[200~a\x1b[27usr\x1b[27;1;27;1;0;1_s\r\x1b[201~sQ\x1b[27ujj\x1b[B\x1b[<64;40;5MGs:quit\r"))
	if err := runOn(t.Context(), screen, d.Options); err != nil {
		t.Fatal(err)
	}
	starred := d.count(app.EntryFilter{StarredOnly: true})
	if starred != 1 {
		t.Errorf("%d entries are starred", starred)
	}
}

// A panic is one of the caller's, with the terminal as it was.
func TestPanic(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 24)
	screen, term := raw(t)
	d.Options.Command = func(context.Context, string, int, io.Writer) { panic("on purpose") }
	term.SendRaw([]byte(":list\r"))
	defer func() {
		if fault := fmt.Sprint(recover()); !strings.Contains(fault, "on purpose") {
			t.Errorf("the panic is %s", fault)
		}
		if err := screen.Init(); err == nil { // it was closed
			t.Error("the screen is still open")
		}
	}()
	_ = runOn(t.Context(), screen, d.Options)
}

// A request that takes long can be given up, and the reader works meanwhile.
func TestCancel(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 24)
	held := make(chan struct{})
	defer close(held)
	host := newWorld().net["garden.example"]
	host.Handle("/log/held.gmi", func(string) capsule.Reply {
		<-held
		return capsule.Reply{Status: 51}
	})
	d.press("j j j j j enter")
	d.follow(d.shown().view.Link, "gemini://garden.example/log/held.gmi")
	for d.awaitedJob == nil || !strings.Contains(d.awaitedJob.whom, "held") {
		(<-d.results)()
	}
	d.handle(event("G"))
	d.draw()
	d.has("waiting for gemini://garden.example/log/held.gmi; esc gives up", "100%")
	d.press("esc")
	d.has("given up", "Day 12")
}

// A list is a snapshot: what others change shows up once it is opened again, or after an
// update. That adds what is new beside the cursor, which stays.
func TestOutside(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 24)
	d.press("j j")
	other := *d.App
	if _, err := other.MarkStarred(t.Context(), queryOf(app.EntryFilter{Tag: "friends"}), true); err != nil {
		t.Fatal(err)
	}
	d.press("k j")
	d.hasNot("★")
	d.press("q enter")
	d.has("1/18", "•★ ↔  03-05")
	d.subscribe(app.AddOptions{URLs: []string{"gemini://fresh.example/"}})
	newWorld().net["fresh.example"].Page("/", "# Fresh\n=> 2.gmi 2026-03-06 Brand new\n")
	d.press("j j r")
	e, _ := d.list().current()
	d.press("U")
	d.has("1 new entry in 1 feed, 5 feeds checked")
	if now, _ := d.list().current(); now.ID != e.ID {
		t.Errorf("the cursor went from %s to %s", e.Title, now.Title)
	}
	d.has("Brand new", "4/19", "      03-03", "Unread            18")
	if _, err := d.App.Remove(t.Context(), []string{"gemini://fresh.example/"}); err != nil {
		t.Fatal(err)
	}
	d.press("q enter")
	d.hasNot("Brand new")
	d.has("1/17")
}

// The key that began an update stops it. If another update is running, a message says so.
func TestUpdateStops(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 24)
	run, err := d.App.Update(t.Context(), app.UpdateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	d.press("U")
	d.has("another update is running")
	run.Close()
	d.Options.Update = func(ctx context.Context, _ string) (app.UpdateOptions, error) {
		<-ctx.Done() // a quick update would be done before the next key
		return app.UpdateOptions{}, ctx.Err()
	}
	d.handle(event("U"))
	d.draw()
	d.has("looking for what is due; U stops that")
	d.handle(event("U"))
	d.settle()
	d.has("update stopped")
}

// An idle reader costs next to nothing, a moved cursor few bytes, a new page some more.
func TestBytes(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 24)
	d.press("j j j j j j")
	for _, test := range []struct {
		key  string
		most int
	}{{"j", 300}, {"k", 300}, {"enter", 6000}, {"space", 6000}, {"q", 6000}, {"ctrl-l", 6000}} {
		d.term.written = 0
		d.press(test.key)
		if d.term.written > test.most {
			t.Errorf("%s writes %d bytes, more than %d", test.key, d.term.written, test.most)
		}
	}
	d.draw()
	d.term.written = 0
	d.draw()
	d.handle(tcell.NewEventResize(80, 24)) // it has that size
	d.draw()
	if d.term.written > 150 { // where the cursor is
		t.Errorf("nothing new writes %d bytes", d.term.written)
	}
}

// A cursor that goes through a list writes a page now and then, else few bytes.
func TestBytesOfPages(t *testing.T) {
	t.Parallel()
	d, pages := open(t, 80, 10), 0
	d.press("j j j j") // past titles in many bytes
	for range 13 {
		d.term.written = 0
		if d.press("j"); d.term.written > 300 {
			pages++
		}
		if d.term.written > 6000*10/24 {
			t.Errorf("a new page writes %d bytes", d.term.written)
		}
	}
	if d.has("18/18"); pages == 0 || pages > 2 {
		t.Errorf("%d moves through 18 lines write more than 300 bytes", pages)
	}
}

// A terminal without colours gets none.
func TestNoColor(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 24)
	d.Color = false
	d.press("enter")
	for y := range 24 {
		for x := range 80 {
			if _, style, _ := d.screen.Get(x, y); style.GetForeground() != tcell.ColorDefault {
				t.Fatalf("the cell at %d,%d has a colour", x, y)
			}
		}
	}
}

// Clicks open what is there, the wheel scrolls.
func TestMouse(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 24)
	click := func(x, y int, buttons tcell.ButtonMask) {
		d.handle(tcell.NewEventMouse(x, y, buttons, 0))
		d.settle()
	}
	click(3, 6, tcell.Button1)
	d.has("Garden   ", "1/12")
	click(40, 2, tcell.Button1)
	d.has("# Day 11")
	click(10, 10, tcell.WheelDown)
	d.hasNot("Day 11 among")
	d.press("G")
	line := strings.Count(strings.Split(d.shows(), "[1] The first day")[0], "\n")
	click(4, line, tcell.Button1)
	d.has("# Day 1")
	d.press("q")
	d.has("100%")
	d.press("q")
	click(30, 5, tcell.WheelDown)
	d.has("2/12")
}

// A post is shown again where the user left it.
func TestPosition(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 24)
	d.press("j j j j j enter j j j")
	before := d.shows()
	d.press("q enter")
	if d.shows() != before {
		t.Errorf("the post is shown from another line:\n%s", d.shows())
	}
}

// A message stays for a key, and in the log.
func TestMessages(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 24)
	d.fail(words.WithHint(fmt.Errorf("broken\x1b[31m"), "try this"))
	d.draw()
	d.has("broken", "try this")
	d.hasNot("\x1b")
	d.press("j")
	d.hasNot("broken")
	d.press("L")
	d.has("gemsub: broken", "hint: try this")
	for range 2 * maxMessages {
		d.fail(fmt.Errorf("again"))
	}
	if len(d.messages.log) > maxMessages {
		t.Errorf("%d messages are kept", len(d.messages.log))
	}
	d.messages.now = func() time.Time { return morning }
}

// What a capsule wrote reaches no cell as it is, wherever it is shown, and a text with
// very many lines is cut.
func TestHostile(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 24)
	const hostile = "a\x1b]0;x\x07\u202eb\u2066c\u0000\r\nd\u009b31m"
	d.list().rows[0].Title, d.list().rows[0].FeedTitle = hostile, hostile
	d.feeds.rows[5].title = hostile
	d.list().of.title = hostile
	d.say(hostile)
	d.typing = &prompt{label: ":", typed: hostile}
	d.draw()
	d.hasNot("\u202e")
	d.typing = nil
	d.showText(hostile, strings.Repeat(hostile+"\n", maxLines))
	d.draw()
	if screen := d.shows(); strings.ContainsAny(screen, "\x1b\x07\u202e\u2066\u0000\r\u009b") {
		t.Errorf("the screen has control characters:\n%q", screen)
	}
	if len(d.view.rows) != maxLines+1 {
		t.Errorf("%d lines are kept", len(d.view.rows))
	}
}
