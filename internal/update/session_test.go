package update

import (
	"testing"
	"testing/synctest"
	"time"

	"gemsub/internal/model"
)

// There is one state for an authority, and each change of it is stored once.
func TestStates(t *testing.T) {
	s := newEngine(newWeb(), newMemory()).NewSession()
	a, err := s.loadAuthority(t.Context(), "a.example:1965")
	if again, _ := s.loadAuthority(t.Context(), "a.example:1965"); err != nil || a != again {
		t.Fatalf("two states for one authority, %v", err)
	}
	for _, wait := range []time.Duration{time.Second, time.Minute} {
		a.editKept(func(kept *model.Authority) { kept.DeferFor = wait })
		if b := s.takeChanges(); len(b.Authorities) > 0 {
			t.Error("stored though nothing was reached")
		}
		s.reached.Store(true)
		if b := s.takeChanges(); len(b.Authorities) != 1 || b.Authorities[0].DeferFor != wait {
			t.Errorf("stored %+v", b)
		}
		if b := s.takeChanges(); len(b.Authorities) > 0 {
			t.Errorf("stored again: %+v", b)
		}
		s.reached.Store(false)
	}
	s.reached.Store(true)
	for _, change := range [][2]string{{"", "aa"}, {"aa", "bb"}} {
		key := model.PinnedKey{Authority: a.kept.Authority, Fingerprint: change[1]}
		a.editKept(func(kept *model.Authority) { kept.Key = key })
		if b := s.takeChanges(); len(b.Authorities) != 1 || b.Authorities[0].Key != key || b.Authorities[0].StoredKey.Fingerprint != change[0] {
			t.Errorf("stored %+v", b)
		}
	}
}

// A run remembers a capsule to its end, even if a redirect from elsewhere leads there long after
// the capsule's own feeds were checked.
func TestForgottenCapsuleIsAskedPolitely(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := newWeb(), newMemory()
		e := newEngine(w, m)
		e.Jobs = 1
		w.text("gemini://a.example/robots.txt", "User-agent: *\nCrawl-delay: 20\n")
		w.page("gemini://a.example/log/", gemlog(1))
		w.page("gemini://a.example/other/", gemlog(1))
		w.reply("gemini://b.example/", 30, "gemini://a.example/other/", "")
		if err := run(t, e, m, "gemini://a.example/log/", "gemini://b.example/"); err != nil {
			t.Fatal(err)
		}
		if n := w.count("gemini://a.example/robots.txt"); n != 1 {
			t.Errorf("robots.txt was asked for %d times", n)
		}
		var pages []time.Time
		for _, r := range w.requests {
			if r.url == "gemini://a.example/log/" || r.url == "gemini://a.example/other/" {
				pages = append(pages, r.at)
			}
		}
		if len(pages) != 2 || pages[1].Sub(pages[0]) < 20*time.Second {
			t.Errorf("requests at %v", pages)
		}
	})
}
