package main

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"testing"
	"time"
)

// Each command pays for what packages prepare before it begins, so ours prepare
// next to nothing: expressions and tables, but no template and no file.
func TestPackagesPrepareLittle(t *testing.T) {
	t.Parallel()
	const most, mostBytes = 100, 256 << 10 // allocations
	cmd := testBinary("-test.run=^$")
	cmd.Env = append(cmd.Env, "GODEBUG=inittrace=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatal(err)
	}
	ours := regexp.MustCompile(`(?m)^init (gemsub/\S+) .* (\d+) bytes, (\d+) allocs$`).FindAllStringSubmatch(string(out), -1)
	if len(ours) == 0 {
		t.Fatalf("the runtime tells of no package of ours:\n%s", out)
	}
	for _, init := range ours {
		bytes, err := strconv.Atoi(init[2])
		if n, err2 := strconv.Atoi(init[3]); err != nil || err2 != nil || n > most || bytes > mostBytes {
			t.Errorf("%s prepares %s allocations, %s bytes; %d, %d at most are wanted", init[1], init[3], init[2], most, mostBytes)
		}
	}
}

// BenchmarkStart runs a program that only says hello and gemsub, as make build
// builds it, in turn, and reports the quickest run of each: gemsub's as a multiple
// of hello's.
func BenchmarkStart(b *testing.B) {
	dir := b.TempDir()
	hello, gemsub := filepath.Join(dir, "hello"), filepath.Join(dir, "gemsub")
	buildStripped(b, hello, helloSource(b, dir))
	buildStripped(b, gemsub, ".", "-tags=urfave_cli_no_docs")
	db := subscribedTo(b, startPeers(b, 5, "near").pages)
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
