package store

import (
	"cmp"
	"context"
	"net/url"

	"gemsub/internal/address"
	"gemsub/internal/model"
	"gemsub/internal/render"
	"gemsub/internal/thread"
)

// Bounds of the links stored of a post, so that no author can fill the database.
const (
	maxPostLinks  = 100     // distinct pages
	maxLinkedURL  = 2 << 10 // bytes of one URL
	maxLinkedURLs = 8 << 10 // bytes of all
)

// A linkedPage is a page of another author to which a post links. Its key is what its
// URLs have in common, see [address.KeyOf].
type linkedPage struct {
	Page string
	URL  *string // nil where it is that of linkURL
}

// linkURL is the URL of the page of a row l of post_link.
const linkURL = `COALESCE(l.url, 'gemini://' || l.page)`

// postLinks are the links of a post.
type postLinks struct {
	authors int // how many other authors they link to
	pages   []linkedPage
}

// linksOf reads the links of the post behind a link. Pages of the same author, and those
// for a browser of the web, count for no author; the former are not kept.
func linksOf(link string, p Post) (l postLinks) {
	own := address.KeyOf(link)
	seen, bytes := map[string]bool{own: true, "": true}, 0
	authors := map[string]bool{address.AuthorOf(own): true}
	for to := range render.Document(p).Targets() {
		target := plainURL(to)
		page := address.KeyOf(target)
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
		one := linkedPage{page, &target}
		if target == "gemini://"+page {
			one.URL = nil
		}
		l.pages = append(l.pages, one)
	}
	for _, counts := range authors {
		if counts {
			l.authors++
		}
	}
	l.authors-- // the post's own
	return l
}

// plainURL returns the URL of a page without the parts that do not change the page.
func plainURL(u *url.URL) string {
	plain := *u
	plain.User, plain.Fragment, plain.RawFragment = nil, "", ""
	return plain.String()
}

func isWeb(u *url.URL) bool { return u.Scheme == "http" || u.Scheme == "https" }

// saveLinks stores the links of an entry's post, which is stored already. growths is how
// many times the post came back longer.
func saveLinks(ctx context.Context, tx *transaction, entry int64, l postLinks, growths int) error {
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
	_, err := tx.ExecContext(ctx, `
		INSERT INTO post_link (entry_id, page, url)
		SELECT ?, value ->> 'Page', value ->> 'URL' FROM JSON_EACH(?)`, entry, jsonList(l.pages))
	return err
}

// An unlinked is a post whose links were not read yet.
type unlinked struct {
	entry   int64
	link    string // of its author's page
	growths int
	Post
}

