package tui

import (
	"slices"
	"testing"

	"gemsub/internal/app"
	"gemsub/internal/model"
)

// A post that an update could not fetch is requested again for enter, once, but not for space.
func TestAskAgain(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 24)
	host := newWorld().net["failing.example"]
	d.subscribe(app.AddOptions{URLs: []string{"gemini://failing.example/"}, Wanted: model.Settings{Backlog: new(-1)}})
	d.press("U")
	asked := host.Count("/gone.gmi")
	if asked == 0 {
		t.Fatal("the update did not ask for the post")
	}
	d.press("g k")
	d.has("A lost page")
	d.press("space")
	d.has("Storm")
	if got := host.Count("/gone.gmi"); got != asked {
		t.Errorf("space asked %d times", got-asked)
	}
	d.press("q g enter")
	d.has("51 Not found")
	if got := host.Count("/gone.gmi"); got != asked+1 {
		t.Errorf("enter asked %d times", got-asked)
	}
}

// Links on a page that the user named have the origin of the page, also for the key m.
func TestLinksOfPages(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 24)
	host := newWorld().net["later.example"]
	d.press(":")
	d.enter("gemini://later.example/1.gmi")
	d.press("tab tab enter")
	d.has("query for another capsule")
	d.press("m")
	d.has("query for another capsule")
	d.press("esc tab enter") // a page to which a named one led
	d.has("# Two")
	d.press("tab enter")
	d.has("query for another capsule")
	d.press("esc m")
	d.has("kept to read later: gemini://later.example/2.gmi")
	if got := host.Count("/2.gmi?all"); got != 0 {
		t.Errorf("asked %d times", got)
	}
	d.press("q q :")
	d.enter("gemini://garden.example/log/?delete") // the user asks for that
	d.hasNot("another capsule")
}

// :add quotes the URL of the shown page.
func TestAddQuotes(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 24)
	newWorld().net["garden.example"].Page("/it's", "It is.\n")
	d.press(":")
	d.enter("gemini://garden.example/it's")
	d.press(":")
	d.enter("add")
	if want := []string{`add 'gemini://garden.example/it'\''s'`}; !slices.Equal(d.commands, want) {
		t.Errorf("%q, not %q", d.commands, want)
	}
}

// A browser with a window runs beside the reader, which goes on. The entry is read once it started.
func TestBrowserBeside(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 24)
	d.held = make(chan struct{})
	d.handle(event("o"))
	d.handle(event("j"))
	d.draw()
	d.has("2/18", "•  ↔  03-05")
	close(d.held)
	d.settle()
	d.has("opened in the browser: gemini://coast.example/storm.gmi", "   ↔  03-05")
}
