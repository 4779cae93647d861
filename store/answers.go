package store

import (
	"context"
	"net/url"
	"strconv"
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
			e.page, e.url, e.id, e.subscription_id, e.sort_time, e.section AS is_section, s.format IN ('headings', 'page') AS is_whole,
			p.entry_id IS NOT NULL AS is_kept, COALESCE(p.joins, 0) AS joins, COALESCE(p.from_feed, 0) AS from_feed,
			COALESCE(p.other_author, 0) AS other_author, COALESCE(p.url, '') AS read_at
		FROM (SELECT DISTINCT value FROM JSON_EACH(?)) j
		JOIN entry e ON e.id IN (SELECT o.id FROM entry o WHERE o.page = j.value ORDER BY `+byOwner("o")+` LIMIT ?)
		JOIN subscription s ON s.id = e.subscription_id
		LEFT JOIN post p ON p.entry_id = e.id
		ORDER BY `+byOwner("e"), jsonList(pages), maxOfPage)
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

// A foundLink is a link of a text, with the pages at its two ends.
type foundLink struct {
	EntryID, SubscriptionID int64  // of the text
	FromPage, Page, URL     string // FromPage is the page of the text
	Place, Total            int    // as of [model.PostLink]; 0 for a link that was found by its text
}

// standing returns the entry that stands for the post of l's text. It reports false if the text
// does not count.
func (l foundLink) standing(posts map[string]*pagePost) (entry int64, counts bool) {
	from := posts[l.FromPage]
	switch {
	case from == nil:
		return 0, false
	case from.owner.IsSection && l.SubscriptionID == from.owner.SubscriptionID:
		return l.EntryID, true
	}
	return from.owner.ID, from.text == l.EntryID
}

// decide says which posts l links, and whether one answers the other. It reports false unless l's
// text counts and its author did not write the page, too.
func (l foundLink) decide(posts map[string]*pagePost) (link model.PostLink, counts bool) {
	link = model.PostLink{URL: l.URL, Place: l.Place, Total: l.Total}
	if link.From, counts = l.standing(posts); !counts {
		return link, false
	}
	from, to := posts[l.FromPage], posts[l.Page]
	link.Feed = from.owner.SubscriptionID
	if to == nil {
		u, err := url.Parse(l.URL)
		link.Answers = from.Joins && err == nil && address.IsSupported(u.Scheme) && l.Page != address.AuthorOf(l.Page)
		return link, link.Answers
	}
	link.To, link.Answers = to.owner.ID, from.Answers(to.Post)
	return link, to.Author != from.Author
}

// PostLinks returns the links in the posts of entries, and the links of other posts to these: of
// each feed those of the newest [MaxOfFeed] posts that join conversations, and of as many that do
// not. A link between two of the entries occurs twice.
func (s *Store) PostLinks(ctx context.Context, entries []int64) ([]model.PostLink, error) {
	tx := s.reader(ctx)
	type place struct {
		ID        int64
		Page      string
		IsSection bool
	}
	places := allRows[place](tx, `
		SELECT e.id, e.page, e.section AS is_section FROM JSON_EACH(?) j JOIN entry e ON e.id = j.value`, jsonList(entries))
	var pages []string
	for _, e := range places {
		pages = append(pages, e.Page)
	}
	posts := tx.postsOf(pages)
	var texts []int64
	pages = nil
	for _, e := range places {
		if e.IsSection {
			texts = append(texts, e.ID)
		} else if p := posts[e.Page]; p != nil {
			texts, pages = append(texts, p.text), append(pages, e.Page)
		}
	}
	found := append(tx.linksFrom(texts), tx.linksTo(pages)...)
	pages = nil
	for _, l := range found {
		pages = append(pages, l.FromPage, l.Page)
	}
	posts = tx.postsOf(pages)
	var links []model.PostLink
	for _, l := range found {
		if link, counts := l.decide(posts); counts {
			links = append(links, link)
		}
	}
	return links, tx.done("read links")
}

// linksFrom returns the links in the texts of entries.
func (tx *transaction) linksFrom(texts []int64) []foundLink {
	return allRows[foundLink](tx, `
		SELECT l.entry_id, e.subscription_id, e.page AS from_page, l.page, l.url
		FROM JSON_EACH(?) j JOIN post_link l ON l.entry_id = j.value JOIN entry e ON e.id = l.entry_id`, jsonList(texts))
}

// linksTo returns the links of posts to pages: for each page and feed those of the newest
// [MaxOfFeed] posts that join conversations, and of as many that do not.
func (tx *transaction) linksTo(pages []string) []foundLink {
	return allRows[foundLink](tx, `
		SELECT * FROM (
			SELECT l.entry_id, e.subscription_id, e.page AS from_page, l.page,
				ROW_NUMBER() OVER (PARTITION BY l.page, e.subscription_id, p.joins ORDER BY e.sort_time DESC, e.id DESC) AS place,
				COUNT(*) OVER (PARTITION BY l.page, e.subscription_id, p.joins) AS total
			FROM JSON_EACH(?) j JOIN post_link l ON l.page = j.value JOIN post p ON p.entry_id = l.entry_id JOIN entry e ON e.id = l.entry_id)
		WHERE place <= ?`, jsonList(pages), MaxOfFeed)
}

// PostEntry returns the number of the entry that stands for the post of an entry, 0 if there
// is no such entry.
func (s *Store) PostEntry(ctx context.Context, entry int64) (int64, error) {
	tx := s.reader(ctx)
	number := value[int64](tx, `
		SELECT IIF(e.section, e.id, (SELECT o.id FROM entry o WHERE o.page = e.page ORDER BY `+byOwner("o")+` LIMIT 1))
		FROM entry e WHERE e.id = ?`, entry)
	return number, tx.done("read entry")
}

// conversing holds for an entry e in a conversation: it is no section and a post that joins
// conversations links to its page, or its own text joins them and links to the page of an entry.
// It is a set, which a query computes once.
func conversing() string {
	return `e.id IN (
	WITH known AS MATERIALIZED (
		SELECT l.entry_id AS text, x.id, x.section AS is_section
		FROM post_link l CROSS JOIN entry x ON x.page = l.page CROSS JOIN post p ON p.entry_id = l.entry_id
		WHERE p.joins)
	SELECT id FROM known WHERE NOT is_section
	UNION ALL SELECT text FROM known
	UNION ALL SELECT x.id FROM known k CROSS JOIN entry t ON t.id = k.text CROSS JOIN entry x ON x.page = t.page WHERE NOT x.section)`
}

// isConversing is conversing for few entries: it reads only the links of e's page, and of its texts
// those of the first entries that stand for it, as a feed may have one page for all its entries.
func isConversing() string {
	return `(NOT e.section AND EXISTS (
			SELECT 1 FROM post_link l CROSS JOIN post p ON p.entry_id = l.entry_id WHERE l.page = e.page AND p.joins)
		OR EXISTS (
			SELECT 1 FROM entry t CROSS JOIN post p ON p.entry_id = t.id CROSS JOIN post_link l ON l.entry_id = t.id
			WHERE p.joins AND t.id IN (SELECT e.id UNION ALL SELECT id FROM (
				SELECT o.id FROM entry o WHERE o.page = e.page AND NOT e.section ORDER BY ` + byOwner("o") + ` LIMIT ` + strconv.Itoa(maxOfPage) + `))
				AND EXISTS (SELECT 1 FROM entry k WHERE k.page = l.page)))`
}
