package update

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"gemsub/internal/model"
)

// A state is forgotten when nobody uses it and the store has all of it.
func TestStatesAreForgotten(t *testing.T) {
	change := func(a *authorityState) { a.change(func(kept *model.Authority) { kept.DeferFor = time.Second }) }
	tests := []struct {
		name  string
		do    func(a *authorityState)
		kept  int // states, once it was released
		after int // states, once changes were stored
	}{
		{"nothing new", func(*authorityState) {}, 0, 0},
		{"changed", change, 1, 0},
		{"down", func(a *authorityState) { a.down = errors.New("connection refused") }, 1, 1},
		{"without robots.txt", func(a *authorityState) { a.robotsErr = errors.New("no answer") }, 1, 1},
		{"robots.txt is failing", func(a *authorityState) { a.kept.RobotsFailingSince = time.Unix(1, 0) }, 1, 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := newEngine(newWeb(), newMemory()).NewSession()
			first, err := s.acquire(t.Context(), "a.example:1965")
			if err != nil {
				t.Fatal(err)
			}
			second, err := s.acquire(t.Context(), "a.example:1965")
			if err != nil || first != second {
				t.Fatalf("two states for one authority, %v", err)
			}
			test.do(first)
			s.release(first)
			if len(s.authorities) != 1 {
				t.Error("forgotten though it is used")
			}
			s.release(second)
			if len(s.authorities) != test.kept {
				t.Errorf("%d states are known, want %d", len(s.authorities), test.kept)
			}
			states := s.changed()
			toStore(states)
			if len(s.authorities) != test.kept {
				t.Error("forgotten before it was stored")
			}
			s.stored(states)
			if len(s.authorities) != test.after {
				t.Errorf("%d states are known after storing, want %d", len(s.authorities), test.after)
			}
		})
	}
}

// A state that changes while it is being stored is stored once more.
func TestChangedWhileStored(t *testing.T) {
	s := newEngine(newWeb(), newMemory()).NewSession()
	a, _ := s.acquire(t.Context(), "a.example:1965")
	a.change(func(kept *model.Authority) { kept.DeferFor = time.Second })
	states := s.changed()
	toStore(states)
	a.change(func(kept *model.Authority) { kept.DeferFor = time.Minute })
	s.release(a)
	s.stored(states)
	if again := toStore(s.changed()); len(again) != 1 || again[0].DeferFor != time.Minute {
		t.Errorf("stored again: %+v", again)
	}
}

// What a run knows of a capsule holds to its end, though the capsule's own feeds
// were done with long before another's redirect leads there.
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

// A list of groups does not keep the states of those that were dealt.
func TestDealtStatesAreLetGo(t *testing.T) {
	s := newEngine(newWeb(), newMemory()).NewSession()
	all := []group{{authority: "a.example:1965"}, {authority: "b.example:1965"}}
	next := (&dealer{session: s, all: all}).until(t.Context())
	for i := range all {
		if g, ok := next(); !ok || g.state == nil || g.authority != all[i].authority {
			t.Errorf("dealt %+v", g)
		}
		if all[i].state != nil {
			t.Errorf("the state of %s is kept", all[i].authority)
		}
	}
}
