package show

import (
	"testing"

	"gemsub/internal/app"
	"gemsub/internal/model"
)

// A long title gives way to the numbers of entries.
func TestAddedLongTitle(t *testing.T) {
	t.Parallel()
	p, out, _ := newPrinter(40)
	if err := p.Added(app.AddResult{ID: 12, Title: "Everything and nothing", Entries: 3}); err != nil {
		t.Fatal(err)
	}
	if got := out.String(); got != "subscribed to 12 Everything …: 3 entries\n" {
		t.Errorf("printed %q", got)
	}
}

// A person is told that another feed has the same entries.
func TestAddedInCommon(t *testing.T) {
	t.Parallel()
	p, _, errs := newPrinter(80)
	added := app.AddResult{ID: 12, Title: "Copy", Entries: 30, InCommon: 16, Common: &model.Subscription{ID: 3, Title: "Garden"}}
	if err := p.Added(added); err != nil {
		t.Fatal(err)
	}
	if got := errs.String(); got != "gemsub: it has 16 entries in common with 3 Garden\n" {
		t.Errorf("said %q", got)
	}
}
