package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// A pendingCheck is a check that is being stored: in one transaction, or in several
// if its page is large.
type pendingCheck struct {
	check   Check
	changes Changes
	done    bool      // nothing is left to store
	at      time.Time // of the check
	// lastBefore is the number of the last entry before those that a large page added.
	lastBefore int64

	// These are set if the page changed or moved.
	sub  *subscriptionRow
	url  string // of sub in the database
	page *entryMerger
}

// storeCheck stores c. p is what was begun of it if its page is large, else nil.
func (tx *commitTx) storeCheck(ctx context.Context, c *Check, p *pendingCheck) (_ Changes, err error) {
	if c.New == nil && c.Feed == nil && c.MovedTo == "" {
		return tx.storeOutcome(ctx, c)
	}
	if p == nil {
		p, err = tx.begin(ctx, c)
	} else {
		err = p.resume(ctx, tx)
	}
	if err != nil {
		return Changes{}, err
	}
	return p.finish(ctx, tx)
}

// storeOutcome stores a check that found neither another page nor another place for it.
func (tx *commitTx) storeOutcome(ctx context.Context, c *Check) (_ Changes, err error) {
	var saved bool
	if c.isUnchanged() {
		saved, err = tx.saveUnchanged(ctx, c)
	}
	if err == nil && !saved {
		saved, err = tx.saveCheck(ctx, c, tx.timeOf(c))
	}
	if err != nil {
		return Changes{}, checkError(c, err)
	}
	return Changes{SubscriptionID: c.SubscriptionID, Gone: !saved}, nil
}

// begin reads what is needed to store c. Then finish stores it.
func (tx *commitTx) begin(ctx context.Context, c *Check) (*pendingCheck, error) {
	p := &pendingCheck{check: *c, at: tx.timeOf(c)}
	if c.New != nil {
		if err := p.subscribe(ctx, tx); err != nil {
			return nil, fmt.Errorf("subscribe to %s: %w", c.New.URL, err)
		}
	}
	if err := p.load(ctx, tx); err != nil {
		return nil, p.error(err)
	}
	return p, nil
}

// timeOf returns when a check was made.
func (tx *commitTx) timeOf(c *Check) time.Time {
	if c.CheckedAt.IsZero() {
		return tx.now
	}
	return c.CheckedAt
}

func (p *pendingCheck) error(err error) error { return checkError(&p.check, err) }

func checkError(c *Check, err error) error {
	return fmt.Errorf("subscription %d: %w", c.SubscriptionID, err)
}

// subscribe adds the wanted subscription, unless there is one of its URL.
func (p *pendingCheck) subscribe(ctx context.Context, tx *commitTx) error {
	wanted := *p.check.New
	if p.check.Feed != nil {
		wanted.FeedTitle = p.check.Feed.Title // its words are indexed but once
	}
	id, known, err := tx.subscribe(ctx, wanted, p.check.MovedTo, p.check.Digest, p.at)
	p.check.SubscriptionID, p.check.URL, p.check.Before = id, p.check.New.URL, nil
	if known {
		p.end(Changes{Known: true})
	}
	return err
}

// end makes changes the result of the check; nothing is stored.
func (p *pendingCheck) end(changes Changes) {
	p.changes, p.done = changes, true
	p.changes.SubscriptionID = p.check.SubscriptionID
}

// load reads the subscription if its page changed or moved.
func (p *pendingCheck) load(ctx context.Context, tx *commitTx) error {
	p.changes.SubscriptionID = p.check.SubscriptionID
	if err := p.checkTaken(ctx, tx); err != nil {
		return err
	}
	if p.done || p.check.Feed == nil && p.check.MovedTo == "" {
		return nil
	}
	sub, err := tx.subscription(ctx, p.check.SubscriptionID)
	if errors.Is(err, sql.ErrNoRows) || err == nil && !p.check.isOf(&sub.Subscription) {
		p.end(Changes{Gone: true})
		return nil
	}
	if err != nil {
		return err
	}
	p.sub, p.url = &sub, sub.URL
	from := sub.readAt() // where the page was when its entries were read
	if to := p.check.MovedTo; to != "" && to != sub.URL {
		sub.move(to, p.at)
		p.changes.Moved = true
		if err := ownMoved(ctx, tx.Tx, sub.ID, sub.OldURL, to); err != nil {
			return err
		}
	}
	if p.check.Feed == nil {
		if sub.movedFrom = from; from == sub.URL {
			sub.movedFrom = ""
		}
		return nil
	}
	p.page = newEntryMerger(p)
	p.relocate(from)
	p.page.skipKnown()
	return p.page.prepare(ctx, tx)
}

