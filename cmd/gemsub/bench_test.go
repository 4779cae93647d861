package main

import (
	"cmp"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// BenchmarkUpdate updates feeds whose pages have not changed, or reads all of them for the
// first time; "bare" is what the same requests need without anything around them. The
// difference in allocations is gemsub's own: the capsules are in another process. GEMSUB_FLEET is
// how many there are, 100 unless given.
func BenchmarkUpdate(b *testing.B) {
	n, err := strconv.Atoi(cmp.Or(os.Getenv("GEMSUB_FLEET"), "100"))
	if err != nil {
		b.Fatal(err)
	}
	for _, where := range []string{"near", "gopher"} {
		b.Run(where, func(b *testing.B) {
			pages := startPeers(b, n, where)
			db := subscribedTo(b, pages)
			inProcess(b, db, "update", "--quiet", "")
			b.Run("bare", func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					for _, page := range pages {
						if err := requestBare(page); err != nil {
							b.Fatal(err)
						}
					}
				}
			})
			b.Run("unchanged", func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					inProcess(b, db, "update", "--force", "--quiet", "")
				}
			})
			b.Run("first", func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					inProcess(b, subscribedTo(b, pages), "update", "--quiet", "")
				}
			})
		})
	}
}

// subscribedTo returns a new database with subscriptions to pages on this machine. A file cannot
// start them.
func subscribedTo(b *testing.B, pages []string) (db string) {
	b.Helper()
	db = filepath.Join(b.TempDir(), "gemsub.db")
	inProcess(b, db, "import", "-", "--as", "urls", strings.Join(pages, "\n"))
	inProcess(b, db, "set", "1-100000", "--resume", "")
	return db
}

// inProcess runs the program with its last argument for standard input.
func inProcess(b *testing.B, db string, args ...string) {
	b.Helper()
	last := len(args) - 1
	var stderr strings.Builder
	code := run(b.Context(), append([]string{"gemsub", "--db", db}, args[:last]...), environment{
		Environment: environmentOfScript(func(string) string { return "" }).Environment,
		stdin:       strings.NewReader(args[last]),
		stdout:      io.Discard,
		stderr:      &stderr,
		getenv:      func(string) string { return "" },
	})
	if code != exitOK {
		b.Fatalf("gemsub %q: exit code %d\n%s", args[:last], code, &stderr)
	}
}
