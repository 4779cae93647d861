package show

import "testing"

// That a feed has nothing to show is for a person; that there can be nothing is for all.
func TestNothingShown(t *testing.T) {
	t.Parallel()
	const none, unread = "gemsub: no subscriptions yet\nhint: gemsub add URL\n", "gemsub: no feed was read yet\nhint: gemsub update\n"
	for _, c := range []struct {
		width                     int
		subscribed, read, starred bool
		want                      string
	}{
		{0, false, false, false, none},
		{80, false, false, true, none},
		{0, true, false, false, unread},
		{0, true, true, false, ""},
		{80, true, true, false, "gemsub: no entries to show; gemsub entries --all shows read ones too\n"},
		{80, true, true, true, "gemsub: no entries with a star to show\n"},
	} {
		p, _, told := newPrinter(c.width)
		if p.NothingShown(c.subscribed, c.read, c.starred); told.String() != c.want {
			t.Errorf("%+v: %s", c, told)
		}
	}
}
