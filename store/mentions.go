package store

import (
	"cmp"
	"context"
	"fmt"
	"maps"
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
// without those of the authors of these URLs: of each feed the newest ten, and by feed how
// many more there are. A post of several feeds is there once.
func (s *Store) Mentions(ctx context.Context, f MentionFilter) (all []model.Mention, more map[int64]int, err error) {
	links, err := s.mentioningPages(ctx, f)
	if err != nil || len(links) == 0 {
		return nil, nil, err
	}
	posts, err := s.LinkedPosts(ctx, slices.Collect(maps.Keys(links)))
	if err != nil {
		return nil, nil, err
	}
	slices.SortFunc(posts, func(a, b model.LinkedPost) int {
		return cmp.Or(b.Date.Compare(a.Date), cmp.Compare(b.Entry, a.Entry))
	})
	chosen, more, of := EntryFilter{WithKept: true, WithAnswers: true}, map[int64]int{}, map[int64]int{}
	for _, p := range posts {
		if of[p.Feed]++; of[p.Feed] > maxOfFeed {
			more[p.Feed]++
			continue
		}
		chosen.IDs = append(chosen.IDs, Range{p.Entry, p.Entry})
	}
	for e, err := range s.Entries(ctx, chosen) {
		if err != nil {
			return nil, nil, err
		}
		all = append(all, model.Mention{Entry: e, Links: slices.Sorted(slices.Values(links[address.KeyOf(e.URL)]))})
	}
	return all, more, nil
}

// mentioning selects the links that a [MentionFilter] selects, whose parts are the
// arguments. A post that was kept of another entry before is not kept since.
var mentioning = `
	SELECT DISTINCT e.page, ` + linkURL + `
	FROM JSON_EACH(?1) r
	JOIN post_link l ON l.page >= r.value ->> 'First' AND l.page < r.value ->> 'End'
	JOIN entry e ON e.id = l.entry_id
	WHERE author_of(e.page) NOT IN (SELECT value FROM JSON_EACH(?2)) AND ` + isEvidence("e") + `
	AND (?3 = 'null' OR e.id IN (SELECT value FROM JSON_EACH(?3)) AND NOT EXISTS (
		SELECT 1 FROM entry o JOIN post p ON p.entry_id = o.id WHERE o.page = e.page AND p.fetched_at < ?4))`

// mentioningPages returns the pages of the posts that a filter selects, each with the URLs
// to which it links there.
func (s *Store) mentioningPages(ctx context.Context, f MentionFilter) (map[string][]string, error) {
	var ranges []keyRange
	var authors []string
	for _, under := range f.Under {
		u, err := url.Parse(under)
		if err != nil {
			return nil, err
		}
		key := address.Key(u)
		ranges = append(ranges, keyRange{key, key + "\x00"}, keyRange{key + "/", key + "0"}, keyRange{key + "?", key + "@"})
		authors = append(authors, address.AuthorOf(key))
	}
	if len(ranges) == 0 {
		return nil, nil
	}
	args, err := jsonArgs(ranges, authors, f.Entries)
	if err != nil {
		return nil, err
	}
	type mention struct{ page, url string }
	found, err := collect(ctx, s.db, func(m *mention) []any { return []any{&m.page, &m.url} }, mentioning, append(args, unixTime(f.KeptSince))...)
	if err != nil {
		return nil, fmt.Errorf("read links: %w", err)
	}
	links := map[string][]string{}
	for _, m := range found {
		links[m.page] = append(links[m.page], m.url)
	}
	return links, nil
}
