package feed

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"gemsub/internal/address"
)

// corpus is a folder beside the checkout, where the project is developed and in CI.
const corpus = "../../shared/corpus"

// The number of entries in each real page is recorded in a golden file; all their links must
// be absolute.
func TestCorpus(t *testing.T) {
	var counts strings.Builder
	for _, folder := range []string{"pages", "pages_nonconforming"} {
		files, err := filepath.Glob(filepath.Join(corpus, folder, "*"))
		if err != nil {
			t.Fatal(err)
		}
		if len(files) == 0 {
			t.Logf("no corpus of real pages at %s: nothing was checked", corpus)
			return
		}
		for _, file := range files {
			body, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			f := read(t, "gemini://example.org/log/", "text/gemini", string(body))
			checkFeed(t, f)
			fmt.Fprintf(&counts, "%4d %-8s %s/%s\n", len(f.Entries), f.Format, folder, filepath.Base(file))
		}
	}
	golden(t, "testdata/corpus.txt", counts.String())
}

// Real feeds are served with right and wrong media types. Each has as many entries as its
// text has entry elements with different ids. If it is not well formed, the error is one
// line.
func TestFeedCorpus(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(corpus, "feeds", "*"))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Logf("no corpus of real feeds at %s: nothing was checked", corpus)
		return
	}
	id := regexp.MustCompile(`<(?:id|guid)>.*</(?:id|guid)>`)
	var summary strings.Builder
	for _, file := range files {
		body, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		ids := map[string]bool{}
		for _, entry := range regexp.MustCompile(`(?s)<(entry|item)>.*?</(entry|item)>`).FindAllString(string(body), -1) {
			ids[id.FindString(entry)] = true
		}
		for _, meta := range []string{"application/atom+xml", "text/gemini", "application/octet-stream"} {
			f, err := Read(Page{URL: mustParse(t, "gemini://example.org/log/atom.xml"), Meta: meta, Body: body, Fetched: fetched})
			if f == nil {
				t.Fatalf("%s as %s: %v", file, meta, err)
			}
			checkFeed(t, f)
			if len(f.Entries) != len(ids) {
				t.Errorf("%s as %q: %d entries, want %d", file, meta, len(f.Entries), len(ids))
			}
			if meta == "text/gemini" {
				fmt.Fprintf(&summary, "%4d %-4s %s: %s", len(f.Entries), f.Format, filepath.Base(file), f.Title)
				if err != nil {
					fmt.Fprintf(&summary, " (%v)", err)
				}
				summary.WriteString("\n")
			}
		}
	}
	golden(t, "testdata/corpus-feeds.txt", summary.String())
}

// checkFeed checks the properties of every feed that was read.
func checkFeed(t *testing.T, f *Feed) {
	t.Helper()
	if f.ID == "" || f.Title == "" || f.Updated.IsZero() {
		t.Errorf("incomplete feed: %+v", f)
	}
	ids := map[string]bool{}
	for i, e := range f.Entries {
		u := mustParse(t, e.Link)
		if !u.IsAbs() || u.Host == "" && u.Opaque == "" {
			t.Errorf("link %q is not absolute", e.Link)
		}
		if again, err := address.Resolve(u, e.Link); err != nil || again.String() != e.Link {
			t.Errorf("link %q is not canonical: it becomes %q (%v)", e.Link, again, err)
		}
		if u.User != nil {
			t.Errorf("link %q names a user", e.Link)
		}
		if _, err := address.Parse(u.String()); err != nil && address.IsSupported(u.Scheme) && len(e.Link) <= 1024 {
			t.Errorf("link %q cannot be requested: %v", e.Link, err)
		}
		if e.ID == "" || ids[e.ID] {
			t.Errorf("id %q is empty or not unique", e.ID)
		}
		ids[e.ID] = true
		if len(e.ID) > MaxLink || len(e.Link) > MaxLink {
			t.Errorf("id of %d bytes, link of %d", len(e.ID), len(e.Link))
		}
		for _, updated := range []time.Time{e.Updated, e.Published} {
			if year := updated.Year(); year < 0 || year > 9999 {
				t.Errorf("year %d", year)
			}
		}
		if e.Title == "" || e.Title != safeTitle(e.Title) || strings.ContainsAny(e.Title, "\x00\x1b\n\t\u202e") {
			t.Errorf("title %q is not clean", e.Title)
		}
		if e.Updated.Location() != time.UTC || f.Format == Gemtext && e.Updated.Hour() != 12 {
			t.Errorf("updated %v is not UTC, or not noon", e.Updated)
		}
		if !e.Published.IsZero() && e.Published.Location() != time.UTC {
			t.Errorf("published %v is not UTC", e.Published)
		}
		if i > 0 && e.Updated.After(f.Entries[i-1].Updated) {
			t.Errorf("entry %d is newer than the one before", i)
		}
	}
}
