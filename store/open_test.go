package store

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestOpenMakesFolderAndFile(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data", "gemsub")
	path := filepath.Join(dir, "gemsub.db")
	s := open(t, path)
	subscribe(t, s, page(post("a.gmi", 0, "A")))

	for name, want := range map[string]os.FileMode{
		dir:           os.ModeDir | 0o700,
		path:          0o600,
		path + "-wal": 0o600,
	} {
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		if got := info.Mode(); got != want {
			t.Errorf("mode of %s: %v, want %v", name, got, want)
		}
	}
}

func TestOpenKeepsModeOfFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "empty.db")
	if err := os.WriteFile(path, nil, 0o640); err != nil {
		t.Fatal(err)
	}
	subscribe(t, open(t, path), page())
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode() != 0o640 {
		t.Errorf("mode %v, want that of the empty file", info.Mode())
	}
}

func TestOpenAgain(t *testing.T) {
	t.Parallel()
	for _, name := range []string{
		"plain.db", "a b.db", "what?.db", "no#1.db", "100%41.db", "a&mode=memory", "ö.db", ":memory:",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			s := open(t, filepath.Join(dir, name))
			subscribe(t, s, page(post("a.gmi", 0, "A")))
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff([]string{name}, fileNames(t, dir)); diff != "" {
				t.Errorf("files (-want +got):\n%s", diff)
			}
			if got := titles(entries(t, open(t, filepath.Join(dir, name)), EntryFilter{})); len(got) != 1 {
				t.Errorf("entries after reopening: %q", got)
			}
		})
	}
}

func fileNames(t *testing.T, dir string) []string {
	t.Helper()
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range files {
		names = append(names, f.Name())
	}
	return names
}

// makeSQLite makes a database by running a script.
func makeSQLite(t *testing.T, path, script string) {
	t.Helper()
	db, err := sql.Open("sqlite3", dsn(path, ""))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(script); err != nil {
		t.Fatal(err)
	}
}

func TestOpenRefuses(t *testing.T) {
	t.Parallel()
	write := func(content string) func(*testing.T, string) {
		return func(t *testing.T, path string) {
			if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	script := func(script string) func(*testing.T, string) {
		return func(t *testing.T, path string) { makeSQLite(t, path, script) }
	}
	for _, tt := range []struct {
		name    string
		make    func(t *testing.T, path string)
		is      error
		message string // PATH stands for the path
	}{
		{
			name: "short text", make: write("hello\n"),
			is: ErrForeign, message: "PATH is not a gemsub database",
		},
		{
			name: "long text", make: write(strings.Repeat("# A page\n", 1000)),
			is: ErrForeign, message: "PATH is not a gemsub database",
		},
		{
			name: "database without id", make: script("CREATE TABLE song (title TEXT)"),
			is: ErrForeign, message: "PATH is not a gemsub database",
		},
		{
			name: "database of another program", make: script("PRAGMA application_id = 7; CREATE TABLE song (title TEXT)"),
			is: ErrForeign, message: "PATH is not a gemsub database",
		},
		{
			name: "database with a log", make: script("PRAGMA journal_mode = wal; CREATE TABLE song (title TEXT)"),
			is: ErrForeign, message: "PATH is not a gemsub database",
		},
		{
			name: "newer schema", make: script(fmt.Sprintf("PRAGMA journal_mode = wal; PRAGMA application_id = %d; PRAGMA user_version = 700", applicationID)),
			is: ErrNewer, message: fmt.Sprintf("database PATH was written by a newer gemsub (schema 700, this one knows %d)", schemaVersion),
		},
		{
			name: "first release", make: script(fmt.Sprintf("PRAGMA journal_mode = wal; PRAGMA application_id = %d; PRAGMA user_version = 9", applicationID)),
			is: ErrTooOld, message: "database PATH was written by gemsub 0.1.0: open it once with gemsub 0.2.0, which migrates it",
		},
		{
			name: "between releases", make: script(fmt.Sprintf("PRAGMA journal_mode = wal; PRAGMA application_id = %d; PRAGMA user_version = 14", applicationID)),
			is: ErrUnreleased, message: "database PATH was written by an unreleased gemsub (schema 14)",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			path := filepath.Join(dir, "some.db")
			tt.make(t, path)
			before, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}

			_, err = Open(t.Context(), path, clock)
			if !errors.Is(err, tt.is) {
				t.Fatalf("error %v, want %v", err, tt.is)
			}
			if got := strings.ReplaceAll(err.Error(), path, "PATH"); got != tt.message {
				t.Errorf("error %q, want %q", got, tt.message)
			}
			after, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(before, after) {
				t.Error("the file was changed")
			}
			if diff := cmp.Diff([]string{"some.db"}, fileNames(t, dir)); diff != "" {
				t.Errorf("files (-want +got):\n%s", diff)
			}
		})
	}
}

func TestOpenErrors(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for path, message := range map[string]string{
		dir:                                   "is a directory",
		filepath.Join(file, "gemsub.db"):      "not a directory",
		filepath.Join(file, "x", "gemsub.db"): "not a directory",
		os.DevNull:                            "not a regular file",
		"":                                    "no file is named",
	} {
		_, err := Open(t.Context(), path, clock)
		if err == nil {
			t.Errorf("%s was opened", path)
			continue
		}
		if want := "open database " + path + ": " + message; err.Error() != want {
			t.Errorf("error %q, want %q", err, want)
		}
	}
}

func TestOpenCanceled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := Open(ctx, filepath.Join(t.TempDir(), "gemsub.db"), clock)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that of the context", err)
	}
}

func TestOpenTogether(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "new", "gemsub.db")
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			s, err := Open(t.Context(), path, clock)
			if err != nil {
				t.Error(err)
				return
			}
			defer s.Close()
			if _, err := s.FeedID(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
}

// Another process may migrate the database after the version was read, and before the lock is
// held.
func TestMigrateTwice(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	if err := migrate(t.Context(), s.db, 0); err != nil {
		t.Error(err)
	}
}

func TestConnectionSettings(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	want := map[string]string{
		"foreign_keys": "1", "journal_mode": "wal", "busy_timeout": "10000", "synchronous": "2",
	}
	for _, pool := range []*sql.DB{s.db, s.db, s.db, s.db} { // held at once, so each is another connection
		conn, err := pool.Conn(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		got := make(map[string]string)
		for name := range want {
			var value string
			if err := conn.QueryRowContext(t.Context(), "PRAGMA "+name).Scan(&value); err != nil {
				t.Fatal(err)
			}
			got[name] = value
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("settings (-want +got):\n%s", diff)
		}
	}
}

func TestFeedID(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "gemsub.db")
	read := func(s *Store) string {
		id, err := s.FeedID(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	id := read(open(t, path))
	uuid := regexp.MustCompile(`^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`)
	if !uuid.MatchString(id) {
		t.Errorf("%q is no version 4 UUID", id)
	}
	if again := read(open(t, path)); again != id {
		t.Errorf("after reopening %s, want %s", again, id)
	}
	if other := read(newStore(t)); other == id {
		t.Error("two databases have one id")
	}
}
