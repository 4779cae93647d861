package store

import (
	"context"
	"time"

	"gemsub/feed"
	"gemsub/internal/model"
)

// A Check is what one check of one subscription found. It is stored whole or not
// at all.
type Check struct {
	SubscriptionID int64 // unused with New
	// URL is what was requested. Nothing is stored if the user has given the
	// subscription another URL since. Empty for any URL; unused with New.
	URL string
	// Before is the subscription when the check began. Nothing is stored if the user has
	// changed its format since; NextCheckAt is not stored if the user has changed what it is
	// computed from. Nil for none; unused with New.
	Before *Subscription
	// New subscribes first; nil for a subscription that exists.
	New *NewSubscription
	// CheckedAt is also when its entries are first seen. Zero: nothing was
	// requested, and the stored time stays.
	CheckedAt   time.Time
	NextCheckAt time.Time // zero: no time is set
	State       State     // empty counts as StateNew
	Failures    int
	// LastError is for a person, LastErrorKind for comparison; both empty
	// after success.
	LastError, LastErrorKind string
	// MovedTo is the page's URL from now on, empty if it stays.
	MovedTo string
	// ReadAt is the URL at which Feed was read, if the page moves there once it is read
	// whole; empty otherwise.
	ReadAt string
	// IfTaken is stored instead if another subscription has the URL MovedTo; nil
	// stores nothing then.
	IfTaken *Check
	// Reach is stored with the first page that is read, and after a move.
	Reach  Reach
	Digest string // of the body that was read; empty leaves the stored one
	// Format is what the page was found to be; empty leaves the stored one.
	Format string
	// Posts says which posts are kept where the user did not choose for the
	// subscription; [model.PostsNone] leaves out those that Feed carries.
	Posts model.PostsKept
	// Cut says that the page ended without a sign of its end, or was read only up to a fault.
	Cut bool
	// Feed is the page that was read. Nil if none was read or it had not changed;
	// then entries and titles stay.
	Feed *feed.Feed
}

// A Batch is stored in one transaction.
type Batch struct {
	Checks      []Check
	RefusedKeys []PinnedKey // as [Store.SaveRefusedKey]; after Authorities
	Waits       []Wait
	Posts       []model.PostResult
	Authorities []Authority // DeferFor is cut to whole seconds
	// OweHooks says that the user's command is to run for each entry that becomes
	// new; [Store.OwedHooks] lists them from then on.
	OweHooks bool
}

// Changes is [model.Changes].
type Changes = model.Changes

// Commit stores b whole or not at all, and returns the changes of each check in
// order. When it returns, they are synced to disk. It goes on when ctx is
// cancelled, so that no result is lost.
func (s *Store) Commit(ctx context.Context, b Batch) ([]Changes, error) {
	ctx = uncancelled(ctx)
	all := make([]Changes, 0, len(b.Checks))
	err := s.inCommit(ctx, func(tx *transaction) error {
		for i := range b.Checks {
			changes, err := tx.storeCheck(ctx, &b.Checks[i])
			if err == nil {
				tx.wantPosts(changes.New)
				err = tx.err
			}
			if err == nil && b.OweHooks {
				err = oweHooks(ctx, tx, changes.New)
			}
			if err != nil {
				return err
			}
			all = append(all, changes)
		}
		return saveKnown(ctx, tx, b)
	})
	if err != nil {
		return nil, doing("store checks", err)
	}
	return all, nil
}

// saveKnown stores the waits, posts, authorities and refused keys of a batch.
func saveKnown(ctx context.Context, tx *transaction, b Batch) error {
	for _, wait := range b.Waits {
		if err := saveWait(ctx, tx, wait); err != nil {
			return err
		}
	}
	for _, r := range b.Posts {
		tx.savePostResult(r)
	}
	for _, a := range b.Authorities {
		tx.saveAuthority(a)
	}
	for _, k := range b.RefusedKeys {
		tx.saveRefusedKey(k)
	}
	return tx.err
}

// inCommit runs do in one transaction.
func (s *Store) inCommit(ctx context.Context, do func(*transaction) error) error {
	return s.write(ctx, func(tx *transaction) error {
		if err := tx.readMutes(ctx); err != nil {
			return err
		}
		return do(tx)
	})
}

// readMutes reads what checks need to know.
func (tx *transaction) readMutes(ctx context.Context) error {
	mutes := tx.listMutes()
	if tx.err != nil {
		return tx.err
	}
	var err error
	if tx.mutes, err = compileMutes(mutes); err != nil {
		return err
	}
	return tx.QueryRowContext(ctx, `
		SELECT EXISTS (SELECT 1 FROM machine_line)`).Scan(&tx.isSynced)
}
