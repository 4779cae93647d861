package mail

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

func newBox(t *testing.T, content string) *Mbox {
	t.Helper()
	path := filepath.Join(t.TempDir(), "box")
	if content != "" {
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return &Mbox{path, 0, func() time.Time { return noon }}
}

func (m *Mbox) text(t *testing.T) string {
	t.Helper()
	data, err := os.ReadFile(m.path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// A lock is never without the number of its process.
func TestMakeLock(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "box.lock")
	for _, left := range []string{"", "1"} { // by a run that was killed
		if err := os.WriteFile(name+".gemsub", []byte(left), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := makeLock(name); err != nil {
			t.Fatal(err)
		}
		if data, err := os.ReadFile(name); err != nil || string(data) != fmt.Sprintf("%d\ngemsub\n", os.Getpid()) {
			t.Errorf("%q, %v", data, err)
		}
		if err := makeLock(name); !errors.Is(err, fs.ErrExist) {
			t.Errorf("%v", err)
		}
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
	}
}

func TestMbox(t *testing.T) {
	t.Parallel()
	message := Message{From: "a@b.invalid", Data: []byte("A: b\n\nFrom x\n>From y\n>>From z\n> From\n.\nend")}
	const want = "From a@b.invalid Sun Mar  1 12:00:00 2026\nA: b\n\n>From x\n>>From y\n>>>From z\n> From\n.\nend\n\n"
	for _, before := range []string{"", "From x\n\n", "From x\nb", "From x\nb\n"} {
		m := newBox(t, before)
		for range 2 {
			if err := m.Write(t.Context(), message); err != nil {
				t.Fatal(err)
			}
		}
		separated := before
		for before != "" && !strings.HasSuffix(separated, "\n\n") {
			separated += "\n"
		}
		if got := m.text(t); got != separated+want+want {
			t.Errorf("%q became %q", before, got)
		}
		if info, err := os.Stat(m.path); err != nil || info.Mode() != 0o600 {
			t.Errorf("%v, %v", info.Mode(), err)
		}
		if left := files(t, filepath.Dir(m.path)); len(left) != 1 {
			t.Errorf("left are %q", left)
		}
	}
}

// Locks of living programs are waited for, those of dead ones are taken away.
func TestMboxLock(t *testing.T) {
	t.Parallel()
	dead := exec.Command("true")
	if err := dead.Run(); err != nil {
		t.Fatal(err)
	}
	for lock, held := range map[string]bool{
		fmt.Sprintf("%d\n", os.Getpid()): true, "": true, "0": true, "what": true,
		fmt.Sprintf("%d\n", dead.Process.Pid): false, "1\ngemsub\n": false,
	} {
		m := newBox(t, "From x\n\n")
		if err := os.WriteFile(m.path+".lock", []byte(lock), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(m.path+".lock", noon, noon); err != nil {
			t.Fatal(err)
		}
		if !held {
			m.wait = 150 * time.Millisecond // one more try
		}
		err := m.Write(t.Context(), Message{From: "a@b.invalid"})
		if held && (err == nil || err.Error() != "write to mbox "+m.path+": another program has it locked" || m.text(t) != "From x\n\n") || !held && err != nil {
			t.Errorf("lock %q: %v", lock, err)
		}
	}
	old := newBox(t, "")
	old.wait, old.now = 150*time.Millisecond, func() time.Time { return time.Now().Add(2 * staleAfter) }
	if err := os.WriteFile(old.path+".lock", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := old.Write(t.Context(), Message{From: "a@b.invalid"}); err != nil {
		t.Errorf("an old lock: %v", err)
	}
}

// A program that has the mbox locked by fcntl is waited for, until the run ends.
func TestMboxLockedByOther(t *testing.T) {
	t.Parallel()
	m := newBox(t, "From x\n\n")
	m.wait = time.Hour
	holder := exec.Command("python3", "-c", "import fcntl,sys\nf=open(sys.argv[1],'r+')\nfcntl.lockf(f,fcntl.LOCK_EX)\nprint('locked',flush=True)\nsys.stdin.read()", m.path)
	if _, err := exec.LookPath("python3"); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal("python3 is not installed")
		}
		t.Skip("python3 is not installed: nobody else holds a lock")
	}
	in, err := holder.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := holder.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := holder.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { in.Close(); _ = holder.Wait() }()
	if _, err := out.Read(make([]byte, 7)); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if err := m.Write(ctx, Message{}); err == nil || m.text(t) != "From x\n\n" {
		t.Errorf("%v", err)
	}
}

// What is no mbox, or no file, is left alone.
func TestNoMbox(t *testing.T) {
	t.Parallel()
	text, dir := newBox(t, "My notes\n"), newBox(t, "")
	pipe := newBox(t, "")
	if err := syscall.Mkfifo(pipe.path, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(dir.path, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, m := range []*Mbox{text, dir, pipe} {
		if err := m.Write(t.Context(), Message{}); err == nil || !strings.HasPrefix(err.Error(), "write to mbox "+m.path+": ") {
			t.Errorf("%v", err)
		}
	}
	if text.text(t) != "My notes\n" {
		t.Error("it was written to")
	}
}