// linkPosts stores the links of posts from earlier schemas, which lack them.
func linkPosts(ctx context.Context, tx *transaction) error {
	for {
		some, err := collect(ctx, tx, func(u *unlinked) []any {
			return []any{&u.entry, &u.link, &u.growths, &u.URL, &u.MediaType, &u.Text}
		}, `
			SELECT p.entry_id, IIF(p.from_feed, e.url, p.url), p.growths, p.url, p.media_type, p.text
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

// isOfPage holds for an entry of a page. Most are found by their URL, so that the index by
// page has the others alone: each takes a twentieth of what it takes to add an entry.
func isOfPage(entry, page string) string {
	return `(` + entry + `.url = 'gemini://' || ` + page + ` AND ` + entry + `.page_key IS NULL OR ` + entry + `.page_key = ` + page + `)`
}

// ownerOf selects a column of the entry of a page whose feed owns it.
func ownerOf(column, page string) string {
	const of = `SELECT id, subscription_id, own, first_seen FROM entry `
	return `(SELECT ` + column + ` FROM (
		` + of + `WHERE url = 'gemini://' || ` + page + ` AND page_key IS NULL
		UNION ALL ` + of + `WHERE page_key = ` + page + ` ORDER BY own DESC, first_seen, id LIMIT 1))`
}

// owns holds for an entry of the feed that owns its page.
func owns(entry string) string {
	return entry + `.subscription_id = ` + ownerOf("subscription_id", entry+".page")
}

// isShared holds for a post p that was fetched at its entry's link.
func isShared(entry string) string { return `NOT p.from_feed AND p.url = ` + entry + `.url` }

// isReliable holds for a post p of an entry that says to what the entry's page links: it was
// fetched there, or the entry's feed owns the page and no other author's text is kept.
func isReliable(entry string) string {
	return `(` + isShared(entry) + ` OR NOT p.other_author AND ` + owns(entry) + `)`
}

// isEvidence holds for an entry whose post, if one is kept, is reliable.
func isEvidence(entry string) string {
	return `NOT EXISTS (SELECT 1 FROM post p WHERE p.entry_id = ` + entry + `.id AND NOT ` + isReliable(entry) + `)`
}

// sortDay is the day of an entry in lists, in days since 1970.
func sortDay(entry string) string { return entry + `.sort_time / 86400` }

// canJoin holds for an entry that can be part of a conversation: its kept post, if any, may
// join, and it is not of a feed that owns its page and is a single page of posts.
func canJoin(entry string) string {
	return `(NOT EXISTS (
			SELECT 1 FROM post p WHERE p.entry_id = ` + entry + `.id AND NOT p.joins AND ` + isReliable(entry) + `)
		AND NOT EXISTS (
			SELECT 1 FROM subscription s
			WHERE s.id = ` + entry + `.subscription_id AND s.format IN ('headings', 'page') AND ` + entry + `.own > 1 AND ` + owns(entry) + `))`
}

// LinkedPosts returns the posts of pages, kept or not, each once: the newest entry of the
// feed that owns the page, since no feed dates the posts of another.
func (s *Store) LinkedPosts(ctx context.Context, pages []string) (posts []model.LinkedPost, err error) {
	all, err := collect(ctx, s.db, func(p *model.LinkedPost) []any {
		return []any{&p.Page, &p.Entry, &p.Feed, &p.URL, &p.Author, (*unixTime)(&p.Date), (*unixTime)(&p.Seen), &p.Joins}
	}, `
		SELECT e.page, e.id, e.subscription_id, e.url, author_of(COALESCE(p.url, e.url)), e.sort_time, e.first_seen, `+canJoin("e")+`
		FROM JSON_EACH(?) j JOIN entry e ON `+isOfPage("e", "j.value")+`
		LEFT JOIN post p ON p.entry_id = e.id AND NOT p.from_feed AND NOT p.other_author AND p.url <> e.url -- read before its feed moved
		ORDER BY j.key, `+byOwner("e"), jsonList(pages))
	if err != nil {
		return nil, doing("read linked posts", err)
	}
	for _, p := range all {
		if len(posts) == 0 || posts[len(posts)-1].Page != p.Page {
			posts = append(posts, p)
			continue
		}
		post := &posts[len(posts)-1]
		joins := post.Joins && p.Joins
		if p.Feed == post.Feed && cmp.Or(p.Date.Compare(post.Date), cmp.Compare(p.Entry, post.Entry)) > 0 {
			p.Author, *post = post.Author, p
		}
		post.Joins = joins
	}
	return posts, nil
}

// LinksFrom returns the links from the posts of pages to pages of other authors.
func (s *Store) LinksFrom(ctx context.Context, pages []string) ([]model.PageLink, error) {
	return s.links(ctx, `entry e ON `+isOfPage("e", "j.value")+` JOIN post_link l ON l.entry_id = e.id`, pages)
}

// LinksTo returns the links to pages from posts of other authors.
func (s *Store) LinksTo(ctx context.Context, pages []string) ([]model.PageLink, error) {
	return s.links(ctx, `post_link l ON l.page = j.value JOIN entry e ON e.id = l.entry_id`, pages)
}

func (s *Store) links(ctx context.Context, ofPages string, pages []string) ([]model.PageLink, error) {
	links, err := collect(ctx, s.db, func(l *model.PageLink) []any { return []any{&l.From, &l.To, &l.URL} }, `
		SELECT e.page, l.page, MIN(`+linkURL+`) FROM JSON_EACH(?) j JOIN `+ofPages+`
		WHERE `+isEvidence("e")+` GROUP BY e.page, l.page`, jsonList(pages))
	return links, doing("read links", err)
}

// isConversing holds for an entry e whose post answers another or is answered. It is
// [thread.Post.Answers] in SQL.
func isConversing() string {
	return `(` + canJoin("e") + ` AND (` + isEvidence("e") + ` AND EXISTS (
			SELECT 1 FROM post_link l JOIN entry t ON t.id = ` + ownerOf("id", "l.page") + `
			WHERE l.entry_id = e.id AND ` + sortDay("t") + ` <= ` + sortDay("e") + ` AND ` + canJoin("t") + `)
		OR EXISTS (
			SELECT 1 FROM post_link l JOIN entry a ON a.id = l.entry_id
			WHERE l.page = e.page AND ` + sortDay("a") + ` >= ` + sortDay("e") + ` AND ` + canJoin("a") + ` AND ` + isEvidence("a") + `)))`
}
