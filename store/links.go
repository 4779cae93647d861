package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"gemsub/internal/address"
	"gemsub/internal/render"
)

// Bounds of what is kept of a post's links.
const (
	maxPostLinks = 500     // pages that a post links to
	maxLinkedURL = 2 << 10 // bytes
	// linkAtOnce is the longest text, in bytes, whose links are read in the transaction
	// that stores it.
	linkAtOnce = 64 << 10
	// linksAtOnce is after how many links, stored and removed, a transaction stores those
	// of no further post: it would hold the lock for long.
	linksAtOnce = 5000
)

// pageOf returns the number of a page: 23 bits are of the host's hash and 40 of that of
// [address.Key], so that the pages of a host lie in one range, see hostPages.
func pageOf(key string) int64 {
	host, _, _ := strings.Cut(key, "/")
	return hash(host)>>40<<40 | hash(key)&(1<<40-1)
}

// hostPages returns the first and the last number that a page of a host can have.
func hostPages(host string) (first, last int64) {
	first = hash(host) >> 40 << 40
	return first, first | (1<<40 - 1)
}

// hash returns 63 bits of a hash that nobody can make collide with another's.
func hash(s string) int64 {
	sum := sha256.Sum256([]byte(s))
	return int64(binary.BigEndian.Uint64(sum[:8]) >> 1)
}

// A linkedPage is a page to which a post links.
type linkedPage struct {
	Page int64
	URL  string
}

// postLinks are the links of a post.
type postLinks struct {
	page, author int64
	authors      int // how many others the pages are of
	pages        []linkedPage
}

// linksOf reads the links of the post behind a link. The page itself and what a browser
// for the web is for count for no author.
func linksOf(link string, p Post) postLinks {
	if p.FromFeed { // the server that the link names has not said so
		link = p.URL
	}
	u, err := url.Parse(link)
	if err != nil {
		return postLinks{}
	}
	own, ownAuthor := address.Key(u), address.AuthorKey(u)
	l := postLinks{page: pageOf(own), author: hash(ownAuthor)}
	seen, authors := map[string]bool{own: true, "": true}, map[string]bool{ownAuthor: true}
	for to := range (render.Document{MediaType: p.MediaType, Text: p.Text, URL: p.URL}).Targets() {
		key, target := address.Key(to), plainURL(to)
		if seen[key] || len(target) > maxLinkedURL {
			continue
		}
		if len(l.pages) == maxPostLinks {
			break
		}
		seen[key] = true
		if !isWeb(to) {
			authors[address.AuthorKey(to)] = true
		}
		l.pages = append(l.pages, linkedPage{pageOf(key), target})
	}
	l.authors = len(authors) - 1
	return l
}

// plainURL is the URL of a page without what it does not depend on.
func plainURL(u *url.URL) string {
	plain := *u
	plain.User, plain.Fragment, plain.RawFragment = nil, "", ""
	return plain.String()
}

func isWeb(u *url.URL) bool { return u.Scheme == "http" || u.Scheme == "https" }

// linkPost stores the links of an entry's post, which is stored already, and returns how
// many others it had before. grew says that its text was shorter before.
func linkPost(ctx context.Context, tx *sql.Tx, entry int64, l postLinks, grew bool) (before int, err error) {
	pages, err := json.Marshal(l.pages)
	if err == nil {
		before, err = affected(ctx, tx, `DELETE FROM post_link WHERE entry_id = ?`, entry)
	}
	if err != nil {
		return 0, err
	}
	for _, statement := range []struct {
		query string
		args  []any
	}{
		{
			`INSERT INTO linked_post (entry_id, page, author, authors, growths) VALUES (?, ?, ?, ?, ?)
			ON CONFLICT (entry_id) DO UPDATE SET page = excluded.page, author = excluded.author,
				authors = excluded.authors, growths = growths + excluded.growths`,
			[]any{entry, l.page, l.author, l.authors, grew},
		},
		{
			`INSERT INTO linked_page (page, url) SELECT value ->> 'Page', value ->> 'URL' FROM JSON_EACH(?) WHERE TRUE
			ON CONFLICT (page) DO UPDATE SET url = excluded.url WHERE url GLOB 'http*' AND excluded.url NOT GLOB 'http*'`,
			[]any{string(pages)},
		},
		{
			`INSERT OR IGNORE INTO post_link (entry_id, page) SELECT ?, value ->> 'Page' FROM JSON_EACH(?)`,
			[]any{entry, string(pages)},
		},
		{`DELETE FROM unlinked_post WHERE entry_id = ?`, []any{entry}},
	} {
		if len(l.pages) == 0 && strings.Contains(statement.query, "JSON_EACH") {
			continue
		}
		if _, err := tx.ExecContext(ctx, statement.query, statement.args...); err != nil {
			return 0, err
		}
	}
	return before, nil
}

