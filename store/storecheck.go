package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

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
