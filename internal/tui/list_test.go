package tui

import (
	"testing"

	"gemsub/internal/model"
)

// A step off the screen turns the page and leaves a line of it; longer ways go as far as
// they must.
func TestCursor(t *testing.T) {
	t.Parallel()
	c := list[int]{}
	for _, step := range []struct{ by, n, height, at, top int }{
		{4, 100, 5, 4, 0},
		{1, 100, 5, 5, 4},
		{1, 100, 5, 6, 4},
		{-2, 100, 5, 4, 4},
		{-1, 100, 5, 3, 0},
		{-1, 100, 5, 2, 0},
		{90, 100, 5, 92, 88},
		{1, 94, 5, 93, 89}, // there is no further page
		{1, 94, 5, 93, 89},
		{-93, 94, 5, 0, 0},
		{-1, 94, 5, 0, 0},
		{1, 94, 1, 1, 1},
		{-1, 94, 1, 0, 0},
	} {
		c.rows = make([]int, step.n)
		if c.move(step.by, step.height); c.at != step.at || c.top != step.top {
			t.Errorf("%+d of %d on %d lines: at %d from %d, want %d from %d", step.by, step.n, step.height, c.at, c.top, step.at, step.top)
		}
	}
}

// Lists, posts and conversations tell feeds of one name apart.
func TestFeedsOfOneName(t *testing.T) {
	t.Parallel()
	d := open(t, 120, 24)
	title := "Garden"
	if _, err := d.App.Set(t.Context(), []string{"2"}, model.Settings{Title: &title}); err != nil {
		t.Fatal(err)
	}
	d.press("q enter")
	d.has("Garden (coa… The first winter storm", "Garden (gar… Day 12")
	d.press("enter")
	d.has("1/18│Garden (coast.example)")
}
