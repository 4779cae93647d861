package store

import (
	"context"
	"fmt"

	"gemsub/internal/model"
)

// A Check is [model.CheckResult].
type Check = model.CheckResult

// A Batch is [model.Batch].
type Batch = model.Batch

// Commit stores b, and notes in each check what changed in the database. A check or post that
// cannot be stored is rolled back, its NotStored says why, and the rest is stored; if Commit
// returns an error, it stored nothing. When it returns, the changes are synced to disk. It goes on
// when ctx is cancelled, so that no result is lost.
func (s *Store) Commit(ctx context.Context, b Batch) error {
	return s.commit(uncancelled(ctx), "store checks", func(tx *transaction) {
		if b.Reached {
			tx.noteRun()
		}
		tx.readMutes()
		for _, c := range b.Checks {
			err := tx.savepoint(func() { tx.storeCheck(c, b) })
			if err != nil {
				c.Changes = model.CheckChanges{NotStored: doing(fmt.Sprint("store checks: subscription ", c.Changes.SubscriptionID), err)}
			}
		}
		for _, r := range b.Posts {
			err := tx.savepoint(func() { tx.savePostResult(*r) })
			r.NotStored = doing("store checks", err)
		}
		for _, a := range b.Authorities {
			tx.saveAuthority(a)
		}
		for _, k := range b.RefusedKeys { // after the authorities: a key that is pinned makes the refused one forgotten
			tx.saveRefusedKey(k)
		}
	})
}
