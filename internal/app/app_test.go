package app_test

import (
	"os"
	"path/filepath"
	"testing"

	"gemsub/internal/app"
)

// A command that needs no database of its own leaves none behind.
func TestOpenAny(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	missing := filepath.Join(t.TempDir(), "none.db")
	a, err := app.OpenAny(t.Context(), missing, h.environment())
	if err != nil {
		t.Fatal(err)
	}
	if subs, err := a.Feeds(t.Context(), app.FeedQuery{}); len(subs) > 0 || err != nil {
		t.Errorf("%v, %v", subs, err)
	}
	a.Close()
	if _, err := os.Stat(missing); err == nil {
		t.Error("a database was left behind")
	}

	h.subscribe(page, "Garden", "Worms")
	a, err = app.OpenAny(t.Context(), h.path, h.environment())
	if err != nil {
		t.Fatal(err)
	}
	if subs, err := a.Feeds(t.Context(), app.FeedQuery{}); len(subs) != 1 || err != nil {
		t.Errorf("%v, %v", subs, err)
	}
	a.Close()
	if _, err := os.Stat(h.path); err != nil {
		t.Error(err)
	}
	if _, err := app.OpenAny(t.Context(), t.TempDir(), h.environment()); err == nil {
		t.Error("a folder was opened")
	}
}

func TestBackup(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.subscribe(page, "Garden", "Worms")
	h.path = filepath.Join(t.TempDir(), "copy.db")
	if err := h.Backup(t.Context(), h.path); err != nil {
		t.Fatal(err)
	}
	h.App = h.open(h.environment())
	if h.feed("1").Name() != "Garden" || h.unread() != "Worms" {
		t.Errorf("the copy has %s", h.titles(app.EntryQuery{}))
	}
}
