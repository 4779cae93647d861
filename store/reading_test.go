package store

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"gemsub/internal/model"
)

// What is opened is one change, until another change, another session or a day ends it. It takes no
// place among the twenty, and only the newest is kept.
func TestReading(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	ctx := t.Context()
	f := page()
	for i := range 30 {
		f.Entries = append(f.Entries, post(fmt.Sprint(i, ".gmi"), 40-i, fmt.Sprint("Post ", i)))
	}
	id := subscribe(t, s, f)
	fine(t)(s.SetUnread(ctx, EntryFilter{}, true))
	forgetAll(t, s)
	list := func() string {
		changes, err := s.Changes(ctx)
		fine(t)(nil, err)
		var all []string
		for _, c := range changes {
			all = append(all, fmt.Sprint(c.Command, c.Entries))
		}
		return strings.Join(all, " ")
	}
	for _, step := range []struct {
		do   func() error
		want string
	}{
		{func() error { return s.MarkOpened(ctx, []int64{1}, "") }, "show1"},
		{func() error { return s.MarkOpened(ctx, []int64{1, 3, 2}, "") }, "show3"},
		{func() error { return s.MarkOpened(ctx, []int64{4}, "a reader") }, "show1"},
		{func() error { return s.MarkOpened(ctx, []int64{5}, "another") }, "show1"},
		{func() error { return s.MarkOpened(ctx, []int64{6}, "another") }, "show2"},
		{func() error { _, err := s.SetStarred(ctx, EntryFilter{Limit: 1}, true); return err }, "star1 show2"},
		{func() error { return s.MarkOpened(ctx, []int64{7}, "another") }, "show1 star1"},
		{func() error { s.now = func() time.Time { return start.Add(readingTime) }; return nil }, "show1 star1"},
		{func() error { return s.MarkOpened(ctx, []int64{8}, "another") }, "show1 star1"},
		{func() error { return s.MarkOpened(ctx, []int64{9}, "another") }, "show2 star1"},
	} {
		fine(t)(nil, step.do())
		if got := list(); got != step.want {
			t.Errorf("%s, want %s", got, step.want)
		}
	}
	for i := range maxChanges {
		fine(t)(s.Tag(ctx, []int64{id}, fmt.Sprint("t", i)))
	}
	changes, err := s.Changes(ctx)
	if opened := changes[len(changes)-1]; len(changes) != maxChanges+1 || opened.Command != model.Reading || err != nil {
		t.Errorf("%d changes, the first %+v, %v", len(changes), opened, err)
	}
}

// In a reader undo takes back one opened post after the other, in every feed that has it; without
// opened posts, the last change.
func TestUndoOpened(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	ctx := t.Context()
	subscribe(t, s, page(post("c.gmi", 3, "C"), post("b.gmi", 2, "B"), post("a.gmi", 1, "A")))
	follow(t, s, "gemini://planet.example/", linkedAs("planet-a", pageURL+"a.gmi", 1, "Planet"))
	fine(t)(s.SetUnread(ctx, EntryFilter{}, true))
	forgetAll(t, s)
	unread := func() string {
		all := titles(entries(t, s, EntryFilter{UnreadOnly: true}))
		slices.Sort(all)
		return strings.Join(all, " ")
	}
	before := unread()
	fine(t)(s.SetStarred(ctx, EntryFilter{IDs: []Range{{1, 1}}}, true))
	fine(t)(nil, s.MarkOpened(ctx, []int64{3, 1, 2}, "reader"))
	if got := unread(); got != "" {
		t.Errorf("unread are %s", got)
	}
	fine(t)(s.db.ExecContext(ctx, `UPDATE entry SET unread = 1 WHERE id = 2`)) // by another date
	for _, want := range []struct {
		title, unread  string
		restored, left int
	}{
		{"B", "B", 0, 1},
		{"A", "A B Planet", 2, 0},
		{"C", before, 1, 0},
	} {
		u, err := s.UndoOpened(ctx)
		if err != nil || u.Command != model.Reading || u.Restored != want.restored || u.Left != want.left || !slices.Equal(u.Titles, []string{want.title}) {
			t.Errorf("undone %+v, %v, want %+v", u, err, want)
		}
		if got := unread(); got != want.unread {
			t.Errorf("unread are %s, want %s", got, want.unread)
		}
	}
	if u, err := s.UndoOpened(ctx); err != nil || u.Command != "star" {
		t.Errorf("undone %+v, %v", u, err)
	}
	checkNothingRecorded(t, s)
}
