package app

import (
	"context"

	"gemsub/store"
)

// MarkUnread marks what q selects as unread, or as read, and returns how many
// entries changed. An entry that q names has to be there.
func (a *App) MarkUnread(ctx context.Context, q EntryQuery, unread bool) (int, error) {
	return a.mark(ctx, q, func(f store.EntryFilter) (int, error) { return a.db.SetUnread(ctx, f, unread) })
}

// MarkStarred gives what q selects a star, or takes it off, as MarkUnread does.
func (a *App) MarkStarred(ctx context.Context, q EntryQuery, starred bool) (int, error) {
	return a.mark(ctx, q, func(f store.EntryFilter) (int, error) { return a.db.SetStarred(ctx, f, starred) })
}

func (a *App) mark(ctx context.Context, q EntryQuery, set func(store.EntryFilter) (int, error)) (int, error) {
	f, err := q.filter(ctx, a)
	if err != nil {
		return 0, err
	}
	if len(q.Named.Selectors) > 0 { // a number may have been mistyped
		if err := a.exists(ctx, f, q.Named); err != nil {
			return 0, err
		}
	}
	return set(f)
}

// exists reports an error if no entry fits f.
func (a *App) exists(ctx context.Context, f store.EntryFilter, named Selection) error {
	f.Limit = 1
	for _, err := range a.db.Entries(ctx, f) {
		return err
	}
	return &NoEntryError{named.Selectors}
}

// Prune removes the entries that q selects, but for unread and starred ones, and
// returns how many went, also when something stopped it, and how many bytes of
// the file are free for new ones.
func (a *App) Prune(ctx context.Context, q EntryQuery) (removed int, free int64, err error) {
	f, err := q.filter(ctx, a)
	if err != nil {
		return 0, 0, err
	}
	f.Prunable = true
	removed, err = a.db.Prune(ctx, f)
	free, _ = a.db.Free(ctx) // worth a remark, not an error
	return removed, free, err
}
