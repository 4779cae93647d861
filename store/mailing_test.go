package store

import (
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"gemsub/internal/model"
)

// mailTo returns the number of a destination that has got entries.
func mailTo(t *testing.T, s *Store, name string, entries ...int64) int64 {
	t.Helper()
	id, err := s.Destination(t.Context(), name, EntryFilter{}, -1)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		fine(t)(nil, s.NoteMail(t.Context(), id, e, true))
	}
	return id
}

// notMailedTo lists the entries that a destination has not got.
func notMailedTo(t *testing.T, s *Store, destination int64) (ids []int64) {
	t.Helper()
	for _, e := range entries(t, s, EntryFilter{NotMailedTo: destination}) {
		ids = append(ids, e.ID)
	}
	slices.Sort(ids)
	return ids
}

// A destination has got the entries that were written, not those that were refused. Each
// destination has its own record.
func TestMailWritten(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	ctx := t.Context()
	subscribe(t, s, page(post("c.gmi", 2, "C"), post("b.gmi", 1, "B"), post("a.gmi", 0, "A")))
	one, other := mailTo(t, s, "one"), mailTo(t, s, "other", 2)
	for range 2 {
		fine(t)(nil, s.NoteMail(ctx, one, 1, false))
	}
	for _, e := range []int64{3, 99} {
		fine(t)(nil, s.NoteMail(ctx, one, e, true))
	}
	if got := notMailedTo(t, s, one); !slices.Equal(got, []int64{1, 2}) {
		t.Errorf("not delivered are %v", got)
	}
	if refused, err := s.RefusedMail(ctx, one); err != nil || !slices.Equal(refused, []int64{1}) {
		t.Errorf("refused are %v, %v", refused, err)
	}
	fine(t)(nil, s.NoteMail(ctx, one, 1, true))
	if refused, err := s.RefusedMail(ctx, one); err != nil || len(refused) > 0 {
		t.Errorf("refused are %v, %v", refused, err)
	}
	if got := notMailedTo(t, s, other); !slices.Equal(got, []int64{1, 3}) {
		t.Errorf("the other has not got %v", got)
	}
}

// A destination remembers which entries its first delivery held back, read or not.
func TestDestination(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	subscribe(t, s, page(post("c.gmi", 2, "C"), post("b.gmi", 1, "B"), post("a.gmi", 0, "A")))
	fine(t)(s.SetUnread(t.Context(), EntryFilter{IDs: []Range{{2, 2}}}, false))
	all := []int64{1, 2, 3}
	for backlog, want := range map[int][]int64{-1: all, 0: nil, 1: {3}, 2: all, 3: all} {
		for _, again := range []int{backlog, 99} {
			id, err := s.Destination(t.Context(), fmt.Sprint(backlog), EntryFilter{UnreadOnly: true}, again)
			if got := notMailedTo(t, s, id); !slices.Equal(got, want) || err != nil {
				t.Errorf("backlog %d: it gets %v, %v, want %v", backlog, got, err, want)
			}
		}
	}
}

// If a feed is removed, so is the record of its delivered entries; undo restores it.
func TestRemovedMail(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	id := subscribe(t, s, page(post("a.gmi", 0, "A")))
	to := mailTo(t, s, "box", 1)
	for _, want := range []int64{1, 0, 1} {
		if got, err := s.MailedEntry(t.Context(), to, pageURL+"a.gmi"); got != want || err != nil {
			t.Errorf("%d, %v, want %d", got, err, want)
		}
		if want == 1 {
			fine(t)(nil, s.Remove(t.Context(), []int64{id}))
		} else {
			fine(t)(s.Undo(t.Context(), 0))
		}
	}
}

