package words_test

import (
	"testing"
	"time"

	"gemsub/internal/words"
)

func TestSpanInWords(t *testing.T) {
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
		if got := words.SpanInWords(d); got != want {
			t.Errorf("%v: %s, want %s", d, got, want)
		}
	}
}

func TestParseSize(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]int64{
		"1": 1, "500 B": 500, "500K": 500 << 10, "20MiB": 20 << 20, "20 mb": 20 << 20, "1GiB": 1 << 30, "8589934591G": 8589934591 << 30,
		"": 0, "0": 0, "-1": 0, "1.5G": 0, "8589934592G": 0, "G": 0, "1T": 0, "1GG": 0, "all": 0,
	} {
		if got, ok := words.ParseSize(s); got != want || ok != (want > 0) {
			t.Errorf("ParseSize(%q) = %d, %v; want %d", s, got, ok, want)
		}
	}
}

func TestPart(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		kept, size int
		want       string
	}{{1 << 20, 5 << 20, "1.0 MiB of 5.0 MiB"}, {1 << 20, 856 << 10, "1.0 MiB"}} {
		if got := words.PartialSize(tt.kept, tt.size); got != tt.want {
			t.Errorf("%d of %d: %s, want %s", tt.kept, tt.size, got, tt.want)
		}
	}
}
