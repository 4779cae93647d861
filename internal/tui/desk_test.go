package tui

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gdamore/tcell/v3"
	"github.com/gdamore/tcell/v3/vt"
	"github.com/google/go-cmp/cmp"

	"gemsub/internal/app"
	"gemsub/internal/model"
	"gemsub/internal/scratch"
	"gemsub/internal/term"
)

var update = flag.Bool("update", false, "rewrite golden files")

func TestMain(m *testing.M) {
	scratch.InMemory()
	m.Run()
}

// A desk is a reader on a simulated terminal.
type desk struct {
	*reader
	t        *testing.T
	term     *terminal
	opened   []string      // in the browser
	held     chan struct{} // holds a browser with a window; nil for none
	commands []string
	views    map[string]app.EntryQuery
	saved    string // to a file, or piped
	end      context.CancelFunc
}

// A terminal counts what is written to it.
type terminal struct {
	vt.MockTerm
	written int
}

func (term *terminal) Write(p []byte) (int, error) {
	term.written += len(p)
	return term.MockTerm.Write(p)
}

// open opens a reader on a screen of a size.
func open(t *testing.T, width, height int) *desk {
	t.Helper()
	d := &desk{t: t}
	w := newWorld()
	path := filepath.Join(t.TempDir(), "gemsub.db")
	if err := os.WriteFile(path, w.db, 0o600); err != nil {
		t.Fatal(err)
	}
	a, err := app.Open(t.Context(), path, app.Environment{Session: "reader", Now: func() time.Time { return morning }, Dial: w.net.Dial})
	if err != nil {
		t.Fatal(err)
	}
	d.term = &terminal{MockTerm: vt.NewMockTerm(vt.MockOptSize{X: vt.Col(width), Y: vt.Row(height)})}
	screen, err := openScreen(d.term)
	if err != nil {
		t.Fatal(err)
	}
	_, _ = d.term.MockTerm.Write([]byte("\x1b[?2027h")) // combine marks with what they are on, as all do
	ctx, end := context.WithCancel(t.Context())
	d.end = end
	d.reader = newReader(ctx, screen, Options{
		App: a, Config: "/home/me/.config/gemsub/config.toml", Color: true, Width: 80, Palette: term.DefaultPalette(), Waits: term.NewWaits(a.Now), Browse: d.browsed, InTerminal: func(string) bool { return d.held == nil }, Command: d.commanded,
		Complete: func(_ context.Context, line string) []string { return []string{line + "1", line + "2"} },
		Save: func(name, text string) (string, error) {
			d.saved = text
			return "/home/" + name, nil
		},
		Pipe: func(command string, e model.Entry, text string, pause bool) error {
			if !pause {
				command += fmt.Sprintf(" %d %s %s|%s", e.ID, e.URL, e.Title, e.FeedTitle)
			}
			d.commands, d.saved = append(d.commands, command), text
			if command == "false" {
				return errors.New("false: exit status 1")
			}
			return nil
		},
		Views: func() map[string]app.EntryQuery { return d.views },
		Update: func(_ context.Context, line string) (app.UpdateOptions, error) {
			return app.UpdateOptions{Force: line == "", Feeds: strings.Fields(line)}, nil
		},
	})
	t.Cleanup(func() {
		end()
		d.working.Wait()
		screen.Fini()
		a.Close()
	})
	d.previewDelay = 0 // for tests the cursor has rested at once
	d.begin()
	d.settle()
	return d
}

func (d *desk) browsed(link string) (wait func() error, err error) {
	d.opened = append(d.opened, link)
	if d.held != nil {
		<-d.held
	}
	return func() error { return nil }, nil
}

func (d *desk) commanded(_ context.Context, line string, width int, out io.Writer) {
	d.commands = append(d.commands, line)
	fmt.Fprintf(out, "ran %s\nfor %d columns\n", line, width)
}

// subscribe subscribes to a page, as a command does.
func (d *desk) subscribe(o app.AddOptions) {
	d.t.Helper()
	for added, err := range d.App.Add(d.t.Context(), o) {
		if err != nil || added.Err != nil {
			d.t.Fatal(err, added.Err)
		}
	}
}

