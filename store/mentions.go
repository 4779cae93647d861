package store

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"time"

	"gemsub/internal/address"
	"gemsub/internal/model"
)

// maxOfFeed is how many mentions of one feed are listed.
const maxOfFeed = 10

// A MentionFilter selects posts that link to a page under any of some URLs.
type MentionFilter struct {
	Under []string
	// Entries are those whose posts are looked at; empty for all.
	Entries []int64
	// KeptSince leaves out posts that were kept before; the zero time is for none.
	KeptSince time.Time
}

// A keyRange is the keys of pages from First to the one before End.
type keyRange struct{ First, End string }

// Mentions returns the posts that link to a page under a URL of the filter, newest first,
// without those of the authors of these URLs: of each feed the newest ten, and how many
// more there are. A post of several feeds is there once.
func (s *Store) Mentions(ctx context.Context, f MentionFilter) ([]model.Mention, []model.MorePosts, error) {
	var ranges []keyRange
	authors := []string{}
	for _, under := range f.Under {
		u, err := url.Parse(under)
		if err != nil {
			return nil, nil, err
		}
		key := address.Key(u)
		ranges = append(ranges, keyRange{key, key + "\x00"}, keyRange{key + "/", key + "0"}, keyRange{key + "?", key + "@"})
		authors = append(authors, address.AuthorOf(key))
	}
	if len(ranges) == 0 {
		return nil, nil, nil
	}
	args, err := jsonArgs(ranges, authors, f.Entries)
	if err != nil {
		return nil, nil, err
	}
	all, more, err := s.mentions(ctx, append(args, unixTime(f.KeptSince)))
	if err != nil {
		return nil, nil, fmt.Errorf("read links: %w", err)
	}
	return all, more, nil
}

// mentioning is the links l of entries e that a [MentionFilter] selects, whose parts are
// the arguments. A post that was kept of another entry before is not kept since.
const mentioning = `
	FROM JSON_EACH(?1) r
	JOIN post_link l ON l.page >= r.value ->> 'First' AND l.page < r.value ->> 'End'
	JOIN entry e ON e.id = l.entry_id
	WHERE author_of(e.page) NOT IN (SELECT value FROM JSON_EACH(?2))
	AND (?3 = 'null' OR e.id IN (SELECT value FROM JSON_EACH(?3)) AND NOT EXISTS (
		SELECT 1 FROM entry o JOIN post p ON p.entry_id = o.id WHERE o.page = e.page AND p.fetched_at < ?4))`

// A mentioningPost is a post that links to the user's pages.
type mentioningPost struct {
	page        string
	entry, feed int64 // of the feed that owns the page
	more        int   // how many more of that feed there are
}

func (s *Store) mentions(ctx context.Context, args []any) ([]model.Mention, []model.MorePosts, error) {
	posts, err := collect(ctx, s.db, func(p *mentioningPost) []any { return []any{&p.page, &p.entry, &p.feed, &p.more} }, `
		WITH mention AS (
			SELECT e.page, MAX(e.sort_time) AS date, MAX(e.id) AS id,
				`+speaker("e.page")+` AS entry, `+owner("e.page")+` AS feed
			`+mentioning+` GROUP BY e.page
		), ranked AS (
			SELECT *, ROW_NUMBER() OVER (PARTITION BY feed ORDER BY date DESC, id DESC) AS place, COUNT(*) OVER (PARTITION BY feed) AS posts
			FROM mention
		)
		SELECT page, entry, feed, MAX(posts - ?5, 0) FROM ranked WHERE place <= ?5`, append(args, maxOfFeed)...)
	if err != nil || len(posts) == 0 {
		return nil, nil, err
	}
	links := map[string][]string{}
	rows, err := s.db.QueryContext(ctx, `SELECT DISTINCT e.page, `+linkURL+mentioning, args...)
	if err != nil {
		return nil, nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var page, link string
		if err := rows.Scan(&page, &link); err != nil {
			return nil, nil, err
		}
		links[page] = append(links[page], link)
	}
	if err := rows.Err(); err != nil {
		return nil, nil, err
	}
	return s.namedMentions(ctx, posts, links)
}

// namedMentions returns the posts as entries, with their links by page.
func (s *Store) namedMentions(ctx context.Context, posts []mentioningPost, links map[string][]string) (all []model.Mention, more []model.MorePosts, err error) {
	f := EntryFilter{WithKept: true, WithAnswers: true}
	of := map[int64]mentioningPost{}
	for _, p := range posts {
		f.IDs = append(f.IDs, Range{p.entry, p.entry})
		of[p.entry] = p
	}
	for e, err := range s.Entries(ctx, f) {
		if err != nil {
			return nil, nil, err
		}
		p := of[e.ID]
		urls := links[p.page]
		slices.Sort(urls)
		all = append(all, model.Mention{Entry: e, Links: urls})
		isOf := func(m model.MorePosts) bool { return m.SubscriptionID == p.feed }
		if p.more > 0 && !slices.ContainsFunc(more, isOf) {
			more = append(more, model.MorePosts{SubscriptionID: p.feed, FeedTitle: e.FeedTitle, Posts: p.more})
		}
	}
	return all, more, nil
}
