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
	authors := map[string]bool{}
	for _, url := range under {
		key := address.PageKey(url)
		ranges = append(ranges, keyRange{key, key + "\x00"}, keyRange{key + "/", key + "0"}, keyRange{key + "?", key + "@"})
		authors[address.AuthorOf(key)] = true
	}
	tx := s.reader(ctx)
	chosen, links := EntryFilter{IDs: []Range{}, WithKept: true, WithAnswers: true}, map[int64][]string{}
	of, more := map[int64]int{}, map[int64]int{}
	type link struct {
		ID, SubscriptionID int64
		Page, URL          string // of the post, and of what it links to
	}
	for l := range eachRow[link](tx, `
		SELECT e.id, e.subscription_id, e.page, l.url
		FROM JSON_EACH(?1) r
		JOIN post_link l ON l.page >= r.value ->> 'First' AND l.page < r.value ->> 'End'
		JOIN entry e ON e.id = l.post_id
		WHERE ?2 = '[]' OR l.entry_id IN (SELECT value FROM JSON_EACH(?2))
		ORDER BY e.sort_time DESC, e.id DESC, l.url`, jsonList(ranges), jsonList(entries)) {
		if authors[address.AuthorOf(l.Page)] {
			continue
		}
		if links[l.ID] == nil {
			if of[l.SubscriptionID]++; of[l.SubscriptionID] > MaxOfFeed {
				more[l.SubscriptionID]++
			} else {
				chosen.IDs = append(chosen.IDs, Range{l.ID, l.ID})
			}
		}
		links[l.ID] = append(links[l.ID], l.URL)
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
