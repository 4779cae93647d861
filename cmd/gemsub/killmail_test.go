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
	"gemsub/store"
)

// mailEntries is how many entries are delivered for each kill.
const mailEntries = 12

// A delivery that is killed loses no entry, and the next one writes none again.
func TestKilledDelivery(t *testing.T) {
	t.Parallel()
	db, to := filepath.Join(t.TempDir(), "gemsub.db"), filepath.Join(t.TempDir(), "mail")
	entries := mailEntries * *kills
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
		killDelivery(t, db, to, 1+i*mailEntries/2)
	}
	if out, err := gemsub(t, db, "deliver", "maildir", to, "--mark-read").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	ids := messageIDs(t, to)
	got := 0
	for _, n := range ids {
		got += n
	}
	if len(ids) != entries || got > entries {
		t.Errorf("%d messages of %d entries, want %d entries", got, len(ids), entries)
	}
	if out, err := gemsub(t, db, "entries", "--count").Output(); err != nil || string(out) != "0\n" {
		t.Errorf("%v, unread are %s", err, out)
	}
}

// killDelivery kills a delivery once the maildir has so many messages, at most those of one
// batch. The delivery cannot note what it wrote, nor end before: the database is locked.
func killDelivery(t *testing.T, path, to string, messages int) {
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
	if !until(func() bool {
		files, err := os.ReadDir(filepath.Join(to, "new"))
		return err == nil && len(files) >= messages
	}) {
		t.Errorf("the maildir does not get %d messages", messages)
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
	if _, err := db.Commit(t.Context(), store.Batch{Checks: []store.Check{{New: &store.NewSubscription{URL: url, Unread: -1}, State: store.StateOK, Feed: f}}}); err != nil {
		t.Fatal(err)
	}
}

// messageIDs counts the messages at a destination by their Message-ID. All have to be
// whole.
func messageIDs(t *testing.T, path string) map[string]int {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(path, "new", "*"))
	if err != nil {
		t.Fatal(err)
	}
	var messages [][]byte
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		messages = append(messages, data)
	}
	ids := map[string]int{}
	for _, data := range messages {
		message, err := mail.ReadMessage(bytes.NewReader(data))
		if err != nil || !strings.HasSuffix(strings.TrimRight(string(data), "\n"), "is not kept.") {
			t.Errorf("%v: %q", err, data)
			continue
		}
		ids[message.Header.Get("Message-ID")]++
	}
	return ids
}
