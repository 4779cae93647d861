package store

import (
	"cmp"
	"context"
	"encoding/json"
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
	// KeptSince leaves out posts that were kept before; the zero time leaves out none.
	KeptSince time.Time
}

// A keyRange is the keys of pages from First to the one before End.
type keyRange struct{ First, End string }

// Mentions returns the posts that link to a page under a URL of the filter, newest first,
// without those of the authors of these URLs: of each feed the newest ten, and by feed how
// many more there are. It returns a post of several feeds once.
func (s *Store) Mentions(ctx context.Context, f MentionFilter) (all []model.Mention, more map[int64]int, err error) {
	found, err := s.mentioningPages(ctx, f)
	if err != nil || len(found) == 0 {
		return nil, nil, err
	}
	var posts []model.LinkedPost
	links, sections := map[string][]string{}, map[int64][]string{}
	for _, m := range found {
		if !m.isSection {
			links[m.page] = append(links[m.page], m.url)
			continue
		}
		if sections[m.Entry] == nil {
			posts = append(posts, m.LinkedPost)
		}
		sections[m.Entry] = append(sections[m.Entry], m.url)
	}
	whole, err := s.LinkedPosts(ctx, slices.Collect(maps.Keys(links)))
	if err != nil {
		return nil, nil, err
	}
	posts = append(posts, whole...)
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
		of := sections[e.ID]
		if of == nil {
			of = links[address.KeyOf(e.URL)]
		}
		all = append(all, model.Mention{Entry: e, Links: slices.Compact(slices.Sorted(slices.Values(of)))})
	}
	return all, more, nil
}

// mentioning selects the links that a [MentionFilter] selects, whose parts are the
// arguments. A post counts as kept when its first entry was. A section of a page is a post
// of its own.
var mentioning = `
	SELECT DISTINCT e.page, ` + linkURL + `, ` + isSection("e") + `, e.id, e.subscription_id, e.sort_time
	FROM JSON_EACH(?1) r
	JOIN post_link l ON l.page >= r.value ->> 'First' AND l.page < r.value ->> 'End'
	JOIN entry e ON e.id = l.entry_id
	WHERE author_of(e.page) NOT IN (SELECT value FROM JSON_EACH(?2)) AND ` + isEvidence("e") + `
	AND (?3 = '[]' OR e.id IN (SELECT value FROM JSON_EACH(?3)) AND (` + isSection("e") + ` OR NOT EXISTS (
		SELECT 1 FROM entry o JOIN post p ON p.entry_id = o.id WHERE ` + isOfPage("o", "e.page") + ` AND p.fetched_at < ?4)))`

// A mention is a link of a post: of all posts of a page, or of a section.
type mention struct {
	model.LinkedPost
	page, url string
	isSection bool
}

// mentioningPages returns the links of the posts that a filter selects.
func (s *Store) mentioningPages(ctx context.Context, f MentionFilter) ([]mention, error) {
	var ranges []keyRange
	var authors []string
	for _, under := range f.Under {
		key := address.KeyOf(under)
		ranges = append(ranges, keyRange{key, key + "\x00"}, keyRange{key + "/", key + "0"}, keyRange{key + "?", key + "@"})
		authors = append(authors, address.AuthorOf(key))
	}
	if len(ranges) == 0 {
		return nil, nil
	}
	found, err := collect(ctx, s.db, func(m *mention) []any {
		return []any{&m.page, &m.url, &m.isSection, &m.Entry, &m.Feed, (*unixTime)(&m.Date)}
	}, mentioning, jsonList(ranges), jsonList(authors), jsonList(f.Entries), unixTime(f.KeptSince))
	return found, doing("read links", err)
}

const (
	maxExamples    = 3   // URLs that a [model.LinkedSite] has as examples
	maxSitesOfFeed = 50  // sites that are listed because one feed links to them
	maxSites       = 200 // in all
)

