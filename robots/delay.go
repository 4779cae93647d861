package robots

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// A delay is what a Crawl-delay or Check field states, if one does.
type delay struct {
	value  time.Duration
	stated bool
}

// state reads a field's value: seconds, perhaps with decimals. Anything else
// states nothing. Of several values the largest holds.
func (d *delay) state(value string) {
	if strings.Trim(value, "0123456789.") != "" {
		return // ParseFloat would take signs, exponents, NaN and Inf
	}
	seconds, err := strconv.ParseFloat(value, 64)
	if err != nil && !math.IsInf(seconds, 1) {
		return
	}
	seconds = min(seconds, maxDelay.Seconds())
	d.merge(delay{
		value:  time.Duration(math.Round(seconds * float64(time.Second))),
		stated: true,
	})
}

// merge takes other into d.
func (d *delay) merge(other delay) {
	d.value = max(d.value, other.value)
	d.stated = d.stated || other.stated
}
