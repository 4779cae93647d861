package store

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gemsub/feed"
)

// Pages are the list in pieces, from either end, also where an entry beside a page has
// left the list.
func TestEntryPage(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	for _, host := range []string{"a", "b"} {
		url := "gemini://" + host + ".example/"
		commit(t, s, Check{New: &NewSubscription{URL: url, Unread: -1}, CheckedAt: start, State: StateOK, Feed: bigPage(url, 9)})
	}
	for _, f := range []EntryFilter{{}, {Distinct: true, UnreadOnly: true}, {Subscriptions: []int64{2}}} {
		list := entries(t, s, f)
		for size := 1; size <= len(list)+1; size++ {
			for _, backwards := range []bool{false, true} {
				got := pages(t, s, f, Page{Size: size, Backwards: backwards})
				if diff := cmp.Diff(list, got); diff != "" {
					t.Fatalf("%+v in pages of %d, backwards %t (-want +got):\n%s", f, size, backwards, diff)
				}
			}
		}
		for i, e := range list[1:] {
			if !list[i].Precedes(e) || e.Precedes(list[i]) {
				t.Errorf("entry %d does not precede %d", list[i].ID, e.ID)
			}
		}
	}
	unread := EntryFilter{UnreadOnly: true}
	list := entries(t, s, unread)
	if _, err := s.SetUnread(t.Context(), EntryFilter{IDs: []Range{{list[4].ID, list[4].ID}}}, false); err != nil {
		t.Fatal(err)
	}
	got, err := s.EntryPage(t.Context(), unread, Page{Beside: &list[4], Size: 2})
	if diff := cmp.Diff(list[5:7], got); diff != "" || err != nil {
		t.Errorf("behind an entry that was read meanwhile: %v\n%s", err, diff)
	}
}

// pages reads a list page by page.
func pages(t *testing.T, s *Store, f EntryFilter, p Page) (all []Entry) {
	t.Helper()
	for {
		page, err := s.EntryPage(t.Context(), f, p)
		if err != nil {
			t.Fatal(err)
		}
		if len(page) == 0 {
			return all
		}
		if p.Backwards {
			all, p.Beside = slices.Concat(page, all), &page[0]
		} else {
			all, p.Beside = append(all, page...), &page[len(page)-1]
		}
	}
}

// A watch notices what any other connection writes, once.
func TestWatch(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	w, err := s.Watch(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	for i, want := range []bool{false, true, false} {
		if i == 1 {
			subscribe(t, open(t, s.path), &feed.Feed{ID: pageURL})
		}
		if got, err := w.Changed(t.Context()); err != nil || got != want {
			t.Errorf("%s: changed is %t, %v", fmt.Sprint("call ", i), got, err)
		}
	}
}
