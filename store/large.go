package store

import (
	"context"
	"errors"
	"slices"
	"time"

	"gemsub/feed"
)

// A pace says how much of what is large one transaction stores.
type pace struct {
	rows    int           // at most so many a transaction
	bytes   int           // of the rows that a change records
	removed int           // bytes of what is removed and not recorded
	marks   int           // that are set
	titles  int           // that are indexed
	texts   int           // bytes of posts that are indexed, one post more
	pause   time.Duration // between two transactions, in which others get the lock
}

// defaultPace holds the lock for a fifth of a second. Others try to get it every 100
// ms, so each of them tries once in a pause.
func defaultPace() pace {
	return pace{
		rows: 4000, bytes: 4 << 20, removed: 1 << 20, marks: 25_000, titles: 25_000, texts: 2 << 20,
		pause: 110 * time.Millisecond,
	}
}

// rowsOfEntry is for how many rows an entry counts that is stored: the indexes have it
// too. One that is as it was counts for one.
const rowsOfEntry = 4

// entries is how many entries one transaction may store.
func (p pace) entries() int { return p.rows / rowsOfEntry }

// shareOfPage is how much of a page one transaction may store.
func (p pace) shareOfPage() *share { return &share{p.rows, p.removed} }

// spareRoom is how many bytes of the disk large pages leave free: for the entries
// of other feeds, and for undoing a page that did not fit.
const spareRoom = 32 << 20

var errNoRoom = errors.New("too little room on the disk for a large page")

// checkRoom returns errNoRoom if only the spare room is left.
func (s *Store) checkRoom() error {
	if free, known := s.free(s.path); known && free < spareRoom {
		return errNoRoom
	}
	return nil
}

// beginLarge stores most entries of each large page among checks, and returns
// these checks by index, to be finished.
func (s *Store) beginLarge(ctx context.Context, checks []Check) (map[int]*pendingCheck, error) {
	var begun map[int]*pendingCheck
	for i := range checks {
		c := &checks[i]
		large, err := s.isLarge(ctx, c)
		var p *pendingCheck
		if large {
			p, err = s.storeMost(ctx, c)
		}
		if p != nil {
			if begun == nil {
				begun = map[int]*pendingCheck{}
			}
			begun[i] = p
		}
		if err != nil {
			s.undoLarge(ctx, begun)
			return nil, err
		}
	}
	return begun, nil
}

// isLarge reports whether c has more entries than one transaction may store, or could
// replace more posts than one may remove.
func (s *Store) isLarge(ctx context.Context, c *Check) (large bool, err error) {
	switch {
	case c.Feed == nil:
		return false, nil
	case len(c.Feed.Entries) > s.pace.entries():
		return true, nil
	case c.New != nil: // it has no posts
		return false, nil
	}
	err = s.db.QueryRowContext(ctx, `
		SELECT COALESCE(SUM(p.length), 0) > ?1
		FROM post p
		WHERE p.subscription_id = ?2 AND (?3 OR (SELECT moved_from <> '' FROM subscription WHERE id = ?2))`,
		s.pace.removed, c.SubscriptionID, c.mayReplacePosts()).Scan(&large)
	return large, err
}

// mayReplacePosts reports whether entries of the page may get other links or posts. Those
// of gemlogs and menus do not, unless the page moves.
func (c *Check) mayReplacePosts() bool {
	return c.MovedTo != "" || slices.ContainsFunc(c.Feed.Entries, func(e feed.Entry) bool {
		return e.Link != e.ID || e.FormerID != "" || e.Content != nil
	})
}

// storeMost stores all entries of c but for those that may be reported. After an error it
// returns what undoLarge has to undo.
func (s *Store) storeMost(ctx context.Context, c *Check) (p *pendingCheck, err error) {
	if err := s.checkRoom(); err != nil {
		return nil, err
	}
	err = s.inCommit(ctx, true, func(tx *commitTx) (err error) {
		last, err := lastEntry(ctx, tx)
		if err != nil {
			return err
		}
		if p, err = tx.beginLarge(ctx, c); err != nil {
			return err
		}
		p.lastBefore = last
		return p.storeSome(ctx, s.pace.shareOfPage())
	})
	if err != nil {
		return nil, err
	}
	for p.hasMore() {
		time.Sleep(s.pace.pause)
		if err := s.checkRoom(); err != nil {
			return p, err
		}
		err := s.inCommit(ctx, true, func(tx *commitTx) error {
			if err := p.resume(ctx, tx); err != nil {
				return err
			}
			return p.storeSome(ctx, s.pace.shareOfPage())
		})
		if err != nil {
			return p, err
		}
	}
	return p, nil
}

// beginLarge is begin for a page that is stored in parts.
func (tx *commitTx) beginLarge(ctx context.Context, c *Check) (*pendingCheck, error) {
	p, err := tx.begin(ctx, c)
	if err == nil {
		err = p.reserveStay(ctx, tx)
	}
	if err == nil && p.page != nil { // until all of it is stored
		err = forgetKnown(ctx, tx.Tx, jsonList([]int64{p.sub.ID}))
	}
	return p, err
}

// hasMore reports whether entries are left to store.
func (p *pendingCheck) hasMore() bool {
	return !p.done && p.page != nil && len(p.page.entries) > 0
}

// storeSome stores the next entries, as many as fit into left.
func (p *pendingCheck) storeSome(ctx context.Context, left *share) error {
	if p.done || p.page == nil {
		return nil
	}
	if err := p.page.merge(ctx, left); err != nil {
		return p.error(err)
	}
	return nil
}

// undoLarge removes the entries that were added for checks which cannot be
// finished: they may have filled the disk. If that fails too, they stay, marked as
// read.
func (s *Store) undoLarge(ctx context.Context, begun map[int]*pendingCheck) {
	for _, p := range begun {
		if p.page == nil {
			continue
		}
		for n, err := 1, error(nil); n > 0 && err == nil; time.Sleep(s.pace.pause) {
			n, err = s.affected(ctx, "remove entries", `
				DELETE FROM entry WHERE id IN (
					SELECT id FROM entry WHERE subscription_id = ? AND id > ? LIMIT ?)`,
				p.check.SubscriptionID, p.lastBefore, s.pace.entries())
		}
		if p.check.New != nil {
			_, _ = s.affected(ctx, "remove subscription", `
				DELETE FROM subscription WHERE id = ?`, p.check.SubscriptionID)
		}
	}
}
