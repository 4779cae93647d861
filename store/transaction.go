package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/mattn/go-sqlite3"
)

// uncancelled returns ctx without its cancellation, for short statements. The driver
// starts a goroutine for each statement that can be cancelled, which takes longer than
// most statements.
func uncancelled(ctx context.Context) context.Context { return context.WithoutCancel(ctx) }

// inTx runs do in an immediate transaction and commits it unless do fails. Its error is
// [ErrBusy] where it could not begin, and that of ctx where its end ended the transaction.
func inTx(ctx context.Context, db *sql.DB, do func(*sql.Tx) error) error {
	tx, err := db.BeginTx(ctx, nil)
	if isCode(err, sqlite3.ErrBusy) {
		return ErrBusy
	}
	if err != nil {
		return err
	}
	defer tx.Rollback() // without effect after Commit

	if err = do(tx); err == nil {
		err = tx.Commit()
	}
	if errors.Is(err, sql.ErrTxDone) && ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

// inSnapshot runs do in a transaction that only reads. Unlike inTx it takes no lock
// that others wait for.
func inSnapshot(ctx context.Context, db *sql.DB, do func(querier) error) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, `BEGIN`); err != nil {
		return err
	}
	defer conn.ExecContext(context.WithoutCancel(ctx), `ROLLBACK`)
	return do(conn)
}

// write is inTx after a check that the database still has this package's schema. What do
// changes is indexed in the same transaction.
func (s *Store) write(ctx context.Context, do func(*sql.Tx) error) error {
	return inTx(ctx, s.db, func(tx *sql.Tx) error {
		if err := s.checkSchema(ctx, tx); err != nil {
			return err
		}
		if err := do(tx); err != nil {
			return err
		}
		return indexChanged(ctx, tx)
	})
}

// checkSchema returns [ErrNewer] if a newer gemsub has migrated the database since
// it was opened: statements of this version might damage it.
func (s *Store) checkSchema(ctx context.Context, tx *sql.Tx) error {
	id := schemaInfo{application: applicationID}
	err := tx.QueryRowContext(ctx, `
		SELECT user_version FROM pragma_user_version`).Scan(&id.version)
	if err == nil {
		err = id.check()
	}
	if errors.Is(err, ErrNewer) {
		return openError(s.path, err)
	}
	return err
}

// affected executes a statement in a transaction of its own and returns how many
// rows it changed. An error begins with what.
func (s *Store) affected(ctx context.Context, what, query string, args ...any) (n int, err error) {
	err = s.write(ctx, func(tx *sql.Tx) error {
		n, err = affected(ctx, tx, query, args...)
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("%s: %w", what, err)
	}
	return n, nil
}

// changed is affected for callers who only need to know whether any row changed.
func (s *Store) changed(ctx context.Context, what, query string, args ...any) (bool, error) {
	n, err := s.affected(ctx, what, query, args...)
	return n > 0, err
}

// affected executes a statement and returns how many rows it changed.
func affected(ctx context.Context, tx *sql.Tx, query string, args ...any) (int, error) {
	result, err := tx.ExecContext(ctx, query, args...)
	if err != nil {
		return 0, err
	}
	n, err := result.RowsAffected()
	return int(n), err
}
