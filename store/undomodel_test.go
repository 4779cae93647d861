package store

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"gemsub/feed"
	"gemsub/internal/model"
)

// A modelChange is what a change did, as shown by snapshots before and after it.
type modelChange struct {
	id            int64
	isRemoval     bool
	isReading     bool
	before, after snapshot
	added         int64 // the subscription that it added, 0 for none
}

// An undoModel is a database under random changes, with the changes that its undo list must have.
type undoModel struct {
	*testing.T
	store   *Store
	random  *rand.Rand
	changes []modelChange
	feeds   int // that were ever added
	steps   []string
}

// Whatever people change, updates bring and others undo meanwhile, undo restores exactly those
// values of a change that are still as the change left them, whatever the clock says.
func TestUndoModel(t *testing.T) {
	t.Parallel()
	for seed := range uint64(4) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			t.Parallel()
			m := &undoModel{T: t, store: newStore(t), random: rand.New(rand.NewPCG(seed, 1))}
			ranAt(t, m.store, start)
			for range 3 {
				m.add()
			}
			for range 50 {
				m.step()
				if t.Failed() {
					t.Fatal(m.steps)
				}
			}
			checkWords(t, m.store, "all")
			if err := m.store.Integrity(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
}

// step does something at random.
func (m *undoModel) step() {
	clocks := []time.Time{start, start, start.Add(time.Hour), start.Add(80 * day), time.Unix(0, 0), start.Add(9999 * day)}
	at := clocks[m.random.IntN(len(clocks))] // a wrong clock makes no change expire
	m.store.now = func() time.Time { return at }
	switch n := m.random.IntN(20); {
	case n < 1:
		m.add()
	case n < 5:
		m.check()
	case n < 6:
		m.open()
	case n < 12:
		m.change()
	default:
		m.undo()
	}
}

func (m *undoModel) note(format string, args ...any) {
	m.steps = append(m.steps, fmt.Sprintf(format, args...)+"\n")
}

// fine ends the test at an error.
func (m *undoModel) fine(err error) {
	m.Helper()
	if err != nil {
		m.Fatal(err, m.steps)
	}
}

// recorded runs do, which changes the database, and keeps the change that the undo list must have.
func (m *undoModel) recorded(isRemoval bool, do func() error) *modelChange {
	before := snapshotOf(m.T, m.store)
	m.fine(do())
	list, err := m.store.Changes(m.Context())
	m.fine(err)
	if len(list) == 0 || slices.ContainsFunc(m.changes, func(c modelChange) bool { return c.id == list[0].ID }) {
		return nil // nothing changed
	}
	m.changes = append(m.changes, modelChange{id: list[0].ID, isRemoval: isRemoval, before: before, after: snapshotOf(m.T, m.store)})
	m.forget()
	return &m.changes[len(m.changes)-1]
}

// forget forgets what the undo list does: removals stay, and the posts that were opened last; of the
// others the last.
func (m *undoModel) forget() {
	others, opened := 0, 0
	for i, c := range slices.Backward(m.changes) {
		if c.isReading {
			if opened++; opened > 1 {
				m.changes = slices.Delete(m.changes, i, i+1)
			}
		} else if !c.isRemoval {
			if others++; others > maxChanges {
				m.changes = slices.Delete(m.changes, i, i+1)
			}
		}
	}
}

// open opens posts, in a reader or not. They belong to the last change if this has posts that were
// opened there.
func (m *undoModel) open() {
	var ids []int64
	for _, e := range entries(m.T, m.store, EntryFilter{UnreadOnly: true, Limit: 1 + m.random.IntN(3)}) {
		ids = append(ids, e.ID)
	}
	if len(ids) == 0 {
		return
	}
	before, session := snapshotOf(m.T, m.store), []string{"", "reader"}[m.random.IntN(2)]
	m.fine(m.store.MarkOpened(m.Context(), ids, session))
	list, err := m.store.Changes(m.Context())
	m.fine(err)
	m.note("opened %v in %q, change %d", ids, session, list[0].ID)
	if last := len(m.changes) - 1; last >= 0 && m.changes[last].id == list[0].ID {
		m.changes[last].after = snapshotOf(m.T, m.store)
		return
	}
	m.changes = append(m.changes, modelChange{id: list[0].ID, isReading: true, before: before, after: snapshotOf(m.T, m.store)})
	m.forget()
}

// page returns a page with random entries.
func (m *undoModel) page(url string) *feed.Feed {
	f := &feed.Feed{ID: url, Title: "A log", Updated: noon}
	for i := range 6 {
		if m.random.IntN(4) == 0 {
			continue
		}
		id := fmt.Sprint(url, i)
		f.Entries = append(f.Entries, feed.Entry{
			ID: id, Link: id, Title: fmt.Sprint("Day ", i, m.random.IntN(3)), Updated: noon.Add(time.Duration(i+m.random.IntN(2)*10) * day),
			Content: &feed.Content{MediaType: "text/plain", Text: fmt.Sprint("was\x01 \"here\"\n", m.random.IntN(3))},
		})
	}
	return f
}

func (m *undoModel) add() {
	m.feeds++
	url := fmt.Sprintf("gemini://capsule-%d.example/", m.feeds)
	c := m.recorded(false, func() error {
		id := commit(m.T, m.store, Check{Subscription: &Subscription{URL: url, Backlog: new(4)}, CheckedAt: start, State: StateOK, Feed: m.page(url)})[0].SubscriptionID
		return m.store.RecordAdd(m.Context(), []int64{id})
	})
	c.added = int64(m.feeds)
	for key := range c.after["subscription"] {
		if c.before["subscription"][key] == nil {
			_, err := fmt.Sscan(key, &c.added)
			m.fine(err)
		}
	}
	m.note("added %d as change %d", c.added, c.id)
}

// feed returns a random subscription; false if there is none.
func (m *undoModel) feed() (Subscription, bool) {
	all := subscriptions(m.T, m.store, SubscriptionFilter{})
	if len(all) == 0 {
		return Subscription{}, false
	}
	return all[m.random.IntN(len(all))], true
}

// check stores a check as an update does, and sometimes prunes.
func (m *undoModel) check() {
	f, ok := m.feed()
	if !ok {
		return
	}
	m.note("checked %d", f.ID)
	at := start.Add(time.Duration(len(m.steps)) * 10 * day)
	commit(m.T, m.store, Check{Subscription: byID(f.ID), CheckedAt: at, NextCheckAt: at.Add(day), State: StateOK, Feed: m.page(f.URL)})
	if m.random.IntN(3) == 0 {
		_, err := m.store.Prune(m.Context(), EntryFilter{Subscriptions: []int64{f.ID}, Prunable: true, Before: noon.Add(4 * day)})
		m.fine(err)
	}
}

// change makes a change as a person does.
func (m *undoModel) change() {
	f, ok := m.feed()
	if !ok {
		return
	}
	ctx, s := m.Context(), m.store
	some := EntryFilter{Limit: 1 + m.random.IntN(8)}
	if m.random.IntN(2) == 0 {
		some.Subscriptions = []int64{f.ID}
	}
	on, tag := m.random.IntN(2) == 0, string(rune('a'+m.random.IntN(2)))
	does := []func() error{
		func() error { _, err := s.SetUnread(ctx, some, on); return err },
		func() error { _, err := s.SetUnread(ctx, EntryFilter{}, on); return err },
		func() error { _, err := s.SetStarred(ctx, some, on); return err },
		func() error { _, _, err := s.AddMute(ctx, Mute{Pattern: "Day 1", SubscriptionID: f.ID}); return err },
		func() error { _, err := s.RemoveMutes(ctx, m.mutes()); return err },
		func() error { _, err := s.Tag(ctx, []int64{f.ID, 1, 2}, tag); return err },
		func() error { _, err := s.Untag(ctx, []int64{f.ID, 1, 2}, tag); return err },
		func() error {
			return s.Set(ctx, map[int64]time.Time{f.ID: start.Add(day)}, Settings{Title: new(tag), Tag: []string{tag}, Interval: new(day)})
		},
		func() error {
			return s.Set(ctx, map[int64]time.Time{f.ID: {}}, Settings{Posts: new(model.PostsAll)})
		},
		func() error { return s.Remove(ctx, []int64{f.ID}) },
	}
	n := m.random.IntN(len(does))
	if c := m.recorded(n == len(does)-1, does[n]); c != nil {
		m.note("did %d as change %d", n, c.id)
	}
}

// mutes returns the numbers of all mutes except the first.
func (m *undoModel) mutes() (ids []int64) {
	list, err := m.store.Mutes(m.Context())
	m.fine(err)
	for _, mute := range list[min(1, len(list)):] {
		ids = append(ids, mute.ID)
	}
	return ids
}

// undo undoes a change at random, most often the last.
func (m *undoModel) undo() {
	if len(m.changes) == 0 {
		return
	}
	i := len(m.changes) - 1
	if m.random.IntN(3) == 0 {
		i = m.random.IntN(len(m.changes))
	}
	c := m.changes[i]
	m.note("undid %d", c.id)
	now, want := snapshotOf(m.T, m.store), snapshotOf(m.T, m.store)
	var undone UndoResult
	undo := func() (err error) {
		undone, err = m.store.Undo(m.Context(), c.id)
		return err
	}
	if c.added != 0 {
		want.remove(c.added)
	} else {
		want.undo(c)
	}
	switch {
	case cmp.Equal(now, want): // nothing is left of the change, which stays in the list
		if m.fine(undo()); undone.Restored > 0 {
			m.Errorf("undo of change %d, of which nothing was left: %+v", c.id, undone)
		}
	case c.added != 0:
		m.changes = slices.Delete(m.changes, i, i+1)
		m.recorded(true, undo)
	default:
		m.changes = slices.Delete(m.changes, i, i+1)
		m.fine(undo())
	}
	if diff := cmp.Diff(want, snapshotOf(m.T, m.store)); diff != "" {
		m.Errorf("undo of change %d, %+v (-want +got):\n%s", c.id, undone, diff)
	}
	list, err := m.store.Changes(m.Context())
	m.fine(err)
	var got, kept []int64
	for _, c := range slices.Backward(list) {
		got = append(got, c.ID)
	}
	for _, c := range m.changes {
		kept = append(kept, c.id)
	}
	if !slices.Equal(got, kept) {
		m.Errorf("the list has %v, want %v", got, kept)
	}
}

// remove deletes a subscription with all that belongs to it.
func (s snapshot) remove(feed int64) {
	entries := map[any]bool{}
	for _, row := range s["entry"] {
		if row["subscription_id"] == feed {
			entries[row["id"]] = true
		}
	}
	for name, rows := range s {
		maps.DeleteFunc(rows, func(_ string, row map[string]any) bool {
			return row["subscription_id"] == feed || entries[row["entry_id"]] || name == "subscription" && row["id"] == feed ||
				name == "entry" && entries[row["id"]]
		})
	}
}

// undo undoes those parts of a change that are in s as the change left them.
func (s snapshot) undo(c modelChange) {
	names := slices.Sorted(maps.Keys(s))
	slices.SortStableFunc(names, func(a, b string) int { return depth(a) - depth(b) })
	for _, name := range names {
		for key, row := range s[name] {
			if c.before[name][key] == nil && cmp.Equal(row, c.after[name][key]) {
				delete(s[name], key)
			}
		}
		for key, before := range c.before[name] {
			after, now := c.after[name][key], s[name][key]
			if after == nil && now == nil && s.takes(name, before) {
				s[name][key] = before
			}
			for column, value := range after {
				if now != nil && !cmp.Equal(value, before[column]) && cmp.Equal(now[column], value) {
					now[column] = before[column]
				}
			}
		}
	}
}

// depth orders tables by what they belong to.
func depth(table string) int {
	switch table {
	case "subscription":
		return 0
	case "entry":
		return 1
	}
	return 2
}

// takes reports whether a row can be added: the rows to which it refers exist, and no other row
// has its unique values.
func (s snapshot) takes(table string, row map[string]any) bool {
	if feed := row["subscription_id"]; feed != nil && s["subscription"][fmt.Sprint(feed)] == nil {
		return false
	}
	if entry := row["entry_id"]; entry != nil && s["entry"][fmt.Sprint(entry)] == nil {
		return false
	}
	for _, other := range s[table] {
		if table == "mute" && other["pattern"] == row["pattern"] && other["subscription_id"] == row["subscription_id"] ||
			table == "entry" && other["ref"] == row["ref"] && other["subscription_id"] == row["subscription_id"] {
			return false
		}
	}
	return true
}
