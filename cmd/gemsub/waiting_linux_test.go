package main

import (
	"strings"
	"sync"
	"testing"

	"gemsub/internal/capsule"
)

// After half a second a person is told who is waited for, without escape sequences where the
// terminal is dumb.
func TestWaiting(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"xterm", "dumb"} {
		server := startCapsules(t, 1)[0]
		told := make(chan struct{})
		release := sync.OnceFunc(func() { close(told) })
		t.Cleanup(release) // before the server is closed, which waits for its answers
		server.Handle("/log.gmi", func(string) capsule.Reply {
			<-told
			return capsule.Reply{Status: 51}
		})
		cmd := gemsub(t, "", "check", server.URL("/log.gmi"))
		cmd.Env = append(cmd.Env, "TERM="+kind, "NO_COLOR=")
		term := startTerminal(t, cmd)
		shown := term.await("waiting for 127.0.0.1")
		release()
		term.await("not found")
		if isPlain := !strings.Contains(shown, "\x1b"); isPlain != (kind == "dumb") {
			t.Errorf("%s: shown %q", kind, shown)
		}
	}
}
