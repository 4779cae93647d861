package update

import "context"

// largeBody is the size of a page from which it counts as large, in bytes: ten
// times what most have. Its entries take several times as much.
const largeBody = 128 << 10

// A turn is what one large page at a time has, from when it is read until its
// entries are in the store: else a run over many of them would hold them all.
type turn chan struct{}

func newTurn() turn { return make(turn, 1) }

// take waits for the turn. It reports false if ctx ends before.
func (t turn) take(ctx context.Context) bool {
	select {
	case t <- struct{}{}:
		return true
	case <-ctx.Done():
		return false
	}
}

// pass gives the turn on.
func (t turn) pass() { <-t }
