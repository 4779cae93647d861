package main

import (
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A command ends with the update, and so does all that it started: what survived
// would hold the output open.
func TestInterruptEndsHook(t *testing.T) {
	t.Parallel()
	for _, end := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		t.Run(end.String(), func(t *testing.T) {
			t.Parallel()
			inheritDefault(t, end)
			db := filepath.Join(t.TempDir(), "gemsub.db")
			subscribe(t, db, 2, 0)
			begun := filepath.Join(t.TempDir(), "begun")
			if err := os.WriteFile(begun, nil, 0o600); err != nil {
				t.Fatal(err)
			}
			cmd := gemsub(t, db, "update", "--force", "--quiet", "--exec", "echo begun >>"+begun+"; sleep 100 & sleep 100; true")
			var out strings.Builder
			cmd.Stdout, cmd.Stderr = &out, &out
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			awaitLines(t, begun, 1)
			if err := cmd.Process.Signal(end); err != nil {
				t.Fatal(err)
			}
			_ = cmd.Wait() // how it ended is looked at below
			checkSignal(t, cmd, end)
			if lines := awaitLines(t, begun, 1); len(lines) != 1 || !strings.Contains(out.String(), "gemsub: --exec was not run for ") {
				t.Errorf("the command ran %d times, printed %s", len(lines), &out)
			}
			// Both entries are owed, though one of them had begun.
			for range 2 {
				if out, err := gemsub(t, db, "update", "--force", "--quiet", "--exec", `echo "$GEMSUB_ID" >>`+begun).CombinedOutput(); err != nil {
					t.Errorf("%v: %s", err, out)
				}
			}
			if lines := awaitLines(t, begun, 3)[1:]; len(lines) != 2 || lines[0] == lines[1] {
				t.Errorf("later updates ran the command for %q", lines)
			}
		})
	}
}

// inheritDefault makes a signal end the programs that the test starts, even if the test itself was
// started to ignore the signal, as nohup does with SIGHUP.
func inheritDefault(t *testing.T, s syscall.Signal) {
	t.Helper()
	if !signal.Ignored(s) {
		return
	}
	caught := make(chan os.Signal, 1) // what a process catches, the programs it starts do not ignore
	signal.Notify(caught, s)
	t.Cleanup(func() { signal.Stop(caught) })
}
