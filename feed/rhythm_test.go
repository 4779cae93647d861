package feed

import (
	"testing"
	"time"
)

func TestRhythm(t *testing.T) {
	t.Parallel()
	const day = 24 * time.Hour
	newest := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	days := func(n, gap int) []int { // ago, newest first
		var ago []int
		for i := range n {
			ago = append(ago, i*gap)
		}
		return ago
	}
	tests := []struct {
		name string
		ago  []int // days before the newest; -1 for none
		want time.Duration
	}{
		{"no entry", nil, 0},
		{"one", []int{0}, 0},
		{"two on one day", []int{0, 0}, 0},
		{"one beside an undated one", []int{0, -1}, 0},
		{"two", []int{0, 7}, 7 * day},
		{"a pause does not count for more than a gap", []int{0, 1, 2, 900}, day},
		{"days with several entries", []int{0, 0, 0, 3, 3, 6, 9, 9}, 3 * day},
		{"of two gaps the longer", []int{0, 1, 10}, 9 * day},
		{"the newest 20 times alone", append(days(20, 2), 138, 238, 338, 438, 538, 638, 738, 838, 938,
			1038, 1138, 1238, 1338, 1438, 1538, 1638, 1738, 1838, 1938, 2038, 2138), 2 * day},
	}
	for _, test := range tests {
		var f Feed
		for _, ago := range test.ago {
			var e Entry
			if ago >= 0 {
				e.Updated = newest.Add(-time.Duration(ago) * day)
			}
			f.Entries = append(f.Entries, e)
		}
		if got := f.Rhythm(); got != test.want {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}
