package store

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"gemsub/feed"
	"gemsub/internal/address"
	"gemsub/internal/model"
	"gemsub/internal/render"
	"gemsub/internal/words"
)

// Post is [model.Post].
type Post = model.Post

// savePost replaces an entry's post. A kept text stays if the new post has no text, or the
// entry is starred and no person asked for the post. It stores nothing if the entry is gone.
func (tx *transaction) savePost(entry int64, p Post, asked bool) {
	tx.exec(`
		INSERT INTO post (entry_id, subscription_id, url, media_type, fetched_at, from_feed, other_author, size, cut, text)
		SELECT id, subscription_id, ?, ?, ?, ?, ?, ?, ?, ? FROM entry WHERE id = ?
		ON CONFLICT (entry_id) DO UPDATE SET
			url = excluded.url, media_type = excluded.media_type, fetched_at = excluded.fetched_at,
			from_feed = excluded.from_feed, other_author = excluded.other_author,
			size = excluded.size, cut = excluded.cut, text = excluded.text,
			joins = NULL, growths = growths + (length > 0 AND OCTET_LENGTH(excluded.text) > length)
		WHERE length = 0 OR excluded.text <> '' AND (? OR entry_id NOT IN (SELECT id FROM entry WHERE starred = 1))`,
		p.URL, p.MediaType, p.FetchedAt.Unix(), p.FromFeed, p.OtherAuthor, p.Size, p.Cut, p.Text, entry, asked)
}

// maxSharing is how many entries of a link are searched for a post to share, first those of
// the feed that owns the link.
const maxSharing = 8

// postOf is the number of the entry whose post is shown for an entry e, NULL if there is
// none: its own post, else one that was fetched at exactly its link for any feed. A post
// that a feed carried for the link counts only if no other feed owns the link. A section
// has its own text alone, and shares it with no entry.
var postOf = fmt.Sprintf(`(
	SELECT p.entry_id FROM entry o JOIN post p ON p.entry_id = o.id
	WHERE o.id IN (SELECT e.id UNION ALL SELECT id FROM (
			SELECT x.id FROM entry x WHERE x.url = e.url ORDER BY %s LIMIT %d))
		AND (o.id = e.id OR p.url = o.url AND NOT %s AND NOT (p.from_feed AND (o.subscription_id = e.subscription_id OR %s)))
		AND (NOT p.from_feed OR p.url <> o.url OR o.subscription_id = (
			SELECT n.subscription_id FROM entry n WHERE n.url = o.url ORDER BY %s LIMIT 1))
	ORDER BY o.id <> e.id, o.own DESC, o.first_seen, o.id LIMIT 1)`, byOwner("x"), maxSharing, isSection("e"), isSection("o"), byOwner("n"))

// isSection holds for an entry that is a section of its feed's page.
func isSection(entry string) string {
	return `(INSTR(` + entry + `.ref, ` + entry + `.url || '#') = 1 AND (SELECT format FROM subscription WHERE id = ` + entry + `.subscription_id) = 'headings')`
}

// isKept says of an entry e whether the text of its post is kept.
var isKept = `EXISTS (SELECT 1 FROM post WHERE length > 0 AND entry_id = ` + postOf + `)`

// Post returns the kept post behind an entry; kept is false if there is none.
func (s *Store) Post(ctx context.Context, entry int64) (p Post, kept bool, err error) {
	tx := s.reader(uncancelled(ctx))
	p, kept = tx.readPost(postOf, entry)
	return p, kept, tx.done("read post")
}

// readPost reads the post that is shown for an entry e; the expression of, such as postOf, is the
// number of the entry that has this post.
func (tx *transaction) readPost(of string, entry int64) (p Post, kept bool) {
	return firstRow[Post](tx, `
		SELECT p.url, p.media_type, p.fetched_at, p.from_feed, p.other_author, p.size, p.cut, p.text
		FROM entry e JOIN post p ON p.entry_id = `+of+` WHERE e.id = ?`, entry)
}

// PostFailure returns why an update could not fetch the post behind an entry, as the capsule
// or its robots.txt said, and why [Store.LimitPosts] removed it. At least one of the two is
// empty. Both are empty, for instance, if the capsule was not reached.
func (s *Store) PostFailure(ctx context.Context, entry int64) (refused, removed string, err error) {
	type reasons struct{ Refused, Removed string }
	tx := s.reader(ctx)
	why, _ := firstRow[reasons](tx, `
		SELECT IIF(tries > 0, failure, '') AS refused, IIF(tries = 0 AND not_before IS NULL, failure, '') AS removed
		FROM wanted_post WHERE entry_id = ?`, entry)
	return why.Refused, why.Removed, tx.done("read post")
}

