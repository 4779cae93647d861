package store

import (
	"context"
	"database/sql"
	"fmt"
	"iter"
	"strings"

	"gemsub/internal/model"
)

// An Entry is [model.Entry].
type Entry = model.Entry

// selectEntries selects what scanEntry reads of entries e, whose feeds are s. Its
// arguments say whether to tell which posts are kept, which ids are another feed's, and
// which posts are part of a conversation: that takes longer than the rest.
func selectEntries() string {
	return `
	SELECT
		e.id, e.subscription_id, COALESCE(NULLIF(s.title, ''), NULLIF(s.feed_title, ''), s.url), s.url,
		s.author, COALESCE(s.feed_updated, s.changed_at, s.added_at),
		e.ref, e.url, e.title, e.author, s.lang, e.updated, e.published, e.first_seen, e.unread, e.starred, e.rank, e.sort_time,
		(SELECT GROUP_CONCAT(tag, CHAR(9)) FROM (SELECT tag FROM tag WHERE subscription_id = e.subscription_id ORDER BY tag)),
		? AND ` + isKept + `,
		? AND ` + atomIDTaken + `,
		? AND ` + isConversing() + `
	FROM entry e JOIN subscription s ON s.id = e.subscription_id `
}

// Entries yields what f selects, newest first: by date, then subscription,
// then the page's own order. An error ends the sequence and is yielded last,
// with a zero Entry. The entries are those of the moment when the sequence is
// begun, whatever is written while it runs.
func (s *Store) Entries(ctx context.Context, f EntryFilter) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		clauses, args := f.clauses()
		if err := f.eachEntry(ctx, s.db, clauses, args, yield); err != nil {
			yield(Entry{}, fmt.Errorf("list entries: %w", err))
		}
	}
}

// CountEntries returns how many entries f selects.
func (s *Store) CountEntries(ctx context.Context, f EntryFilter) (n int, err error) {
	f.OldestFirst = false
	clauses, args := f.clauses()
	err = s.db.QueryRowContext(ctx, `
		SELECT COUNT(*) FROM (SELECT 1 FROM entry e `+clauses+`)`, args...).Scan(&n)
	if err != nil {
		return 0, fmt.Errorf("count entries: %w", err)
	}
	return n, nil
}

// eachEntry yields the entries that clauses select until yield returns false.
func (f EntryFilter) eachEntry(ctx context.Context, q querier, clauses string, args []any, yield func(Entry, error) bool) error {
	rows, err := q.QueryContext(ctx, selectEntries()+clauses, append([]any{f.WithKept, f.Merged, f.WithAnswers}, args...)...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		e, err := scanEntry(rows)
		if err != nil {
			return err
		}
		if !yield(e, nil) {
			return nil
		}
	}
	return rows.Err()
}

func scanEntry(rows *sql.Rows) (Entry, error) {
	var e Entry
	err := rows.Scan(
		&e.ID, &e.SubscriptionID, &e.FeedTitle, &e.FeedURL, &e.FeedAuthor, (*unixTime)(&e.FeedUpdated),
		&e.AtomID, &e.URL, &e.Title, &e.Author, &e.Lang, (*unixTime)(&e.Updated), (*unixTime)(&e.Published), (*unixTime)(&e.FirstSeen), &e.Unread, &e.Starred, &e.Rank, (*unixTime)(&e.SortTime),
		(*tagColumn)(&e.Tags), &e.Kept, &e.AtomIDTaken, &e.Conversing)
	return e, err
}

// A tagColumn is the tags of a feed, with tabs between; NULL is none.
type tagColumn []string

// Scan implements sql.Scanner.
func (c *tagColumn) Scan(value any) error {
	if text, ok := value.(string); ok {
		*c = strings.Split(text, "\t")
	}
	return nil
}
