package tui

import (
	"errors"
	"testing"

	"gemsub/internal/app"
)

// Views stand above the tags and feeds, with how many unread entries they have, and are listed
// as commands list them. One that is faulty lists nothing, and says why.
func TestPlacesOfViews(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 24)
	d.views = map[string]app.EntryQuery{
		"coast":  queryOf(app.EntryFilter{Tag: "friends"}),
		"last":   queryOf(app.EntryFilter{Limit: 3, Order: "arrival", UnreadOnly: true}),
		"nobody": {Feeds: []string{"nosuch"}},
		"wrong":  {Err: errors.New("config.toml: views.wrong: unknown flag --frm")},
	}
	d.press("q enter q j j j j a")
	d.has("2 entries of 1 feed marked as read")
	d.press("u")
	d.golden("views-80x24")
	d.press("enter r")
	d.has("coast  ", "1/2", "coast              1")
	d.press("F")
	d.enter("last")
	d.has("1/3", "Last words")
	last := d.list().rows[0].Entry // the oldest by date
	d.press("r U")
	if rows := d.list().rows; len(rows) != 4 || rows[0].ID != last.ID {
		t.Errorf("the list by arrival became %v", rows)
	}
	d.press("q j enter")
	d.has("nosuch", "last  ")
	d.press("j a j")
	d.press("k enter")
	d.has("views.wrong: unknown flag --frm")
	d.press("esc a")
	d.has("views.wrong: unknown flag --frm")
	d.press("k k k enter")
	d.has("coast  ")
	d = d.again()
	d.has("coast  ", "1/2")
	d.views = nil
	d.renew()
	d.settle()
	d = d.again()
	d.has("Unread  ")
}
