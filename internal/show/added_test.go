package show

import (
	"testing"

	"gemsub/internal/model"
)

// A long title gives way to the numbers of entries.
func TestAddedLongTitle(t *testing.T) {
	t.Parallel()
	p, out, _ := newPrinter(40)
	if err := p.Added(model.AddResult{ID: 12, Title: "Everything and nothing", Entries: 3}); err != nil {
		t.Fatal(err)
	}
	if got := out.String(); got != "subscribed to 12 Everything …: 3 entries\n" {
		t.Errorf("printed %q", got)
	}
}
