package fetch_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"gemsub/internal/capsule"
	"gemsub/internal/fetch"
)

// Who waits before a large body is read has as long as it takes, once or more
// often; a small body waits for nobody.
func TestBeforeLarge(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, c := inBubble(t)
		s.Reply("/small", capsule.Reply{Status: 20, Meta: "text/gemini", Body: strings.Repeat("x", 100<<10)})
		s.Reply("/large", capsule.Reply{Status: 20, Meta: "text/gemini", Body: strings.Repeat("x", 5<<20)})
		waits := 0
		ctx := fetch.BeforeLarge(t.Context(), 128<<10, func(context.Context) error {
			waits++
			time.Sleep(time.Hour)
			return nil
		})
		if _, err := c.Get(ctx, parse(t, "example.org/small"), nil); err != nil || waits != 0 {
			t.Errorf("small: %d waits, %v", waits, err)
		}
		resp, err := c.Get(ctx, parse(t, "example.org/large"), nil)
		if err != nil || waits == 0 {
			t.Fatalf("large: %d waits, %v", waits, err)
		}
		if len(resp.Body) != 5<<20 || cap(resp.Body) > 5<<20+1 {
			t.Errorf("%d bytes in %d", len(resp.Body), cap(resp.Body))
		}
		full := errors.New("no room")
		ctx = fetch.BeforeLarge(t.Context(), 128<<10, func(context.Context) error { return full })
		if _, err := c.Get(ctx, parse(t, "example.org/large"), nil); !errors.Is(err, full) {
			t.Errorf("without room: %v", err)
		}
		if _, err := c.Get(ctx, parse(t, "example.org/small"), nil); err != nil {
			t.Errorf("small, after that: %v", err)
		}
	})
}
