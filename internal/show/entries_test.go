package show

import (
	"errors"
	"strings"
	"testing"

	"gemsub/internal/model"
	"gemsub/internal/term"
	"gemsub/internal/view"
)

// What was read before an error is shown, though rows are written together.
func TestEntriesBeforeAnError(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	p := &Printer{Out: term.NewOutput(&out, false)}
	broken := errors.New("broken")
	n, err := PrintEach(p, view.Entries(), func(yield func(model.Entry, error) bool) {
		_ = yield(model.Entry{ID: 7, Title: "Before"}, nil) && yield(model.Entry{}, broken)
	})
	if n != 1 || !errors.Is(err, broken) || !strings.Contains(out.String(), "Before") {
		t.Errorf("%d entries, error %v, output %q", n, err, &out)
	}
}

// On a terminal a mark stands by what can be read offline.
func TestKeptMark(t *testing.T) {
	t.Parallel()
	kept := entry
	kept.Kept = true
	for _, test := range []struct {
		entry model.Entry
		want  string
	}{
		{entry, "#  DATE        FEED    TITLE\n7  2026-03-10  Garden  "},
		{kept, "#     DATE        FEED    TITLE\n7  ↓  2026-03-10  Garden  "},
	} {
		p, out, _ := newPrinter(80)
		if err := Print(p, view.Entries(), []model.Entry{test.entry}); err != nil || !strings.HasPrefix(out.String(), test.want) {
			t.Errorf("%q, %v; want %q", out, err, test.want)
		}
	}
}

// What was searched for stands below its entry, cut to the width, safe and bold.
func TestSnippetBelow(t *testing.T) {
	t.Parallel()
	found := entry
	found.Snippet = model.Snippet{
		{Text: "…a rather long text before it, with "}, {Text: "worms\x07", Hit: true}, {Text: " and much more after it"},
	}
	for _, tt := range []struct {
		width int
		color bool
		want  string
	}{
		{40, false, "\n   …re it, with worms� and much more af…\n"},
		{40, true, "\n   \x1b[2m…re it, with \x1b[0m\x1b[1mworms�\x1b[0m\x1b[2m and much more af…\x1b[0m\n"},
		{0, false, ""},
	} {
		p, out, _ := newPrinter(tt.width)
		p.Out.Color = tt.color
		if err := Print(p, view.Entries(), []model.Entry{found}); err != nil {
			t.Fatal(err)
		}
		_, below, _ := strings.Cut(out.String(), "\n")
		if _, below, _ = strings.Cut(below, "\n"); "\n"+below != tt.want && below != tt.want {
			t.Errorf("%d columns: got %q, want %q", tt.width, below, tt.want)
		}
	}
}
