package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Ctrl-C is for the browser: gemsub waits for it, and goes on then.
func TestBrowserInterrupted(t *testing.T) {
	t.Parallel()
	browser, closed := filepath.Join(t.TempDir(), "browser"), filepath.Join(t.TempDir(), "closed")
	writeScript(t, browser, `#!/bin/sh
trap 'echo "interrupted $((n += 1)) times"' INT
echo browsing
until [ -e "$1" ]; do sleep 0.05; done
`)
	db := pagedDatabase(t)
	cmd := exec.Command("sh", "-c", `trap : INT; gemsub open 7; echo "ended with $?"; echo all`)
	cmd.Env = append(os.Environ(), "GEMSUB_DB="+db, "HOME="+t.TempDir(), "TERM=xterm", "GEMSUB_BROWSER="+browser+" "+closed)
	term := startTerminal(t, cmd)
	term.await("browsing")
	term.press("\x03")
	term.await("interrupted 1 times")
	term.press("\x03")
	term.await("interrupted 2 times")
	writeScript(t, closed, "")
	if shown := term.await("\r\nall"); !strings.Contains(shown, "ended with 0\r\n") {
		t.Errorf("shown:\n%s", shown)
	}
}
