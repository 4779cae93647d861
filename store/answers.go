package store

import (
	"context"
	"maps"
	"net/url"
	"slices"
	"time"

	"gemsub/internal/address"
	"gemsub/internal/model"
	"gemsub/internal/thread"
)

// A post is a page with its entries. One entry stands for the page: the first seen of the feed
// that owns it. The text of this entry counts if it is kept, else a text that another feed's
// entry has of exactly this page. Sections of a page are posts of their own, each with its text.

// maxOfPage is how many entries of a page are read, the owner's first.
const maxOfPage = 8

// standsFor returns the SQL for the entry that stands for the page of an entry.
func standsFor(entry string) string {
	return `(SELECT o.id FROM entry o WHERE o.page = ` + entry + `.page ORDER BY ` + byOwner("o") + ` LIMIT 1)`
}

// A pagePost is the post of a page.
type pagePost struct {
	thread.Post
	owner pageEntry // stands for the page
	text  int64     // the entry whose text counts, 0 for none
}

// A pageEntry is an entry of a page, and what is known of its post.
type pageEntry struct {
	Page, URL                            string
	ID, SubscriptionID                   int64
	SortTime                             time.Time
	IsSection, IsWhole                   bool // its feed is read as sections, or as one page
	IsKept, Joins, FromFeed, OtherAuthor bool
	ReadAt                               string
}

// postsOf returns the posts of pages, by page.
func (tx *transaction) postsOf(pages []string) map[string]*pagePost {
	entries := allRows[pageEntry](tx, `
		SELECT
			e.page, e.url, e.id, e.subscription_id, e.sort_time, `+isSection("e")+` AS is_section, s.format IN ('headings', 'page') AS is_whole,
			p.entry_id IS NOT NULL AS is_kept, COALESCE(p.joins, 0) AS joins, COALESCE(p.from_feed, 0) AS from_feed,
			COALESCE(p.other_author, 0) AS other_author, COALESCE(p.url, '') AS read_at
		FROM JSON_EACH(?) j
		JOIN entry e ON e.id IN (SELECT o.id FROM entry o WHERE o.page = j.value ORDER BY `+byOwner("o")+` LIMIT ?)
		JOIN subscription s ON s.id = e.subscription_id
		LEFT JOIN post p ON p.entry_id = e.id
		ORDER BY j.key, `+byOwner("e"), jsonList(pages), maxOfPage)
	posts := map[string]*pagePost{}
	for _, e := range entries {
		p := posts[e.Page]
		if p == nil {
			p = &pagePost{thread.Post{Author: address.AuthorOf(e.Page), Date: e.SortTime, Joins: !e.IsWhole}, e, 0}
			posts[e.Page] = p
		}
		isOfPage := !e.FromFeed && e.ReadAt == e.URL || e.SubscriptionID == p.owner.SubscriptionID && !e.OtherAuthor
		if p.text > 0 || !e.IsKept || !isOfPage {
			continue
		}
		p.text, p.Joins = e.ID, p.Joins && e.Joins
		if !e.FromFeed { // since its feed moved, the text may be another author's
			p.Author = address.AuthorOf(e.ReadAt)
		}
	}
	return posts
}

// A decidedLink is a row of post_link.
type decidedLink struct {
	EntryID, SubscriptionID int64
	FromPage, Page, URL     string // FromPage is that of the entry
	PostID, AnsweredID      int64
	Answers                 bool
}

// decide returns l with PostID, AnsweredID and Answers set anew from the posts of its two pages.
// All three are zero unless the text of l's entry counts.
func (l decidedLink) decide(posts map[string]*pagePost) decidedLink {
	from, to := posts[l.FromPage], posts[l.Page]
	l.PostID, l.AnsweredID, l.Answers = 0, 0, false
	switch {
	case from.owner.IsSection && l.SubscriptionID == from.owner.SubscriptionID:
		l.PostID = l.EntryID
	case from.text == l.EntryID:
		l.PostID = from.owner.ID
	default:
		return l
	}
	switch {
	case to == nil:
		u, err := url.Parse(l.URL)
		l.Answers = from.Joins && err == nil && address.IsSupported(u.Scheme) && l.Page != address.AuthorOf(l.Page)
	case to.Author != from.Author:
		l.AnsweredID, l.Answers = to.owner.ID, from.Answers(to.Post)
	}
	return l
}

// maxDecided is how many pages are decided at once.
const maxDecided = 1000

