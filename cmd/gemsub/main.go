// Gemsub subscribes to gemlogs, pages on the Gemini protocol whose links begin
// with a date, and says what is new.
package main

import (
	"context"
	"net"
	"os"
	"os/signal"
	"syscall"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	os.Exit(run(ctx, os.Args, environment{
		stdin:   os.Stdin,
		stdout:  os.Stdout,
		stderr:  os.Stderr,
		getenv:  os.Getenv,
		environ: os.Environ,
		now:     time.Now,
		dial:    (&net.Dialer{}).DialContext,
		resolve: resolve,
	}))
}
