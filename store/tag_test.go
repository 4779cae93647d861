package store

import (
	"database/sql"
	"errors"
	"slices"
	"testing"
	"time"
)

func TestTags(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	a := commit(t, s, Check{Subscription: &Subscription{URL: "gemini://a.example/", Tags: []string{"old"}}, CheckedAt: start})[0].SubscriptionID
	b := commit(t, s, Check{Subscription: &Subscription{URL: "gemini://b.example/"}, CheckedAt: start})[0].SubscriptionID
	steps := []struct {
		name   string
		change func() (int, error)
		n      int
		a, b   []string
	}{
		{"tag", func() (int, error) { return s.Tag(t.Context(), []int64{a, b, 99}, "new") }, 2, []string{"new", "old"}, []string{"new"}},
		{"tag again", func() (int, error) { return s.Tag(t.Context(), []int64{a, b}, "OLD") }, 1, []string{"new", "old"}, []string{"new", "old"}},
		{"untag", func() (int, error) { return s.Untag(t.Context(), []int64{a}, "Old") }, 1, []string{"new"}, []string{"new", "old"}},
		{"untag again", func() (int, error) { return s.Untag(t.Context(), []int64{a}, "old") }, 0, []string{"new"}, []string{"new", "old"}},
	}
	for _, step := range steps {
		n, err := step.change()
		if err != nil || n != step.n {
			t.Errorf("%s: %d, %v", step.name, n, err)
		}
		list := subscriptions(t, s, SubscriptionFilter{})
		if !slices.Equal(list[0].Tags, step.a) || !slices.Equal(list[1].Tags, step.b) {
			t.Errorf("%s: tags are %q and %q", step.name, list[0].Tags, list[1].Tags)
		}
	}
}

func TestRename(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	id := subscribe(t, s, page(post("a.gmi", 1, "A")))
	own := subscriptions(t, s, SubscriptionFilter{})[0].Name()
	for _, title := range []string{"Mine", ""} {
		if err := s.Set(t.Context(), map[int64]time.Time{id: {}}, Settings{Title: &title}); err != nil {
			t.Fatal(err)
		}
		want := title
		if want == "" {
			want = own
		}
		if got := subscriptions(t, s, SubscriptionFilter{})[0].Name(); got != want {
			t.Errorf("renamed to %q: it is %q", title, got)
		}
	}
	if err := s.Set(t.Context(), map[int64]time.Time{99: {}}, Settings{Title: new("x")}); !errors.Is(err, sql.ErrNoRows) {
		t.Errorf("renamed nothing: %v", err)
	}
}
