package feed

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// corpus lies beside the checkout where the project is developed, and in CI.
const corpus = "../../shared/corpus"

// Real pages: how many entries each has is kept; all of them must be absolute.
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
			fmt.Fprintf(&counts, "%4d %s/%s\n", len(f.Entries), folder, filepath.Base(file))
		}
	}
	golden(t, "testdata/corpus.txt", counts.String())
}

// checkFeed tells what every feed read from a page must be like.
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
		if e.ID == "" || ids[e.ID] {
			t.Errorf("id %q is empty or not unique", e.ID)
		}
		ids[e.ID] = true
		if e.Title == "" || e.Title != cleanTitle(e.Title) || strings.ContainsAny(e.Title, "\x00\x1b\n\t\u202e") {
			t.Errorf("title %q is not clean", e.Title)
		}
		if e.Updated.Hour() != 12 || e.Updated.Location().String() != "UTC" {
			t.Errorf("updated %v is not noon UTC", e.Updated)
		}
		if i > 0 && e.Updated.After(f.Entries[i-1].Updated) {
			t.Errorf("entry %d is newer than the one before", i)
		}
	}
}
