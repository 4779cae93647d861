package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// backUp copies s to a new file of the folder and opens the copy.
func backUp(t *testing.T, s *Store) *Store {
	t.Helper()
	path := filepath.Join(t.TempDir(), "copy.db")
	if err := s.Backup(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	return open(t, path)
}

func TestBackup(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	threeSubscriptions(t, s)
	commit(t, s, Check{Subscription: byID(3), Feed: bigPage("gemini://three.example/", 1000)})
	if err := s.Remove(t.Context(), []int64{3}); err != nil {
		t.Fatal(err)
	}
	forgetAll(t, s)

	backup := backUp(t, s)
	if diff := cmp.Diff(subscriptions(t, s, SubscriptionFilter{}), subscriptions(t, backup, SubscriptionFilter{})); diff != "" {
		t.Errorf("subscriptions (-database +copy):\n%s", diff)
	}
	if diff := cmp.Diff(entries(t, s, EntryFilter{}), entries(t, backup, EntryFilter{})); diff != "" {
		t.Errorf("entries (-database +copy):\n%s", diff)
	}
	info, err := os.Stat(backup.path)
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, want 0600", info.Mode())
	}
	if info.Size() > 400_000 {
		t.Errorf("%d bytes: the gaps were copied", info.Size())
	}
	// A number that was given before the copy is not given again in it.
	if id := subscribe(t, backup, page()); id != 4 {
		t.Errorf("the next subscription has the number %d, want 4", id)
	}
}

// A copy has nothing that a writer has not committed, and does not wait for the writer.
func TestBackupDuringWrite(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	subscribe(t, s, page(post("a.gmi", 1, "A")))
	tx, err := s.db.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(t.Context(), "DELETE FROM entry"); err != nil {
		t.Fatal(err)
	}
	if n := len(entries(t, backUp(t, s), EntryFilter{})); n != 1 {
		t.Errorf("%d entries in the copy, want 1", n)
	}
}

func TestBackupOfReadOnly(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	subscribe(t, s, page(post("a.gmi", 1, "A")))
	for _, settings := range []string{viewing, immutable} {
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		db, _, err := identify(t.Context(), pool(s.path, settings, 1))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { db.Close() })
		viewer := &Store{db: db, path: s.path, now: clock}
		if n := len(entries(t, backUp(t, viewer), EntryFilter{})); n != 1 {
			t.Errorf("%s: %d entries in the copy, want 1", settings, n)
		}
	}
}

// A copy replaces another copy, but no file that may be something else.
func TestBackupRefusesOtherFiles(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	path := filepath.Join(t.TempDir(), "notes")
	for content, wantErr := range map[string]bool{"": false, "notes": true, strings.Repeat("notes ", 100): true} {
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		err := s.Backup(t.Context(), path)
		if (err != nil) != wantErr {
			t.Errorf("%q: error %v", content, err)
		}
		if now, _ := os.ReadFile(path); wantErr && string(now) != content {
			t.Errorf("%q was replaced", content)
		}
	}
	newer := filepath.Join(t.TempDir(), "newer.db")
	makeSQLite(t, newer, fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = 700", applicationID))
	want := "back up to " + newer + ": the file exists, and is not a database that this gemsub can read"
	if err := s.Backup(t.Context(), newer); err == nil || err.Error() != want {
		t.Errorf("newer database: error %v, want %s", err, want)
	}
}

func TestBackupReplaces(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	dir := t.TempDir()
	path, link := filepath.Join(dir, "copy.db"), filepath.Join(dir, "link.db")
	if err := errors.Join(s.Backup(t.Context(), path), os.Chmod(path, 0o644)); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("copy.db", link); err != nil {
		t.Fatal(err)
	}
	if err := s.Backup(t.Context(), link); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"copy.db", "link.db"}, fileNames(t, dir)); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	if info, err := os.Lstat(path); err != nil || info.Mode() != 0o600 {
		t.Errorf("the file's mode is %v, error %v", info.Mode(), err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode().IsRegular() {
		t.Errorf("the link's mode is %v, error %v", info.Mode(), err)
	}
}

func TestBackupRefuses(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	dir := t.TempDir()
	files := map[string]string{"busy.db": "busy", "busy.db-wal": "a log", "file": "x"}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Link(s.path, filepath.Join(dir, "own.db")); err != nil {
		t.Fatal(err)
	}
	before := fileNames(t, dir)
	for _, tt := range []struct{ path, want string }{
		{s.path, "this is the database itself"},
		{filepath.Join(dir, "own.db"), "this is the database itself"},
		{filepath.Join(dir, "busy.db"), "a database in use: busy.db-wal exists"},
		{dir, "not a regular file"},
		{filepath.Join(dir, "none", "copy.db"), "no such file or directory"},
		{filepath.Join(dir, "file", "copy.db"), "not a directory"},
	} {
		err := s.Backup(t.Context(), tt.path)
		if want := "back up to " + tt.path + ": " + tt.want; err == nil || err.Error() != want {
			t.Errorf("error %v, want %q", err, want)
		}
	}
	if diff := cmp.Diff(before, fileNames(t, dir)); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	for name, text := range files {
		if got, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(got) != text {
			t.Errorf("%s holds %q, error %v", name, got, err)
		}
	}
}

// A faulty copy never replaces the old one.
func TestBackupIsChecked(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	if _, err := s.db.ExecContext(t.Context(), "PRAGMA application_id = 1"); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := s.Backup(t.Context(), filepath.Join(dir, "copy.db")); !errors.Is(err, ErrForeign) {
		t.Errorf("error %v, want %v", err, ErrForeign)
	}
	if left := fileNames(t, dir); len(left) > 0 {
		t.Errorf("left behind: %q", left)
	}
}

func TestCheckCopyFindsDamage(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	subscribe(t, s, bigPage(pageURL, 200))
	backup := backUp(t, s)
	if err := backup.Close(); err != nil {
		t.Fatal(err)
	}
	if err := checkCopy(t.Context(), backup.path, schemaVersion); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(backup.path, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	const pageSize = 4096
	if _, err := f.WriteAt(make([]byte, pageSize), 10*pageSize); err != nil {
		t.Fatal(err)
	}
	if err := checkCopy(t.Context(), backup.path, schemaVersion); err == nil {
		t.Error("no error though a page is lost")
	}
}

func TestBackupCanceled(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	dir := t.TempDir()
	err := s.Backup(ctx, filepath.Join(dir, "copy.db"))
	if !errors.Is(err, context.Canceled) || !strings.HasPrefix(err.Error(), "back up to ") {
		t.Errorf("error %v", err)
	}
	if left := fileNames(t, dir); len(left) > 0 {
		t.Errorf("left behind: %q", left)
	}
}