// savePostResult stores the result of fetching a post. A post that was fetched is no longer
// wanted, and its title replaces one that is only a URL. The post is dropped if its entry is gone
// or has another link by now.
func (tx *transaction) savePostResult(r model.PostResult) {
	if r.Post == nil {
		tx.exec(`
			INSERT INTO wanted_post (entry_id, not_before, tries, failure)
			SELECT id, ?, ?, ? FROM entry WHERE id = ?
			ON CONFLICT (entry_id) DO UPDATE SET not_before = excluded.not_before,
				tries = excluded.tries, failure = excluded.failure`,
			r.NotBefore, r.Tries, r.Failure, r.EntryID)
		return
	}
	type linked struct{ URL, Title string }
	e, found := firstRow[linked](tx, `SELECT url, title FROM entry WHERE id = ?`, r.EntryID)
	if !found || r.Link != "" && r.Link != e.URL {
		return
	}
	p := *r.Post
	p.OtherAuthor = !p.FromFeed && address.AuthorOf(p.URL) != address.AuthorOf(e.URL)
	tx.savePost(r.EntryID, p, r.Asked)
	if e.Title == urlTitle(e.URL) {
		title := words.SafeTitle(cmp.Or(render.Document(p).Title(), e.Title), feed.MaxTitle)
		tx.exec(`UPDATE entry SET title = ? WHERE id = ?`, title, r.EntryID)
	}
	tx.exec(`DELETE FROM wanted_post WHERE entry_id = ?`, r.EntryID)
}

// CarriedPost makes a post of the content that a page carries for an entry. url is the URL of the
// post, and at is when the page was read.
func CarriedPost(url string, c *feed.Content, at time.Time) Post {
	p := Post{URL: url, MediaType: c.MediaType, FetchedAt: at, FromFeed: true, Size: len(c.Text)}
	p.Text, p.Cut = feed.CutSafeText(c.Text, model.MaxPostText)
	return p
}

// keepSection keeps the title and text of a kept section if the page has another text that must
// not replace it. This is so if the page was cut off, the entry is starred, or only the heading
// is left; also if the title differs too and another kept section has the same time: the two may
// have exchanged their ids.
func (m *pageMerger) keepSection(e *listedEntry) {
	if m.format != feed.Headings || e.content == nil {
		return
	}
	if m.times == nil {
		m.times = make(map[int64]int, len(m.kept))
		for _, row := range m.kept {
			m.times[row.Updated]++
		}
	}
	text := strings.TrimSpace(e.content.Text)
	isEmptied := strings.HasPrefix(text, "#") && !strings.Contains(text, "\n")
	if m.isWhole && !e.Starred && !isEmptied && (e.Title == e.old.Title || m.times[e.old.Updated] == 1) {
		return
	}
	before, isKept := m.tx.readPost(`e.id`, e.ID)
	if isKept && before.FromFeed && before.Text != CarriedPost(e.URL, e.content, m.at).Text {
		e.Title, e.content = e.old.Title, &feed.Content{Text: before.Text, MediaType: before.MediaType}
	}
}

// saveContent stores the post that the page carries for an entry, unless its link leads outside
// the feed's own folder.
func (m *pageMerger) saveContent(e *listedEntry) {
	if e.content == nil || e.Own <= atHome {
		return
	}
	p := CarriedPost(e.URL, e.content, m.at)
	if e.old != nil {
		before, isKept := m.tx.readPost(`e.id`, e.ID)
		mayChange := e.reported || isKept && (before.FromFeed || m.format == feed.Headings) // what was removed stays away
		if m.format == feed.Headings && !isKept {
			mayChange = value[bool](m.tx, `
				SELECT COUNT(*) = 0 FROM wanted_post WHERE entry_id = ? AND not_before IS NULL AND tries = 0`, e.ID)
		}
		isSame := isKept && before.Text == p.Text && before.MediaType == p.MediaType && before.URL == p.URL
		if isSame || !mayChange {
			return
		}
	}
	m.tx.savePost(e.ID, p, false)
}

// relink notes that an entry's link now leads to another author: unless the feed moved, the kept
// text counts as that of the former one. A post that could not be fetched is wanted again.
func (m *pageMerger) relink(e *listedEntry) {
	if m.moved || address.AuthorOf(e.old.URL) == address.AuthorOf(e.URL) {
		return
	}
	m.tx.exec(`UPDATE post SET other_author = author_of(url) <> author_of(?) WHERE entry_id = ?`, e.URL, e.ID)
	m.tx.exec(`UPDATE wanted_post SET not_before = 0, tries = 0, failure = '' WHERE entry_id = ?`, e.ID)
}
