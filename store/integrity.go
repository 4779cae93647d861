package store

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/mattn/go-sqlite3"
)

// ErrIndex is in the error of [Store.Integrity] when nothing is wrong but the index of
// words, which [Store.Reindex] makes again.
var ErrIndex = errors.New("words cannot be searched as they are in titles and posts")

// Integrity has SQLite check the whole file, and that all rows exist to which others
// refer. It returns the first fault, or nil.
func (s *Store) Integrity(ctx context.Context) error {
	err := integrity(ctx, s.db)
	if err == nil {
		err = canSearch(ctx, s.db)
	}
	return doing("check database", err)
}

// canSearch returns ErrIndex where a search would fail, though SQLite finds all words:
// it reads an index from its leaves, and not the lengths by which hits are ranked.
func canSearch(ctx context.Context, q querier) error {
	for _, fault := range []string{
		`SELECT COUNT(*) < 0 FROM entry_text WHERE entry_text MATCH 'a'`,
		`SELECT COUNT(*) < 0 FROM feed_text WHERE feed_text MATCH 'a'`,
		`SELECT EXISTS (SELECT rowid FROM indexed_entry EXCEPT SELECT docid FROM entry_text_docsize WHERE LENGTH(size) > 1)`,
		`SELECT EXISTS (SELECT docid FROM entry_text_docsize EXCEPT SELECT rowid FROM indexed_entry)`,
	} {
		var found bool
		err := q.QueryRowContext(ctx, fault).Scan(&found)
		if found || isCode(err, sqlite3.ErrCorrupt) {
			return ErrIndex
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func integrity(ctx context.Context, q querier) error {
	faults, err := column[string](ctx, q, `PRAGMA integrity_check`)
	if err != nil {
		return err
	}
	wrongIndex := false
	for _, fault := range faults {
		switch {
		case strings.HasPrefix(fault, "malformed inverted index"):
			wrongIndex = true
		case fault != "ok":
			return errors.New(fault)
		}
	}
	var orphans int
	err = q.QueryRowContext(ctx, `
		SELECT COUNT(*) FROM pragma_foreign_key_check`).Scan(&orphans)
	if err == nil && orphans > 0 {
		return fmt.Errorf("%d rows belong to nothing", orphans)
	}
	if err == nil && wrongIndex {
		err = ErrIndex
	}
	return err
}

// Free returns how many bytes of the file are unused. New entries use them first;
// [Store.Backup] writes a copy without them.
func (s *Store) Free(ctx context.Context) (int64, error) {
	var free int64
	err := s.db.QueryRowContext(ctx, `
		SELECT freelist_count * page_size FROM pragma_freelist_count, pragma_page_size`).Scan(&free)
	return free, doing("measure database", err)
}
