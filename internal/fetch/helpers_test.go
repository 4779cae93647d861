package fetch_test

import (
	"context"
	"net/url"
	"sync"
	"testing"
	"time"

	"gemsub/internal/address"
	"gemsub/internal/capsule"
	"gemsub/internal/fetch"
	"gemsub/internal/model"
)

// today is the clock of tests without a bubble.
var today = time.Date(2024, 3, 25, 12, 0, 0, 0, time.UTC)

func now() time.Time { return today }

// memory keeps keys and counts how often one was saved.
type memory struct {
	mu               sync.Mutex
	keys             map[string]model.PinnedKey
	saves            int
	readErr, saveErr error
}

func (m *memory) Key(_ context.Context, authority string) (model.PinnedKey, bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	h, ok := m.keys[authority]
	return h, ok, m.readErr
}

func (m *memory) PinKey(_ context.Context, k model.PinnedKey) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.keys == nil {
		m.keys = map[string]model.PinnedKey{}
	}
	m.keys[k.Authority] = k
	m.saves++
	return m.saveErr
}

// start returns a capsule and a client for which every address is that capsule.
func start(t testing.TB, o capsule.Options) (*capsule.Server, *fetch.Client) {
	t.Helper()
	s, err := capsule.Start(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s, &fetch.Client{Dial: s.Dial, Now: now, Keys: &memory{}}
}

// inBubble is start without a listener, for a testing/synctest bubble.
func inBubble(t *testing.T) (*capsule.Server, *fetch.Client) {
	t.Helper()
	s, err := capsule.New(capsule.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s, &fetch.Client{Dial: s.Dial, Now: time.Now, Keys: &memory{}}
}

func parse(t testing.TB, s string) *url.URL {
	t.Helper()
	u, err := address.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// text is the text of an error, "" for none.
func text(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
