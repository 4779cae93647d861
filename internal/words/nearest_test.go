package words

import "testing"

func TestNearest(t *testing.T) {
	t.Parallel()
	known := []string{"add", "list", "update", "entries", "export", "read", "unread", "search", "set", "open", "atom", "rss", "feed", "limit", "update.posts", "update.jobs"}
	for mistyped, want := range map[string]string{
		"udpate": "update", "lsit": "list", "exprot": "export", "entires": "entries", "upd": "update", "serach": "search",
		"reed": "read", "atm": "atom", "limt": "limit", "fede": "feed", "adds": "add",
		"update.job": "update.jobs", "updat.pots": "update.posts",
		"update.forces": "", "update.room": "", "nope": "", "yaml": "", "x": "", "": "", "subscribe": "", "friends": "",
	} {
		if got := Nearest(mistyped, known); got != want {
			t.Errorf("%q: %q, want %q", mistyped, got, want)
		}
	}
}
