package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"gemsub/feed"
	"gemsub/internal/model"
)

// A NewSubscription is what a user who subscribes asks for.
type NewSubscription struct {
	URL          string
	Title        string // the user's name for it, empty for the feed's own
	FeedTitle    string // the feed's own, if it is known before the first page is read
	Format       string // how to read the page, empty to find out
	FormatChosen bool   // by the user
	Tags         []string
	IgnoreRobots bool
	// Unread is how many of the newest entries arrive unread with the first
	// page that is read, now or in a later check: -1 for all, 0 for none.
	Unread int
	// Interval is how long it is to rest between two checks, zero for as its
	// rhythm says.
	Interval time.Duration
}

// A Check is all that one check of one subscription found. It is stored whole
// or not at all.
type Check struct {
	SubscriptionID int64 // unused with New
	// URL is where the subscription was asked. If the user has given it another
	// since, nothing is stored. It may be empty, and does not count with New.
	URL string
	// New subscribes first; nil for a subscription that exists.
	New *NewSubscription
	// CheckedAt is also when its entries are first seen. Zero means that
	// nothing was asked: the kept time stays.
	CheckedAt   time.Time
	NextCheckAt time.Time // zero: no time is set
	State       State     // empty counts as StateNew
	Failures    int
	// LastError is for a person, LastErrorKind for comparison; both empty
	// after success.
	LastError, LastErrorKind string
	// MovedTo is where the page lives from now on, empty for the same place.
	MovedTo string
	// ReadAt is where Feed was read, if that is not where the page lives from now
	// on: nothing that is kept is concluded to have moved then. Empty otherwise.
	ReadAt string
	// IfTaken is stored instead where another subscription has the URL of
	// MovedTo; nil stores nothing then.
	IfTaken *Check
	// IfFlooded says how the check went where its page is the third in a row, a day
	// each, with too many new entries; the page is stored all the same. Nil changes
	// nothing then.
	IfFlooded *Check
	// Reach counts for the first page that is read, and where it moved.
	Reach  Reach
	Digest string // of the body that was read; empty leaves the kept one
	// Format is what the page was found to be; empty leaves the kept one.
	Format string
	// Feed is the page that was read; nil when there was none or it had not
	// changed, and then entries and titles stay.
	Feed *feed.Feed
}

// A Batch is stored in one transaction, but for what [Store.Commit] says of large
// pages.
type Batch struct {
	Checks      []Check
	PinnedKeys  []PinnedKey // as [Store.PinKey]
	RefusedKeys []PinnedKey // as [Store.SaveRefusedKey]; after PinnedKeys
	Waits       []Wait
	Authorities []Authority // DeferFor is cut to whole seconds
	// OweHooks says that the user's command is to run for each entry that becomes
	// new; [Store.OwedHooks] lists them from then on.
	OweHooks bool
}

// Changes are what one check did to the database.
type Changes = model.Changes

// Commit stores b whole, or nothing of it, and returns the changes of each
// check in order. What it has returned is on the disk. It takes no notice of ctx
// being cancelled: what was found is not thrown away.
//
// Most entries of a page with many are stored before, some at a time, so that
// others get to the lock. They are not told, and the page is read again if it
// does not come to the rest of it.
func (s *Store) Commit(ctx context.Context, b Batch) ([]Changes, error) {
	ctx = brief(ctx)
	begun, err := s.beginLarge(ctx, b.Checks)
	if err != nil {
		return nil, fmt.Errorf("store checks: %w", err)
	}
	all := make([]Changes, 0, len(b.Checks))
	err = s.withWriter(ctx, func(w *writer) error {
		for i, c := range b.Checks {
			changes, err := w.record(ctx, c, begun[i])
			if err == nil && b.OweHooks {
				err = oweHooks(ctx, w.tx, changes.New)
			}
			if err != nil {
				return err
			}
			all = append(all, changes)
		}
		return saveKnown(ctx, w.tx, b)
	})
	if err != nil {
		s.undoLarge(ctx, begun)
		return nil, fmt.Errorf("store checks: %w", err)
	}
	return all, nil
}

// withWriter lets do write in one transaction.
func (s *Store) withWriter(ctx context.Context, do func(*writer) error) error {
	return s.writeOn(ctx, s.commits, func(tx *sql.Tx) error {
		w, err := newWriter(ctx, tx, s.now())
		if err != nil {
			return err
		}
		if err := do(w); err != nil {
			return err
		}
		return w.index(ctx)
	})
}

// saveKnown stores what a batch knows of capsules, and for which they want time.
func saveKnown(ctx context.Context, tx *sql.Tx, b Batch) error {
	for _, k := range b.PinnedKeys {
		if err := pinKey(ctx, tx, k); err != nil {
			return err
		}
	}
	for _, k := range b.RefusedKeys {
		if err := saveRefusedKey(ctx, tx, k); err != nil {
			return err
		}
	}
	for _, wait := range b.Waits {
		if err := saveWait(ctx, tx, wait); err != nil {
			return err
		}
	}
	for _, a := range b.Authorities {
		if err := saveAuthority(ctx, tx, a); err != nil {
			return err
		}
	}
	return nil
}
