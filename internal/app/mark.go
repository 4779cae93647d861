package app

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"gemsub/internal/model"
	"gemsub/internal/shell"
	"gemsub/internal/words"
	"gemsub/store"
)

// ErrBusy is the error of a change that another program kept waiting for too long.
var ErrBusy = store.ErrBusy

// MarkUnread marks what q selects as unread, or as read, and returns what
// changed. If q names entries that do not exist, nothing changes, and the error names them all.
func (a *App) MarkUnread(ctx context.Context, q EntryQuery, unread bool) (model.Change, error) {
	return a.mark(ctx, q, func(f store.EntryFilter) (model.Change, error) { return a.db.SetUnread(ctx, f, unread) })
}

// MarkShown marks the unread entries among shown as read, since a person opened them. All that a
// person reads is one change for undo. It skips posts that belong to no entry, whose number is 0.
func (a *App) MarkShown(ctx context.Context, shown []model.Entry) error {
	var unread []int64
	for _, e := range shown {
		if e.ID != 0 && e.Unread {
			unread = append(unread, e.ID)
		}
	}
	if len(unread) == 0 {
		return nil
	}
	return a.db.MarkOpened(ctx, unread, a.Session)
}

// MarkStarred stars the entries that q selects, or removes their stars. It treats unknown
// entries as MarkUnread does.
func (a *App) MarkStarred(ctx context.Context, q EntryQuery, starred bool) (model.Change, error) {
	return a.mark(ctx, q, func(f store.EntryFilter) (model.Change, error) { return a.db.SetStarred(ctx, f, starred) })
}

func (a *App) mark(ctx context.Context, q EntryQuery, set func(store.EntryFilter) (model.Change, error)) (model.Change, error) {
	f, err := q.filter(ctx, a)
	if err != nil {
		return model.Change{}, err
	}
	if err := a.allExist(ctx, q.Named); err != nil {
		return model.Change{}, err
	}
	return set(f)
}

// allExist returns an error if a selector of s fits no entry: a number may have been
// mistyped.
func (a *App) allExist(ctx context.Context, s Selection) error {
	var unknown []string
	for _, selector := range s.Selectors {
		one, err := ParseSelection([]string{selector})
		if err != nil {
			return err
		}
		first, err := a.firstEntry(ctx, store.EntryFilter{IDs: one.ids, URLs: one.urls})
		if err != nil {
			return err
		}
		if first.ID == 0 {
			unknown = append(unknown, selector)
		}
	}
	if len(unknown) > 0 {
		return noEntryError(unknown...)
	}
	return nil
}

// SelectOne returns the one subscription that a selector fits. Its errors are those of
// [App.Select].
func (a *App) SelectOne(ctx context.Context, selector string) (model.Subscription, error) {
	chosen, err := a.Select(ctx, []string{selector})
	if err != nil {
		return model.Subscription{}, err
	}
	return single(chosen, selector)
}

// Unmute removes mutes by their numbers. If any is unknown, it removes none and returns an error.
func (a *App) Unmute(ctx context.Context, ids []int64) error {
	unknown, err := a.db.RemoveMutes(ctx, ids)
	if err != nil || len(unknown) == 0 {
		return err
	}
	var numbers []string
	for _, id := range unknown {
		numbers = append(numbers, strconv.FormatInt(id, 10))
	}
	return words.WithHint(fmt.Errorf("there is no mute %s", strings.Join(numbers, ", ")), "gemsub mute list shows what is")
}

// Undo undoes a change by its number, or with 0 the last one that a person made by a command; in a
// reader, of posts that were opened, only the newest. If that cannot be undone, the error hints at
// what to do instead.
func (a *App) Undo(ctx context.Context, number int64) (u model.UndoResult, err error) {
	if number == 0 && a.Session != "" {
		u, err = a.db.UndoOpened(ctx)
	} else {
		u, err = a.db.Undo(ctx, number)
	}
	taken, isTaken := errors.AsType[*store.TakenError](err)
	read, isRead := errors.AsType[*store.ReadError](err)
	final, isFinal := errors.AsType[*store.FinalError](err)
	switch {
	case isFinal && final.Before.ID != 0:
		return u, words.WithHint(err, fmt.Sprintf("gemsub undo %d takes back the change before: %s", final.Before.ID, final.Before.Command))
	case isRead:
		return u, words.WithHint(err, fmt.Sprintf("gemsub set %d --url %s", read.ID, shell.Quote(read.Before)))
	case isTaken:
		return u, words.WithHint(err, fmt.Sprintf("gemsub remove %d, then gemsub undo %d", taken.Subscription.ID, u.ID))
	case errors.Is(err, store.ErrNothingToUndo) && number != 0:
		return u, words.WithHint(fmt.Errorf("there is no change %d to undo", number), "gemsub undo --list")
	case errors.Is(err, store.ErrNothingToUndo):
		return u, words.WithHint(store.ErrNothingToUndo, "changes of the last 30 days by add, read, star, tag, set, remove and others can be undone")
	}
	return u, err
}

// Prune removes the entries that q selects, except unread and starred ones. If q asks for entries
// with posts, it removes only these posts. It returns how many it removed, and how many bytes of
// the file are free for new entries. It returns an error and removes nothing if the clock cannot be
// trusted.
func (a *App) Prune(ctx context.Context, q EntryQuery) (removed int, free int64, err error) {
	f, err := q.filter(ctx, a)
	if err != nil {
		return 0, 0, err
	}
	c, err := a.db.Clock(ctx)
	if err == nil && !c.Trusted { // a clock that is ahead makes all old
		err = fmt.Errorf("remove entries: the clock says %s, but the last update was at %s", utcText(a.Now()), utcText(c.LastCheck))
		err = words.WithHint(err, "gemsub update, if the clock is right")
	}
	if err != nil {
		return 0, 0, err
	}
	removed, err = a.db.Prune(ctx, f)
	free, _ = a.db.Free(ctx) // worth a remark, not an error
	return removed, free, err
}
