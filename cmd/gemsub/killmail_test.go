package main

import (
	"bytes"
	"database/sql"
	"fmt"
	"net/mail"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"gemsub/feed"
	"gemsub/internal/model"
	"gemsub/store"
)

// A delivery that is killed before it notes a message loses no entry: the next one writes the
// message again, with the same Message-ID, though it was read meanwhile.
func TestKilledDelivery(t *testing.T) {
	t.Parallel()
	db, to := filepath.Join(t.TempDir(), "gemsub.db"), filepath.Join(t.TempDir(), "mail")
	const entries = 12
	empty, err := store.Open(t.Context(), db, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	empty.Close()
	if out, err := gemsub(t, db, "deliver", "maildir", to, "--mark-read").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	keepEntries(t, db, entries)
	for i := range *kills {
		killDelivery(t, db, to)
		for _, path := range messages(t, to) {
			if err := os.Rename(path, filepath.Join(to, "cur", fmt.Sprint(i))); err != nil {
				t.Fatal(err)
			}
		}
	}
	if out, err := gemsub(t, db, "deliver", "maildir", to, "--mark-read").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	ids := messageIDs(t, to)
	written := 0
	for _, n := range ids {
		written += n
	}
	if len(ids) != entries || written != entries+*kills {
		t.Errorf("%d messages of %d entries, want %d entries and %d more messages", written, len(ids), entries, *kills)
	}
	if out, err := gemsub(t, db, "entries", "--count").Output(); err != nil || string(out) != "0\n" {
		t.Errorf("%v, unread are %s", err, out)
	}
}

// messages returns the paths of the messages at a destination that nobody has read.
func messages(t *testing.T, to string) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(to, "new", "*"))
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

// killDelivery kills a delivery once the maildir has a new message. The delivery cannot note
// that: the database is locked.
func killDelivery(t *testing.T, path, to string) {
	t.Helper()
	db, err := sql.Open("sqlite3", path+"?_txlock=immediate")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	lock, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Rollback()
	cmd := gemsub(t, path, "deliver", "maildir", to, "--mark-read")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if !until(func() bool { return len(messages(t, to)) > 0 }) {
		t.Error("the maildir does not get a message")
	}
	_ = cmd.Process.Kill()
	_ = cmd.Wait() // how it ended is looked at below
	checkSignal(t, cmd, syscall.SIGKILL)
}

// keepEntries makes a database with unread entries.
func keepEntries(t *testing.T, path string, n int) {
	t.Helper()
	db, err := store.Open(t.Context(), path, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	const url = "gemini://mailed.example/"
	f := &feed.Feed{ID: url, Title: "Log"}
	for i := range n {
		link := fmt.Sprintf("%s%d.gmi", url, i)
		f.Entries = append(f.Entries, feed.Entry{ID: link, Link: link, Title: fmt.Sprint(i), Updated: time.Unix(int64(1e9-i), 0)})
	}
	check := &store.Check{Subscription: &store.Subscription{URL: url, Backlog: new(-1)}, CheckedAt: time.Now(), State: model.StateOK, Feed: f}
	if err := db.Commit(t.Context(), store.Batch{Checks: []*store.Check{check}}); err != nil {
		t.Fatal(err)
	}
}

// messageIDs counts the messages at a destination by their Message-ID. All have to be
// whole.
func messageIDs(t *testing.T, to string) map[string]int {
	t.Helper()
	read, err := filepath.Glob(filepath.Join(to, "cur", "*"))
	if err != nil {
		t.Fatal(err)
	}
	ids := map[string]int{}
	for _, file := range append(messages(t, to), read...) {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		message, err := mail.ReadMessage(bytes.NewReader(data))
		if err != nil || !strings.HasSuffix(strings.TrimRight(string(data), "\n"), "is not kept.") {
			t.Errorf("%v: %q", err, data)
			continue
		}
		ids[message.Header.Get("Message-ID")]++
	}
	return ids
}
