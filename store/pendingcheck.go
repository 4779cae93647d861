package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// A recording is one check on its way into the database: in one transaction, or
// in several where its page is large.
type recording struct {
	check   Check
	changes Changes
	over    bool      // nothing more is to be stored
	at      time.Time // of the check
	after   int64     // the last entry before those that it added

	// These are set where the page is another one, or elsewhere.
	sub  *subscriptionRow
	url  string // of sub in the database
	page *merger
}

// record stores c, of which r is what was stored before, or nil.
func (w *writer) record(ctx context.Context, c Check, r *recording) (_ Changes, err error) {
	if r == nil {
		r, err = w.begin(ctx, c)
	} else {
		err = r.resume(ctx, w)
	}
	if err != nil {
		return Changes{}, err
	}
	return r.finish(ctx, w)
}

// begin makes the recording of c, which resume and finish go on with.
func (w *writer) begin(ctx context.Context, c Check) (*recording, error) {
	r := &recording{check: c, at: c.CheckedAt}
	if c.CheckedAt.IsZero() {
		r.at = w.now
	}
	if c.New != nil {
		if err := r.subscribe(ctx, w); err != nil {
			return nil, fmt.Errorf("subscribe to %s: %w", c.New.URL, err)
		}
	}
	if err := r.load(ctx, w); err != nil {
		return nil, r.error(err)
	}
	return r, nil
}

func (r *recording) error(err error) error {
	return fmt.Errorf("subscription %d: %w", r.check.SubscriptionID, err)
}

// subscribe makes the subscription that is wanted, unless there is one.
func (r *recording) subscribe(ctx context.Context, w *writer) error {
	id, known, err := w.subscribe(ctx, *r.check.New, r.check.MovedTo, r.at)
	r.check.SubscriptionID, r.check.URL = id, r.check.New.URL
	if known {
		r.end(Changes{Known: true})
	}
	return err
}

// end ends the recording where nothing is to be stored.
func (r *recording) end(changes Changes) {
	r.changes, r.over = changes, true
	r.changes.SubscriptionID = r.check.SubscriptionID
}

// load reads what is kept of the subscription where its page changed or moved.
func (r *recording) load(ctx context.Context, w *writer) error {
	r.changes.SubscriptionID = r.check.SubscriptionID
	if err := r.lookForTaken(ctx, w); err != nil {
		return err
	}
	if r.over || r.check.Feed == nil && r.check.MovedTo == "" {
		return nil
	}
	sub, err := w.subscription(ctx, r.check.SubscriptionID)
	if errors.Is(err, sql.ErrNoRows) || err == nil && r.check.URL != "" && r.check.URL != sub.URL {
		r.end(Changes{Gone: true})
		return nil
	}
	if err != nil {
		return err
	}
	r.sub, r.url = &sub, sub.URL
	from := sub.readAt() // where the page was when its entries were read
	if to := r.check.MovedTo; to != "" && to != sub.URL {
		sub.OldURL, sub.MovedAt, sub.URL = sub.URL, r.at, to
		r.changes.Moved = true
	}
	if r.check.Feed == nil {
		return nil
	}
	r.page = newMerger(r)
	if err := r.relocate(ctx, w, from); err != nil {
		return err
	}
	return r.page.prepare(ctx, w)
}

// relocate tells the merger where the entries are that are kept.
func (r *recording) relocate(ctx context.Context, w *writer, from string) error {
	m := r.page
	switch readAt := r.check.ReadAt; {
	case r.check.New != nil:
		r.sub.movedFrom = readAt
	case readAt != "":
		m.moved, m.visiting = relocate(from, readAt), true
	default:
		m.moved = relocate(from, r.sub.URL)
		if m.moved.own != "" {
			if err := w.detach(ctx, r.sub, r.at); err != nil {
				return err
			}
		}
		r.sub.movedFrom, r.sub.leftAt = "", sql.Null[int64]{}
	}
	return nil
}

// lookForTaken records what is to be stored instead where the page moved to the
// URL of another subscription.
func (r *recording) lookForTaken(ctx context.Context, w *writer) error {
	if r.over || r.check.MovedTo == "" {
		return nil
	}
	other, taken, err := w.subscribed(ctx, r.check.MovedTo)
	if err != nil || !taken || other == r.check.SubscriptionID {
		return err
	}
	if r.check.IfTaken == nil {
		r.end(Changes{Taken: true})
		return nil
	}
	r.check = *r.check.IfTaken
	r.check.MovedTo = ""
	r.changes.Taken = true
	return nil
}

// resume goes on with a recording in another transaction, unless the user has
// removed the subscription meanwhile, or given it another URL.
func (r *recording) resume(ctx context.Context, w *writer) error {
	if r.over || r.page == nil {
		return nil
	}
	var url string
	err := w.tx.QueryRowContext(ctx, `
		SELECT url FROM subscription WHERE id = ?`, r.check.SubscriptionID).Scan(&url)
	if errors.Is(err, sql.ErrNoRows) || err == nil && url != r.url {
		r.end(Changes{Gone: true})
		return nil
	}
	if err == nil {
		err = r.page.prepare(ctx, w)
	}
	if err != nil {
		return r.error(err)
	}
	return nil
}

// finish stores all that was not stored yet.
func (r *recording) finish(ctx context.Context, w *writer) (Changes, error) {
	if r.over {
		return r.changes, nil
	}
	if err := r.finishPage(ctx, w); err != nil {
		return Changes{}, r.error(err)
	}
	c := r.check
	saved, err := affected(ctx, w.tx, saveCheck,
		c.Format, string(cmp.Or(c.State, StateNew)), moment(c.CheckedAt), moment(c.NextCheckAt),
		moment(c.CheckedAt), c.Failures, c.LastError, c.LastErrorKind, c.Digest,
		c.MovedTo != "", string(c.Reach), c.SubscriptionID, c.URL)
	if err != nil {
		return Changes{}, r.error(err)
	}
	r.changes.Gone = saved == 0
	return r.changes, nil
}

// finishPage stores what the page says of itself, and what is told of its entries.
func (r *recording) finishPage(ctx context.Context, w *writer) error {
	if r.sub == nil {
		return nil
	}
	if r.page != nil {
		if err := r.page.merge(ctx, len(r.page.entries)); err != nil {
			return err
		}
		if err := r.page.finish(ctx); err != nil {
			return err
		}
		r.settleFlood()
	}
	r.check.URL = r.sub.URL
	return w.saveRow(ctx, r.sub)
}
