package update

import (
	"os"
	"strings"
	"testing"
)

// The table of outcomes in gemsub(7) has each failure, with its state, in the same order.
func TestManualFailures(t *testing.T) {
	manual, err := os.ReadFile("../../man/gemsub.7")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(manual), "\n.It Outcome Ta On Ta State Ta ")
	for _, f := range failures {
		row, state, found := "", "", false
		if _, rest, found = strings.Cut(rest, "\n.It "+f.name+" Ta "); found {
			row, _, _ = strings.Cut(rest, "\n")
			_, state, _ = strings.Cut(row, " Ta ")
		}
		if !strings.HasPrefix(state, string(f.state)+" Ta ") {
			t.Errorf("%s, %s: the manual has %q", f.name, f.state, row)
		}
	}
}
