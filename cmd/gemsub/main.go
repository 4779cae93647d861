// Gemsub subscribes to gemlogs, pages on the Gemini protocol whose links begin
// with a date, and says what is new.
package main

import (
	"context"
	"os"
	"runtime/debug"
	"slices"
	"time"

	"gemsub/internal/app"
)

// A run allocates much and keeps little. Collecting only where the heap has
// quadrupled takes a tenth off an update's time; a limit keeps that from taking tens
// of megabytes where there are thousands of feeds, of which 0.9 kB each is kept.
const (
	gcPercent = 300
	// Of a hostile document 80 MB can be in use: without a limit three times as
	// much would be taken.
	documentLimit = 128 << 20
	memoryLimit   = 28 << 20 // bytes, beside SQLite's
	memoryOfFeed  = 900      // more for each
	memoryOfPost  = 6 << 10  // more for each whose text waits to be stored
	mostPosts     = 1000     // that wait
)

// makeRoom fits the process to checking that many feeds, or fetching posts of theirs.
func makeRoom(feeds, posts int) {
	debug.SetMemoryLimit(memoryLimit + memoryOfFeed*int64(feeds) + memoryOfPost*int64(min(posts, mostPosts)))
}

func main() {
	os.Exit(start(environment{
		stdin:   os.Stdin,
		stdout:  standardOutput(),
		stderr:  os.Stderr,
		getenv:  os.Getenv,
		environ: os.Environ,
		now:     time.Now,
		dial:    app.Dial,
		resolve: app.LookUp,
	}))
}

// start runs the program as the process it is, which has signals and limits of
// memory, and returns its exit code.
func start(env environment) int {
	debug.SetGCPercent(gcPercent)
	debug.SetMemoryLimit(documentLimit)
	env.makeRoom, env.interrupts = makeRoom, new(interrupts)
	do := func(ctx context.Context) int { return run(ctx, os.Args, env) }
	if endsAtOnce(os.Args) {
		return do(context.Background())
	}
	return untilSignal(env.interrupts, do)
}

// endsAtOnce reports whether a command line waits for nothing, so that signals may do as
// they always do: to catch them takes as long as such a command.
func endsAtOnce(args []string) bool {
	return len(args) > 1 && slices.Contains([]string{"version", "help", "completion", completeName, completeBashName}, args[1])
}
