package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"gemsub/internal/capsule"
)

// An update that is interrupted ends soon, says how far it came, and has kept
// all that it printed.
func TestInterrupt(t *testing.T) {
	t.Parallel()
	db := filepath.Join(t.TempDir(), "gemsub.db")
	const quick, slow = 20, 30
	subscribe(t, db, quick, slow)

	cmd := gemsub(t, db, "update", "--force", "--jobs", "100", "--template", "{{.URL}}")
	printed, err := os.Create(filepath.Join(t.TempDir(), "printed"))
	if err != nil {
		t.Fatal(err)
	}
	defer printed.Close()
	var stderr strings.Builder
	cmd.Stdout, cmd.Stderr = printed, &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := awaitLines(t, printed.Name(), quick)
	interrupted := time.Now()
	if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()                                              // the exit code is looked at below
	if took := time.Since(interrupted); took > 15*time.Second { // a capsule that does not answer has 30 s
		t.Errorf("ended %v after the signal", took)
	}
	checkSignal(t, cmd, syscall.SIGINT)
	if want, got := "gemsub: interrupted: 20 feeds checked, 30 remain\n", stderr.String(); got != want {
		t.Errorf("stderr: got %q, want %q", got, want)
	}
	kept, err := gemsub(t, db, "entries").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range lines {
		if !strings.Contains(string(kept), line) {
			t.Errorf("printed and not kept: %q", line)
		}
	}
}

// checkSignal fails unless the signal want ended the program.
func checkSignal(t *testing.T, cmd *exec.Cmd, want syscall.Signal) {
	t.Helper()
	if status := cmd.ProcessState.Sys().(syscall.WaitStatus); !status.Signaled() || status.Signal() != want {
		t.Errorf("ended with %v, want %v", cmd.ProcessState, want)
	}
}

// A second signal ends at once what the first one could not.
func TestInterruptTwice(t *testing.T) {
	t.Parallel()
	cmd := exec.Command("stubborn")
	hold, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer hold.Close()
	printed, err := os.Create(filepath.Join(t.TempDir(), "printed"))
	if err != nil {
		t.Fatal(err)
	}
	defer printed.Close()
	cmd.Stdout = printed
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for lines := range 2 {
		awaitLines(t, printed.Name(), lines+1)
		if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
	}
	_ = cmd.Wait() // how it ended is looked at below
	checkSignal(t, cmd, syscall.SIGTERM)
}

// stubbornForTests is a program that goes on after a signal.
func stubbornForTests() {
	os.Exit(untilSignal(new(interrupts), func(ctx context.Context) int {
		fmt.Println("begun")
		<-ctx.Done()
		fmt.Println("asked to end")
		_, _ = io.Copy(io.Discard, os.Stdin) // until its starter is gone
		return exitFailed
	}))
}

// subscribe adds a feed of each of many capsules. Afterwards each has a new post, but slow ones
// take a minute to answer.
func subscribe(t *testing.T, db string, quick, slow int) {
	t.Helper()
	capsules := startCapsules(t, quick+slow)
	add := []string{"add", "--backlog", "none"}
	for _, c := range capsules {
		c.Page("/", page(0, 0))
		add = append(add, c.URL("/"))
	}
	if out, err := gemsub(t, db, add...).CombinedOutput(); err != nil {
		t.Fatalf("add: %v\n%s", err, out)
	}
	for i, c := range capsules {
		reply := capsule.Reply{Status: 20, Meta: "text/gemini", Body: page(0, 1)}
		if i >= quick {
			reply.Delay = time.Minute
		}
		c.Reply("/", reply)
	}
}

// awaitLines waits until a file has n lines and returns them.
func awaitLines(t *testing.T, name string, n int) []string {
	t.Helper()
	var data []byte
	if !until(func() (done bool) {
		var err error
		if data, err = os.ReadFile(name); err != nil {
			t.Error(err)
		}
		return bytes.Count(data, []byte("\n")) >= n || err != nil
	}) {
		t.Fatalf("%s has not got %d lines", name, n)
	}
	return strings.Split(strings.TrimSpace(string(data)), "\n")
}

// until waits until done reports true. It gives up after a minute, since other tests may
// keep the machine busy.
func until(done func() bool) bool {
	for begun := time.Now(); time.Since(begun) < time.Minute; time.Sleep(2 * time.Millisecond) {
		if done() {
			return true
		}
	}
	return false
}
