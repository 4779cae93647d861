package app

import (
	"context"
	"slices"

	"gemsub/internal/model"
	"gemsub/store"
)

// ErrBusy is the error of a change that another program kept waiting for too long.
var ErrBusy = store.ErrBusy

// MarkUnread marks what q selects as unread, or as read, and returns what
// changed. Where q names an entry that is not there, nothing changes, and the error names
// all such.
func (a *App) MarkUnread(ctx context.Context, q EntryQuery, unread bool) (model.Change, error) {
	return a.mark(ctx, q, func(f store.EntryFilter) (model.Change, error) { return a.db.SetUnread(ctx, f, unread) })
}

// MarkShown marks those of entries that are unread as read. Documents that are posts of
// no entry do not count.
func (a *App) MarkShown(ctx context.Context, shown []model.Entry) error {
	unread := slices.DeleteFunc(slices.Clone(shown), func(e model.Entry) bool { return e.ID == 0 || !e.Unread })
	if len(unread) == 0 {
		return nil
	}
	_, err := a.MarkUnread(ctx, These(unread...), false)
	return err
}

// MarkStarred gives what q selects a star, or takes it off, as MarkUnread does.
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
