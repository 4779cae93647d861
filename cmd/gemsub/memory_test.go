package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/metrics"
	"strings"
	"testing"

	"gemsub/internal/capsule"
)

// tellLimits writes to the file $LIMITS how this process uses memory at its end:
// how much more a heap may take before it is collected, in percent, and the limit
// of all, in bytes.
func tellLimits() {
	file := os.Getenv("LIMITS")
	if file == "" {
		return
	}
	limits := []metrics.Sample{{Name: "/gc/gogc:percent"}, {Name: "/gc/gomemlimit:bytes"}}
	metrics.Read(limits)
	text := fmt.Sprintf("%d %d", limits[0].Value.Uint64(), limits[1].Value.Uint64())
	exitOn(os.WriteFile(file, []byte(text), 0o600))
}

// The process is given memory for what it does: for an update by the number of
// feeds that are checked and of posts that are fetched.
func TestMemoryLimits(t *testing.T) {
	t.Parallel()
	const feeds = 300
	s, err := capsule.Start(capsule.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	s.Page("/0", "# A page\n=> post 2026-01-01 A post\n")
	var urls strings.Builder
	for i := range feeds {
		fmt.Fprintln(&urls, s.URL(fmt.Sprintf("/%d", i)))
	}
	dir := t.TempDir()
	db, limits := filepath.Join(dir, "gemsub.db"), filepath.Join(dir, "limits")
	runGemsub := func(input string, args ...string) string {
		t.Helper()
		cmd := gemsub(t, db, args...)
		cmd.Stdin = strings.NewReader(input)
		cmd.Env = append(cmd.Env, "LIMITS="+limits)
		out, err := cmd.CombinedOutput()
		if failed, ok := err.(*exec.ExitError); err != nil && (!ok || failed.ExitCode() != exitPartly) {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
		got, err := os.ReadFile(limits)
		if err != nil {
			t.Fatal(err)
		}
		return string(got)
	}
	for _, test := range []struct {
		args  []string
		limit int
	}{
		{[]string{"import", "-"}, 128 << 20},
		{[]string{"check", s.URL("/0")}, 128 << 20},
		{[]string{"update"}, 28<<20 + feeds*memoryOfFeed + memoryOfPost},
		{[]string{"update", "1"}, 28<<20 + memoryOfFeed},
	} {
		if got, want := runGemsub(urls.String(), test.args...), fmt.Sprintf("300 %d", test.limit); got != want {
			t.Errorf("%v: %s, want %s", test.args, got, want)
		}
	}
}
