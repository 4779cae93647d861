package show

import (
	"strings"
	"testing"
	"time"

	"gemsub/internal/app"
	"gemsub/internal/model"
	"gemsub/internal/term"
	"gemsub/internal/view"
)

// What people copy, and what they ask for, is whole on a narrow terminal.
func TestWholeOnNarrowTerminal(t *testing.T) {
	t.Parallel()
	p, out, _ := newPrinter(40)
	command := "gemsub check gemini://a.example/a/rather/long/path/to/a/page.gmi"
	if err := p.Findings([]app.Finding{{Level: app.LevelNote, About: "8 Log", Message: "no entries", Command: command}}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "  "+command+"\n") {
		t.Errorf("the command is cut: %q", out)
	}
	out.Reset()
	change := model.Change{Command: "read", Entries: 12, Feeds: 2, Names: []string{"The garden", "The sea and the shore"}}
	if err := Print(p, view.Changes, []model.Change{change}); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(strings.Fields(out.String()), " "); !strings.Contains(got, "and the shore") {
		t.Errorf("the change is cut: %q", got)
	}
}

// Of links that do not fit beside the title none is cut, and no line is wider than the terminal.
func TestMentionsOnNarrowTerminal(t *testing.T) {
	t.Parallel()
	p, out, _ := newPrinter(40)
	m := model.Mention{Entry: model.Entry{ID: 119, Title: "Gardens again, as I said"}, Links: []string{"gemini://me.example/log/one.gmi", "gemini://me.example/log/two.gmi"}}
	if err := Print(p, view.Mentions, []model.Mention{m}); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(out.String()) {
		if term.Width(strings.TrimSuffix(line, "\n")) > 40 {
			t.Errorf("%q is too wide", line)
		}
	}
	if got := strings.Join(strings.Fields(out.String()), ""); !strings.Contains(got, "one.gmi") || !strings.Contains(got, "two.gmi") {
		t.Errorf("a link is cut:\n%s", out)
	}
}

// A narrow terminal leaves out the command of a change, which its description has too, then
// its time, never its number, which undo takes.
func TestChangesOnNarrowTerminal(t *testing.T) {
	t.Parallel()
	change := model.Change{ID: 7, At: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC), Command: "unsubscribe", Entries: 12, Feeds: 2}
	for width, want := range map[int]string{80: "# WHEN COMMAND WHAT", 40: "# WHEN WHAT", 30: "# WHAT"} {
		p, out, _ := newPrinter(width)
		if err := Print(p, view.Changes, []model.Change{change}); err != nil {
			t.Fatal(err)
		}
		header, _, _ := strings.Cut(out.String(), "\n")
		if got := strings.Join(strings.Fields(header), " "); got != want {
			t.Errorf("%d columns: %q, want %q", width, got, want)
		}
	}
}
