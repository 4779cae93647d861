package main

import (
	"bufio"
	"database/sql"
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
)

// However many threads run SQLite, the C library has no arena but its first, which is no
// mapping of 64 MB.
func TestOneArena(t *testing.T) {
	var threads sync.WaitGroup
	for range 8 {
		threads.Go(func() {
			runtime.LockOSThread() // which ends with it
			db, err := sql.Open("sqlite3", ":memory:")
			if err != nil {
				t.Error(err)
				return
			}
			defer db.Close()
			if _, err := db.Exec("SELECT randomblob(100000)"); err != nil {
				t.Error(err)
			}
		})
	}
	threads.Wait()
	if n := arenas(t); n > 0 {
		t.Errorf("%d more arenas", n)
	}
}

// arenas counts the mappings whose first part alone is used, of what ends at a multiple of
// 64 MB.
func arenas(t *testing.T) (n int) {
	t.Helper()
	f, err := os.Open("/proc/self/maps")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	const size, ofLibraries = 64 << 20, 0x7000_0000_0000
	used := uint64(0) // where the last mapping that may be written ended
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var begin, end uint64
		if _, err := fmt.Sscanf(lines.Text(), "%x-%x", &begin, &end); err != nil {
			t.Fatal(err)
		}
		switch {
		case strings.Contains(lines.Text(), " rw-p "):
			used = end
		case begin == used && begin > ofLibraries && end%size == 0 && end-begin > size/2:
			n++
		}
	}
	return n
}
