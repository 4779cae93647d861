package store

import (
	"slices"
	"strings"
	"testing"

	"gemsub/internal/model"
)

// mailTo returns the number of a destination that is owed entries.
func mailTo(t *testing.T, s *Store, name string, entries ...int64) int64 {
	t.Helper()
	d, err := s.Destination(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	var list []Mailing
	for _, id := range entries {
		list = append(list, Mailing{id, strings.Repeat("m", int(id))})
	}
	if err := s.OweMail(t.Context(), d.ID, list); err != nil {
		t.Fatal(err)
	}
	return d.ID
}

func owedMail(t *testing.T, s *Store, destination int64, f EntryFilter) (ids []int64) {
	t.Helper()
	list, err := s.OwedMail(t.Context(), destination, f)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range list {
		if m.MessageID != strings.Repeat("m", int(m.Entry)) {
			t.Errorf("entry %d has Message-ID %q", m.Entry, m.MessageID)
		}
		ids = append(ids, m.Entry)
	}
	return ids
}

// An entry stays owed, with its Message-ID, until it is written, whatever fails; what
// failed comes last. Destinations do not know of each other.
func TestOwedMail(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	ctx := t.Context()
	subscribe(t, s, page(post("c.gmi", 2, "C"), post("b.gmi", 1, "B"), post("a.gmi", 0, "A")))
	one, other := mailTo(t, s, "one", 1, 2, 3, 99), mailTo(t, s, "other", 2)
	fine(t)(nil, s.OweMail(ctx, one, []Mailing{{1, "another"}, {2, ""}}))
	ids := func(want ...int64) {
		t.Helper()
		if got := owedMail(t, s, one, EntryFilter{}); !slices.Equal(got, want) {
			t.Errorf("owed are %v, want %v", got, want)
		}
	}
	first := entries(t, s, EntryFilter{OldestFirst: true})
	ids(first[0].ID, first[1].ID, first[2].ID)
	fine(t)(nil, s.MailFailed(ctx, one, first[0].ID))
	ids(first[1].ID, first[2].ID, first[0].ID)
	markAllRead(t, s)
	fine(t)(nil, s.MailWritten(ctx, one, []int64{first[1].ID}, true))
	fine(t)(nil, s.MailWritten(ctx, one, []int64{first[0].ID}, false))
	ids(first[2].ID)
	if marked, err := s.MailToMark(ctx, one); err != nil || !slices.Equal(marked, []int64{first[1].ID}) {
		t.Errorf("to be marked are %v, %v", marked, err)
	}
	fine(t)(nil, s.MailMarked(ctx, one))
	if marked, err := s.MailToMark(ctx, one); err != nil || len(marked) > 0 {
		t.Errorf("to be marked are %v, %v", marked, err)
	}
	if got := owedMail(t, s, other, EntryFilter{}); !slices.Equal(got, []int64{2}) {
		t.Errorf("the other destination is owed %v", got)
	}
	if got := owedMail(t, s, other, EntryFilter{Tag: "none"}); got != nil {
		t.Errorf("feeds with another tag are owed %v", got)
	}
}

// What was delivered goes with a removed feed and comes back with it.
func TestRemovedMail(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	id := subscribe(t, s, page(post("a.gmi", 0, "A")))
	to := mailTo(t, s, "box", 1)
	fine(t)(nil, s.MailWritten(t.Context(), to, []int64{1}, false))
	fine(t)(nil, s.Remove(t.Context(), []int64{id}))
	if got, err := s.MailID(t.Context(), to, pageURL+"a.gmi"); got != "" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	fine(t)(s.Undo(t.Context()))
	if got, err := s.MailID(t.Context(), to, pageURL+"a.gmi"); got != "m" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
}

// An entry is left out once something is noted of it, or of the same post in a feed that
// goes before: the one that owns it. A copy keeps nobody from the original.
func TestNotMailed(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	const owner, copier = "gemini://owner.example/", "gemini://copier.example/"
	link := owner + "a.gmi"
	for _, url := range []string{copier, owner} {
		f := at(url, "a")
		f.Entries[0].Link = link
		commit(t, s, Check{New: &NewSubscription{URL: url, Unread: -1}, CheckedAt: start, Feed: f})
	}
	for _, tt := range []struct {
		name  string
		noted []int64
		want  []int64
	}{
		{"nothing", nil, []int64{2, 1}},
		{"copy", []int64{1}, []int64{2}},
		{"original", []int64{2}, nil},
	} {
		to := mailTo(t, s, tt.name, tt.noted...)
		if any, err := s.AnyMail(t.Context(), to, EntryFilter{Tag: "none"}); err != nil || any != (len(tt.noted) > 0) {
			t.Errorf("%s: owed %t, %v", tt.name, any, err)
		}
		fine(t)(nil, s.MailWritten(t.Context(), to, tt.noted, false))
		var got []int64
		for _, e := range entries(t, s, EntryFilter{NotMailedTo: to}) {
			got = append(got, e.ID)
		}
		slices.Sort(got)
		slices.Sort(tt.want)
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
		any, err := s.AnyMail(t.Context(), to, EntryFilter{})
		if err != nil || any != (len(tt.noted) < 2) {
			t.Errorf("%s: %t, %v", tt.name, any, err)
		}
	}
}

// On one day, what answers a post comes after it, whichever feed was first.
func TestAnswersLast(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	for _, url := range []string{"gemini://one.example/", "gemini://two.example/"} {
		commit(t, s, Check{New: &NewSubscription{URL: url, Unread: -1}, CheckedAt: start, Feed: at(url, "a")})
	}
	list := entries(t, s, EntryFilter{OldestFirst: true})
	answer := *aPost("=> " + list[1].URL + "\n")
	savePosts(t, s, model.PostResult{EntryID: list[0].ID, Post: &answer}, model.PostResult{EntryID: list[1].ID, Post: aPost("x\n")})
	if got := owedMail(t, s, mailTo(t, s, "box", 1, 2), EntryFilter{}); !slices.Equal(got, []int64{list[1].ID, list[0].ID}) {
		t.Errorf("%v", got)
	}
}

// One delivery runs at a time, beside an update.
func TestLockMail(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	update, err := s.LockUpdate(t.Context(), false)
	if err != nil {
		t.Fatal(err)
	}
	defer update()
	release, err := s.LockMail(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.LockMail(t.Context()); err == nil || !strings.HasPrefix(err.Error(), ErrDeliveryRunning.Error()+" since ") {
		t.Errorf("%v", err)
	}
	fine(t)(nil, release())
	again, err := s.LockMail(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	fine(t)(nil, again())
}
