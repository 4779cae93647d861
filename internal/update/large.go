package update

import "context"

const (
	// largeBody is the size of a page from which it counts as large, in bytes:
	// ten times what most have. Its entries take several times as much.
	largeBody = 128 << 10
	// maxBodies is how many large bodies are read at once, or wait to be turned
	// into entries. A capsule has one of these places at a time, for the 30 s
	// of a response at most, so several leave room beside one that drips.
	maxBodies = 4
)

// places are what of large pages only so many have at once: else a run over many
// of them would hold them all. One place, the turn, is for the page whose
// entries are not in the store yet; the others are for bodies.
type places chan struct{}

func newPlaces(n int) places { return make(places, n) }

// take waits for a place. It reports false if ctx ends before.
func (p places) take(ctx context.Context) bool {
	select {
	case p <- struct{}{}:
		return true
	case <-ctx.Done():
		return false
	}
}

// pass gives a place on.
func (p places) pass() { <-p }

// beforeLarge takes a place for the body that x is about to read. That wait is
// for others, so it costs nothing of the budget.
func (x *visit) beforeLarge(ctx context.Context) error {
	if x.large {
		return nil
	}
	x.budget.Rest()
	defer x.budget.Run()
	if x.large = x.visits.bodies.take(ctx); !x.large {
		return context.Cause(ctx)
	}
	return nil
}

// letGo gives the place of x on once nobody needs the body any more.
func (x *visit) letGo() {
	if x.large {
		x.visits.bodies.pass()
		x.large = false
	}
}
