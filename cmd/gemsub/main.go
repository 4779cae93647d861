// Gemsub subscribes to gemlogs, pages on the Gemini protocol whose links begin
// with a date, and says what is new.
package main

import (
	"context"
	"net"
	"os"
	"time"
)

func main() {
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
