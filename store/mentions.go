package store

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"gemsub/internal/address"
	"gemsub/internal/model"
)

// Mentions returns the posts that link to a page under a URL, newest first, without
// those of its own author. A post of several feeds is there once.
func (s *Store) Mentions(ctx context.Context, under string) ([]model.Mention, error) {
	u, err := url.Parse(under)
	if err != nil {
		return nil, err
	}
	pages, err := s.pagesUnder(ctx, address.Key(u))
	if err != nil || len(pages) == 0 {
		return nil, err
	}
	linked, err := s.linksOfEntries(ctx, pages, hash(address.AuthorKey(u)))
	if err != nil || len(linked) == 0 {
		return nil, err
	}
	f := EntryFilter{Distinct: true, WithTags: true, WithKept: true, WithAnswers: true}
	for _, id := range slices.Sorted(maps.Keys(linked)) {
		f.IDs = append(f.IDs, Range{id, id})
	}
	var all []model.Mention
	for e, err := range s.Entries(ctx, f) {
		if err != nil {
			return nil, err
		}
		slices.Sort(linked[e.ID])
		all = append(all, model.Mention{Entry: e, Links: linked[e.ID]})
	}
	return all, nil
}

// pagesUnder returns the URLs of the linked pages that lie under a key, by number.
func (s *Store) pagesUnder(ctx context.Context, key string) (map[int64]string, error) {
	host, _, _ := strings.Cut(key, "/")
	first, last := hostPages(host)
	all, err := collect(ctx, s.db, func(p *linkedPage) []any { return []any{&p.Page, &p.URL} }, `
		SELECT page, url FROM linked_page WHERE page BETWEEN ? AND ?`, first, last)
	if err != nil {
		return nil, fmt.Errorf("read linked pages: %w", err)
	}
	pages := map[int64]string{}
	for _, p := range all {
		if below, is := strings.CutPrefix(address.KeyOf(p.URL), key); is && (below == "" || below[0] == '/' || below[0] == '?') {
			pages[p.Page] = p.URL
		}
	}
	return pages, nil
}

// linksOfEntries returns which entries link to pages, and with which URLs, without those
// of an author.
func (s *Store) linksOfEntries(ctx context.Context, pages map[int64]string, author int64) (map[int64][]string, error) {
	type link struct{ entry, page int64 }
	list := jsonList(slices.Sorted(maps.Keys(pages)))
	all, err := collect(ctx, s.db, func(l *link) []any { return []any{&l.entry, &l.page} }, `
		SELECT l.entry_id, l.page FROM JSON_EACH(?) j CROSS JOIN post_link l ON l.page = j.value
		CROSS JOIN linked_post p ON p.entry_id = l.entry_id WHERE p.author <> ?`, list, author)
	if err != nil {
		return nil, fmt.Errorf("read links: %w", err)
	}
	linked := map[int64][]string{}
	for _, l := range all {
		linked[l.entry] = append(linked[l.entry], pages[l.page])
	}
	return linked, nil
}

// maxExamples is how many URLs a [model.LinkedSite] has as examples.
const maxExamples = 3

// LinkedSites returns the capsules, and folders of users, that kept posts link to, those
// of most feeds first, then of most posts. The web is left out, and so are the sites to
// whose pages the user is subscribed.
func (s *Store) LinkedSites(ctx context.Context) ([]model.LinkedSite, error) {
	followed, err := s.followedAuthors(ctx)
	if err != nil {
		return nil, err
	}
	sites := map[string]*linkedSite{}
	all, err := collect(ctx, s.db, func(l *siteLink) []any { return []any{&l.url, &l.feeds, &l.posts} }, `
		SELECT t.url, JSON_GROUP_ARRAY(DISTINCT p.subscription_id), COUNT(*)
		FROM linked_page t CROSS JOIN post_link l ON l.page = t.page CROSS JOIN post p ON p.entry_id = l.entry_id
		WHERE t.url NOT GLOB 'http*'
		GROUP BY t.page`)
	if err != nil {
		return nil, fmt.Errorf("read links: %w", err)
	}
	for _, l := range all {
		u, err := address.Parse(l.url)
		if err != nil || followed[address.AuthorKey(u)] {
			continue
		}
		key := address.AuthorKey(u)
		if sites[key] == nil {
			sites[key] = &linkedSite{home: address.Home(u), feeds: map[int64]bool{}}
		}
		if err := sites[key].add(l); err != nil {
			return nil, err
		}
	}
	return sortedSites(sites), nil
}

// A siteLink is a page that posts link to.
type siteLink struct {
	url   string
	feeds string // numbers, as JSON
	posts int
}

type linkedSite struct {
	home  string
	feeds map[int64]bool
	pages []siteLink
	posts int
}

func (s *linkedSite) add(l siteLink) error {
	var feeds []int64
	if err := json.Unmarshal([]byte(l.feeds), &feeds); err != nil {
		return err
	}
	for _, id := range feeds {
		s.feeds[id] = true
	}
	s.posts += l.posts
	s.pages = append(s.pages, l)
	return nil
}

func sortedSites(sites map[string]*linkedSite) []model.LinkedSite {
	all := make([]model.LinkedSite, 0, len(sites))
	for _, s := range sites {
		slices.SortFunc(s.pages, func(a, b siteLink) int {
			return cmp.Or(cmp.Compare(b.posts, a.posts), cmp.Compare(a.url, b.url))
		})
		site := model.LinkedSite{URL: s.home, Feeds: len(s.feeds), Posts: s.posts}
		for _, l := range s.pages[:min(len(s.pages), maxExamples)] {
			site.Examples = append(site.Examples, l.url)
		}
		all = append(all, site)
	}
	slices.SortFunc(all, func(a, b model.LinkedSite) int {
		return cmp.Or(cmp.Compare(b.Feeds, a.Feeds), cmp.Compare(b.Posts, a.Posts), cmp.Compare(a.URL, b.URL))
	})
	return all
}

// followedAuthors returns the keys of the authors to whose pages the user is subscribed.
func (s *Store) followedAuthors(ctx context.Context) (map[string]bool, error) {
	subs, err := s.Subscriptions(ctx, SubscriptionFilter{})
	followed := map[string]bool{}
	for _, sub := range subs {
		if u, err := url.Parse(sub.URL); err == nil {
			followed[address.AuthorKey(u)] = true
		}
	}
	return followed, err
}
