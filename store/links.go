package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"net/url"

	"gemsub/internal/address"
	"gemsub/internal/render"
	"gemsub/internal/thread"
)

// Bounds of the links that count of a post: further ones, and their bytes, would fill the
// database for whoever wrote it.
const (
	maxPostLinks  = 100     // distinct pages
	maxLinkedURL  = 2 << 10 // bytes of one URL
	maxLinkedURLs = 8 << 10 // bytes of all
)

// A linkedPage is a page of another author to which a post links. Its key is what its
// URLs have in common, see [address.Key].
type linkedPage struct {
	Page string
	URL  *string // nil where it is that of linkURL
}

// linkURL is the URL of the page of a row l of post_link.
const linkURL = `COALESCE(l.url, 'gemini://' || l.page)`

// postLinks are the links of a post.
type postLinks struct {
	authors int // how many others the pages are of
	pages   []linkedPage
}

// linksOf reads the links of the post behind a link. Pages of the same author, and those
// for a browser of the web, count for no author; the former are not kept.
func linksOf(link string, p Post) (l postLinks) {
	own := address.KeyOf(link)
	seen, bytes := map[string]bool{own: true, "": true}, 0
	authors := map[string]bool{address.AuthorOf(own): true}
	for to := range (render.Document{MediaType: p.MediaType, Text: p.Text, URL: p.URL}).Targets() {
		page, target := address.Key(to), plainURL(to)
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
		authors[author] = authors[author] || !isWeb(to)
		l.pages = append(l.pages, newLinkedPage(page, target))
	}
	for _, counts := range authors {
		if counts {
			l.authors++
		}
	}
	l.authors-- // the post's own
	return l
}

func newLinkedPage(page, target string) linkedPage {
	if target == "gemini://"+page {
		return linkedPage{Page: page}
	}
	return linkedPage{page, &target}
}

// plainURL is the URL of a page without what it does not depend on.
func plainURL(u *url.URL) string {
	plain := *u
	plain.User, plain.Fragment, plain.RawFragment = nil, "", ""
	return plain.String()
}

func isWeb(u *url.URL) bool { return u.Scheme == "http" || u.Scheme == "https" }

// saveLinks stores the links of an entry's post, which is stored already and came back
// longer so many times.
func saveLinks(ctx context.Context, tx *sql.Tx, entry int64, l postLinks, growths int) error {
	if _, err := tx.ExecContext(ctx, `
		DELETE FROM post_link WHERE entry_id = ?`, entry); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `
		UPDATE post SET joins = ?, growths = ? WHERE entry_id = ?`, thread.Joins(l.authors, growths), growths, entry); err != nil {
		return err
	}
	if len(l.pages) == 0 {
		return nil
	}
	pages, err := json.Marshal(l.pages)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `
		INSERT INTO post_link (entry_id, page, url)
		SELECT ?, value ->> 'Page', value ->> 'URL' FROM JSON_EACH(?)`, entry, string(pages))
	return err
}

// An unlinked is a post whose links were not read yet.
type unlinked struct {
	entry   int64
	link    string // of the entry
	growths int
	Post
}

// linkPosts reads the links of posts that came into the database without: those of
// earlier schemas.
func linkPosts(ctx context.Context, tx *sql.Tx) error {
	for {
		some, err := collect(ctx, tx, func(u *unlinked) []any {
			return []any{&u.entry, &u.link, &u.growths, &u.URL, &u.MediaType, &u.Text}
		}, `
			SELECT p.entry_id, e.url, p.growths, p.url, p.media_type, p.text
			FROM post p JOIN entry e ON e.id = p.entry_id
			WHERE p.joins IS NULL LIMIT 20`)
		if err != nil || len(some) == 0 {
			return err
		}
		for _, u := range some {
			if err := saveLinks(ctx, tx, u.entry, linksOf(u.link, u.Post), u.growths); err != nil {
				return err
			}
		}
	}
}
