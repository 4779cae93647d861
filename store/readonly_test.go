package store

import (
	"fmt"
	"testing"

	"github.com/mattn/go-sqlite3"
)

// What SQLite says of a folder in which it can make no log, by its code.
func TestCannotMakeLog(t *testing.T) {
	t.Parallel()
	for code, want := range map[sqlite3.ErrNo]bool{
		sqlite3.ErrCantOpen: true, // on a read-only medium
		sqlite3.ErrReadonly: true, // in the folder of another user
		sqlite3.ErrNotADB:   false,
		sqlite3.ErrBusy:     false,
	} {
		if got := cannotMakeLog(fmt.Errorf("read: %w", sqlite3.Error{Code: code})); got != want {
			t.Errorf("code %d: %v", code, got)
		}
	}
	if cannotMakeLog(nil) {
		t.Error("no error is one")
	}
}
