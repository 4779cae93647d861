package show

import (
	"slices"
	"strings"
	"testing"

	"gemsub/internal/model"
	"gemsub/internal/view"
)

// An update names ten posts that link to the user, and counts the others.
func TestManyMentions(t *testing.T) {
	t.Parallel()
	m := model.Mention{Entry: model.Entry{ID: 3, FeedTitle: "Ann", Title: "Re: yours\x1b[2J"}, Links: []string{"gemini://me.example/a"}}
	for _, test := range []struct {
		n           int
		quiet       bool
		name        string
		first, last string
	}{
		{0, false, "", "", ""},
		{1, true, "", "", ""},
		{1, false, "", "gemsub: entry 3 of Ann links to gemini://me.example/a: Re: yours", ""},
		{11, false, "Ann B.", "gemsub: entry 3 of Ann B. links to gemini://me.example/a: Re: yours", "gemsub: 1 more post links to you; gemsub mentions lists them"},
	} {
		p, out, errs := newPrinter(0) // no progress
		p.Names = map[int64]string{0: test.name}
		p.NewUpdate(view.UpdateReport{}, test.quiet).Step(model.UpdateStep{Mentions: slices.Repeat([]model.Mention{m}, test.n)})
		lines := strings.Split(strings.TrimSuffix(errs.String(), "\n"), "\n")
		if lines[0] != test.first || test.n > 1 && (len(lines) != 11 || lines[10] != test.last) || out.String() != "" {
			t.Errorf("%+v: %q, %q", test, lines, out)
		}
	}
}
