package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// The index of words, entry_text, has the words of titles and posts. What is written
// is indexed in the same transaction, as far as it may be large; the rest is left to
// the next transactions or to [Store.Index]. At each moment the view indexed_entry has
// exactly what is in the index.

// indexSome indexes as much as one transaction may, and reports whether more is left.
func (p pace) indexSome(ctx context.Context, tx *sql.Tx) (more bool, err error) {
	left := &share{p.titles, p.texts}
	changed, err := indexChanged(ctx, tx, left)
	if err == nil && !changed {
		more, err = indexNew(ctx, tx, left)
	}
	if err != nil {
		return false, fmt.Errorf("index words: %w", err)
	}
	return changed || more, nil
}

// postLength is the length of the post of an entry, which may have none.
const postLength = `COALESCE((SELECT length FROM post p WHERE p.entry_id = e.id), 0)`

// indexChanged indexes entries again that changed since they were, as many as fit into
// left, and reports whether more are left.
func indexChanged(ctx context.Context, tx *sql.Tx, left *share) (more bool, err error) {
	const queue = ` FROM unindexed u LEFT JOIN entry e ON e.id = u.entry_id`
	limit, err := left.limit(ctx, tx, postLength, queue+` ORDER BY u.entry_id`)
	if err != nil {
		return false, err
	}
	ids, err := collect(ctx, tx, func(id *int64) []any { return []any{id} }, `
		SELECT entry_id FROM unindexed ORDER BY entry_id LIMIT ?`, limit)
	if err != nil || len(ids) == 0 {
		return false, err
	}
	left.rows -= len(ids)
	list := jsonList(ids)
	if _, err := tx.ExecContext(ctx, `
		DELETE FROM unindexed WHERE entry_id IN (SELECT value FROM JSON_EACH(?))`, list); err != nil {
		return false, err
	}
	_, err = tx.ExecContext(ctx, `
		INSERT INTO entry_text (docid, title, text) SELECT rowid, title, text FROM indexed_entry
		WHERE rowid IN (SELECT value FROM JSON_EACH(?)) ORDER BY rowid`, list)
	return left.rows <= 0 || left.size <= 0, err
}

// indexNew indexes entries above the highest number in the index, as many as fit into
// left, and reports whether more are left.
func indexNew(ctx context.Context, tx *sql.Tx, left *share) (more bool, err error) {
	var from, last int64
	err = tx.QueryRowContext(ctx, `
		SELECT up_to, (SELECT COALESCE(MAX(id), 0) FROM entry) FROM indexed`).Scan(&from, &last)
	if err != nil || from >= last {
		return false, err
	}
	upTo := min(last, from+int64(left.rows))
	if upTo, err = indexable(ctx, tx, from, upTo, left); err != nil {
		return false, err
	}
	if _, err := tx.ExecContext(ctx, `
		UPDATE indexed SET up_to = ?`, upTo); err != nil {
		return false, err
	}
	_, err = tx.ExecContext(ctx, `
		INSERT INTO entry_text (docid, title, text) SELECT rowid, title, text FROM indexed_entry
		WHERE rowid > ? AND rowid <= ? ORDER BY rowid`, from, upTo)
	return upTo < last, err
}

// indexable returns the number up to which the posts of entries fit into left.
func indexable(ctx context.Context, tx *sql.Tx, from, upTo int64, left *share) (int64, error) {
	type sized struct {
		entry int64
		bytes int
	}
	posts, err := collect(ctx, tx, func(p *sized) []any { return []any{&p.entry, &p.bytes} }, `
		SELECT entry_id, length FROM post WHERE entry_id > ? AND entry_id <= ? ORDER BY entry_id LIMIT ?`, from, upTo, left.rows)
	for _, p := range posts {
		if left.size <= 0 {
			return p.entry - 1, nil
		}
		left.size -= p.bytes
	}
	return upTo, err
}

// Index indexes what no transaction has indexed yet: much after a migration, else what
// was too large for the one that wrote it. Each transaction is small, and what it
// indexed stays if the next ones do not come.
func (s *Store) Index(ctx context.Context) error {
	more, err := s.hasUnindexed(ctx)
	for more && err == nil {
		err = s.write(ctx, func(tx *sql.Tx) (err error) {
			more, err = s.pace.indexSome(ctx, tx)
			return err
		})
		if err == nil && more {
			time.Sleep(s.pace.pause)
		}
	}
	return err
}

// Reindex makes the index of words again, as [Store.Index] does.
func (s *Store) Reindex(ctx context.Context) error {
	err := s.write(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `
			DELETE FROM indexed;
			INSERT INTO indexed (up_to) VALUES (0);
			DELETE FROM unindexed;
			INSERT INTO entry_text (entry_text) VALUES ('rebuild');
			INSERT INTO entry_text (entry_text) VALUES ('automerge=8');
			INSERT INTO feed_text (feed_text) VALUES ('rebuild')`)
		return err
	})
	if err != nil {
		return fmt.Errorf("index words: %w", err)
	}
	return s.Index(ctx)
}

func (s *Store) hasUnindexed(ctx context.Context) (has bool, err error) {
	err = s.db.QueryRowContext(ctx, `
		SELECT up_to < (SELECT COALESCE(MAX(id), 0) FROM entry) OR EXISTS (SELECT 1 FROM unindexed) FROM indexed`).Scan(&has)
	if err != nil {
		err = fmt.Errorf("index words: %w", err)
	}
	return has, err
}

// lastEntry returns the highest number of an entry.
func lastEntry(ctx context.Context, q querier) (id int64, err error) {
	err = q.QueryRowContext(ctx, `SELECT COALESCE(MAX(id), 0) FROM entry`).Scan(&id)
	return id, err
}
