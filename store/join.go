package store

import (
	"context"
	"slices"
	"strings"
)

// move gives sub the URL to. Where another subscription has that, the two become
// one, and sub is that other one from then on.
func (w *writer) move(ctx context.Context, sub *subscriptionRow, to string, changes *Changes) error {
	other, taken, err := w.subscribed(ctx, to)
	if err != nil {
		return err
	}
	changes.Moved = true
	if !taken {
		sub.OldURL, sub.MovedAt = sub.URL, w.now
		sub.URL = to
		return nil
	}
	changes.Joined = true
	changes.SubscriptionID = other
	into, err := w.subscription(ctx, other)
	if err != nil {
		return err
	}
	if err := w.join(ctx, sub, &into); err != nil {
		return err
	}
	*sub, err = w.subscription(ctx, other)
	return err
}

// join brings all that the user has of sub into the subscription into, and
// removes sub. Of an entry that both have, what was read in either is read, and
// starred likewise. The title, interval and decision on robots.txt of into go
// before sub's.
func (w *writer) join(ctx context.Context, sub, into *subscriptionRow) error {
	if err := w.joinEntries(ctx, sub, into); err != nil {
		return err
	}
	for i := range w.mutes {
		if m := &w.mutes[i]; m.SubscriptionID == sub.ID {
			m.SubscriptionID = into.ID
		}
	}
	var arrived any // how many entries of the first page arrive unread: it was read
	if sub.firstUnread.Valid {
		arrived = sub.firstUnread.V
	}
	for _, s := range []struct {
		query string
		args  []any
	}{
		{`INSERT OR IGNORE INTO tag (subscription_id, tag)
			SELECT ?, tag FROM tag WHERE subscription_id = ?`, []any{into.ID, sub.ID}},
		{`UPDATE OR IGNORE pruned SET subscription_id = ? WHERE subscription_id = ?`, []any{into.ID, sub.ID}},
		{`UPDATE OR IGNORE mute SET subscription_id = ? WHERE subscription_id = ?`, []any{into.ID, sub.ID}},
		{`UPDATE subscription SET
			title = IIF(title = '', ?, title),
			interval = IIF(interval = 0, ?, interval),
			added_at = MIN(added_at, ?),
			first_unread = IIF(first_unread IS NULL, NULL, ?)
			WHERE id = ?`, []any{sub.Title, seconds(sub.Interval), moment(sub.AddedAt), arrived, into.ID}},
		{`DELETE FROM subscription WHERE id = ?`, []any{sub.ID}},
	} {
		if _, err := w.tx.ExecContext(ctx, s.query, s.args...); err != nil {
			return err
		}
	}
	return nil
}

// A joinedEntry is what the user has of an entry beside its text.
type joinedEntry struct {
	id              int64
	ref             string
	unread, starred bool
	firstSeen       int64
}

// joinEntries moves the entries of sub, but for those that into has, under their
// ref or as it is spelled since the page moved.
func (w *writer) joinEntries(ctx context.Context, sub, into *subscriptionRow) error {
	theirs, err := w.joined(ctx, into.ID)
	if err != nil {
		return err
	}
	known := make(map[string]int64, len(theirs))
	for _, e := range theirs {
		known[e.ref] = e.id
	}
	mine, err := w.joined(ctx, sub.ID)
	if err != nil {
		return err
	}
	moves := slices.Concat(movesBetween(sub.readAt(), into.URL), movesBetween(sub.readAt(), into.readAt()))
	for _, e := range mine {
		same := known[e.ref]
		for _, m := range moves {
			if rest, ok := strings.CutPrefix(e.ref, m.from); ok && same == 0 {
				same = known[m.to+rest]
			}
		}
		if err := w.joinEntry(ctx, e, into.ID, same); err != nil {
			return err
		}
	}
	return nil
}

// joinEntry moves one entry to a subscription, or its marks to the same entry
// there, 0 for none.
func (w *writer) joinEntry(ctx context.Context, e joinedEntry, other, same int64) error {
	if same == 0 {
		_, err := w.tx.ExecContext(ctx, `
			UPDATE entry SET subscription_id = ? WHERE id = ?`, other, e.id)
		return err
	}
	_, err := w.tx.ExecContext(ctx, `
		UPDATE entry SET unread = MIN(unread, ?), starred = MAX(starred, ?), first_seen = MIN(first_seen, ?)
		WHERE id = ?`, e.unread, e.starred, e.firstSeen, same)
	return err
}

func (w *writer) joined(ctx context.Context, subscription int64) ([]joinedEntry, error) {
	columns := func(e *joinedEntry) []any { return []any{&e.id, &e.ref, &e.unread, &e.starred, &e.firstSeen} }
	return collect(ctx, w.tx, columns, `
		SELECT id, ref, unread, starred, first_seen FROM entry WHERE subscription_id = ?`, subscription)
}
