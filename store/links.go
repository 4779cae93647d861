package store

import (
	"gemsub/internal/address"
	"gemsub/internal/render"
	"gemsub/internal/thread"
)

// Bounds of the links stored of a post, so that no author can fill the database.
const (
	maxPostLinks  = 100     // distinct pages
	maxLinkedURL  = 2 << 10 // bytes of one URL
	maxLinkedURLs = 8 << 10 // bytes of all
)

// A linkedPage is a page of another author to which a post links. Page is the key that all URLs of
// the page have in common, see [address.PageKey].
type linkedPage struct{ Page, URL string }

// linksOf returns the pages to which the post behind an entry's link leads, and their authors, up
// to the bounds above. It leaves out pages of the post's own author: the author of the URL where
// it was read, or of the link if its feed carried the post. Web pages come without authors.
func linksOf(link string, p Post) (pages []linkedPage, authors map[string]bool) {
	if !p.FromFeed {
		link = p.URL
	}
	own := address.PageKey(link)
	seen, bytes := map[string]bool{own: true, "": true}, 0
	authors = map[string]bool{}
	for to := range render.Document(p).Targets() {
		plain := *to
		plain.User, plain.Fragment, plain.RawFragment = nil, "", ""
		target := plain.String()
		page := address.PageKey(target)
		if seen[page] || len(target) > maxLinkedURL {
			continue
		}
		if bytes += len(target); len(seen) == maxPostLinks+2 || bytes > maxLinkedURLs {
			break
		}
		seen[page] = true
		author := address.AuthorOf(page)
		if author == address.AuthorOf(own) {
			continue
		}
		if to.Scheme != "http" && to.Scheme != "https" {
			authors[author] = true
		}
		pages = append(pages, linkedPage{page, target})
	}
	return pages, authors
}

// saveLinks stores the links of the posts that a transaction stored.
func (tx *transaction) saveLinks() {
	type unlinked struct {
		EntryID int64
		Link    string // of the entry
		Growths int
		Post
	}
	for {
		posts := allRows[unlinked](tx, `
			SELECT p.entry_id, e.url AS link, p.growths, p.url, p.media_type, p.from_feed, p.text
			FROM post p JOIN entry e ON e.id = p.entry_id
			WHERE p.joins IS NULL LIMIT 20`)
		if len(posts) == 0 {
			tx.followMoves()
			return
		}
		for _, p := range posts {
			pages, authors := linksOf(p.Link, p.Post)
			tx.exec(`DELETE FROM post_link WHERE entry_id = ?`, p.EntryID)
			tx.exec(`UPDATE post SET joins = ? WHERE entry_id = ?`, thread.Joins(len(authors), p.Growths), p.EntryID)
			tx.exec(`
				INSERT INTO post_link (entry_id, page, url)
				SELECT ?, value ->> 'Page', value ->> 'URL' FROM JSON_EACH(?)`, p.EntryID, jsonList(pages))
		}
	}
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
