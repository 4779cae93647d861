package words

import (
	"testing"
	"time"
)

func TestParseDate(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 5, 20, 22, 30, 0, 0, time.FixedZone("west", -7*60*60)) // a Wednesday
	for _, test := range []struct{ text, want string }{
		{"2026-01-31", "2026-01-31T07:00:00Z"},
		{"2026-01-31T12:30:00Z", "2026-01-31T12:30:00Z"},
		{"today", "2026-05-20T07:00:00Z"},
		{"Yesterday", "2026-05-19T07:00:00Z"},
		{"tuesday", "2026-05-19T07:00:00Z"},
		{"Thu", "2026-05-14T07:00:00Z"},
		{"wednesday", "2026-05-13T07:00:00Z"},
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

// In every zone a day begins after noon UTC of the day before, and no later than its own noon
// UTC.
func TestDayBegin(t *testing.T) {
	t.Parallel()
	for hours, want := range map[int]string{
		-12: "2026-05-20T12:00:00Z",
		-4:  "2026-05-20T04:00:00Z",
		0:   "2026-05-20T00:00:00Z",
		11:  "2026-05-19T13:00:00Z",
		12:  "2026-05-19T12:00:01Z",
		14:  "2026-05-19T12:00:01Z",
	} {
		now := time.Date(2026, 5, 21, 3, 0, 0, 0, time.FixedZone("", hours*60*60))
		for _, text := range []string{"2026-05-20", "yesterday"} {
			if got, err := ParseDate(text, now); err != nil || got.UTC().Format(time.RFC3339) != want {
				t.Errorf("%s at %+d h begins at %v, %v, want %s", text, hours, got.UTC(), err, want)
			}
		}
	}
}

// A time belongs to its day in the user's zone, but noon UTC to its own day.
func TestDate(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		time  string
		hours int
		want  string
	}{
		{"2026-11-20T22:00:00-04:00", -4, "2026-11-20"},
		{"2026-11-20T22:00:00-04:00", 0, "2026-11-21"},
		{"2026-11-20T22:00:00-04:00", -12, "2026-11-20"},
		{"2026-11-20T12:00:00Z", 14, "2026-11-20"},
		{"2026-11-20T12:00:00Z", -12, "2026-11-20"},
		{"2026-11-20T12:00:01Z", 12, "2026-11-21"},
		{"2026-11-20T13:00:00+01:00", 13, "2026-11-20"},
		{"0001-01-01T12:00:00Z", 13, "0001-01-01"},
	} {
		at, err := time.Parse(time.RFC3339, test.time)
		if err != nil {
			t.Fatal(err)
		}
		if got := InZone(at, time.FixedZone("", test.hours*60*60)).Format(time.DateOnly); got != test.want {
			t.Errorf("%s at %+d h is %s, want %s", test.time, test.hours, got, test.want)
		}
	}
}
