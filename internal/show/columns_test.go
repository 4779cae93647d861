package show

import (
	"strings"
	"testing"

	"gemsub/internal/app"
	"gemsub/internal/model"
	"gemsub/internal/view"
)

// Help names as many columns as a line in a pipe has.
func TestColumns(t *testing.T) {
	t.Parallel()
	p, out, _ := newPrinter(0)
	identity := app.IdentityInfo{Name: "n"}
	for _, c := range []struct {
		command string
		columns func() []string
		print   func() error
	}{
		{"entries", view.Entries.Names, func() error { return Print(p, view.Entries, []model.Entry{entry}) }},
		{"list", view.Feeds(app.FeedQuery{}, nil).Names, func() error { return Print(p, view.Feeds(app.FeedQuery{}, daily), []model.Subscription{{}}) }},
		{"add", view.NewFeeds.Names, func() error { return p.Added(app.AddResult{}) }},
		{"discover", view.FoundPages.Names, func() error { return Print(p, view.FoundPages, []app.FoundPage{{}}) }},
		{"import", view.ImportLines.Names, func() error { return Print(p, view.ImportLines, []model.ImportLine{{}}) }},
		{"tag list", view.Tags.Names, func() error { return Print(p, view.Tags, []app.TagInfo{{}}) }},
		{"mute list", view.Mutes.Names, func() error { return Print(p, view.Mutes, []model.Mute{{}}) }},
		{"robots", view.Robots.Names, func() error { return One(p, view.Robots, app.RobotsAnswer{}, nil) }},
		{"config", view.Settings.Names, func() error { return Print(p, view.Settings, []view.Setting{{}}) }},
		{"doctor", view.Findings.Names, func() error { return p.Findings([]app.Finding{{}}) }},
		{"trust list", view.Keys.Names, func() error { return Print(p, view.Keys, []model.PinnedKey{{}}) }},
		{"identity new", view.NewIdentities.Names, func() error { return One(p, view.NewIdentities, identity, nil) }},
		{"identity list", view.Identities.Names, func() error { return Print(p, view.Identities, []app.IdentityInfo{identity}) }},
	} {
		out.Reset()
		if err := c.print(); err != nil {
			t.Errorf("%s: %v", c.command, err)
		}
		columns := c.columns()
		if got := strings.Count(out.String(), "\t") + 1; got != len(columns) {
			t.Errorf("%s prints %d columns, help names %q", c.command, got, columns)
		}
	}
}
