package store

import (
	"context"
	"errors"
	"testing"
)

// What cannot be read is an error, not nothing.
func TestReadsFail(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for name, read := range map[string]func() error{
		"shared names": func() error { _, err := s.SharedNames(ctx); return err },
		"linked posts": func() error { _, err := s.LinkedPosts(ctx, []string{"a"}); return err },
		"links":        func() error { _, err := s.LinksFrom(ctx, []string{"a"}); return err },
	} {
		if err := read(); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}
