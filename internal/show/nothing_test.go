package show

import (
	"testing"

	"gemsub/internal/app"
	"gemsub/internal/view"
)

// That a list is empty is told only to people; that there is no feed, or none was read, to all.
func TestNothingShown(t *testing.T) {
	t.Parallel()
	const none, unread = "gemsub: no subscriptions yet\nhint: gemsub add URL\n", "gemsub: no feed has been read yet\nhint: gemsub update\n"
	for _, c := range []struct {
		width                             int
		subscribed, read, starred, unread bool
		want                              string
	}{
		{0, false, false, false, false, none},
		{80, false, false, true, false, none},
		{0, true, false, false, true, unread},
		{0, true, true, false, true, ""},
		{80, true, true, false, true, "gemsub: no unread entries to show; gemsub entries --all shows read ones too\n"},
		{80, true, true, false, false, "gemsub: no entries to show\n"},
		{80, true, true, true, false, "gemsub: no starred entries to show\n"},
	} {
		p, _, told := newPrinter(c.width)
		q := app.EntryQuery{EntryFilter: app.EntryFilter{StarredOnly: c.starred, UnreadOnly: c.unread}}
		if p.Tell(view.NothingShown(q, c.subscribed, c.read)); told.String() != c.want {
			t.Errorf("%+v: %s", c, told)
		}
	}
}
