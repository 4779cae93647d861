package store

import (
	"context"
	"errors"
	"testing"
)

// If a change waited too long for another program, its error says so.
func TestBusy(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	other := open(t, s.path)
	tx, err := other.db.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback()
	s.db.SetMaxOpenConns(1)
	if _, err := s.db.ExecContext(t.Context(), `PRAGMA busy_timeout = 1`); err != nil {
		t.Fatal(err)
	}
	if err := s.commit(t.Context(), "wait", func(*transaction) {}); !errors.Is(err, ErrBusy) {
		t.Errorf("error %v, want %v", err, ErrBusy)
	}
}

// The error of a cancelled change says that it was cancelled, not that its transaction was rolled
// back.
func TestCancelledChange(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	ctx, cancel := context.WithCancel(t.Context())
	err := s.commit(ctx, "wait", func(tx *transaction) {
		cancel()
		for tx.err == nil { // until database/sql has rolled back
			_, tx.err = tx.ExecContext(t.Context(), `SELECT 1`)
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
}
