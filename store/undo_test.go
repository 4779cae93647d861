package store

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"gemsub/internal/model"

	"github.com/google/go-cmp/cmp"
)

// commands are all that can be undone, each for a store of fill.
func commands(t *testing.T) map[string]func(*Store) error {
	ctx := t.Context()
	return map[string]func(*Store) error{
		"read":      func(s *Store) error { _, err := s.SetUnread(ctx, EntryFilter{}, false); return err },
		"unread":    func(s *Store) error { _, err := s.SetUnread(ctx, EntryFilter{}, true); return err },
		"read one":  func(s *Store) error { _, err := s.SetUnread(ctx, EntryFilter{IDs: []Range{{1, 1}}}, false); return err },
		"star":      func(s *Store) error { _, err := s.SetStarred(ctx, EntryFilter{}, true); return err },
		"unstar":    func(s *Store) error { _, err := s.SetStarred(ctx, EntryFilter{}, false); return err },
		"mute":      func(s *Store) error { _, _, err := s.AddMute(ctx, Mute{Pattern: "1"}); return err },
		"unmute":    func(s *Store) error { _, err := s.RemoveMutes(ctx, []int64{2}); return err },
		"tag":       func(s *Store) error { _, err := s.Tag(ctx, []int64{1, 2, 3}, "b"); return err },
		"untag":     func(s *Store) error { _, err := s.Untag(ctx, []int64{1, 2, 3}, "a"); return err },
		"set title": func(s *Store) error { return s.Set(ctx, map[int64]time.Time{1: {}}, Settings{Title: new("Mine")}) },
		"set":       func(s *Store) error { return s.Set(ctx, map[int64]time.Time{1: start, 2: {}}, setAll()) },
		"set its URL": func(s *Store) error {
			return s.Set(ctx, map[int64]time.Time{1: {}}, Settings{URL: parseURL(t, "gemini://new.example/")})
		},
		"remove": func(s *Store) error { return s.Remove(ctx, []int64{1, 2, 3}) },
	}
}

func setAll() Settings {
	return Settings{Interval: new(day), Format: new("links"), IgnoreRobots: new(true), Posts: new(model.PostsAll), Tag: []string{"z"}}
}

// Undo restores the database as it was before the command, whichever command it was.
func TestUndo(t *testing.T) {
	t.Parallel()
	for name, command := range commands(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := fullStore(t)
			mute(t, s, Mute{Pattern: "of two", SubscriptionID: 2})
			forgetAll(t, s)
			before := snapshotOf(t, s)
			if err := command(s); err != nil {
				t.Fatal(err)
			}
			if cmp.Equal(snapshotOf(t, s), before) {
				t.Fatal("nothing changed")
			}
			u, err := s.Undo(t.Context(), 0)
			if err != nil || u.Left != 0 || !strings.HasPrefix(name, u.Command) {
				t.Errorf("undone %+v, error %v", u, err)
			}
			if diff := cmp.Diff(before, snapshotOf(t, s)); diff != "" {
				t.Errorf("-before +after undo:\n%s", diff)
			}
			checkWords(t, s, "undo")
			checkNothingRecorded(t, s)
			if _, err := s.Undo(t.Context(), 0); !errors.Is(err, ErrNothingToUndo) {
				t.Errorf("undone twice: %v", err)
			}
		})
	}
}

// forgetAll forgets the changes so far.
func forgetAll(t *testing.T, s *Store) {
	t.Helper()
	if _, err := s.db.ExecContext(t.Context(), `DELETE FROM change`); err != nil {
		t.Fatal(err)
	}
}

func checkNothingRecorded(t *testing.T, s *Store) {
	t.Helper()
	for _, name := range []string{"change", "changed_value"} {
		var n int
		if err := s.db.QueryRowContext(t.Context(), `SELECT COUNT(*) FROM `+name).Scan(&n); err != nil || n > 0 {
			t.Errorf("%s has %d rows, error %v", name, n, err)
		}
	}
}

// Changes are undone one by one, the last first.
func TestUndoInTurn(t *testing.T) {
	t.Parallel()
	s := fullStore(t)
	forgetAll(t, s)
	var states []snapshot
	for i := range 5 {
		states = append(states, snapshotOf(t, s))
		if _, err := s.Tag(t.Context(), []int64{1}, fmt.Sprint("t", i)); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Tag(t.Context(), []int64{1}, fmt.Sprint("t", i)); err != nil { // no change
			t.Fatal(err)
		}
	}
	for i := range states {
		if _, err := s.Undo(t.Context(), 0); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(states[len(states)-1-i], snapshotOf(t, s)); diff != "" {
			t.Errorf("undo %d (-before +after):\n%s", i+1, diff)
		}
	}
}

