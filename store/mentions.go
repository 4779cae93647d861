package store

import (
	"context"
	"slices"
	"time"

	"gemsub/internal/address"
	"gemsub/internal/model"
)

// MaxOfFeed is how many posts of one feed are shown under a post, or of its mentions.
const MaxOfFeed = 3

// A MentionFilter selects posts that link to a page under any of some URLs.
type MentionFilter struct {
	Under []string
	// Entries are those whose texts are looked at; empty for all.
	Entries []int64
	// KeptSince leaves out posts that were kept before; the zero time leaves out none.
	KeptSince time.Time
}

// A keyRange is the keys of pages from First to the one before End.
type keyRange struct{ First, End string }

// mentioning selects the links of a [MentionFilter], whose parts are the arguments, those of
// the newest posts first. A page counts as kept when its first entry was, a section alone.
var mentioning = `
	SELECT e.id, e.subscription_id, e.page, ` + linkURL + ` AS url
	FROM JSON_EACH(?1) r
	JOIN post_link l ON l.page >= r.value ->> 'First' AND l.page < r.value ->> 'End'
	JOIN entry e ON e.id = l.post_id
	WHERE ?2 = '[]' OR l.entry_id IN (SELECT value FROM JSON_EACH(?2)) AND (` + isSection("e") + ` OR NOT EXISTS (
		SELECT 1 FROM entry o JOIN post p ON p.entry_id = o.id WHERE o.page = e.page AND p.fetched_at < ?3))
	ORDER BY e.sort_time DESC, e.id DESC, url`

// Mentions returns the posts that link to a page under a URL of the filter, newest first,
// without those of the authors of these URLs: of each feed the newest three, and by feed how
// many more there are. It returns a post of several feeds once.
func (s *Store) Mentions(ctx context.Context, f MentionFilter) (all []model.Mention, more map[int64]int, err error) {
	var ranges []keyRange
	authors := map[string]bool{}
	for _, under := range f.Under {
		key := address.KeyOf(under)
		ranges = append(ranges, keyRange{key, key + "\x00"}, keyRange{key + "/", key + "0"}, keyRange{key + "?", key + "@"})
		authors[address.AuthorOf(key)] = true
	}
	tx := s.reader(ctx)
	chosen, links, of := EntryFilter{WithKept: true, WithAnswers: true}, map[int64][]string{}, map[int64]int{}
	type link struct {
		ID, SubscriptionID int64
		Page, URL          string // of the post, and of what it links to
	}
	for l := range eachRow[link](tx, mentioning, jsonList(ranges), jsonList(f.Entries), f.KeptSince) {
		if authors[address.AuthorOf(l.Page)] {
			continue
		}
		if links[l.ID] == nil {
			if of[l.SubscriptionID]++; of[l.SubscriptionID] <= MaxOfFeed {
				chosen.IDs = append(chosen.IDs, Range{l.ID, l.ID})
			}
		}
		links[l.ID] = append(links[l.ID], l.URL)
	}
	if len(chosen.IDs) == 0 {
		return nil, nil, tx.done("read links")
	}
	for e, err := range s.Entries(ctx, chosen) {
		if err != nil {
			return nil, nil, err
		}
		all = append(all, model.Mention{Entry: e, Links: slices.Compact(links[e.ID])})
	}
	more = map[int64]int{}
	for feed, n := range of {
		if n > MaxOfFeed {
			more[feed] = n - MaxOfFeed
		}
	}
	return all, more, nil
}
