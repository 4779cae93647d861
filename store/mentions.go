package store

import (
	"context"
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
