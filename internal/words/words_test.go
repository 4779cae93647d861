package words_test

import (
	"testing"
	"time"

	"gemsub/internal/words"
)

func TestLong(t *testing.T) {
	t.Parallel()
	for d, want := range map[time.Duration]string{
		0:                "0 seconds",
		time.Second:      "1 second",
		90 * time.Second: "90 seconds",
		time.Minute:      "1 minute",
		10 * time.Minute: "10 minutes",
		90 * time.Minute: "90 minutes",
		24 * time.Hour:   "24 hours",
	} {
		if got := words.Long(d); got != want {
			t.Errorf("%v: %s, want %s", d, got, want)
		}
	}
}
