package show

import (
	"testing"
	"time"

	"gemsub/internal/model"
	"gemsub/internal/view"
)

// A person reads how long ago a key was first seen, a program when.
func TestAgo(t *testing.T) {
	t.Parallel()
	text := func(p *Printer, at time.Time) string {
		return p.cell(view.Keys.Row(model.PinnedKey{SeenAt: at})[3].Value).Text
	}
	person, _, _ := newPrinter(80)
	program, _, _ := newPrinter(0)
	for ago, want := range map[time.Duration]string{
		-time.Hour:               "now", // a clock that is ahead
		0:                        "now",
		time.Minute - 1:          "now",
		time.Minute:              "1m ago",
		time.Hour - 1:            "59m ago",
		time.Hour:                "1h ago",
		48*time.Hour - 1:         "47h ago",
		48 * time.Hour:           "2d ago",
		400*24*time.Hour + 3*1e9: "400d ago",
	} {
		if got := text(person, now.Add(-ago)); got != want {
			t.Errorf("%v: %s, want %s", ago, got, want)
		}
	}
	berlin := time.FixedZone("", 3600)
	if got := text(program, now.In(berlin)); got != "2026-03-10T06:30:00Z" {
		t.Errorf("for a program: %s", got)
	}
	if text(person, time.Time{})+text(program, time.Time{}) != "" {
		t.Error("never is told as a time")
	}
}
