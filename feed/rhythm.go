package feed

import (
	"slices"
	"time"
)

// rhythmTimes is how many of the newest times say what a feed's rhythm is.
const rhythmTimes = 20

// Rhythm returns the median gap between the newest 20 times at which f has
// entries; entries of one time count as one. It is zero where there are fewer
// than two such times.
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
