package store

import (
	"context"
	"errors"
	"os"
	"path/filepath"
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

// The lock is on an empty file; it does not matter if an earlier version wrote something there.
func TestLockUpdate(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	other := open(t, s.path)
	release := lock(t, s, false)
	if text, err := os.ReadFile(s.path + ".lock"); len(text) > 0 || err != nil {
		t.Errorf("the lock holds %q, %v", text, err)
	}
	if _, err := other.LockUpdate(t.Context(), false); err != ErrUpdateRunning {
		t.Fatalf("error %v, want %v", err, ErrUpdateRunning)
	}
	fine(t)(nil, release())
	fine(t)(nil, os.WriteFile(s.path+".lock", []byte("since 2026-03-09 06:30 UTC (process 1)\n"), 0o600))
	fine(t)(nil, lock(t, other, false)())
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

// A file with the lock's name is not changed, and a link of that name makes no file elsewhere.
func TestLockUpdateLeavesOthers(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	name, victim := s.path+".lock", filepath.Join(t.TempDir(), "victim")
	fine(t)(nil, os.Symlink(victim, name))
	if _, err := s.LockUpdate(t.Context(), false); err == nil {
		t.Error("locked through a link")
	}
	if _, err := os.Stat(victim); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("made the file that the link leads to: %v", err)
	}
	fine(t)(nil, os.Remove(name))
	fine(t)(nil, os.WriteFile(name, []byte("my notes"), 0o600))
	fine(t)(nil, lock(t, s, false)())
	if text, err := os.ReadFile(name); string(text) != "my notes" {
		t.Errorf("left %q, %v", text, err)
	}
}

func TestLockUpdateError(t *testing.T) {
	t.Parallel()
	s := &Store{path: filepath.Join(t.TempDir(), "missing", "gemsub.db"), now: clock}
	if _, err := s.LockUpdate(t.Context(), false); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("error %v, want that of the folder", err)
	}
}
