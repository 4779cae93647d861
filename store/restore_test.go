package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// restore puts a backup back.
func restore(t *testing.T, s *Store, from string) (before string) {
	t.Helper()
	r, err := Restore(t.Context(), s.path, from, clock)
	fine(t)(nil, err)
	return r.Before
}

// A restored database has all that the backup had, and the state before is kept. Programs that
// have the database open see the old state until their transaction ends, and then the new one.
func TestRestore(t *testing.T) {
	t.Parallel()
	s := fullStore(t)
	backup := backUp(t, s)
	want := []any{subscriptions(t, s, SubscriptionFilter{}), entries(t, s, EntryFilter{}), texts(t, s.db, `SELECT name FROM identity`), texts(t, s.db, `SELECT id || command FROM change`)}
	fine(t)(nil, s.Remove(t.Context(), []int64{1}))
	tx, err := s.db.BeginTx(t.Context(), nil) // is in the log alone
	fine(t)(nil, err)
	fine(t)(nil, tx.Rollback())
	reading, err := s.db.QueryContext(t.Context(), `SELECT id FROM subscription ORDER BY id`)
	fine(t)(nil, err)
	reading.Next()

	before := restore(t, s, backup.path)
	var id int
	if err := reading.Scan(&id); err != nil || id == 1 {
		t.Errorf("who reads meanwhile gets %d, %v", id, err)
	}
	reading.Close()
	got := []any{subscriptions(t, s, SubscriptionFilter{}), entries(t, s, EntryFilter{}), texts(t, s.db, `SELECT name FROM identity`), texts(t, s.db, `SELECT id || command FROM change`)}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("restored (-backup +now):\n%s", diff)
	}
	fine(t)(nil, s.Integrity(t.Context()))
	checkWords(t, s, "the restore")
	if before != s.path+".before-restore" || len(subscriptions(t, open(t, before), SubscriptionFilter{})) != len(want[0].([]Subscription))-1 {
		t.Errorf("%s has not the state before", before)
	}
	if info, err := os.Stat(before); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("its mode is %v, %v", info.Mode(), err)
	}
	if again := restore(t, s, before); again != s.path+".before-restore-2" {
		t.Errorf("then the state before is in %s", again)
	}
	if n := len(subscriptions(t, s, SubscriptionFilter{})); n != len(want[0].([]Subscription))-1 {
		t.Errorf("%d feeds are back", n)
	}
	if _, err := os.Lstat(s.path + ".restoring"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a copy is left: %v", err)
	}
}

// A database of an earlier schema is migrated, and not changed. Where there is no database, one is
// made.
func TestRestoreEarlier(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	old, path := filepath.Join(dir, "old.db"), filepath.Join(dir, "new", "gemsub.db")
	oldDatabase(t, old)
	earlier, err := os.ReadFile(old)
	fine(t)(nil, err)
	r, err := Restore(t.Context(), path, old, clock)
	if err != nil || r.Before != "" || r.Feeds != 1 || r.Entries != 2 || r.Synced {
		t.Errorf("%+v, %v", r, err)
	}
	if feeds := subscriptions(t, open(t, path), SubscriptionFilter{}); len(feeds) != 1 || feeds[0].Unread != 1 {
		t.Errorf("feeds %+v", feeds)
	}
	if now, _ := os.ReadFile(old); string(now) != string(earlier) {
		t.Error("the backup was changed")
	}
}

// A damaged database can be replaced too, and is kept as it is.
func TestRestoreOverDamage(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	subscribe(t, s, bigPage(pageURL, 200))
	backup := backUp(t, s)
	fine(t)(nil, s.Close())
	f, err := os.OpenFile(s.path, os.O_WRONLY, 0)
	fine(t)(nil, err)
	for _, page := range []int64{30, 31} {
		_, err := f.WriteAt(make([]byte, 4096), page*4096)
		fine(t)(nil, err)
	}
	fine(t)(nil, f.Close())
	if err := checkCopy(t.Context(), s.path, schemaVersion); err == nil {
		t.Fatal("nothing is damaged")
	}
	before := restore(t, s, backup.path)
	if n := len(entries(t, open(t, s.path), EntryFilter{})); n != 200 {
		t.Errorf("%d entries are back", n)
	}
	if info, err := os.Stat(before); err != nil || info.Size() < 40960 {
		t.Errorf("the damaged database is not kept: %v", err)
	}
}

