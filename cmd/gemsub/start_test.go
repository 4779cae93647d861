package main

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// BenchmarkStart runs a program that only says hello and gemsub, as make build
// builds it, in turn, and reports the quickest run of each: gemsub's as a multiple
// of hello's.
func BenchmarkStart(b *testing.B) {
	dir := b.TempDir()
	hello, gemsub := filepath.Join(dir, "hello"), filepath.Join(dir, "gemsub")
	buildStripped(b, hello, helloSource(b, dir))
	buildStripped(b, gemsub, ".", "-tags=urfave_cli_no_docs")
	db := subscribedTo(b, startPeers(b, 5, "near"))
	inProcess(b, db, "update", "--quiet", "")

	helloTime, versionTime, entriesTime := time.Duration(math.MaxInt64), time.Duration(math.MaxInt64), time.Duration(math.MaxInt64)
	for b.Loop() {
		helloTime = min(helloTime, timeOf(b, hello))
		versionTime = min(versionTime, timeOf(b, gemsub, "version"))
		entriesTime = min(entriesTime, timeOf(b, gemsub, "--db", db, "entries"))
	}
	info, err := os.Stat(gemsub)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(helloTime.Microseconds()), "hello-µs")
	b.ReportMetric(float64(versionTime)/float64(helloTime), "version/hello")
	b.ReportMetric(float64(entriesTime)/float64(helloTime), "entries/hello")
	b.ReportMetric(float64(info.Size())/1e6, "MB")
}

func helloSource(b *testing.B, dir string) (file string) {
	b.Helper()
	file = filepath.Join(dir, "hello.go")
	source := "package main\n\nimport \"fmt\"\n\nfunc main() { fmt.Println(\"hello\") }\n"
	if err := os.WriteFile(file, []byte(source), 0o600); err != nil {
		b.Fatal(err)
	}
	return file
}

func buildStripped(b *testing.B, to, source string, flags ...string) {
	b.Helper()
	args := slices.Concat([]string{"build", "-trimpath", "-ldflags=-s -w", "-o", to}, flags, []string{source})
	if out, err := exec.Command("go", args...).CombinedOutput(); err != nil {
		b.Fatalf("%s: %s", err, out)
	}
}

func timeOf(b *testing.B, program string, args ...string) time.Duration {
	b.Helper()
	cmd := exec.Command(program, args...)
	cmd.Env = []string{"HOME=" + filepath.Dir(program)}
	began := time.Now()
	if err := cmd.Run(); err != nil {
		b.Fatal(fmt.Errorf("%s: %w", program, err))
	}
	return time.Since(began)
}
