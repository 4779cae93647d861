package tui

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/gdamore/tcell/v3"

	"gemsub/internal/app"
	"gemsub/internal/capsule"
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

// A capsule that asks for input gets what the user types. What it calls sensitive is neither shown
// nor remembered.
func TestAnswer(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 24)
	host := newWorld().net["asking.example"]
	replies := map[string]capsule.Reply{
		"/name":            {Status: 10, Meta: "Your name?"},
		"/name?Ada%20L%26": {Status: 20, Meta: "text/gemini", Body: "Hello, Ada.\n"},
		"/door":            {Status: 11, Meta: "the word?"},
		"/door?melon":      {Status: 11, Meta: "the word?"},
		"/door?sesame":     {Status: 20, Meta: "text/gemini", Body: "Open.\n"},
		"/door?peach":      {Status: 51, Meta: "No /door?peach"},
	}
	for _, path := range []string{"/name", "/door"} {
		host.Handle(path, func(raw string) capsule.Reply { return replies[strings.TrimPrefix(raw, "gemini://asking.example")] })
	}
	d.press(":")
	d.enter("gemini://asking.example/")
	d.press("1")
	d.has("asking.example asks: Your name?:")
	d.enter("Ada L&")
	d.has("Hello, Ada.", "asking.example/name?Ada%20L%26")
	d.press("q 2")
	for _, word := range []string{"melon", "sesame"} {
		for _, c := range word {
			d.handle(tcell.NewEventKey(tcell.KeyRune, string(c), 0))
		}
		d.draw()
		d.has("the word?: " + strings.Repeat("*", len(word)))
		d.press("enter")
		d.hasNot(word)
	}
	d.has("Open.", "asking.example/door\n")
	d.press("q 2")
	d.enter("peach")
	d.has("51 No /door")
	d.hasNot("peach")
	d.press("2 up")
	d.hasNot("peach")
	d.press("esc L")
	d.hasNot("peach")
	if history := fmt.Sprint(d.typedLines); strings.Contains(history, "peach") || strings.Contains(history, "melon") {
		t.Errorf("the history is %s", history)
	}
}

// What gemsub cannot show is opened by a key, which the message names.
func TestOpensIt(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 24)
	d.press(":")
	d.enter("gemini://asking.example/")
	d.press("3")
	d.has("only text/* can be shown", "o opens it")
	d.press("o")
	if want := []string{"gemini://asking.example/cat.png"}; !slices.Equal(d.opened, want) {
		t.Errorf("opened %q", d.opened)
	}
	d.press("4")
	d.has("reads no items of type I; o opens it")
}

// "Read later" stands below Starred, and its entries are called by the links' labels until their
// titles are known.
func TestReadLaterPlace(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 24)
	d.press(":")
	d.enter("gemini://later.example/1.gmi")
	for range 4 {
		d.press("tab")
	}
	d.press("m q q j j j")
	d.has("\nStarred             │")
	if at := d.feeds.rows[3]; at.title != "Read later" {
		t.Errorf("the place below Starred is %q", at.title)
	}
	d.press("enter")
	d.has("Read later   ", "Gone", "1/1")
}

// A command that lists entries opens a list to walk, in the order of the command. With flags for
// programs, or without entries, its output is text.
func TestListsOfCommands(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 24)
	d.Options.Command = func(_ context.Context, line string, _ int, out io.Writer) {
		switch line {
		case "entries --all --json", "search beans --feed Garden --json":
			fmt.Fprint(out, "{\"id\":2}\n{\"id\":14}\n{\"id\":1}\n")
		default:
			fmt.Fprintf(out, "ran %s\nas text\n", line)
		}
	}
	d.press(":")
	d.enter("entries --all")
	d.has("entries --all", "1/3", "Day 2 among")
	d.press("j enter")
	d.has("As I read in")
	d.press("q j enter")
	d.has("Day 1")
	d.press("q q :")
	d.enter("search beans --feed Garden")
	d.has("1/3")
	d.press("q :")
	d.enter("entries --feed nobody")
	d.has("ran entries --feed nobody\nas text")
	d.press("q :")
	d.enter("entries --count")
	d.has("ran entries --count\nas text")
}

// :update FEED runs beside the reader, and says in the last line how far it is.
func TestUpdateOfFeed(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 24)
	d.press(":")
	for _, c := range "update Garden" {
		d.handle(tcell.NewEventKey(tcell.KeyRune, string(c), 0))
	}
	d.handle(event("enter"))
	d.handle(event("j"))
	d.draw()
	d.has("2/18", "U stops that")
	d.settle()
	d.has("1 feed checked")
	d.press(":")
	d.enter("update nobody")
	d.has(`no feed fits "nobody"`)
}

// Ten things that people do each day, in one session.
func TestDay(t *testing.T) {
	t.Parallel()
	d := open(t, 100, 30)
	for _, task := range []struct{ name, keys, types, shows string }{
		{"read the newest post", "space", "", "As I read in"},
		{"read on", "space", "", "竹と石"},
		{"star it", "s", "", "1 entry of 1 feed starred"},
		{"back to the list", "q", "", "2/18"},
		{"search, and read a hit", "/", "storm", "1/1"},
		{"follow a link", "enter 1", "", "Day 2"},
		{"keep a link for later", "tab m", "", "kept to read later"},
		{"look at a page, and subscribe to it", ":", "gemini://day.example/", "Not so new"},
		{"update", "q q q q U", "", "feeds checked"},
		{"list what has a star", "F", "starred", "1/"},
		{"mark the rest of a feed as read", "F", "garden", "Garden  "},
		{"", "a", "", "marked as read"},
		{"take that back", "u", "", "undone: "},
	} {
		d.press(task.keys)
		if task.types != "" {
			d.enter(task.types)
		}
		if screen := d.shows(); !strings.Contains(screen, task.shows) {
			t.Fatalf("%s: %q is not on the screen:\n%s", task.name, task.shows, screen)
		}
	}
	d.press("Q")
	d.quits()
}
