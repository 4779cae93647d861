package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"gemsub/feed"
	"gemsub/internal/app"
	"gemsub/internal/model"
	"gemsub/store"
)

// Characters that act on a terminal, or move others about, and some that do not.
var actingLetters = []rune("aé日🌱 <&\"'\\\x00\x01\a\b\x1b\x7f\u0080\u0085\u009b\u009d\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\t\n\r")

// acts is written anew here: the test must not trust what the program takes for harmless.
func acts(r rune) bool {
	return r < ' ' && r != '\t' && r != '\n' && r != '\r' || 0x7f <= r && r <= 0x9f ||
		0x2028 <= r && r <= 0x202e || 0x2066 <= r && r <= 0x2069
}

// Whatever the database holds, no output from it has a character that acts on a terminal. JSON
// still has exactly the stored text.
func TestNothingActs(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(22, 1))
	db := filepath.Join(t.TempDir(), "gemsub.db")
	titles := actingDatabase(t, db, func() string {
		text := make([]rune, 1+rnd.IntN(12))
		for i := range text {
			text[i] = actingLetters[rnd.IntN(len(actingLetters))]
		}
		return "x" + string(text) + "y"
	})
	file := filepath.Join(t.TempDir(), "out")
	for _, format := range app.DocumentFormats() {
		checkInert(t, db, "export", format)
		checkInert(t, db, "export", format, "-o", file)
		if data, err := os.ReadFile(file); err != nil || !isInert(data) {
			t.Errorf("export %s -o: %v %q", format, err, data)
		}
	}
	for _, args := range [][]string{
		{"list"},
		{"list", "--json"},
		{"list", "--failing"},
		{"entries"},
		{"search", "x"},
		{"search", "--json", "x"},
		{"doctor", "--json"},
		{"doctor"},
		{"prune", "--dry-run", "--json", "--older", "1d"},
		{"mute", "list", "--json"},
		{"trust", "list", "--json"},
		{"__complete", "update", ""},
		{"__complete-bash", "gemsub update ", ""},
		{"entries", "--template", "{{.Feed}} {{.FeedURL}} {{.URL}} {{.Title}}"},
	} {
		checkInert(t, db, args...)
	}
	var kept []string
	for line := range strings.Lines(checkInert(t, db, "entries", "--json")) {
		var entry struct{ Title string }
		if err := json.Unmarshal([]byte(line), &entry); err != nil {
			t.Fatal(err)
		}
		kept = append(kept, entry.Title)
	}
	if len(kept) != len(titles) {
		t.Fatalf("%d entries, want %d", len(kept), len(titles))
	}
	for _, title := range kept {
		if !titles[title] {
			t.Errorf("JSON has a title that is none: %q", title)
		}
	}
}

// checkInert runs gemsub and returns what it prints.
func checkInert(t *testing.T, db string, args ...string) string {
	t.Helper()
	cmd := gemsub(t, db, args...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil && args[0] != "doctor" {
		t.Errorf("%q: %v %s", args, err, &stderr)
	}
	if !isInert(out) || !isInert(stderr.Bytes()) {
		t.Errorf("%q printed %q %q", args, out, &stderr)
	}
	return string(out)
}

func isInert(data []byte) bool {
	return utf8.Valid(data) && !bytes.ContainsFunc(data, acts)
}

// actingDatabase makes a database with texts in all fields that take any, and returns the titles of
// entries.
func actingDatabase(t *testing.T, path string, text func() string) map[string]bool {
	t.Helper()
	db, err := store.Open(t.Context(), path, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	titles := map[string]bool{}
	var batch store.Batch
	for i := range 20 {
		url := fmt.Sprintf("gemini://feed%d.example/", i)
		f := &feed.Feed{ID: url, Title: text(), Subtitle: text(), Author: text(), Lang: text()}
		for k := range 5 {
			e := feed.Entry{
				ID: fmt.Sprintf("%s%d%s", url, k, text()), Link: url + "?" + text(), Title: text(), Author: text(),
				Updated: time.Unix(1e9+int64(k), 0),
			}
			titles[e.Title] = true
			f.Entries = append(f.Entries, e)
		}
		batch.Checks = append(batch.Checks, &store.Check{
			Subscription: &store.Subscription{URL: url, Title: []string{"", text()}[i%2], Tags: []string{text()}, Backlog: new(-1)},
			CheckedAt:    time.Now(),
			State:        model.StateFailing, Failures: 3, Err: errors.New(text()), ErrKind: text(), Format: "gemtext", Feed: f,
		})
	}
	if err := db.Commit(t.Context(), batch); err != nil {
		t.Fatal(err)
	}
	return titles
}

func TestActs(t *testing.T) {
	t.Parallel()
	for _, r := range actingLetters {
		if want := unicode.IsControl(r) && !strings.ContainsRune("\t\n\r", r) || r > 0x2000 && r < 0x2070; acts(r) != want {
			t.Errorf("%q", r)
		}
	}
}
