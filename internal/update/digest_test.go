package update

import (
	"net/url"
	"strings"
	"testing"

	"gemsub/feed"
	"gemsub/internal/fetch"
	"gemsub/internal/menu"
)

// In the format page only changes by a menu's author count. In other formats every byte does,
// since links may have changed.
func TestDigestOfMenus(t *testing.T) {
	t.Parallel()
	const menuText = "iMy phlog\t\tx\t1\n0One\t/a\told.example\t70\n"
	of := func(body string, format feed.Format) string {
		u := &url.URL{Scheme: "gopher", Host: "old.example", Path: "/1/phlog"}
		return documentDigest(&fetch.Response{URL: u, Meta: menu.MediaType, Body: []byte(body)}, format)
	}
	for _, same := range []string{strings.ReplaceAll(menuText, "old.example", "new.example"), menuText + "iGophered by Gophernicus/3.1.1 on Debian\t\tx\t1\n"} {
		if of(same, feed.WholePage) != of(menuText, feed.WholePage) {
			t.Errorf("%q counts as a change", same)
		}
		if of(same, feed.Menu) == of(menuText, feed.Menu) {
			t.Errorf("%q is not read", same)
		}
	}
	if of(menuText+"iNew\t\tx\t1\n", feed.WholePage) == of(menuText, feed.WholePage) {
		t.Error("a new line counts as no change")
	}
}
