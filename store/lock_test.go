package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"
)

func lock(t *testing.T, s *Store, wait bool) func() error {
	t.Helper()
	release, err := s.LockUpdate(t.Context(), wait)
	if err != nil {
		t.Fatal(err)
	}
	return release
}

func TestLockUpdate(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	other := open(t, s.path)
	// Left behind by a process that is no more, longer than what comes now.
	left := "since 2026-03-09 06:30 UTC (process 123456789012345678901234567890)\n"
	if err := os.WriteFile(s.path+".lock", []byte(left), 0o600); err != nil {
		t.Fatal(err)
	}
	release := lock(t, s, false)

	_, err := other.LockUpdate(t.Context(), false)
	if !errors.Is(err, ErrUpdateRunning) {
		t.Fatalf("error %v, want %v", err, ErrUpdateRunning)
	}
	if want := fmt.Sprintf("another update is running since 2026-03-10 06:30 UTC (process %d)", os.Getpid()); err.Error() != want {
		t.Errorf("error %q, want %q", err, want)
	}
	if err := release(); err != nil {
		t.Fatal(err)
	}
	if err := lock(t, other, false)(); err != nil {
		t.Fatal(err)
	}
}

// Two names of one database have one lock.
func TestLockUpdateBySymlink(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	link := filepath.Join(t.TempDir(), "link.db")
	if err := os.Symlink(s.path, link); err != nil {
		t.Fatal(err)
	}
	defer lock(t, s, false)()
	if _, err := open(t, link).LockUpdate(t.Context(), false); !errors.Is(err, ErrUpdateRunning) {
		t.Errorf("error %v, want %v", err, ErrUpdateRunning)
	}
}

func TestLockUpdateUnsigned(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	defer lock(t, s, false)()
	if err := os.Truncate(s.path+".lock", 0); err != nil {
		t.Fatal(err)
	}
	if _, err := s.LockUpdate(t.Context(), false); err != ErrUpdateRunning {
		t.Errorf("error %v, want just %v", err, ErrUpdateRunning)
	}
}

func TestLockUpdateWaits(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "gemsub.db")
	synctest.Test(t, func(t *testing.T) {
		s := &Store{path: path, now: time.Now}
		release := lock(t, s, false)
		began := time.Now()
		time.AfterFunc(time.Hour, func() { release() })
		if err := lock(t, s, true)(); err != nil {
			t.Fatal(err)
		}
		if waited := time.Since(began); waited < time.Hour || waited > time.Hour+lockPoll {
			t.Errorf("waited %v for an update of an hour", waited)
		}
	})
}

func TestLockUpdateWaitCanceled(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "gemsub.db")
	synctest.Test(t, func(t *testing.T) {
		s := &Store{path: path, now: time.Now}
		defer lock(t, s, false)()
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if _, err := s.LockUpdate(ctx, true); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("error %v, want that of the context", err)
		}
	})
}

// A file that has the lock file's name but is not one stays as it is.
func TestLockUpdateLeavesOthers(t *testing.T) {
	t.Parallel()
	make := map[string]func(name, victim string) error{
		"link":      func(name, victim string) error { return os.Symlink(victim, name) },
		"dangling":  func(name, victim string) error { return os.Symlink(victim+"-new", name) },
		"hard link": func(name, victim string) error { return os.Link(victim, name) },
		"pipe":      func(name, _ string) error { return syscall.Mkfifo(name, 0o600) },
		"text":      func(name, _ string) error { return os.WriteFile(name, []byte("my notes"), 0o600) },
	}
	for what, make := range make {
		s := newStore(t)
		victim := filepath.Join(t.TempDir(), "victim")
		if err := errors.Join(os.WriteFile(victim, []byte("since ever"), 0o600), make(s.path+".lock", victim)); err != nil {
			t.Fatal(err)
		}
		if _, err := s.LockUpdate(t.Context(), false); err == nil || !strings.Contains(err.Error(), ".lock is ") {
			t.Errorf("%s: error %v", what, err)
		}
		if text, err := os.ReadFile(victim); string(text) != "since ever" {
			t.Errorf("%s: left %q, %v", what, text, err)
		}
		if _, err := os.Stat(victim + "-new"); err == nil {
			t.Errorf("%s: made the file that it leads to", what)
		}
	}
}

func TestLockUpdateError(t *testing.T) {
	t.Parallel()
	s := &Store{path: filepath.Join(t.TempDir(), "missing", "gemsub.db"), now: clock}
	if _, err := s.LockUpdate(t.Context(), false); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("error %v, want that of the folder", err)
	}
}
