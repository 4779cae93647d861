package store

import (
	"errors"
	"fmt"
	"testing"

	"github.com/mattn/go-sqlite3"

	"gemsub/internal/model"
	"gemsub/internal/scratch"
)

// A writable database is opened for reading if the user cannot make files beside it.
func TestFolderOfAnotherUser(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	subscribe(t, s, page(post("a.gmi", 0, "A")))
	fine(t)(s.SetStarred(t.Context(), EntryFilter{}, true))
	path, now := s.path, s.now
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	scratch.ReadOnly(t, path)
	s, err := Open(t.Context(), path, now)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if got := titles(entries(t, s, EntryFilter{})); len(got) != 1 || got[0] != "A" || !s.ReadOnly() {
		t.Errorf("entries %q, read-only %v", got, s.ReadOnly())
	}
	_, markErr := s.SetUnread(t.Context(), EntryFilter{}, false)
	_, undoErr := s.Undo(t.Context(), 0)
	_, keyErr := s.ForgetKeys(t.Context(), "a.example:1965")
	for _, err := range []error{markErr, undoErr, keyErr} {
		if !errors.Is(err, ErrReadOnly) {
			t.Errorf("changed: %v", err)
		}
	}
	if place, err := s.ReaderPlace(t.Context()); s.SetReaderPlace(t.Context(), model.ReaderPlace{Entry: 1}) != nil || place.Entry != 0 || err != nil {
		t.Errorf("the place of the reader is %v, %v", place, err)
	}
}

// These are the codes of SQLite for a folder in which it cannot make a log.
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

// In a database of another version the stored place of the reader may be anything.
func TestReaderPlace(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	want := model.ReaderPlace{Feed: 3, Title: "A \"log\"", Entry: 7}
	if err := s.SetReaderPlace(t.Context(), want); err != nil {
		t.Fatal(err)
	}
	if got, err := s.ReaderPlace(t.Context()); got != want || err != nil {
		t.Errorf("got %v, %v", got, err)
	}
	for _, kept := range []string{"", "x", "3", `{"Entry": 5, "Feed": "three"}`} {
		if _, err := s.db.ExecContext(t.Context(), `UPDATE setting SET value = ? WHERE name = 'reader_place'`, kept); err != nil {
			t.Fatal(err)
		}
		if got, err := s.ReaderPlace(t.Context()); got != (model.ReaderPlace{}) || err != nil {
			t.Errorf("%q is %v, %v", kept, got, err)
		}
	}
}
