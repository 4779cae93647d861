package store

import (
	"slices"
	"testing"
)

// A commit that asks for it owes a hook for each entry that became new, until the hook ran or the
// entry is gone. Other commits owe none.
func TestOwedHooks(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	id := subscribe(t, s, page(post("a.gmi", 1, "A")))
	read := func(owe bool, names ...string) {
		t.Helper()
		f := page()
		for i, name := range slices.Backward(names) {
			f.Entries = append(f.Entries, post(name, i, name))
		}
		fine(t)(nil, s.Commit(t.Context(), withLinks(Batch{Checks: complete(t, s, Check{Subscription: byID(id), Feed: f}), OweHooks: owe})))
	}
	owed := func(want ...int64) {
		t.Helper()
		if got, err := s.OwedHooks(t.Context()); !slices.Equal(got, want) || err != nil {
			t.Errorf("owed for %v, error %v, want %v", got, err, want)
		}
	}
	read(false, "a.gmi", "b.gmi")
	owed()
	read(true, "a.gmi", "b.gmi", "c.gmi", "d.gmi")
	owed(3, 4)
	read(true, "a.gmi", "b.gmi", "d.gmi", "x.gmi", "c.gmi") // c.gmi has a later date
	owed(3, 4, 5)

	fine(t)(nil, s.HookDone(t.Context(), 4))
	owed(3, 5)
	markAllRead(t, s)
	prune(t, s, EntryFilter{IDs: []Range{{5, 5}}})
	owed(3)
	for n := 1; n <= 3; n++ {
		if again, err := s.HookNotStarted(t.Context(), 3, 3); again != (n < 3) || err != nil {
			t.Errorf("after %d starts that failed it is owed: %t, error %v", n, again, err)
		}
	}
	owed()
}

// Feeds take turns: a feed with many entries does not use up the time of the others.
func TestOwedHooksInTurn(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	many := page(post("c.gmi", 2, "C"), post("b.gmi", 1, "B"), post("a.gmi", 0, "A"))
	fine(t)(nil, s.Commit(t.Context(), withLinks(Batch{
		Checks: complete(t, s,
			Check{Subscription: &Subscription{URL: pageURL, Backlog: new(-1)}, Feed: many},
			Check{Subscription: &Subscription{URL: "gemini://b.example/", Backlog: new(-1)}, Feed: at("gemini://b.example/", "d.gmi")},
		),
		OweHooks: true,
	})))
	if got, err := s.OwedHooks(t.Context()); !slices.Equal(got, []int64{1, 4, 2, 3}) || err != nil {
		t.Errorf("owed for %v, error %v", got, err)
	}
}

// A backup has the owed hooks.
func TestOwedHooksInBackup(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	fine(t)(nil, s.Commit(t.Context(), withLinks(Batch{
		Checks:   complete(t, s, Check{Subscription: &Subscription{URL: pageURL, Backlog: new(-1)}, Feed: page(post("a.gmi", 1, "A"))}),
		OweHooks: true,
	})))
	if owed, err := backUp(t, s).OwedHooks(t.Context()); len(owed) != 1 || err != nil {
		t.Errorf("owed for %v, error %v, want one", owed, err)
	}
}
