package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gemsub/internal/update"
)

// The manual page has the table of outcomes as the program has it.
func TestManualOutcomes(t *testing.T) {
	t.Parallel()
	manual, err := os.ReadFile(filepath.Join("..", "..", "man", "gemsub.1"))
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(manual), "\n.Ss Outcomes\n")
	section, _, _ = strings.Cut(section, "\n.S")
	var got, want []string
	for line := range strings.Lines(section) {
		if row, ok := strings.CutPrefix(line, ".It "); ok && strings.Contains(row, " Ta ") {
			got = append(got, strings.TrimSpace(row))
		}
	}
	for _, o := range update.Outcomes() {
		want = append(want, fmt.Sprintf("%s Ta %s Ta %s Ta %s Ta %s Ta %d", o.Name, o.On, o.State, o.Retry, o.Notify, o.Exit))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("program (-) and manual page (+) differ:\n%s", diff)
	}
}