// A page that was read since in the changed format is read again, also where the change gave
// another feed a value for none.
func TestUndoReadsAgain(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	threeSubscriptions(t, s)
	const one, three = 1, 3
	to := Settings{Format: new("links")}
	fine(t)(nil, s.Set(t.Context(), map[int64]time.Time{three: {}}, to))
	fine(t)(nil, s.Set(t.Context(), map[int64]time.Time{one: {}, three: start}, to))
	fine(t)(s.db.Exec(`UPDATE subscription SET checked_at = 99, digest = 'x' WHERE id = ?`, one))
	fine(t)(s.Undo(t.Context(), 0))
	if got := subscriptions(t, s, SubscriptionFilter{})[one-1]; got.Digest != "" || got.Format == "links" {
		t.Errorf("digest %q, format %s", got.Digest, got.Format)
	}
}

// Values that changed since are skipped and counted.
func TestUndoLeaves(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		command   string
		meanwhile string // in SQL
		left      int
		check     string // is true after it
	}{
		"renewed":            {"read", `UPDATE entry SET unread = 1 WHERE id = 1`, 1, `(SELECT SUM(unread) = COUNT(*) FROM entry WHERE subscription_id = 1)`},
		"pruned":             {"read", `DELETE FROM entry WHERE id = 1`, 1, `NOT EXISTS (SELECT 1 FROM entry WHERE id = 1)`},
		"tag of a gone feed": {"untag", `DELETE FROM subscription WHERE id = 1`, 1, `NOT EXISTS (SELECT 1 FROM tag WHERE subscription_id = 1)`},
		"title":              {"set title", `UPDATE subscription SET title = 'Other' WHERE id = 1`, 1, `(SELECT title = 'Other' FROM subscription WHERE id = 1)`},
		"read since":         {"set", `UPDATE subscription SET checked_at = 99, digest = 'x' WHERE id = 1`, 0, `(SELECT digest = '' AND format <> 'links' FROM subscription WHERE id = 1)`},
		"failed since":       {"set its URL", `UPDATE subscription SET checked_at = 99, failures = 1, state = 'failing' WHERE id = 1`, 0, `(SELECT url = 'gemini://one.example/' AND digest = '' FROM subscription WHERE id = 1)`},
		"URL set back":       {"set its URL", `UPDATE subscription SET url = 'gemini://one.example/', read_url = url WHERE id = 1`, 1, `(SELECT url = 'gemini://one.example/' FROM subscription WHERE id = 1)`},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := fullStore(t)
			if err := commands(t)[tt.command](s); err != nil {
				t.Fatal(err)
			}
			if _, err := s.db.ExecContext(t.Context(), tt.meanwhile); err != nil {
				t.Fatal(err)
			}
			u, err := s.Undo(t.Context(), 0)
			if err != nil || u.Left != tt.left {
				t.Errorf("%+v, error %v; want %d left", u, err, tt.left)
			}
			var ok bool
			if err := s.db.QueryRowContext(t.Context(), `SELECT `+tt.check).Scan(&ok); err != nil || !ok {
				t.Errorf("not so: %s (%v)", tt.check, err)
			}
		})
	}
}

// A feed gets its URL back unless its page was read at the other one, or another feed has it:
// then nothing of the change is undone, and its record stays.
func TestUndoURLRefused(t *testing.T) {
	t.Parallel()
	const old = "gemini://one.example/"
	read := &ReadError{Subscription: Subscription{ID: 1, URL: "gemini://new.example/"}, Before: old}
	again := *read
	again.URL = "gemini://newer.example/"
	tests := map[string]struct {
		meanwhile string // in SQL
		want      error
	}{
		"read there":    {`UPDATE subscription SET digest = 'd' WHERE id = 1`, read},
		"changed again": {`UPDATE subscription SET url = 'gemini://newer.example/' WHERE id = 1`, &again},
		"taken":         {`UPDATE subscription SET url = '` + old + `' WHERE id = 3`, &TakenError{Subscription{ID: 3, URL: old}}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := fullStore(t)
			fine(t)(nil, s.Set(t.Context(), map[int64]time.Time{1: {}}, Settings{URL: parseURL(t, "gemini://new.example/"), Title: new("Mine")}))
			fine(t)(s.db.ExecContext(t.Context(), tt.meanwhile))
			before := snapshotOf(t, s)
			_, err := s.Undo(t.Context(), 0)
			if got := errors.Unwrap(err); !cmp.Equal(got, tt.want) {
				t.Errorf("error %v: %+v, want %+v", err, got, tt.want)
			}
			if diff := cmp.Diff(before, snapshotOf(t, s)); diff != "" {
				t.Errorf("-before +after undo:\n%s", diff)
			}
			if list, err := s.Changes(t.Context()); err != nil || list[0].Command != "set" {
				t.Errorf("the list has %+v, %v", list, err)
			}
		})
	}
}

