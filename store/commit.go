package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
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
	// Before is the subscription when the check began. Nothing is stored if the user has the
	// page read in another way since; NextCheckAt is not, if the user has changed what it
	// follows from. Nil for none; unused with New.
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
	// ReadAt is the URL at which Feed was read, if that is not the page's URL from
	// now on; then the stored entries keep their URLs. Empty otherwise.
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
	// Cut says that the page ended without a sign of its end.
	Cut bool
	// Feed is the page that was read. Nil if none was read or it had not changed;
	// then entries and titles stay.
	Feed *feed.Feed
}

// A Batch is stored in one transaction.
type Batch struct {
	Checks     []Check
	PinnedKeys []PinnedKey // as [Store.PinKey]
	// KeysBefore are the fingerprints that PinnedKeys are to replace, by authority; ""
	// for none. Where another is stored by now, a person decided, and it stays.
	KeysBefore  map[string]string
	RefusedKeys []PinnedKey // as [Store.SaveRefusedKey]; after PinnedKeys
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
	err := s.inCommit(ctx, func(tx *commitTx) error {
		for i := range b.Checks {
			changes, err := tx.storeCheck(ctx, &b.Checks[i])
			if err == nil {
				err = wantPosts(ctx, tx.Tx, changes.New)
			}
			if err == nil && b.OweHooks {
				err = oweHooks(ctx, tx.Tx, changes.New)
			}
			if err != nil {
				return err
			}
			all = append(all, changes)
		}
		return saveKnown(ctx, tx, b)
	})
	if err != nil {
		return nil, fmt.Errorf("store checks: %w", err)
	}
	return all, nil
}

// saveKnown stores the keys, waits, posts and authorities of a batch.
func saveKnown(ctx context.Context, tx *commitTx, b Batch) error {
	for _, k := range b.PinnedKeys {
		if err := b.pin(ctx, tx.Tx, k); err != nil {
			return err
		}
	}
	for _, k := range b.RefusedKeys {
		if err := saveRefusedKey(ctx, tx.Tx, k); err != nil {
			return err
		}
	}
	for _, wait := range b.Waits {
		if err := saveWait(ctx, tx.Tx, wait); err != nil {
			return err
		}
	}
	for _, r := range b.Posts {
		if err := tx.savePostResult(ctx, r); err != nil {
			return err
		}
	}
	for _, a := range b.Authorities {
		if err := saveAuthority(ctx, tx.Tx, a); err != nil {
			return err
		}
	}
	return nil
}

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

// storeCheck stores what a check found.
func (tx *commitTx) storeCheck(ctx context.Context, found *Check) (Changes, error) {
	c := *found
	at := c.CheckedAt
	if at.IsZero() {
		at = tx.now
	}
	var changes Changes
	switch {
	case c.New != nil:
		known, err := tx.subscribeTo(ctx, &c, at)
		if err != nil {
			return changes, fmt.Errorf("subscribe to %s: %w", c.New.URL, err)
		}
		if known {
			return Changes{SubscriptionID: c.SubscriptionID, Known: true}, nil
		}
	case c.MovedTo != "":
		_, taken, err := tx.takenBy(ctx, c.MovedTo, c.Digest, c.SubscriptionID)
		if err != nil {
			return changes, c.error(err)
		}
		if taken && c.IfTaken == nil {
			return Changes{SubscriptionID: c.SubscriptionID, Taken: true}, nil
		}
		if changes.Taken = taken; taken {
			c = *c.IfTaken
			c.MovedTo = ""
		}
	}
	changes.SubscriptionID = c.SubscriptionID
	err := tx.storePage(ctx, &c, at, &changes)
	if err == nil && !changes.Gone {
		changes.Gone, err = tx.saveCheck(ctx, &c)
	}
	if err != nil {
		return Changes{}, c.error(err)
	}
	return changes, nil
}

func (c *Check) error(err error) error {
	return fmt.Errorf("subscription %d: %w", c.SubscriptionID, err)
}

// subscribeTo adds the wanted subscription, unless there is one of its URL, and makes c a
// check of it.
func (tx *commitTx) subscribeTo(ctx context.Context, c *Check, at time.Time) (known bool, err error) {
	wanted := *c.New
	if c.Feed != nil {
		wanted.FeedTitle = c.Feed.Title // its words are indexed but once
	}
	c.SubscriptionID, known, err = tx.subscribe(ctx, wanted, c.MovedTo, c.Digest, at)
	c.URL, c.Before = c.New.URL, nil
	return known, err
}

// storePage stores where the page is from now on, what it says about itself, and its
// entries, unless the user has removed the subscription meanwhile, given it another URL or
// has it read in another way.
func (tx *commitTx) storePage(ctx context.Context, c *Check, at time.Time, changes *Changes) error {
	if c.Feed == nil && c.MovedTo == "" {
		return nil
	}
	sub, err := tx.subscription(ctx, c.SubscriptionID)
	if errors.Is(err, sql.ErrNoRows) || err == nil && !c.isOf(&sub.Subscription) {
		changes.Gone = true
		return nil
	}
	if err != nil {
		return err
	}
	before := sub.URL
	if to := c.MovedTo; to != "" && to != sub.URL {
		sub.move(to, at)
		changes.Moved = true
	}
	if c.Feed != nil {
		m := newEntryMerger(tx, c, &sub, at, changes)
		if err := m.merge(ctx, c.Feed); err != nil {
			return err
		}
		if c.New != nil {
			sub.readURL = cmp.Or(c.ReadAt, sub.URL)
		} else if c.ReadAt == "" {
			sub.readURL = sub.URL
		}
	}
	c.URL = sub.URL
	return tx.saveRow(ctx, &sub, before)
}

// isOf reports whether sub still has the URL of c, and is read as it was.
func (c *Check) isOf(sub *Subscription) bool {
	b := c.Before
	return (c.URL == "" || c.URL == sub.URL) && (b == nil || b.Format == sub.Format && b.FormatChosen == sub.FormatChosen)
}
