package robots

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// A delay is the value of a Crawl-delay or Check field, if there is one.
type delay struct {
	value  time.Duration
	stated bool
}

// state reads a field's value: seconds, perhaps with decimals. It ignores anything
// else. Of several values the largest counts.
func (d *delay) state(value string) {
	if strings.Trim(value, "0123456789.") != "" {
		return // ParseFloat would accept signs, exponents, NaN and Inf
	}
	seconds, err := strconv.ParseFloat(value, 64)
	if err != nil && !math.IsInf(seconds, 1) {
		return
	}
	seconds = min(seconds, MaxCheck.Seconds()) // far below the maximum of a Duration
	d.merge(delay{
		value:  time.Duration(math.Round(seconds * float64(time.Second))),
		stated: true,
	})
}

// merge sets d to the larger of d and other.
func (d *delay) merge(other delay) {
	d.value = max(d.value, other.value)
	d.stated = d.stated || other.stated
}
