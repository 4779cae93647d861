package store

import (
	"context"
	"database/sql"
	"fmt"
)

// The index of words, entry_text, has the words of titles and posts, as the view
// indexed_entry reads them. Triggers take out what changes, and note in table unindexed
// that it enters again. A trigger that did this too would take four times as long: FTS4
// writes a part of the index before each statement with triggers.

// indexChanged indexes what a transaction has added and changed. New entries have higher
// numbers than those in the index; one that comes back under its old number has to be in
// table unindexed.
func indexChanged(ctx context.Context, tx *sql.Tx) error {
	const added = ` FROM entry WHERE id > (SELECT COALESCE(MAX(docid), 0) FROM entry_text_docsize)`
	var changed bool
	err := tx.QueryRowContext(ctx, `
		SELECT EXISTS (SELECT 1 FROM unindexed) OR EXISTS (SELECT 1`+added+`)`).Scan(&changed)
	if err == nil && changed {
		_, err = tx.ExecContext(ctx, `
			INSERT OR IGNORE INTO unindexed SELECT id`+added+`;
			INSERT INTO entry_text (docid, title, text)
			SELECT rowid, title, text FROM indexed_entry
			WHERE rowid IN (SELECT entry_id FROM unindexed) ORDER BY rowid;
			DELETE FROM unindexed`)
	}
	if err != nil {
		return fmt.Errorf("index words: %w", err)
	}
	return nil
}

// Reindex makes the index of words again.
func (s *Store) Reindex(ctx context.Context) error {
	return s.write(ctx, func(tx *sql.Tx) error { return reindex(ctx, tx) })
}

func reindex(ctx context.Context, tx *sql.Tx) error {
	_, err := tx.ExecContext(ctx, `
		DELETE FROM unindexed;
		INSERT INTO entry_text (entry_text) VALUES ('rebuild');
		INSERT INTO entry_text (entry_text) VALUES ('automerge=8');
		INSERT INTO feed_text (feed_text) VALUES ('rebuild')`)
	if err != nil {
		return fmt.Errorf("index words: %w", err)
	}
	return nil
}