// decideLinks decides anew which links of posts count, and which of them are answers, for
// the pages of entries in table unindexed and those in table undecided.
func (tx *transaction) decideLinks() {
	tx.exec(`
		INSERT OR IGNORE INTO undecided
		SELECT page FROM entry e WHERE id IN (SELECT entry_id FROM unindexed) AND (
			EXISTS (SELECT 1 FROM post_link WHERE entry_id = e.id) OR EXISTS (SELECT 1 FROM post_link WHERE page = e.page)
			OR EXISTS (SELECT 1 FROM entry o WHERE o.page = e.page AND o.id <> e.id))`)
	for {
		pages := allRows[string](tx, `
			SELECT page FROM undecided LIMIT ?`, maxDecided)
		if len(pages) == 0 {
			return
		}
		tx.decidePages(jsonList(pages))
	}
}

// decidePages decides the links from and to pages (JSON), and deletes these from table undecided.
func (tx *transaction) decidePages(pages string) {
	const columns = `
		SELECT
			l.entry_id, e.subscription_id, e.page AS from_page, l.page, l.url,
			COALESCE(l.post_id, 0) AS post_id, COALESCE(l.answered_id, 0) AS answered_id, l.answers
		FROM JSON_EACH(?1) j `
	links := allRows[decidedLink](tx, columns+`JOIN post_link l ON l.page = j.value JOIN entry e ON e.id = l.entry_id
		UNION`+columns+`JOIN entry e ON e.page = j.value JOIN post_link l ON l.entry_id = e.id`, pages)
	ends := map[string]bool{}
	for _, l := range links {
		ends[l.FromPage], ends[l.Page] = true, true
	}
	posts := tx.postsOf(slices.Collect(maps.Keys(ends)))
	if tx.err != nil {
		return
	}
	var changed []decidedLink
	for _, l := range links {
		if now := l.decide(posts); now != l {
			changed = append(changed, now)
		}
	}
	tx.exec(`
		UPDATE post_link SET
			post_id = NULLIF(value ->> 'PostID', 0), answered_id = NULLIF(value ->> 'AnsweredID', 0), answers = value ->> 'Answers'
		FROM JSON_EACH(?) WHERE entry_id = value ->> 'EntryID' AND page = value ->> 'Page'`, jsonList(changed))
	tx.exec(`DELETE FROM undecided WHERE page IN (SELECT value FROM JSON_EACH(?))`, pages)
}

// PostLinks returns the links in the posts of entries, and the links of other posts to these. A
// link between two of the entries occurs twice.
func (s *Store) PostLinks(ctx context.Context, entries []int64) ([]model.PostLink, error) {
	tx := s.reader(ctx)
	links := allRows[model.PostLink](tx, `
		SELECT l.post_id AS "from", COALESCE(l.answered_id, 0) AS "to", l.url, l.answers, 0 AS feed, 0 AS place
		FROM post_link l
		WHERE l.post_id IN (SELECT value FROM JSON_EACH(?1)) AND (l.answered_id IS NOT NULL OR l.answers)
		UNION ALL
		SELECT l.post_id, l.answered_id, l.url, l.answers, e.subscription_id,
			ROW_NUMBER() OVER (PARTITION BY l.answered_id, l.answers, e.subscription_id ORDER BY e.sort_time DESC, e.id DESC)
		FROM post_link l JOIN entry e ON e.id = l.post_id
		WHERE l.answered_id IN (SELECT value FROM JSON_EACH(?1))`, jsonList(entries))
	return links, tx.done("read links")
}

// PostEntry returns the number of the entry that stands for the post of an entry, 0 if there
// is no such entry.
func (s *Store) PostEntry(ctx context.Context, entry int64) (int64, error) {
	tx := s.reader(ctx)
	number := value[int64](tx, `
		SELECT IIF(`+isSection("e")+`, e.id, `+standsFor("e")+`) FROM entry e WHERE e.id = ?`, entry)
	return number, tx.done("read entry")
}

// isConversing holds for an entry e whose post answers another or is answered. It reads only the
// links of e's page; conversing reads all answers.
func isConversing() string {
	return `EXISTS (
		SELECT 1 FROM post_link l WHERE l.answers AND l.post_id = ` + standsFor("e") + ` AND l.answered_id IS NOT NULL
		UNION ALL SELECT 1 FROM post_link l WHERE l.answers AND l.answered_id = ` + standsFor("e") + `)`
}

// conversing is isConversing for a search among all entries.
const conversing = `e.page IN (
	SELECT o.page FROM post_link l JOIN entry o ON o.id IN (l.post_id, l.answered_id)
	WHERE l.answers AND l.answered_id IS NOT NULL)`
