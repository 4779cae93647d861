package store

import (
	"gemsub/feed"
	"gemsub/internal/address"
	"gemsub/internal/thread"
)

// saveLinks stores the links of an entry's post. growths is how often the text was longer than
// before.
func (tx *transaction) saveLinks(entry int64, linked feed.LinkedPages, growths int) {
	tx.exec(`DELETE FROM post_link WHERE entry_id = ?`, entry)
	tx.exec(`UPDATE post SET joins = ? WHERE entry_id = ?`, thread.Joins(linked.Authors, growths), entry)
	tx.exec(`
		INSERT OR IGNORE INTO post_link (entry_id, page, url)
		SELECT ?, value ->> 'Page', value ->> 'URL' FROM JSON_EACH(?)`, entry, jsonList(linked.Pages))
}

// followMoves makes links to the old pages of feeds that moved lead to their new pages, if these
// are by the feed's author, and no entry has the old page.
func (tx *transaction) followMoves() {
	type moved struct{ URL, OldURL string }
	for _, m := range allRows[moved](tx, `SELECT url, old_url FROM subscription WHERE old_url <> ''`) {
		before, now := address.FolderKey(m.OldURL), address.FolderKey(m.URL)
		if before == "" || now == "" {
			continue
		}
		tx.exec(`
			UPDATE OR IGNORE post_link SET page = ?2 || SUBSTR(page, LENGTH(?1) + 1)
			WHERE page >= ?1 || '/' AND page < ?1 || '0' AND author_of(page) = ?3 AND page NOT IN (SELECT page FROM entry)`,
			before, now, address.AuthorOf(m.OldURL))
	}
}
