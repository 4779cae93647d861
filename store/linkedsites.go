package store

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"net/url"
	"slices"

	"gemsub/internal/address"
	"gemsub/internal/model"
)

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
	links, err := collect(ctx, s.db, func(l *siteLink) []any { return []any{&l.page, &l.url, &l.feed, &l.posts} }, `
		WITH one AS (
			SELECT MIN(e.id) AS id FROM post p JOIN entry e ON e.id = p.entry_id WHERE `+isEvidence("e")+` GROUP BY e.page
		)
		SELECT l.page, MIN(`+linkURL+`), e.subscription_id, COUNT(*)
		FROM one JOIN post_link l ON l.entry_id = one.id JOIN entry e ON e.id = one.id
		WHERE `+linkURL+` NOT GLOB 'http*'
		GROUP BY l.page, e.subscription_id`)
	if err != nil {
		return nil, 0, fmt.Errorf("read links: %w", err)
	}
	byAuthor := map[string]*linkedSite{}
	for _, l := range links {
		u, err := url.Parse(l.url)
		if err != nil || !address.IsSupported(u.Scheme) {
			continue
		}
		key := address.AuthorOf(l.page)
		if skip[key] {
			continue
		}
		if byAuthor[key] == nil {
			byAuthor[key] = &linkedSite{feeds: map[int64]bool{}, pages: map[string]sitePage{}}
		}
		byAuthor[key].add(address.Home(u), l)
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
		if u, err := url.Parse(raw); err == nil {
			known[address.AuthorKey(u)] = true
		}
	}
	return known, err
}

// A siteLink says how many posts of a feed link to a page.
type siteLink struct {
	page, url string
	feed      int64
	posts     int
}

type linkedSite struct {
	home  string
	feeds map[int64]bool
	links int
	pages map[string]sitePage // by their keys
}

// A sitePage says how many feeds and posts link to a page of a site.
type sitePage struct {
	url          string
	feeds, posts int
}

// add counts links. Of the homes under several schemes or spellings the first counts.
func (s *linkedSite) add(home string, l siteLink) {
	if s.home == "" || home < s.home {
		s.home = home
	}
	s.feeds[l.feed] = true
	s.links += l.posts
	page := s.pages[l.page]
	s.pages[l.page] = sitePage{cmp.Or(page.url, l.url), page.feeds + 1, page.posts + l.posts}
}

// examples returns the pages to which most feeds link.
func (s *linkedSite) examples() []string {
	pages := slices.SortedFunc(maps.Values(s.pages), func(x, y sitePage) int {
		return cmp.Or(cmp.Compare(y.feeds, x.feeds), cmp.Compare(y.posts, x.posts), cmp.Compare(x.url, y.url))
	})
	urls := []string{}
	for _, p := range pages[:min(len(pages), maxExamples)] {
		urls = append(urls, p.url)
	}
	return urls
}

// firstSites returns the sites to list, in order: each because a feed links to it of which
// there are not too many yet.
func firstSites(byAuthor map[string]*linkedSite) []model.LinkedSite {
	all := slices.SortedFunc(maps.Values(byAuthor), func(a, b *linkedSite) int {
		return cmp.Or(cmp.Compare(len(b.feeds), len(a.feeds)), cmp.Compare(b.links, a.links), cmp.Compare(a.home, b.home))
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
		first = append(first, model.LinkedSite{URL: s.home, Feeds: len(s.feeds), Links: s.links, Examples: s.examples()})
	}
	return first
}
