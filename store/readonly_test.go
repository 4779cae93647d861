package store

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// readOnlyFile makes a database with one entry as read-only media have it:
// without a log.
func readOnlyFile(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "gemsub.db")
	s := open(t, path)
	subscribe(t, s, page(post("a.gmi", 0, "A")))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestReadOnly(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		make func(t *testing.T, path string)
	}{
		{"file", func(*testing.T, string) {}},
		{"folder", func(t *testing.T, path string) {
			// Stands for a place where SQLite cannot make its files.
			if err := os.Symlink("nowhere", path+"-shm"); err != nil {
				t.Fatal(err)
			}
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			path := readOnlyFile(t)
			tt.make(t, path)
			db, err := openDatabase(t.Context(), path, true)
			if err != nil {
				t.Fatal(err)
			}
			s := &Store{db: db, commits: db, path: path, now: clock}
			defer s.Close()

			if got := titles(entries(t, s, EntryFilter{})); len(got) != 1 {
				t.Errorf("entries %q, want one", got)
			}
			_, err = s.SetUnread(t.Context(), EntryFilter{}, false)
			if want := "mark entries: attempt to write a readonly database"; err == nil || err.Error() != want {
				t.Errorf("error %v, want %q", err, want)
			}
		})
	}
}

// A file alone must not be taken for the whole database while its log has
// more.
func TestReadOnlyWithLog(t *testing.T) {
	t.Parallel()
	path := readOnlyFile(t)
	if err := os.Symlink("nowhere", path+"-shm"); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path+"-wal", []byte("entries that the file does not have"), 0o600); err != nil {
		t.Fatal(err)
	}
	if db, err := openDatabase(t.Context(), path, true); err == nil {
		db.Close()
		t.Error("opened without what is in the log")
	}
}

func TestReadOnlyNeedsCurrentSchema(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "old.db")
	makeSQLite(t, path, fmt.Sprintf("PRAGMA application_id = %d", applicationID))
	_, err := openDatabase(t.Context(), path, true)
	if err == nil || !strings.Contains(err.Error(), "schema 0 is older than") {
		t.Errorf("error %v, want one about the older schema", err)
	}
}

func TestIsReadOnly(t *testing.T) {
	t.Parallel()
	for errno, want := range map[syscall.Errno]bool{
		syscall.EACCES: true, syscall.EPERM: true, syscall.EROFS: true, syscall.EISDIR: false, syscall.ENOENT: false,
	} {
		err := &fs.PathError{Op: "open", Path: "gemsub.db", Err: errno}
		if got := isReadOnly(err); got != want {
			t.Errorf("isReadOnly(%v) = %t", err, got)
		}
	}
}
