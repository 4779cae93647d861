package tui

import (
	"context"
	"strings"
	"testing"

	"gemsub/internal/app"
)

// An automatic update says what is new, and moves nothing under the cursor.
func TestUpdateAlone(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 24)
	d.subscribe(app.AddOptions{URLs: []string{"gemini://news.example/"}})
	d.beginUpdate(&updating{auto: true})
	d.settle()
	d.hasNot("feeds checked")
	newWorld().net["news.example"].Page("/", "# News\n=> 2.gmi 2026-03-06 Brand new\n")
	d.press("j j")
	e, _ := d.list().current()
	d.beginUpdate(&updating{auto: true})
	d.settle()
	if now, _ := d.list().current(); now.ID != e.ID {
		t.Errorf("the cursor went from %s to %s", e.Title, now.Title)
	}
	d.golden("news-80x24")
	d.press("enter")
	newWorld().net["news.example"].Page("/", "# News\n=> 3.gmi 2026-03-07 Newer\n")
	before, _, _ := strings.Cut(d.shows(), "space")
	d.beginUpdate(&updating{auto: true})
	d.settle()
	d.has(before, "1 new entry in 1 feed, 5 feeds checked")
}

// An automatic update that fails says so. It leaves a running update alone, and says nothing if
// no feed is due.
func TestUpdateAloneFails(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 24)
	d.Options.Update = func(context.Context, string) (app.UpdateOptions, error) { return app.UpdateOptions{}, nil }
	run, err := d.App.Update(t.Context(), app.UpdateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	alone := func() {
		d.press("g")
		d.beginUpdate(&updating{auto: true})
		d.settle()
	}
	alone()
	d.has("another update is running")
	run.Close()
	alone()
	d.hasNot("nothing is due")
	d.Options.Update = func(ctx context.Context, _ string) (app.UpdateOptions, error) {
		<-ctx.Done()
		return app.UpdateOptions{}, ctx.Err()
	}
	d.press("g")
	d.beginUpdate(&updating{auto: true})
	running := d.updating
	d.beginUpdate(&updating{auto: true})
	d.draw()
	d.has("U stops that")
	if d.updating != running {
		t.Error("a second update has begun")
	}
	d.press("U")
	d.has("update stopped")
}

// While the reader is open it updates again and again, if that is set.
func TestUpdateEvery(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 24)
	screen, term := raw(t)
	updates := 0
	d.Options.UpdateEvery = 1
	d.Options.Update = func(context.Context, string) (app.UpdateOptions, error) {
		if updates++; updates == 3 {
			term.SendRaw([]byte("Q"))
		}
		return app.UpdateOptions{}, nil
	}
	if err := runOn(t.Context(), screen, d.Options); err != nil || updates < 3 {
		t.Errorf("%d updates, %v", updates, err)
	}
}
