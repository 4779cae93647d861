package store

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"gemsub/feed"
)

func TestTwins(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	add := func(url string, entries ...feed.Entry) {
		t.Helper()
		commit(t, s, Check{Subscription: &Subscription{URL: url}, State: StateOK, Feed: page(entries...)})
	}
	byURN := func(e feed.Entry) feed.Entry {
		e.ID = "urn:" + e.ID
		return e
	}
	a, b, c, d := post("a.gmi", 1, "A"), post("b.gmi", 2, "B"), post("c.gmi", 3, "C"), post("d.gmi", 4, "D")
	add("gemini://one.example/", c, b, a)
	add("gemini://one.example/index.gmi", c, b, a)                       // the same page
	add("gemini://one.example/atom.xml", byURN(c), byURN(b), byURN(a))   // other ids
	add("gemini://one.example/rss.xml", byURN(c), byURN(b), byURN(a), d) // three of four
	add("gemini://two.example/", post("x.gmi", 1, "X"), d)               // one of two
	add("gemini://three.example/", post("y.gmi", 1, "Y"))                // a single one
	add("gemini://three.example/index.gmi", post("y.gmi", 1, "Y"))       // is too few
	oneURL := func(name string) feed.Entry {                             // as in feeds of what happens on one page
		e := post(name, 1, name)
		e.Link = pageURL + "one.gmi"
		return e
	}
	add("gemini://four.example/", oneURL("1"), oneURL("2"), oneURL("3"))
	add("gemini://four.example/atom.xml", oneURL("4"), oneURL("5"), oneURL("6"))
	five := func(name string) feed.Entry {
		e := post(name, 1, name)
		e.Link = "gemini://five.example/" + name
		e.ID = e.Link
		return e
	}
	eve := []feed.Entry{five("v.gmi"), five("w.gmi")}
	add("gemini://copy.example/", eve...)
	add("gemini://five.example/", eve...) // whose they are
	got, err := s.DuplicateFeeds(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := []DuplicateFeeds{{1, 2}, {1, 3}, {2, 3}, {11, 10}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("duplicateFeeds (-want +got):\n%s", diff)
	}
}