// A page that was cut off counts as read at its new URL: its entries have the links there.
func TestUndoURLAfterCut(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	id := subscribe(t, s, page(post("a.gmi", 1, "A")))
	fine(t)(nil, s.Set(t.Context(), map[int64]time.Time{id: {}}, Settings{URL: parseURL(t, "gemini://new.example/")}))
	commit(t, s, Check{Subscription: byID(id), CheckedAt: start.Add(day), State: StateOK, Digest: "d", Cut: true, Feed: page(post("b.gmi", 1, "A"))})
	if _, err := s.Undo(t.Context(), 0); err == nil || !strings.Contains(err.Error(), "read") {
		t.Errorf("got %v", err)
	}
}

// A named change whose values are all gone, since a removal took them, stays in the list. The
// removal can be undone first.
func TestUndoHidden(t *testing.T) {
	t.Parallel()
	for name, command := range commands(t) {
		if name == "remove" || strings.HasSuffix(name, "mute") { // those mutes are of all feeds
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := fullStore(t)
			ctx := t.Context()
			forgetAll(t, s)
			fine(t)(nil, command(s))
			after := snapshotOf(t, s)
			fine(t)(nil, s.Remove(ctx, []int64{1, 2, 3}))
			list, err := s.Changes(ctx)
			fine(t)(nil, err)
			change := list[len(list)-1]
			if u, err := s.Undo(ctx, change.ID); err != nil || u.Restored > 0 || u.ID != change.ID {
				t.Errorf("undone %+v, error %v", u, err)
			}
			if again, err := s.Changes(ctx); err != nil || !cmp.Equal(again, list) {
				t.Errorf("the list has %+v, %v; had %+v", again, err, list)
			}
			fine(t)(s.Undo(ctx, 0))
			if diff := cmp.Diff(after, snapshotOf(t, s)); diff != "" {
				t.Errorf("-before the removal +after its undo:\n%s", diff)
			}
			if u, err := s.Undo(ctx, change.ID); err != nil || u.Restored == 0 {
				t.Errorf("undone %+v, error %v", u, err)
			}
		})
	}
}

// After an import undo names the last change that a person made before the import.
func TestUndoAfterFinal(t *testing.T) {
	t.Parallel()
	s := fullStore(t)
	ctx := t.Context()
	forgetAll(t, s)
	fine(t)(s.Tag(ctx, []int64{1}, "x"))
	fine(t)(nil, s.RecordAdd(ctx, []int64{1}))
	fine(t)(s.Undo(ctx, 0)) // removes the feed
	_, _, err := s.Subscribe(ctx, []Subscription{{URL: "gemini://imported.example/"}}, isPrivate)
	fine(t)(nil, err)
	list, err := s.Changes(ctx)
	fine(t)(nil, err)
	_, err = s.Undo(ctx, 0)
	if final, isFinal := errors.AsType[*FinalError](err); !isFinal || final.Before.ID != list[1].ID || final.Before.Command != "tag" {
		t.Errorf("error %v, %+v; want change %+v named", err, final, list[1])
	}
	fine(t)(s.Undo(ctx, list[0].ID))
}

