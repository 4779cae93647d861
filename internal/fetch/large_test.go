package fetch_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/sync/semaphore"

	"gemsub/internal/capsule"
	"gemsub/internal/fetch"
)

// Large bodies wait for each other, without a time limit; small ones do not wait.
func TestLargeBodiesWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, c := inBubble(t)
		c.large = semaphore.NewWeighted(4)
		s.Reply("/small", capsule.Reply{Status: 20, Meta: "text/gemini", Body: strings.Repeat("x", 100<<10)})
		s.Reply("/large", capsule.Reply{Status: 20, Meta: "text/gemini", Body: strings.Repeat("x", 5<<20)})
		var held []*fetch.Response
		for range 4 {
			resp, err := c.Get(t.Context(), parse(t, "example.org/large"))
			if err != nil || len(resp.Body) != 5<<20 || resp.Waited != 0 {
				t.Fatalf("%d bytes after %v, %v", len(resp.Body), resp.Waited, err)
			}
			held = append(held, resp)
		}
		if resp, err := c.Get(t.Context(), parse(t, "example.org/small")); err != nil || resp.Waited != 0 {
			t.Errorf("small: waited %v, %v", resp.Waited, err)
		}
		for _, resp := range held {
			time.AfterFunc(time.Hour, resp.Release)
		}
		for range 2 {
			resp, err := c.Get(t.Context(), parse(t, "example.org/large"))
			if err != nil || len(resp.Body) != 5<<20 || resp.Waited > time.Hour {
				t.Errorf("%d bytes after %v, %v", len(resp.Body), resp.Waited, err)
			}
		}
	})
}

// A large body gives its place back if reading it fails.
func TestLargeBodyFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, c := inBubble(t)
		c.large = semaphore.NewWeighted(4)
		s.Reply("/endless", capsule.Reply{Status: 20, Meta: "text/gemini", Body: strings.Repeat("x", 1<<20), Repeat: true})
		for range 6 {
			if resp, err := c.Get(t.Context(), parse(t, "example.org/endless")); fetch.KindOf(err) != fetch.TooLarge || resp.Waited != 0 {
				t.Fatalf("waited %v, %v", resp.Waited, err)
			}
		}
	})
}