// isOf reports whether sub still has the URL of c, and is read as it was.
func (c *Check) isOf(sub *Subscription) bool {
	return (c.URL == "" || c.URL == sub.URL) && c.isReadAs(sub)
}

func (c *Check) isReadAs(sub *Subscription) bool {
	b := c.Before
	return b == nil || b.Format == sub.Format && b.FormatChosen == sub.FormatChosen
}

// relocate finds out under which URLs the stored entries stand on the page now.
func (p *pendingCheck) relocate(from string) {
	m := p.page
	switch readAt := p.check.ReadAt; {
	case p.check.New != nil:
		p.sub.movedFrom = readAt
	case readAt != "":
		m.moved, m.readElsewhere = relocate(from, readAt), true
	default:
		m.moved = relocate(from, p.sub.URL)
		if m.moved.ownFolder != "" {
			p.sub.arrive()
		}
	}
}

// checkTaken replaces the check with its IfTaken if the page moved to the URL of
// another subscription.
func (p *pendingCheck) checkTaken(ctx context.Context, tx *commitTx) error {
	if p.done || p.check.MovedTo == "" || p.check.New != nil { // a new one is compared before
		return nil
	}
	_, taken, err := tx.takenBy(ctx, p.check.MovedTo, p.check.Digest, p.check.SubscriptionID)
	if err != nil || !taken {
		return err
	}
	if p.check.IfTaken == nil {
		p.end(Changes{Taken: true})
		return nil
	}
	p.check = *p.check.IfTaken
	p.check.MovedTo = ""
	p.changes.Taken = true
	return nil
}

// resume continues in another transaction, unless the user has removed the
// subscription meanwhile, given it another URL or has it read in another way.
func (p *pendingCheck) resume(ctx context.Context, tx *commitTx) error {
	if p.done || p.page == nil {
		return nil
	}
	now := Subscription{}
	err := tx.QueryRowContext(ctx, `
		SELECT url, format, format_chosen FROM subscription WHERE id = ?`, p.check.SubscriptionID).Scan(&now.URL, &now.Format, &now.FormatChosen)
	if errors.Is(err, sql.ErrNoRows) || err == nil && (now.URL != p.url || !p.check.isReadAs(&now)) {
		p.end(Changes{Gone: true})
		return nil
	}
	if err == nil {
		err = p.page.prepare(ctx, tx)
	}
	if err != nil {
		return p.error(err)
	}
	return nil
}

// finish stores the rest and returns what the check changed.
func (p *pendingCheck) finish(ctx context.Context, tx *commitTx) (Changes, error) {
	if p.done {
		return p.changes, nil
	}
	if err := p.finishPage(ctx, tx); err != nil {
		return Changes{}, p.error(err)
	}
	saved, err := tx.saveCheck(ctx, &p.check, p.at)
	if err != nil {
		return Changes{}, p.error(err)
	}
	p.changes.Gone = !saved
	return p.changes, nil
}

// finishPage stores the rest of the entries and what the page says about itself.
func (p *pendingCheck) finishPage(ctx context.Context, tx *commitTx) error {
	if p.sub == nil {
		return nil
	}
	if p.page != nil {
		if err := p.page.merge(ctx, unlimited()); err != nil {
			return err
		}
		if err := p.page.finish(ctx); err != nil {
			return err
		}
		if !p.page.readElsewhere && p.check.New == nil {
			p.sub.settle()
		}
		p.limitFlood()
	}
	p.check.URL = p.sub.URL
	return tx.saveRow(ctx, p.sub, p.url)
}
