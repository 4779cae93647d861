package store

import (
	"context"
	"errors"
	"testing"
)

// If a row cannot be read, this is an error, not an empty result.
func TestReadsFail(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for name, read := range map[string]func() error{
		"shared names": func() error { _, err := s.SharedNames(ctx); return err },
		"post entry":   func() error { _, err := s.PostEntry(ctx, 1); return err },
		"links":        func() error { _, err := s.PostLinks(ctx, []int64{1}); return err },
	} {
		if err := read(); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}
