package update

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"gemsub/internal/fetch"
	"gemsub/internal/model"
)

// A page moves neither to a URL with a query nor to one where an identity would be shown that was
// not shown now: otherwise all later requests would have them.
func TestUnsafeMoves(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ to, movedTo, why string }{
		{"gemini://a.example/log/new", "gemini://a.example/log/new", ""},
		{"gemini://a.example/new", "gemini://a.example/new", ""},
		{"gemini://a.example/log/?yes", "", "moved to gemini://a.example/log/?yes, which has a query"},
		{"gemini://a.example/me/log", "", "moved to gemini://a.example/me/log, where an identity is shown"},
		{"gemini://a.example/log/me/x", "gemini://a.example/log/me/x", ""}, // the identity was shown on the way
		{"gemini://b.example/me/log", "", "moved to gemini://b.example/me/log, where an identity is shown"},
	} {
		synctest.Test(t, func(t *testing.T) {
			w, m := newWeb(), newMemory()
			m.identity = func(u *url.URL) *fetch.Identity {
				if strings.Contains(u.Path, "/me/") {
					return &fetch.Identity{}
				}
				return nil
			}
			w.reply("gemini://a.example/log/", 31, tt.to, "")
			w.page(tt.to, gemlog(2))
			if err := run(t, newEngine(w, m), m, "gemini://a.example/log/"); err != nil {
				t.Fatal(err)
			}
			r := m.results[0]
			if r.MovedTo != tt.movedTo || r.Err == nil != (tt.why == "") || r.Err != nil && r.Err.Error() != tt.why {
				t.Errorf("%s: moved to %q, error %v", tt.to, r.MovedTo, r.Err)
			}
			if tt.why != "" && (r.State != model.StatePaused || !r.NextCheckAt.IsZero()) {
				t.Errorf("%s: %s, next at %v", tt.to, r.State, r.NextCheckAt)
			}
		})
	}
}

// A page that was cut off does not move, and reports no unsafe move.
func TestCutMove(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w, m := newWeb(), newMemory()
		w.reply("gemini://a.example/", 31, "/?yes", "")
		w.pages["gemini://a.example/?yes"] = func() (*fetch.Response, error) {
			return &fetch.Response{Status: 20, Meta: "text/gemini", Body: []byte(gemlog(1)), Cut: true}, nil
		}
		if err := run(t, newEngine(w, m), m, "gemini://a.example/"); err != nil {
			t.Fatal(err)
		}
		if r := m.results[0]; r.Err != nil || r.ReadAt == "" || r.MovedTo != "" {
			t.Errorf("error %v, read at %q, moved to %q", r.Err, r.ReadAt, r.MovedTo)
		}
	})
}

// A large page gives its place back, whether it is read or refused: there are only four places.
func TestLargePagesGiveBackPlaces(t *testing.T) {
	t.Parallel()
	n := newNeighbourhood(t)
	n.Page("/large", gemlog(2)+strings.Repeat("x", 200<<10))
	var subs []*model.Subscription
	for i := range 12 {
		page := fmt.Sprintf("/%d", i)
		if i%2 == 0 {
			n.Page(page, gemlog(2)+strings.Repeat("x", 200<<10))
		} else {
			n.Redirect(page, 31, "/large?yes") // no page may move there
		}
		subs = append(subs, &model.Subscription{ID: int64(i + 1), URL: "gemini://a.example" + page})
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	paused := 0
	for r, err := range n.session.Run(ctx, subs) {
		if err != nil {
			t.Fatal(err)
		}
		if r.Check.State == model.StatePaused {
			paused++
		}
	}
	if paused != 6 {
		t.Errorf("%d paused", paused)
	}
}
