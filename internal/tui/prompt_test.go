package tui

import (
	"strings"
	"testing"

	"github.com/gdamore/tcell/v3"
	"github.com/gdamore/tcell/v3/vt"
)

// Pasted text does nothing before enter: its letters are not keys, and its line ends and
// escapes become spaces. After the end of the paste keys work.
func TestPaste(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 24)
	d.paste("gemini://coast.example/a\nQ")
	d.handle(tcell.NewEventPaste(true))
	d.press("esc r ctrl-c q")
	d.handle(tcell.NewEventPaste(false))
	d.stays()
	d.settle()
	d.has(":gemini://coast.example/a Q r q", "Unread            18")
	d.press("esc r")
	d.has("marked as read")
}

// Tab completes commands, with one candidate after the other.
func TestComplete(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 24)
	for keys, want := range map[string]string{"a tab": ":a1", "tab tab": ":2", "tab tab tab": ":1", "tab x tab": ":1x1"} {
		d.press(": " + keys)
		d.has(want)
		d.press("esc")
	}
}

// F completes the places of the left pane, in their order.
func TestCompletePlace(t *testing.T) {
	t.Parallel()
	for keys, want := range map[string]string{"# tab": "FEED): #friends\n", "g tab": "FEED): Garden\n", "g tab tab": "FEED): Gone soon\n", "tab": "FEED): Unread\n", "x tab": "FEED): x\n"} {
		d := open(t, 80, 24)
		d.press("F " + keys)
		d.has(want)
	}
	d := open(t, 80, 24)
	d.press("F # tab enter")
	d.has("#friends   ", "1/2")
	d.press("F l tab enter")
	d.has("Letters from the coast   ", "1/2")
	d.press("q F")
	d.enter("Friends") // of no feed, but a tag
	d.has("│#friends ", "1/2")
	d.press("F")
	d.enter("nobody")
	d.has(`no feed fits "nobody"`)
	d.press("F")
	d.enter("1-2")
	d.has("F lists one feed or tag")
}

// A line that is typed is edited at its cursor.
func TestPromptCursor(t *testing.T) {
	t.Parallel()
	for keys, want := range map[string]string{
		"l s i t left left X":                   ":lsXit",
		"a b home X end Y":                      ":XabY",
		"a b ctrl-a X ctrl-e Y":                 ":XabY",
		"a b left backspace":                    ":b",
		"a b left backspace backspace X":        ":Xb",
		"a b left delete delete X":              ":aX",
		"a b left left left left right right X": ":abX",
		"a b right right X":                     ":abX",
		"o n e space t w o space x left ctrl-w": ":one x",
		"o n e space t w o left ctrl-u X":       ":Xo",
		"a left left tab":                       ":1a",
	} {
		d := open(t, 80, 24)
		d.press(": " + keys)
		d.has("\n" + want + "\n")
	}
}

// The cursor of a prompt stands between characters, and is on the screen.
func TestPromptColumns(t *testing.T) {
	t.Parallel()
	d := open(t, 20, 10)
	d.press(":")
	for _, typed := range []string{"日", "e", "\u0301", "z"} {
		d.handle(tcell.NewEventKey(tcell.KeyRune, typed, 0))
	}
	column := func(keys string, want vt.Col) {
		t.Helper()
		if d.press(keys); d.term.Pos().X != want {
			t.Errorf("after %s the cursor is in column %d, not %d", keys, d.term.Pos().X, want)
		}
	}
	column("end", 5)
	column("left left", 3)
	column("left", 1)
	column("right", 3)
	d.press("backspace delete")
	d.has("\n:z\n")
	d.press("end")
	d.enter(strings.Repeat("0123456789", 5))
	column(": up", 19)
	d.has("\n1234567890123456789\n")
	column("left left", 19)
	column("home", 1)
	d.has("\n:z012345678901234567\n")
}

// Several pasted URLs are a command, whose hint names others that take them; of several link
// lines the first is shown.
func TestPastedURLs(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 24)
	d.paste("gemini://a.example/\nhttps://b.example/")
	d.press("enter")
	d.has("ran gemini://a.example/ https://b.example/")
	d.press("q")
	d.paste("=> gemini://garden.example/log/more.gmi A\n=> gemini://b.example/ B")
	d.press("enter")
	d.has("# More")
}

// Each command in a hint is written as it is typed here.
func TestInside(t *testing.T) {
	t.Parallel()
	for printed, want := range map[string]string{
		"gemsub: unknown (see gemsub --help)\nhint: gemsub add URL adds, gemsub show URL shows one\n": "gemsub: unknown (see :help)\nhint: :add URL adds, :show URL shows one\n",
		"hint: choose another name, or gemsub identity remove me\n":                                   "hint: choose another name, or :identity remove me\n",
		"12 gemsub is a reader\n":                           "12 gemsub is a reader\n",
		"warning: 3 Log: 51 Not found\n  gemsub remove 3\n": "warning: 3 Log: 51 Not found\n  :remove 3\n",
	} {
		if got := inside(printed); got != want {
			t.Errorf("%q becomes %q, not %q", printed, got, want)
		}
	}
}

// What a command aligns at the right stays aligned, and wide lines are wrapped below their beginning.
func TestOutputOfCommands(t *testing.T) {
	t.Parallel()
	d := open(t, 26, 12)
	d.showOutput("list", " #  TITLE\n 9  One\n10  A title as wide as th…\n  and a line that is too wide\n")
	d.draw()
	d.has("\n #  TITLE\n 9  One\n10  A title as wide as th…\n")
	d.has("\n  and a line that is too\n  wide\n")
}
