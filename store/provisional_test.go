package store

import (
	"strings"
	"testing"

	"gemsub/internal/model"
)

// A title that was made from the link gives way to the first heading of the post, in search too, and
// does not come back with the next check. The label's own title wins.
func TestProvisionalTitle(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	made := post("a.gmi", 1, "a")
	made.Provisional = true
	id := subscribe(t, s, page(made, post("b.gmi", 0, "B")))
	text := aPost("# The heron on the weir\n\nWords.\n")
	savePosts(t, s, model.PostResult{EntryID: 2, Post: text}, model.PostResult{EntryID: 1, Post: text})
	title := func(want string) {
		t.Helper()
		if got := strings.Join(titles(entries(t, s, EntryFilter{})), ", "); got != want {
			t.Errorf("titles %q, want %q", got, want)
		}
	}
	title("The heron on the weir, B")
	if got := titles(entries(t, s, EntryFilter{Words: "heron", TitlesOnly: true})); len(got) != 1 {
		t.Errorf("search finds %q", got)
	}
	if got := check(t, s, id, page(made, post("b.gmi", 0, "B"))); got.Updated > 0 {
		t.Errorf("changes %+v", got)
	}
	title("The heron on the weir, B")
	check(t, s, id, page(post("a.gmi", 1, "Label"), post("b.gmi", 0, "B")))
	title("Label, B")
	checkWords(t, s, "the titles")
}

// A page that is kept for later has a provisional title until it has a text. Other machines get it
// only then.
func TestProvisionalTitleOfLater(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	if _, err := s.KeepLater(t.Context(), []string{"gemini://a.example/x"}, nil, false); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"", " The heron"} {
		sent := texts(t, s.db, `SELECT SUBSTR(value, 11) FROM machine_wish WHERE what = 'later'`)
		if len(sent) != 1 || sent[0] != want {
			t.Errorf("other machines get %q, want %q", sent, want)
		}
		savePosts(t, s, model.PostResult{EntryID: 1, Post: &Post{URL: "gemini://a.example/x", MediaType: "text/gemini", FetchedAt: start, Text: "# The heron\n"}})
	}
	if u, err := s.Undo(t.Context(), 0); err != nil || u.Left > 0 || len(entries(t, s, EntryFilter{})) > 0 {
		t.Errorf("undone %+v, %v", u, err)
	}
}