// An entry is left out if it was delivered, or if the same post was delivered from a feed that
// precedes its feed: the owner. A delivered copy does not keep the original back.
func TestNotMailed(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	const owner, copier = "gemini://owner.example/", "gemini://copier.example/"
	for _, url := range []string{copier, owner} {
		f := at(url, "a")
		f.Entries[0].Link = owner + "a.gmi"
		commit(t, s, Check{Subscription: &Subscription{URL: url, Backlog: new(-1)}, CheckedAt: start, Feed: f})
	}
	for _, tt := range []struct {
		name      string
		got, want []int64
	}{
		{"nothing", nil, []int64{1, 2}},
		{"copy", []int64{1}, []int64{2}},
		{"original", []int64{2}, nil},
	} {
		if got := notMailedTo(t, s, mailTo(t, s, tt.name, tt.got...)); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

// Delivered posts never keep other posts from being fetched, even if they are unread.
func TestMailedPostsAreSeen(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	f := bigPage(pageURL, unseenKept+1)
	id := subscribe(t, s, f)
	fine(t)(s.SetUnread(t.Context(), EntryFilter{}, true))
	var results []model.PostResult
	var kept []int64
	for i := range int64(unseenKept) {
		results, kept = append(results, model.PostResult{EntryID: i + 1, Post: aPost("text\n")}), append(kept, i+1)
	}
	savePosts(t, s, results...)
	wanted := func() int {
		posts, err := s.WantedPosts(t.Context(), PostFilter{Now: start, Default: model.PostsNew, Subscriptions: []int64{id}})
		if err != nil {
			t.Fatal(err)
		}
		return len(posts)
	}
	if n := wanted(); n != 0 {
		t.Fatalf("%d posts are wanted beside %d that nobody saw", n, unseenKept)
	}
	mailTo(t, s, "box", kept...)
	if n := wanted(); n != 1 {
		t.Errorf("%d posts are wanted once the others were delivered", n)
	}
}

// The record of deliveries of 0.2.0 is kept: nothing is delivered twice, and owed entries are
// still delivered.
func TestMailOfSecondRelease(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "gemsub.db")
	releasedDatabase(t, path, secondRelease, `
		INSERT INTO subscription (id, url, title, format, state, ignore_robots, added_at) VALUES (1, '`+pageURL+`', '', '', 'ok', 0, 0);
		INSERT INTO entry (id, subscription_id, ref, title, author, updated, rank, first_seen, unread)
		SELECT value, 1, '`+pageURL+`' || value, '', '', 0, 0, 0, 1 FROM JSON_EACH('[1,2,3,4,5,6]');
		INSERT INTO destination (id, name, after) VALUES (1, 'box', 0), (2, 'new', NULL), (3, 'late', 4);
		INSERT INTO mailing (entry_id, destination_id, state, refusals)
		VALUES (3, 1, 0, 4), (4, 1, 1, 0), (5, 1, 2, 0), (1, 1, 2, 0)`)
	s := open(t, path)
	if got := notMailedTo(t, s, 1); !slices.Equal(got, []int64{2, 3, 6}) {
		t.Errorf("not delivered are %v", got)
	}
	if refused, err := s.RefusedMail(t.Context(), 1); err != nil || !slices.Equal(refused, []int64{3}) {
		t.Errorf("refused are %v, %v", refused, err)
	}
	for name, want := range map[string][]int64{"box": {2, 3, 6}, "late": {5, 6}, "new": nil} { // new has not begun
		id, err := s.Destination(t.Context(), name, EntryFilter{}, 0)
		if got := notMailedTo(t, s, id); !slices.Equal(got, want) || err != nil {
			t.Errorf("%s: not delivered are %v, %v, want %v", name, got, err, want)
		}
	}
}

// Only one delivery runs at a time; an update may run beside it.
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
	if _, err := s.LockMail(t.Context()); err != ErrDeliveryRunning {
		t.Errorf("%v", err)
	}
	fine(t)(nil, release())
	again, err := s.LockMail(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	fine(t)(nil, again())
}

// A reply refers to the message from the feed that owns the post, not from the feed that had the
// post first.
func TestMailedEntryOfOwner(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	follow(t, s, "gemini://planet.example/", linkedAs(pageURL+"a.gmi", pageURL+"a.gmi", 0, "Planet"))
	follow(t, s, pageURL, post("a.gmi", 0, "A"))
	to := mailTo(t, s, "to", 1, 2)
	if got, err := s.MailedEntry(t.Context(), to, pageURL+"a.gmi"); got != 2 || err != nil {
		t.Errorf("entry %d, %v", got, err)
	}
}