// The last 20 changes are kept, for 30 days.
func TestChanges(t *testing.T) {
	t.Parallel()
	s := fullStore(t)
	for i := range maxChanges + 5 {
		if _, err := s.Tag(t.Context(), []int64{1, 2}, fmt.Sprint("t", i)); err != nil {
			t.Fatal(err)
		}
	}
	list, err := s.Changes(t.Context())
	if err != nil || len(list) != maxChanges {
		t.Fatalf("%d changes, error %v", len(list), err)
	}
	want := Change{ID: list[0].ID, At: start, Command: "tag", Subject: "t24", Feeds: 2, Names: []string{"A log", "A log"}}
	if diff := cmp.Diff(want, list[0]); diff != "" {
		t.Errorf("last change (-want +got):\n%s", diff)
	}
	ranAt(t, s, start.Add(keepChanges+time.Second))
	if list, err := s.Changes(t.Context()); len(list) != 0 || err != nil {
		t.Errorf("later: %d changes, error %v", len(list), err)
	}
	if _, err := s.Undo(t.Context(), 0); !errors.Is(err, ErrNothingToUndo) {
		t.Errorf("later: %v", err)
	}
	if _, err := s.Tag(t.Context(), []int64{1}, "x"); err != nil {
		t.Fatal(err)
	}
	var n int
	if err := s.db.QueryRowContext(t.Context(), `SELECT COUNT(*) FROM changed_value`).Scan(&n); err != nil || n != 1 {
		t.Errorf("%d rows are kept, error %v", n, err)
	}
}

// A removed feed comes back only to a URL that no other feed has by now. No page moves there
// while it could come back; a person may subscribe to it.
func TestUndoRemovalOfTaken(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	ann := subscribe(t, s, page(post("b.gmi", 2, "B"), post("a.gmi", 1, "A")))
	fine(t)(s.SetStarred(t.Context(), EntryFilter{IDs: []Range{{1, 1}}}, true))
	fine(t)(nil, s.Remove(t.Context(), []int64{ann}))
	stranger := commit(t, s, Check{Subscription: &Subscription{URL: "gemini://evil.example/"}, CheckedAt: start, State: StateOK})[0].SubscriptionID
	move := Check{Subscription: byID(stranger), CheckedAt: start.Add(day), State: StateOK, MovedTo: pageURL}
	if done := commit(t, s, move)[0]; !isTaken(done) || done.Moved {
		t.Errorf("moved: %+v", done)
	}
	again := subscribe(t, s, page(post("c.gmi", 3, "C")))
	_, err := s.Undo(t.Context(), removalIn(t, s))
	if taken, ok := errors.AsType[*TakenError](err); !ok || taken.Subscription.ID != again {
		t.Errorf("error %v", err)
	}
	if got := titles(entries(t, s, EntryFilter{})); !slices.Equal(got, []string{"C"}) {
		t.Errorf("entries %q", got)
	}
	fine(t)(nil, s.Set(t.Context(), map[int64]time.Time{again: {}}, Settings{URL: &url.URL{Scheme: "gemini", Host: "elsewhere.example", Path: "/"}}))
	if u, err := s.Undo(t.Context(), removalIn(t, s)); err != nil || u.Restored == 0 || u.Left > 0 {
		t.Errorf("undone %+v, error %v", u, err)
	}
	if got := titles(entries(t, s, EntryFilter{StarredOnly: true})); !slices.Equal(got, []string{"A"}) {
		t.Errorf("starred %q", got)
	}
}

// removalIn is the number of the only removal that can be undone.
func removalIn(t *testing.T, s *Store) int64 {
	t.Helper()
	list, err := s.Changes(t.Context())
	i := slices.IndexFunc(list, func(c Change) bool { return c.Command == "remove" })
	if err != nil || i < 0 {
		t.Fatalf("changes %+v, %v", list, err)
	}
	return list[i].ID
}

// Undo sends other machines each mark that it restored, and none of those that it skipped.
func TestUndoMarks(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	ctx := t.Context()
	subscribe(t, s, page(post("b.gmi", 2, "B"), post("a.gmi", 1, "A")))
	url := entries(t, s, EntryFilter{})[0].URL
	fine(t)(s.SetUnread(ctx, EntryFilter{}, false))
	fine(t)(s.KeepLater(ctx, []string{url}, nil, false))
	sent := `SELECT GROUP_CONCAT(title || marked, ' ') FROM (SELECT * FROM entry ORDER BY title)`
	forget := `UPDATE entry SET marked = 0`
	marks := func(want string) {
		t.Helper()
		var got string
		if err := s.db.QueryRowContext(ctx, sent).Scan(&got); err != nil || got != want {
			t.Errorf("marks %q, want %q; error %v", got, want, err)
		}
	}
	marks("A3 B7")
	fine(t)(s.db.ExecContext(ctx, forget))
	fine(t)(s.Undo(ctx, 0))
	marks("A0 B7")

	fine(t)(s.db.ExecContext(ctx, forget+`, unread = (title = 'A')`)) // a later date made A unread since
	fine(t)(s.Undo(ctx, 0))
	marks("A0 B3")
}
