package main

import (
	"bytes"
	"fmt"
	"net/mail"
	"os"
	"path/filepath"
	"strings"
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
	keepEntries(t, db, entries)
	hit := 0
	for range *kills {
		killed := gemsub(t, db, "deliver", "maildir", to, "--mark-read")
		before := mailSize(to)
		if err := killed.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan struct{})
		go func() {
			_ = killed.Wait() // what came of it is looked at below
			close(ended)
		}()
		for mailSize(to) == before && !isClosed(ended) {
			time.Sleep(50 * time.Microsecond)
		}
		_ = killed.Process.Kill()
		<-ended
		if killed.ProcessState.ExitCode() == -1 {
			hit++
		}
	}
	if out, err := gemsub(t, db, "deliver", "maildir", to, "--mark-read").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	ids := messageIDs(t, to)
	got := 0
	for _, n := range ids {
		got += n
	}
	if hit == 0 || len(ids) != entries || got > entries {
		t.Errorf("%d of %d deliveries were killed; %d messages of %d entries, want %d entries", hit, *kills, got, len(ids), entries)
	}
	if out, err := gemsub(t, db, "entries", "--count").Output(); err != nil || string(out) != "0\n" {
		t.Errorf("%v, unread are %s", err, out)
	}
	t.Logf("%d of %d deliveries were killed; %d messages of %d entries", hit, *kills, got, len(ids))
}

// mailSize grows when something is delivered.
func mailSize(to string) int64 {
	files, _ := os.ReadDir(filepath.Join(to, "new")) // of a maildir
	info, err := os.Stat(to)
	if err != nil {
		return 0
	}
	return info.Size() + int64(len(files))
}

func isClosed(c chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
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
