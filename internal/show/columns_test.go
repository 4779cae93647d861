package show

import (
	"strings"
	"testing"
	"time"

	"gemsub/internal/model"
	"gemsub/internal/view"
)

// Help names as many columns as a line in a pipe has.
func TestColumns(t *testing.T) {
	t.Parallel()
	p, out, _ := newPrinter(0)
	feeds := view.FeedView{Interval: func(model.Subscription) time.Duration { return 0 }, Wait: func(model.Subscription) (time.Time, string) { return time.Time{}, "" }}
	identity := model.IdentityInfo{Name: "n"}
	for command, print := range map[string]func() error{
		"entries":       func() error { return Print(p, view.Entries(), []model.Entry{entry}) },
		"list":          func() error { return Print(p, view.Feeds(feeds), []model.Subscription{{}}) },
		"add":           func() error { return p.Added(model.AddResult{}) },
		"discover":      func() error { return Print(p, view.Found(), []model.FoundPage{{}}) },
		"import":        func() error { return Print(p, view.Imported(), []model.ImportedLine{{}}) },
		"tag list":      func() error { return Print(p, view.Tags(), []model.TagInfo{{}}) },
		"mute list":     func() error { return Print(p, view.Mutes(), []model.Mute{{}}) },
		"robots":        func() error { return p.Robots(model.RobotsAnswer{}) },
		"config":        func() error { return Print(p, view.Settings(), []view.Setting{{}}) },
		"doctor":        func() error { return p.Findings([]model.Finding{{}}) },
		"trust list":    func() error { return Print(p, view.Keys(), []model.PinnedKey{{}}) },
		"identity new":  func() error { return p.AddedIdentity(identity) },
		"identity list": func() error { return p.Identities([]model.IdentityInfo{identity}) },
	} {
		out.Reset()
		if err := print(); err != nil {
			t.Errorf("%s: %v", command, err)
		}
		columns := Columns(command)
		if got := strings.Count(out.String(), "\t") + 1; got != len(columns) {
			t.Errorf("%s prints %d columns, help names %q", command, got, columns)
		}
	}
}
