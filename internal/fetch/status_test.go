package fetch

import (
	"strings"
	"testing"

	"git.sr.ht/~adnano/go-gemini"
)

// The library's table of statuses was written by somebody else.
func TestStatusMeaning(t *testing.T) {
	t.Parallel()
	for status := 10; status <= 69; status++ {
		known := gemini.Status(status)
		if known.String() == "" {
			known = known.Class()
		}
		if got := statusMeaning(status); !strings.EqualFold(got, known.String()) {
			t.Errorf("%d means %q, want %q", status, got, known)
		}
	}
}
