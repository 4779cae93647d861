package store

import (
	"context"
	"errors"
	"time"
)

// A pace is how much of a large page goes into the database at once.
type pace struct {
	entries int           // for one transaction
	breath  time.Duration // that others have for the lock between two
}

// usualPace is a tenth of a second's work, and as long as it takes that others, who
// look for the lock every 100 ms, get it within a few times.
func usualPace() pace { return pace{2000, 25 * time.Millisecond} }

// spareRoom is the part of a disk that is not for large pages, in bytes: what other
// feeds bring still goes there, and what it takes to undo a page that did not fit.
const spareRoom = 32 << 20

var errNoRoom = errors.New("too little room on the disk for a large page")

// checkRoom returns errNoRoom if only the spare room is left.
func (s *Store) checkRoom() error {
	if free, known := s.free(s.path); known && free < spareRoom {
		return errNoRoom
	}
	return nil
}

// beginLarge begins to record the checks with large pages, by their index.
func (s *Store) beginLarge(ctx context.Context, checks []Check) (map[int]*recording, error) {
	var begun map[int]*recording
	for i, c := range checks {
		if c.Feed == nil || len(c.Feed.Entries) <= s.pace.entries {
			continue
		}
		if begun == nil {
			begun = map[int]*recording{}
		}
		r, err := s.storeMost(ctx, c)
		if r != nil {
			begun[i] = r
		}
		if err != nil {
			s.undoLarge(ctx, begun)
			return nil, err
		}
	}
	return begun, nil
}

// storeMost begins to record c, and goes on until one transaction can take the
// rest. After an error it returns what undoLarge has to undo.
func (s *Store) storeMost(ctx context.Context, c Check) (r *recording, err error) {
	if err := s.checkRoom(); err != nil {
		return nil, err
	}
	err = s.withWriter(ctx, func(w *writer) error {
		if r, err = w.begin(ctx, c); err != nil {
			return err
		}
		r.after = w.indexed
		return r.storeSome(ctx, s.pace.entries)
	})
	if err != nil {
		return nil, err
	}
	for r.hasMore(s.pace.entries) {
		time.Sleep(s.pace.breath)
		if err := s.checkRoom(); err != nil {
			return r, err
		}
		err := s.withWriter(ctx, func(w *writer) error {
			if err := r.resume(ctx, w); err != nil {
				return err
			}
			return r.storeSome(ctx, s.pace.entries)
		})
		if err != nil {
			return r, err
		}
	}
	return r, nil
}

// hasMore reports whether more than n entries are left to store.
func (r *recording) hasMore(n int) bool {
	return !r.over && r.page != nil && len(r.page.entries) > n
}

// storeSome stores the next n entries.
func (r *recording) storeSome(ctx context.Context, n int) error {
	if r.over || r.page == nil {
		return nil
	}
	if err := r.page.merge(ctx, n); err != nil {
		return r.error(err)
	}
	return nil
}

// undoLarge removes the entries that recordings added which cannot be finished:
// they may have taken the last room that there was. Where that fails they stay, as
// read.
func (s *Store) undoLarge(ctx context.Context, begun map[int]*recording) {
	for _, r := range begun {
		if r.page == nil {
			continue
		}
		for n, err := 1, error(nil); n > 0 && err == nil; time.Sleep(s.pace.breath) {
			n, err = s.affected(ctx, "remove entries", `
				DELETE FROM entry WHERE id IN (
					SELECT id FROM entry WHERE subscription_id = ? AND id > ? LIMIT ?)`,
				r.check.SubscriptionID, r.after, s.pace.entries)
		}
		if r.check.New != nil {
			_ = s.Remove(ctx, []int64{r.check.SubscriptionID})
		}
	}
}
