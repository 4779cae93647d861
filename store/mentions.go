package store

import (
	"context"
	"slices"

	"gemsub/internal/address"
	"gemsub/internal/model"
)

// MaxOfFeed is how many posts of one feed are shown under a post, or as mentions of a page.
const MaxOfFeed = 3

// A keyRange is the keys of pages from First up to End, without End.
type keyRange struct{ First, End string }

// Mentions returns the posts that link to a page under any of some URLs, newest first: three of
// each feed, and by feed how many more there are. It leaves out posts by the authors of these
// URLs, and returns a post of several feeds once. If entries are named, it searches only their
// texts.
func (s *Store) Mentions(ctx context.Context, under []string, entries ...int64) ([]model.Mention, map[int64]int, error) {
	var ranges []keyRange
	var authors []string
	for _, url := range under {
		key := address.PageKey(url)
		ranges = append(ranges, keyRange{key, key + "\x00"}, keyRange{key + "/", key + "0"}, keyRange{key + "?", key + "@"})
		authors = append(authors, address.AuthorOf(key))
	}
	tx := s.reader(ctx)
	found := allRows[foundLink](tx, `
		SELECT e.id AS entry_id, e.subscription_id, e.page AS from_page, l.page, l.url,
			DENSE_RANK() OVER (PARTITION BY e.subscription_id ORDER BY e.sort_time DESC, e.id DESC) AS place
		FROM JSON_EACH(?1) r
		JOIN post_link l ON l.page >= r.value ->> 'First' AND l.page < r.value ->> 'End'
		JOIN entry e ON e.id = l.entry_id
		WHERE author_of(e.page) NOT IN (SELECT value FROM JSON_EACH(?2)) AND (?3 = '[]' OR l.entry_id IN (SELECT value FROM JSON_EACH(?3)))
		ORDER BY l.url`, jsonList(ranges), jsonList(authors), jsonList(entries))
	total := map[int64]int{} // posts by the feeds of their texts
	for _, l := range found {
		total[l.SubscriptionID] = max(total[l.SubscriptionID], l.Place)
	}
	found = slices.DeleteFunc(found, func(l foundLink) bool { return l.Place > MaxOfFeed })
	var pages []string
	for _, l := range found {
		pages = append(pages, l.FromPage)
	}
	posts := tx.postsOf(pages)
	chosen, links, more := EntryFilter{IDs: []Range{}, WithKept: true, WithAnswers: true}, map[int64][]string{}, map[int64]int{}
	for _, l := range found {
		post, counts := l.standing(posts)
		if !counts {
			continue
		}
		if links[post] == nil {
			chosen.IDs = append(chosen.IDs, Range{post, post})
		}
		links[post] = append(links[post], l.URL)
		if n := total[l.SubscriptionID] - MaxOfFeed; n > 0 {
			more[posts[l.FromPage].owner.SubscriptionID] = n
		}
	}
	if tx.err != nil {
		return nil, nil, tx.done("read links")
	}
	var all []model.Mention
	for e, err := range s.Entries(ctx, chosen) {
		if err != nil {
			return nil, nil, err
		}
		all = append(all, model.Mention{Entry: e, Links: slices.Compact(links[e.ID])})
	}
	return all, more, nil
}
