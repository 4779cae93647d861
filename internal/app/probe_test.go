package app

import (
	"testing"
	"time"

	"gemsub/internal/model"
	"gemsub/store"
)

// The probe is the feed that was read most recently of those that are well and of
// another capsule than those that are asked.
func TestProbe(t *testing.T) {
	t.Parallel()
	a, now := openApp(t)
	var batch store.Batch
	add := func(url string, state store.State, ago time.Duration) {
		batch.Checks = append(batch.Checks, store.Check{New: &store.NewSubscription{URL: url}, State: state, CheckedAt: now.Add(-ago)})
	}
	add("gemini://a.example/", store.StateOK, time.Hour)
	add("gemini://a.example/other", store.StateOK, time.Hour)
	add("gemini://old.example/", store.StateOK, 48*time.Hour)
	add("gemini://well.example/", store.StateOK, 24*time.Hour)
	add("gemini://older.example/", store.StateOK, 72*time.Hour)
	add("gemini://failing.example/", store.StateFailing, time.Hour)
	add("gemini://gone.example/", store.StateGone, time.Hour)
	if _, err := a.db.Commit(t.Context(), batch); err != nil {
		t.Fatal(err)
	}
	asked := []*model.Subscription{{URL: "gemini://a.example/"}}
	for _, want := range []string{"gemini://well.example/", "gemini://old.example/", "gemini://older.example/"} {
		s, ok := a.probe(asked)(t.Context())
		if !ok || s.URL != want {
			t.Fatalf("with %d asked: %s, %t; want %s", len(asked), s.URL, ok, want)
		}
		asked = append(asked, &s)
	}
	if s, ok := a.probe(asked)(t.Context()); ok {
		t.Errorf("none is left that is well, but got %s", s.URL)
	}
}
