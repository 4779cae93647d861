package store

import (
	"errors"
	"fmt"
	"testing"
	"time"
)

// A newer gemsub may migrate the database while this one has it open: nothing is
// written from then on.
func TestNewerSchemaMeanwhile(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	id := subscribe(t, s, page(post("b.gmi", 2, "B"), post("a.gmi", 1, "A")))
	if _, err := s.SetUnread(t.Context(), EntryFilter{IDs: []Range{{1, 1}}}, false); err != nil {
		t.Fatal(err)
	}
	before := subscriptions(t, s, SubscriptionFilter{})
	if _, err := s.db.ExecContext(t.Context(), fmt.Sprintf(`PRAGMA user_version = %d`, schemaVersion+1)); err != nil {
		t.Fatal(err)
	}
	ctx := t.Context()
	writes := map[string]func() error{
		"commit": func() error {
			err := s.Commit(ctx, withLinks(Batch{Checks: complete(t, s, Check{Subscription: byID(id), Feed: page(post("c.gmi", 3, "C"))})}))
			return err
		},
		"read":   func() error { _, err := s.SetUnread(ctx, EntryFilter{}, false); return err },
		"prune":  func() error { _, err := s.Prune(ctx, EntryFilter{Prunable: true}); return err },
		"rename": func() error { return s.Set(ctx, map[int64]time.Time{id: {}}, Settings{Title: new("Another")}) },
		"key":    func() error { return s.PinKey(ctx, PinnedKey{Authority: "a:1"}) },
		"remove": func() error { return s.Remove(ctx, []int64{id}) },
	}
	want := fmt.Sprintf("database %s was written by a newer gemsub (schema %d, this one knows %d)", s.path, schemaVersion+1, schemaVersion)
	for name, write := range writes {
		err := write()
		for next := errors.Unwrap(err); next != nil && err.Error() != want; next = errors.Unwrap(err) {
			err = next
		}
		if !errors.Is(err, ErrNewer) || err.Error() != want {
			t.Errorf("%s: error %v, want %q", name, err, want)
		}
	}
	if after := subscriptions(t, s, SubscriptionFilter{}); len(after) != 1 || after[0].Name() != before[0].Name() || after[0].Unread != 1 {
		t.Errorf("something was written: %+v", after)
	}
}
