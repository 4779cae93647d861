package store

import (
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"gemsub/feed"
)

// formerLinks are references on pageURL, the ids that gemsub 0.1.0 gave their
// entries, and the canonical ones.
var formerLinks = []struct{ ref, former, id string }{
	{"gemini://Пример.рф/п", "gemini://%D0%9F%D1%80%D0%B8%D0%BC%D0%B5%D1%80.%D1%80%D1%84/%D0%BF", "gemini://xn--e1afmkfd.xn--p1ai/%D0%BF"},
	{"//host", "gemini://host", "gemini://host/"},
	{"/a?b|c", "gemini://example.org/a?b|c", "gemini://example.org/a?b%7Cc"},
	{"GEMINI://EXAMPLE.org:1965/p", "gemini://EXAMPLE.org:1965/p", "gemini://example.org/p"},
	{"x?é#y", "gemini://example.org/log/x?é#y", "gemini://example.org/log/x?%C3%A9#y"},
	{"a%2Fé", "gemini://example.org/log/a/%C3%A9", "gemini://example.org/log/a%2F%C3%A9"},
	{"same.gmi", "gemini://example.org/log/same.gmi", "gemini://example.org/log/same.gmi"},
}

// Entries keep their identity and marks when their links become canonical, also
// when the page moves at once, and what was removed stays removed.
func TestFormerIDs(t *testing.T) {
	t.Parallel()
	for _, to := range []string{pageURL, "gemini://example.org/blog/"} {
		s := newStore(t)
		id, marks := storeFormer(t, s)
		moved := strings.NewReplacer(pageURL, to)  // what is linked from the page's folder
		for _, movedTo := range []string{to, ""} { // nor is anything new the next time
			got := commit(t, s, Check{SubscriptionID: id, CheckedAt: start.Add(time.Hour), State: StateOK, MovedTo: movedTo, Feed: readFormer(t, to)})[0]
			if got.Added != 0 || len(got.New) != 0 {
				t.Errorf("at %s: added %d, new %q", to, got.Added, titles(got.New))
			}
		}
		want, list := map[string]bool{}, map[string]bool{}
		for link, unread := range marks {
			want[moved.Replace(link)] = unread
		}
		for _, e := range entries(t, s, EntryFilter{}) {
			list[e.URL] = e.Unread
		}
		if diff := cmp.Diff(want, list); diff != "" {
			t.Errorf("at %s, unread (-want +got):\n%s", to, diff)
		}
	}
}

// storeFormer subscribes to pageURL as gemsub 0.1.0 did, removes an entry and reads
// every second. It returns the marks that are to be found under canonical links.
func storeFormer(t *testing.T, s *Store) (id int64, marks map[string]bool) {
	t.Helper()
	f := page()
	for i, l := range formerLinks {
		f.Entries = append(f.Entries, feed.Entry{ID: l.former, Link: l.former, Title: l.ref, Updated: noon.Add(-time.Duration(i) * day)})
	}
	id, marks = subscribe(t, s, f), map[string]bool{}
	for i, l := range formerLinks {
		if marks[l.id] = i%2 > 0; marks[l.id] {
			continue
		}
		if _, err := s.SetUnread(t.Context(), EntryFilter{URLs: []string{l.former}}, false); err != nil {
			t.Fatal(err)
		}
	}
	removed := formerLinks[2]
	delete(marks, removed.id)
	if _, err := s.Prune(t.Context(), EntryFilter{URLs: []string{removed.former}}); err != nil {
		t.Fatal(err)
	}
	return id, marks
}

// readFormer reads the page of formerLinks at a URL.
func readFormer(t *testing.T, at string) *feed.Feed {
	t.Helper()
	u, err := url.Parse(at)
	if err != nil {
		t.Fatal(err)
	}
	var doc strings.Builder
	for i, l := range formerLinks {
		doc.WriteString("=> " + l.ref + " " + noon.Add(-time.Duration(i)*day).Format(time.DateOnly) + " " + l.ref + "\n")
	}
	f, err := feed.Read(feed.Page{URL: u, Meta: "text/gemini", Body: []byte(doc.String()), Fetched: start})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// So it is in a database that 0.1.0 made.
func TestFormerIDsOfFirstRelease(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "gemsub.db")
	oldDatabase(t, path)
	var rows strings.Builder
	for _, l := range formerLinks {
		fmt.Fprintf(&rows, `
			INSERT INTO entry (subscription_id, ref, title, author, updated, rank, first_seen, unread)
			VALUES (1, '%s', '%[2]s', '', %[3]d, 0, %[3]d, 0);`, l.former, l.ref, noon.Unix())
	}
	rows.WriteString(`
		INSERT INTO entry_text (docid, title) SELECT id, title FROM entry WHERE url = ref AND first_seen = updated;`)
	makeSQLite(t, path, rows.String())
	s := open(t, path)
	if got := check(t, s, 1, readFormer(t, pageURL)); got.Added != 0 || len(got.New) != 0 {
		t.Errorf("added %d, new %q", got.Added, titles(got.New))
	}
	for _, l := range formerLinks {
		if list := entries(t, s, EntryFilter{URLs: []string{l.id}}); len(list) != 1 || list[0].Unread {
			t.Errorf("%s: %+v", l.id, list)
		}
	}
}
