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

// selectEntries selects from entry e and subscription s what scanEntry reads.
func (f EntryFilter) selectEntries() string {
	taken, tags, kept, conversing := `0`, `NULL`, `0`, `0`
	if f.Merged {
		taken = atomIDTaken
	}
	if f.WithTags {
		tags = tagsOfEntry
	}
	if f.WithKept {
		kept = isKept()
	}
	if f.WithAnswers {
		conversing = isConversing()
	}
	return entryColumns + `, ` + sortTime("e") + `, ` + taken + `, ` + tags + `, ` + kept + `, ` + conversing + ` `
}

// tagsOfEntry are those of its subscription, with tabs between.
const tagsOfEntry = `(
	SELECT GROUP_CONCAT(tag, CHAR(9)) FROM (SELECT tag FROM tag WHERE subscription_id = e.subscription_id ORDER BY tag))`

// entryColumns are most of what scanEntry reads.
const entryColumns = `
	SELECT
		e.id, e.subscription_id, COALESCE(NULLIF(s.title, ''), NULLIF(s.feed_title, ''), s.url), s.url,
		s.author, COALESCE(s.feed_updated, s.changed_at, s.added_at),
		e.ref, e.url, e.title, e.author, s.lang, e.updated, e.published, e.first_seen, e.unread, e.starred, e.rank`

const fromEntries = `FROM entry e ` + withFeed

// withFeed keeps the entries in the outer loop, so that they are read in the order
// of their index, up to a limit.
const withFeed = `CROSS JOIN subscription s ON s.id = e.subscription_id `

// Entries yields what f selects, newest first: by date, then subscription,
// then the page's own order. An error ends the sequence and is yielded last,
// with a zero Entry. The entries are those of the moment when the sequence is
// begun, whatever is written while it runs.
func (s *Store) Entries(ctx context.Context, f EntryFilter) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		clauses, args, err := f.clauses()
		if err == nil {
			err = eachEntry(ctx, s.db, f.selectEntries()+fromEntries+clauses, args, yield)
		}
		if err != nil {
			yield(Entry{}, fmt.Errorf("list entries: %w", err))
		}
	}
}

// CountEntries returns how many entries f selects.
func (s *Store) CountEntries(ctx context.Context, f EntryFilter) (n int, err error) {
	f.OldestFirst = false
	clauses, args, err := f.clauses()
	if err == nil {
		err = s.db.QueryRowContext(ctx, `
			SELECT COUNT(*) FROM (SELECT 1 FROM entry e `+clauses+`)`, args...).Scan(&n)
	}
	if err != nil {
		return 0, fmt.Errorf("count entries: %w", err)
	}
	return n, nil
}

// eachEntry yields the entries of a query until yield returns false.
func eachEntry(ctx context.Context, q querier, query string, args []any, yield func(Entry, error) bool) error {
	rows, err := q.QueryContext(ctx, query, args...)
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
		&e.AtomID, &e.URL, &e.Title, &e.Author, &e.Lang, (*unixTime)(&e.Updated), (*unixTime)(&e.Published), (*unixTime)(&e.FirstSeen), &e.Unread, &e.Starred, &e.Rank,
		(*unixTime)(&e.SortTime), &e.AtomIDTaken, (*tagColumn)(&e.Tags), &e.Kept, &e.Conversing)
	return e, err
}

// A tagColumn is what tagsOfEntry selects; NULL is no tags.
type tagColumn []string

// Scan implements sql.Scanner.
func (c *tagColumn) Scan(value any) error {
	if text, ok := value.(string); ok {
		*c = strings.Split(text, "\t")
	}
	return nil
}