// count returns how many stored entries a filter selects.
func (d *desk) count(f app.EntryFilter) int {
	d.t.Helper()
	n, err := d.App.CountEntries(d.t.Context(), queryOf(f))
	if err != nil {
		d.t.Fatal(err)
	}
	return n
}

// settle waits for the background work, and draws.
func (d *desk) settle() {
	d.t.Helper()
	deadline := time.After(time.Minute)
	for d.busy > 0 {
		select {
		case then := <-d.results:
			then()
		case <-deadline:
			d.t.Fatal("the background work does not end")
		}
	}
	d.draw()
}

// press presses keys, given by their names with spaces between.
func (d *desk) press(keys string) {
	d.t.Helper()
	for key := range strings.FieldsSeq(keys) {
		d.handle(event(key))
		d.settle()
	}
}

// enter types a line and ends it.
func (d *desk) enter(line string) {
	for _, c := range line {
		d.handle(tcell.NewEventKey(tcell.KeyRune, string(c), 0))
	}
	d.press("enter")
}

// paste pastes a text.
func (d *desk) paste(text string) {
	d.handle(tcell.NewEventPaste(true))
	for _, c := range text {
		switch c {
		case '\n', '\r':
			d.handle(event("enter"))
		default:
			d.handle(tcell.NewEventKey(tcell.KeyRune, string(c), 0))
		}
	}
	d.handle(tcell.NewEventPaste(false))
	d.settle()
}

// event is what the terminal sends for a key.
func event(name string) tcell.Event {
	if letter, ok := strings.CutPrefix(name, "ctrl-"); ok {
		return tcell.NewEventKey(tcell.KeyCtrlA+tcell.Key(letter[0]-'a'), letter, tcell.ModCtrl)
	}
	for key, special := range tcell.KeyNames {
		if strings.ToLower(special) == strings.Replace(name, "shift-tab", "backtab", 1) {
			return tcell.NewEventKey(key, "", 0)
		}
	}
	if name == "space" {
		name = " "
	}
	return tcell.NewEventKey(tcell.KeyRune, name, 0)
}

// resize changes the size of the terminal.
func (d *desk) resize(width, height int) {
	d.term.SetSize(vt.Coord{X: vt.Col(width), Y: vt.Row(height)})
	d.handle(tcell.NewEventResize(width, height))
	d.settle()
}

// shows returns the terminal as a person sees it, and fails where it differs from what
// the reader drew: a stray cell.
func (d *desk) shows() string {
	d.t.Helper()
	var b strings.Builder
	width, height := d.screen.Size()
	for y := range height {
		var line strings.Builder
		for x := 0; x < width; {
			want, _, columns := d.screen.Get(x, y)
			cell := d.term.GetCell(vt.Coord{X: vt.Col(x), Y: vt.Row(y)})
			if got := cell.C; got != want && (got != "" || want != " ") {
				d.t.Fatalf("at %d,%d the terminal has %q, not %q", x, y, got, want)
			}
			line.WriteString(want)
			x += max(1, columns)
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	return b.String()
}

// has fails unless the terminal shows each text.
func (d *desk) has(texts ...string) {
	d.t.Helper()
	screen := d.shows()
	for _, text := range texts {
		if !strings.Contains(screen, text) {
			d.t.Fatalf("%q is not on the screen:\n%s", text, screen)
		}
	}
}

// hasNot fails if the terminal shows a text.
func (d *desk) hasNot(text string) {
	d.t.Helper()
	if screen := d.shows(); strings.Contains(screen, text) {
		d.t.Fatalf("%q is on the screen:\n%s", text, screen)
	}
}

// golden compares the terminal with a file.
func (d *desk) golden(name string) {
	d.t.Helper()
	file := filepath.Join("testdata", name+".golden")
	got := []byte(d.shows())
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			d.t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		d.t.Fatal(err)
	}
	if !bytes.Equal(want, got) {
		d.t.Errorf("%s (-want +got):\n%s", file, cmp.Diff(string(want), string(got)))
	}
}
