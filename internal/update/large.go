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

// beforeLarge acquires a place for the body that x is about to read: else a run
// over many large pages would have them all in memory. That wait is for others, so
// it costs nothing of the budget.
func (x *request) beforeLarge(ctx context.Context) error {
	if x.hasBody {
		return nil
	}
	x.budget.rest()
	defer x.budget.run()
	if x.hasBody = x.session.bodies.acquire(ctx); !x.hasBody {
		return context.Cause(ctx)
	}
	return nil
}

// releaseBody gives the place of x back once nobody needs the body any more.
func (x *request) releaseBody() {
	if x.hasBody {
		x.session.bodies.release()
		x.hasBody = false
	}
}