// LinkedSites returns the capsules and holes, and folders of users there, that kept posts
// of others link to, those of most feeds first, then of most links. A post of several
// feeds counts for one of them. It leaves out the sites to whose pages the user is
// subscribed, and those of known URLs. There are 50 of a feed and 200 in all, and how many
// more.
func (s *Store) LinkedSites(ctx context.Context, known []string) (sites []model.LinkedSite, more int, err error) {
	skip, err := s.knownAuthors(ctx, known)
	if err != nil {
		return nil, 0, err
	}
	links, err := collect(ctx, s.db, func(l *linkedTo) []any { return []any{&l.page, &l.url, &l.posts, &l.feeds} }, `
		WITH one AS (
			SELECT MIN(e.id) AS id FROM post p JOIN entry e ON e.id = p.entry_id WHERE `+isEvidence("e")+` GROUP BY e.page
		)
		SELECT l.page, MIN(`+linkURL+`), COUNT(*), JSON_GROUP_ARRAY(DISTINCT e.subscription_id)
		FROM one JOIN post_link l ON l.entry_id = one.id JOIN entry e ON e.id = one.id
		WHERE `+linkURL+` NOT GLOB 'http*'
		GROUP BY l.page ORDER BY COUNT(DISTINCT e.subscription_id) DESC, COUNT(*) DESC, MIN(`+linkURL+`)`)
	if err != nil {
		return nil, 0, fmt.Errorf("read links: %w", err)
	}
	byAuthor := map[string]*linkedSite{}
	for _, l := range links {
		u, err := url.Parse(l.url)
		author := address.AuthorOf(l.page)
		if err != nil || !address.IsSupported(u.Scheme) || skip[author] {
			continue
		}
		if byAuthor[author] == nil {
			byAuthor[author] = &linkedSite{feeds: map[int64]bool{}}
		}
		if err := byAuthor[author].add(address.Home(u), l); err != nil {
			return nil, 0, err
		}
	}
	sites = firstSites(byAuthor)
	return sites, len(byAuthor) - len(sites), nil
}

// knownAuthors returns the keys of the authors of URLs, and of those to whose pages the
// user is subscribed.
func (s *Store) knownAuthors(ctx context.Context, urls []string) (map[string]bool, error) {
	subs, err := s.Subscriptions(ctx, SubscriptionFilter{})
	known := map[string]bool{}
	for _, sub := range subs {
		urls = append(urls, sub.URL)
	}
	for _, raw := range urls {
		known[address.AuthorOf(raw)] = true
	}
	return known, err
}

// A linkedTo is a page to which posts link.
type linkedTo struct {
	page, url string
	posts     int
	feeds     string // of these, as JSON
}

type linkedSite struct {
	model.LinkedSite
	feeds map[int64]bool
}

// add adds a page. Of the homes under several schemes or spellings the first counts.
func (s *linkedSite) add(home string, l linkedTo) error {
	if s.URL == "" || home < s.URL {
		s.URL = home
	}
	if len(s.Examples) < maxExamples {
		s.Examples = append(s.Examples, l.url)
	}
	s.Links += l.posts
	var feeds []int64
	err := json.Unmarshal([]byte(l.feeds), &feeds)
	for _, feed := range feeds {
		s.feeds[feed] = true
	}
	s.Feeds = len(s.feeds)
	return err
}

// firstSites returns the sites to list, in order. It lists a site if one of its feeds has
// fewer than maxSitesOfFeed listed so far.
func firstSites(byAuthor map[string]*linkedSite) []model.LinkedSite {
	all := slices.SortedFunc(maps.Values(byAuthor), func(a, b *linkedSite) int {
		return cmp.Or(cmp.Compare(b.Feeds, a.Feeds), cmp.Compare(b.Links, a.Links), cmp.Compare(a.URL, b.URL))
	})
	first := []model.LinkedSite{}
	listed := map[int64]int{} // sites of each feed
	for _, s := range all {
		hasPlace := false
		for feed := range s.feeds {
			hasPlace = hasPlace || listed[feed] < maxSitesOfFeed
		}
		if !hasPlace || len(first) == maxSites {
			continue
		}
		for feed := range s.feeds {
			listed[feed]++
		}
		first = append(first, s.LinkedSite)
	}
	return first
}
