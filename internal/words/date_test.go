package words

import (
	"testing"
	"time"
)

func TestParseDate(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 5, 20, 22, 30, 0, 0, time.FixedZone("west", -7*60*60)) // a Wednesday
	for _, test := range []struct{ text, want string }{
		{"2026-01-31", "2026-01-31T00:00:00Z"},
		{"2026-01-31T12:30:00Z", "2026-01-31T12:30:00Z"},
		{"today", "2026-05-20T00:00:00Z"},
		{"Yesterday", "2026-05-19T00:00:00Z"},
		{"tuesday", "2026-05-19T00:00:00Z"},
		{"Thu", "2026-05-14T00:00:00Z"},
		{"wednesday", "2026-05-13T00:00:00Z"},
		{"12h", "2026-05-20T17:30:00Z"},
		{"7d", "2026-05-14T05:30:00Z"},
		{"2w", "2026-05-07T05:30:00Z"},
		{"3mo", "2026-02-20T05:30:00Z"},
		{"1y", "2025-05-21T05:30:00Z"},
	} {
		got, err := ParseDate(test.text, now)
		if got := got.UTC().Format(time.RFC3339); err != nil || got != test.want {
			t.Errorf("ParseDate(%q) is %s, %v, want %s", test.text, got, err, test.want)
		}
	}
	for _, text := range []string{"soon", "2026-02-30", "mo", "-3mo", "3530mo", "2m", "291y", "wednes", "1"} {
		if got, err := ParseDate(text, now); err == nil {
			t.Errorf("ParseDate(%q) is %v", text, got)
		}
	}
	if got, err := ParseDate("", now); err != nil || !got.IsZero() {
		t.Errorf("no date is %v, %v", got, err)
	}
}
