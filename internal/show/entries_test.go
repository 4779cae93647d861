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
	n, err := PrintEach(p, view.Entries, func(yield func(model.Entry, error) bool) {
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
		if err := Print(p, view.Entries, []model.Entry{test.entry}); err != nil || !strings.HasPrefix(out.String(), test.want) {
			t.Errorf("%q, %v; want %q", out, err, test.want)
		}
	}
}

// What was searched for stands below its entry, cut to the width, safe and bold.
func TestSnippetBelow(t *testing.T) {
	t.Parallel()
	found := entry
	found.Snippet = model.Snippet{"…a rather long text before it, with ", "worms\x07", " and much more after it"}
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
		if err := Print(p, view.Entries, []model.Entry{found}); err != nil {
			t.Fatal(err)
		}
		_, below, _ := strings.Cut(out.String(), "\n")
		if _, below, _ = strings.Cut(below, "\n"); "\n"+below != tt.want && below != tt.want {
			t.Errorf("%d columns: got %q, want %q", tt.width, below, tt.want)
		}
	}
}

// A word after a long line of signs, which has no words, is found as fast as any other: reading the
// line again for each sign would take half an hour.
func TestSnippetAfterLongLine(t *testing.T) {
	t.Parallel()
	found := entry
	found.Snippet = model.Snippet{strings.Repeat("e\u0301", 100_000), "worms"}
	cells := view.Entries.Below(found, 12)
	if want := "…" + strings.Repeat("e\u0301", 3); cells[0].Text != want {
		t.Errorf("got %q, want %q", cells[0].Text, want)
	}
}

// Where titles of entries need room, the names of their feeds take a third of the width at
// most, and more where all fits.
func TestLongFeedName(t *testing.T) {
	t.Parallel()
	long := entry
	long.FeedTitle = strings.Repeat("f", 45)
	for _, test := range []struct{ width, title, feed int }{
		{80, 60, 26},  // a third
		{100, 60, 33}, // a third
		{100, 40, 43}, // what the titles leave
		{100, 20, 45}, // all of it
		{60, 60, 20},
	} {
		long.Title = strings.Repeat("t", test.title)
		p, out, _ := newPrinter(test.width)
		if err := Print(p, view.Entries, []model.Entry{long}); err != nil {
			t.Fatal(err)
		}
		_, row, _ := strings.Cut(out.String(), "\n")
		cells := strings.Fields(row)
		if feed, title := term.Width(cells[2]), term.Width(cells[3]); feed != test.feed || title != min(test.title, test.width-17-feed) {
			t.Errorf("%d columns, a title of %d: the feed has %d, not %d, and the title %d", test.width, test.title, feed, test.feed, title)
		}
	}
}