// What is no whole database of gemsub changes nothing, and leaves no files.
func TestRestoreRefuses(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	subscribe(t, s, bigPage(pageURL, 200))
	backup, dir := backUp(t, s), t.TempDir()
	fine(t)(nil, backup.Close())
	whole, err := os.ReadFile(backup.path)
	fine(t)(nil, err)
	changed := func(name, script string) string {
		path := filepath.Join(dir, name)
		fine(t)(nil, os.WriteFile(path, whole, 0o600))
		runScript(t, path, script)
		return path
	}
	cut, notes := filepath.Join(dir, "cut.db"), filepath.Join(dir, "notes")
	fine(t)(nil, os.WriteFile(cut, whole[:40960], 0o600))
	fine(t)(nil, os.WriteFile(notes, []byte("notes"), 0o600))
	other := filepath.Join(dir, "other.db")
	makeSQLite(t, other, "CREATE TABLE song (title TEXT)")
	there := fileNames(t, filepath.Dir(s.path))
	for path, want := range map[string]string{
		filepath.Join(dir, "none.db"): "open database PATH: no such file or directory",
		s.path:                        "open database PATH: this is the database itself",
		notes:                         "PATH is not a gemsub database",
		other:                         "PATH is not a gemsub database",
		cut:                           "open database PATH: database disk image is malformed",
		changed("newer.db", `PRAGMA user_version = 700`):                                                    "database PATH was written by a newer gemsub",
		changed("first.db", `PRAGMA user_version = 9`):                                                      "database PATH was written by gemsub 0.1.0: ",
		changed("empty.db", `PRAGMA application_id = 0`):                                                    "PATH is not a gemsub database",
		changed("column.db", `ALTER TABLE mute ADD COLUMN x GENERATED ALWAYS AS (HEX(ZEROBLOB(4000000)))`):  "open database PATH: its tables are not those of gemsub",
		changed("trigger.db", `CREATE TRIGGER t AFTER INSERT ON entry BEGIN DELETE FROM subscription; END`): "open database PATH: its tables are not those of gemsub",
		changed("orphans.db", `PRAGMA foreign_keys = off; DELETE FROM subscription`):                        "open database PATH: 200 rows refer to nothing",
	} {
		_, err := Restore(t.Context(), s.path, path, clock)
		if err == nil || !strings.HasPrefix(strings.ReplaceAll(err.Error(), path, "PATH"), want) {
			t.Errorf("error %v, want %s", err, want)
		}
	}
	if n := len(entries(t, s, EntryFilter{})); n != 200 {
		t.Errorf("%d entries are left", n)
	}
	if diff := cmp.Diff(append(there, "gemsub.db.lock", "gemsub.db.mail.lock"), fileNames(t, filepath.Dir(s.path))); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	if _, err := Restore(t.Context(), other, backup.path, clock); !errors.Is(err, ErrForeign) {
		t.Errorf("over another program's database: %v", err)
	}
}

// While an update or a delivery runs, nothing is restored.
func TestRestoreLocked(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	backup := backUp(t, s)
	update, err := s.LockUpdate(t.Context(), false)
	fine(t)(nil, err)
	if _, err := Restore(t.Context(), s.path, backup.path, clock); !errors.Is(err, ErrUpdateRunning) {
		t.Errorf("error %v", err)
	}
	fine(t)(nil, update())
	mail, err := s.LockMail(t.Context())
	fine(t)(nil, err)
	if _, err := Restore(t.Context(), s.path, backup.path, clock); !errors.Is(err, ErrDeliveryRunning) {
		t.Errorf("error %v", err)
	}
	fine(t)(nil, mail())
	restore(t, s, backup.path)
}

// If the pages do not fit onto the disk, the database is as before.
func TestRestoreOnFullDisk(t *testing.T) {
	t.Parallel()
	s, large := newStore(t), newStore(t)
	subscribe(t, s, page(post("a.gmi", 1, "A")))
	subscribe(t, large, bigPage(pageURL, 2000))
	db := pool(s.path, writing, 1)
	defer db.Close()
	_, err := db.ExecContext(t.Context(), `PRAGMA max_page_count = 1`) // SQLite takes the present size
	fine(t)(nil, err)
	if err := copyPages(t.Context(), db, large.db); err == nil || !strings.HasSuffix(err.Error(), "database or disk is full") {
		t.Errorf("error %v, want that the disk is full", err)
	}
	if got := titles(entries(t, s, EntryFilter{})); len(got) != 1 {
		t.Errorf("entries %q, want the one from before", got)
	}
	fine(t)(nil, s.Integrity(t.Context()))
	subscribe(t, s, page(post("b.gmi", 1, "B")))
}

// A backup or a database that synchronises says so: the next sync brings later changes back.
func TestRestoreSynced(t *testing.T) {
	t.Parallel()
	s, from := newStore(t), backUp(t, newStore(t))
	beginSync(t, s)
	for range 2 { // then the state before does not synchronise, and the backup does
		if r, err := Restore(t.Context(), s.path, from.path, clock); err != nil || !r.Synced {
			t.Errorf("%+v, %v", r, err)
		}
		from = open(t, s.path+".before-restore")
	}
	fine(t)(nil, os.Remove(fmt.Sprintf("%s.before-restore", s.path)))
}
