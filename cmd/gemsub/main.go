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
	// A run allocates much and keeps little: below 40 MB nothing is worth collecting often.
	debug.SetGCPercent(300)
	debug.SetMemoryLimit(40 << 20)
	env.interrupts = new(interrupts)
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
