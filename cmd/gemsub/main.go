// Gemsub subscribes to gemlogs, pages on the Gemini protocol whose links begin
// with a date, and says what is new.
package main

import (
	"context"
	"net"
	"os"
	"runtime/debug"
	"time"
)

// gcPercent is for [debug.SetGCPercent]. A run allocates much and keeps little:
// collecting half as often takes a tenth off an update's time, for a few
// megabytes. With many feeds it would be for tens of megabytes, and the time is
// that of TLS and SQLite anyway.
const (
	gcPercent       = 200
	gcPercentOfMany = 50
	manyFeeds       = 2000
)

func main() {
	debug.SetGCPercent(gcPercent)
	os.Exit(untilSignal(func(ctx context.Context) int {
		return run(ctx, os.Args, environment{
			stdin:   os.Stdin,
			stdout:  os.Stdout,
			stderr:  os.Stderr,
			getenv:  os.Getenv,
			environ: os.Environ,
			now:     time.Now,
			dial:    (&net.Dialer{}).DialContext,
			resolve: resolve,
		})
	}))
}
