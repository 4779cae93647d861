package tui

import (
	"slices"
	"testing"

	"gemsub/internal/app"
	"gemsub/internal/model"
)

// addDead subscribes to a feed whose newest entries are a dead page, one of the web and one
// that can be read, and lists the entries.
func (d *desk) addDead() {
	o := app.AddOptions{URLs: []string{"gemini://dead.example/"}, Wanted: model.Settings{Backlog: new(-1)}}
	d.subscribe(o)
	d.renew()
	d.settle()
	d.press("g")
	d.has("1/21", "A dead page")
}

// Reading on passes over what cannot be shown. That is named, and stays unread.
func TestReadOnPastUnreadable(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 24)
	d.addDead()
	d.press("space")
	d.has("Alive.", "2 entries cannot be shown and stay unread; L says why")
	d.press("L")
	d.has("51 Not found", "https://web.example/a")
	d.press("q space")
	d.has("Storm") // from a post on
	d.press("q")
	d.has("•     03-09 Dead", "•     03-08 Dead", "Unread            19")
}

// At the last entries, what cannot be shown is named, and the cursor is on the last one.
func TestReadOnToTheEnd(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 24)
	d.press("G space")
	d.has("18/18", "updates could not fetch it: 51 Not\nfound")
	d.press("k enter space space")
	d.has("Garden", "updates could not fetch it: 51 Not") // the post before stays
	d.press("space")
	d.has("no unread entry that way; 16 the other way (p)")
}

// At either end of a list, keys for unread entries say how many are the other way.
func TestUnreadOtherWay(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 24)
	d.press("p")
	d.has("no unread entry that way; 17 the other way (n)")
	d.press("G n")
	d.has("no unread entry that way; 17 the other way (p)")
	d.press("a n")
	d.has("\nno other unread entry here; J goes to the next feed with some\n")
}

// Enter opens an entry of the web in the browser, as it does links, and marks it as read.
func TestOpenOfTheWeb(t *testing.T) {
	t.Parallel()
	d := open(t, 120, 24)
	d.addDead()
	d.settle()
	d.has("this post is not kept here; enter requests it")
	d.press("j")
	d.settle()
	d.has("this is for your browser; enter opens it there")
	d.press("enter")
	d.has("opened in the browser: https://web.example/a")
	d.hasNot("•     03-08")
	if want := []string{"https://web.example/a"}; !slices.Equal(d.opened, want) {
		t.Errorf("opened %q", d.opened)
	}
}

// Beside a list without entries stands no post.
func TestPreviewOfNothing(t *testing.T) {
	t.Parallel()
	d := open(t, 120, 24)
	d.settle()
	d.has("As I read in")
	d.press("a")
	d.settle()
	d.has("nothing here")
	d.hasNot("As I read in")
	d.press("u")
	d.settle()
	d.has("As I read in")
}
