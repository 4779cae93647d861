// Gemsub is a feed reader for Gemini and Gopher.
package main

import (
	"context"
	"os"
	"runtime/debug"
	"time"

	"gemsub/internal/app"
)

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
	debug.SetGCPercent(200)        // an update keeps little: it takes a tenth less than with 100
	debug.SetMemoryLimit(80 << 20) // a hostile document takes as much, and so do 20,000 feeds
	env.interrupts = new(interrupts)
	return untilSignal(env.interrupts, func(ctx context.Context) int { return run(ctx, os.Args, env) })
}
