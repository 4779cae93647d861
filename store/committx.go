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

// inCommit runs do in one transaction.
func (s *Store) inCommit(ctx context.Context, do func(*commitTx) error) error {
	return s.write(ctx, func(sqlTx *sql.Tx) error {
		tx, err := newCommitTx(ctx, sqlTx, s.now())
		if err != nil {
			return err
		}
		return do(tx)
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
