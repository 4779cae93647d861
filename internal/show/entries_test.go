package show

import (
	"errors"
	"strings"
	"testing"

	"gemsub/internal/model"
	"gemsub/internal/term"
)

// What was read before an error is shown, though rows are written together.
func TestEntriesBeforeAnError(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	p := &Printer{Out: term.NewOutput(&out, false)}
	broken := errors.New("broken")
	n, err := p.Entries(func(yield func(model.Entry, error) bool) {
		_ = yield(model.Entry{ID: 7, Title: "Before"}, nil) && yield(model.Entry{}, broken)
	}, EntryStyle{})
	if n != 1 || !errors.Is(err, broken) || !strings.Contains(out.String(), "Before") {
		t.Errorf("%d entries, error %v, output %q", n, err, &out)
	}
}
