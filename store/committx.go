package store

import (
	"context"
	"database/sql"
	"time"
)

// A commitTx is a transaction that stores checks.
type commitTx struct {
	*sql.Tx
	now   time.Time // when it began
	mutes []compiledMute
}

// inCommit runs do in one transaction, and with index indexes what it wrote.
func (s *Store) inCommit(ctx context.Context, index bool, do func(*commitTx) error) error {
	return s.write(ctx, func(sqlTx *sql.Tx) error {
		tx, err := newCommitTx(ctx, sqlTx, s.now())
		if err != nil {
			return err
		}
		if err := do(tx); err != nil || !index {
			return err
		}
		_, err = s.pace.indexSome(ctx, tx.Tx)
		return err
	})
}

func newCommitTx(ctx context.Context, sqlTx *sql.Tx, now time.Time) (*commitTx, error) {
	tx := &commitTx{Tx: sqlTx, now: now}
	mutes, err := listMutes(ctx, tx)
	if err != nil {
		return nil, err
	}
	tx.mutes, err = compileMutes(mutes)
	return tx, err
}
