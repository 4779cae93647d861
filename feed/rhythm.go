package feed

import (
	"slices"
	"time"
)

// rhythmTimes is the number of newest times from which a feed's rhythm is computed.
const rhythmTimes = 20

// Rhythm returns the median gap between the newest 20 distinct times of entries of f,
// zero if there are fewer than two.
func (f *Feed) Rhythm() time.Duration {
	var gaps []time.Duration
	var newer time.Time
	for _, e := range f.Entries {
		if e.Updated.IsZero() || len(gaps) == rhythmTimes-1 {
			break
		}
		if gap := newer.Sub(e.Updated); !newer.IsZero() && gap > 0 {
			gaps = append(gaps, gap)
		}
		newer = e.Updated
	}
	if len(gaps) == 0 {
		return 0
	}
	slices.Sort(gaps)
	return gaps[len(gaps)/2]
}
