package fetch_test

import (
	"context"
	"net/url"
	"sync"
	"testing"
	"time"

	"golang.org/x/sync/semaphore"

	"gemsub/internal/address"
	"gemsub/internal/capsule"
	"gemsub/internal/fetch"
	"gemsub/internal/model"
)

// today is the time in tests without a synctest bubble.
var today = time.Date(2024, 3, 25, 12, 0, 0, 0, time.UTC)

func now() time.Time { return today }

// A visitor makes requests with a client, pins the keys of the responses, and counts how often
// a key changed.
type visitor struct {
	*fetch.Client
	mu       sync.Mutex
	keys     map[string]model.PinnedKey
	saves    int
	identity func(*url.URL) *fetch.Identity // nil for none
	large    *semaphore.Weighted            // nil for no bound
}

// Get makes one request.
func (v *visitor) Get(ctx context.Context, u *url.URL) (*fetch.Response, error) {
	v.mu.Lock()
	r := fetch.Request{URL: u, KnownKey: v.keys[address.Authority(u)], LargeBodies: v.large}
	v.mu.Unlock()
	if v.identity != nil {
		r.Identity = v.identity(u)
	}
	resp, err := v.Do(ctx, r)
	v.mu.Lock()
	defer v.mu.Unlock()
	if resp.Key != r.KnownKey {
		v.keys[resp.Key.Authority] = resp.Key
		v.saves++
	}
	return resp, err
}

func newVisitor(c *fetch.Client) *visitor {
	return &visitor{Client: c, keys: map[string]model.PinnedKey{}}
}

// start returns a capsule and a client that connects to it for every address.
func start(t testing.TB, o capsule.Options) (*capsule.Server, *visitor) {
	t.Helper()
	s, err := capsule.Start(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s, newVisitor(&fetch.Client{Dial: s.Dial, Now: now})
}

// inBubble does the same without a listener, for a testing/synctest bubble.
func inBubble(t *testing.T) (*capsule.Server, *visitor) {
	t.Helper()
	s, err := capsule.New(capsule.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s, newVisitor(&fetch.Client{Dial: s.Dial, Now: time.Now})
}

func parse(t testing.TB, s string) *url.URL {
	t.Helper()
	u, err := address.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// text returns the text of an error, "" for none.
func text(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