// linksFrom is how many links the post of an entry has.
func linksFrom(entry string) string {
	return `(SELECT COUNT(*) FROM post_link WHERE post_link.entry_id = ` + entry + `)`
}

// An unlinked is a post whose links are to be read.
type unlinked struct {
	entry int64
	link  string // of the entry
	Post
	fetched int64
}

// LinkPosts reads the links of the posts that are kept and whose links are not known:
// those of earlier versions, of archives, that undo brought back, and very long ones. It
// works in parts, and reads texts outside of transactions. A file that can only be read
// stays as it is.
func (s *Store) LinkPosts(ctx context.Context) error {
	for parts := 0; !s.fixed; parts++ {
		some, err := s.unlinkedPosts(ctx)
		if err == nil && len(some) == 0 {
			return nil
		}
		if parts > 0 {
			time.Sleep(s.pace.pause)
		}
		if err == nil {
			err = s.linkSome(ctx, some)
		}
		if err != nil {
			return fmt.Errorf("read links of posts: %w", err)
		}
	}
	return nil
}

// unlinkedPosts returns some posts, with texts of little more than a megabyte at most.
func (s *Store) unlinkedPosts(ctx context.Context) ([]unlinked, error) {
	return collect(ctx, s.db, func(u *unlinked) []any {
		return []any{&u.entry, &u.link, &u.URL, &u.MediaType, &u.fetched, &u.FromFeed, &u.Text}
	}, `
		SELECT u.entry_id, `+linkOf+`, p.url, p.media_type, p.fetched_at, p.from_feed, p.text
		FROM (
			SELECT entry_id, SUM((SELECT length FROM post WHERE post.entry_id = n.entry_id)) OVER (ORDER BY entry_id) AS bytes
			FROM (SELECT entry_id FROM unlinked_post ORDER BY entry_id LIMIT 500) n
		) u
		CROSS JOIN post p ON p.entry_id = u.entry_id
		CROSS JOIN entry e ON e.id = u.entry_id
		WHERE u.bytes - p.length < 250000`)
}

// linkSome stores the links of posts, unless these have changed since they were read. It
// leaves posts to the next transaction after many links.
func (s *Store) linkSome(ctx context.Context, some []unlinked) error {
	links := make([]postLinks, len(some))
	for i, u := range some {
		links[i] = linksOf(u.link, u.Post)
	}
	return s.write(ctx, func(tx *sql.Tx) error {
		linked := 0
		for i, u := range some {
			if linked += len(links[i].pages); i > 0 && linked > linksAtOnce {
				return nil
			}
			var same bool
			var before int
			err := tx.QueryRowContext(ctx, `
				SELECT fetched_at = ? AND length = ? FROM post WHERE entry_id = ?`, u.fetched, len(u.Text), u.entry).Scan(&same)
			if err == nil && same {
				before, err = linkPost(ctx, tx, u.entry, links[i], false)
				linked += before
			}
			if err != nil && !errors.Is(err, sql.ErrNoRows) {
				return err
			}
		}
		return nil
	})
}

// linkSaved stores the links of a post that was just saved in the place of a text of so
// many bytes. Those of a long text, and of posts after many links, are left to
// [Store.LinkPosts].
func (tx *commitTx) linkSaved(ctx context.Context, entry int64, link string, p Post, before int) error {
	grew := before > 0 && len(p.Text) > before
	if len(p.Text) <= linkAtOnce && tx.linked < linksAtOnce {
		l := linksOf(link, p)
		before, err := linkPost(ctx, tx.Tx, entry, l, grew)
		tx.linked += len(l.pages) + before
		return err
	}
	if !grew {
		return nil
	}
	_, err := tx.ExecContext(ctx, `UPDATE linked_post SET growths = growths + 1 WHERE entry_id = ?`, entry)
	return err
}
