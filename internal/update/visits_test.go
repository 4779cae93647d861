package update

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"gemsub/internal/model"
)

// A host is forgotten when nobody holds it and the store has all of it.
func TestHostsAreForgotten(t *testing.T) {
	change := func(h *host) { h.change(func(a *model.Authority) { a.DeferFor = time.Second }) }
	tests := []struct {
		name  string
		do    func(h *host)
		kept  int // hosts, once it was released
		after int // hosts, once changes were stored
	}{
		{"nothing new", func(*host) {}, 0, 0},
		{"changed", change, 1, 0},
		{"down", func(h *host) { h.down = errors.New("connection refused") }, 1, 1},
		{"without robots.txt", func(h *host) { h.robotsErr = errors.New("no answer") }, 1, 1},
		{"robots.txt is failing", func(h *host) { h.kept.RobotsFailingSince = time.Unix(1, 0) }, 1, 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			v := newVisits(newEngine(newWeb(), newMemory()))
			first, err := v.hold(t.Context(), "a.example:1965")
			if err != nil {
				t.Fatal(err)
			}
			second, err := v.hold(t.Context(), "a.example:1965")
			if err != nil || first != second {
				t.Fatalf("two hosts for one authority, %v", err)
			}
			test.do(first)
			v.release(first)
			if len(v.hosts) != 1 {
				t.Error("forgotten though it is held")
			}
			v.release(second)
			if len(v.hosts) != test.kept {
				t.Errorf("%d hosts are known, want %d", len(v.hosts), test.kept)
			}
			hosts := v.changed()
			authorities(hosts)
			if len(v.hosts) != test.kept {
				t.Error("forgotten before it was stored")
			}
			v.stored(hosts)
			if len(v.hosts) != test.after {
				t.Errorf("%d hosts are known after storing, want %d", len(v.hosts), test.after)
			}
		})
	}
}

// A host that changes while it is being stored is stored once more.
func TestChangedWhileStored(t *testing.T) {
	v := newVisits(newEngine(newWeb(), newMemory()))
	h, _ := v.hold(t.Context(), "a.example:1965")
	h.change(func(a *model.Authority) { a.DeferFor = time.Second })
	hosts := v.changed()
	authorities(hosts)
	h.change(func(a *model.Authority) { a.DeferFor = time.Minute })
	v.release(h)
	v.stored(hosts)
	if again := authorities(v.changed()); len(again) != 1 || again[0].DeferFor != time.Minute {
		t.Errorf("stored again: %+v", again)
	}
}

// What a run knows of a capsule holds to its end, though the capsule's own feeds
// were done with long before another's redirect leads there.
func TestForgottenHostIsAskedPolitely(t *testing.T) {
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
