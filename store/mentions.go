package store

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"time"

	"gemsub/internal/address"
	"gemsub/internal/model"
)

// A MentionFilter selects posts that link to a page under any of some URLs.
type MentionFilter struct {
	Under []string
	// Entries are those whose posts are looked at; empty for all.
	Entries []int64
	// KeptSince leaves out posts that were kept before; the zero time is for none.
	KeptSince time.Time
}

// Mentions returns the posts that link to a page under a URL of the filter, newest first,
// without those of the authors of these URLs. A post of several feeds is there once.
func (s *Store) Mentions(ctx context.Context, f MentionFilter) ([]model.Mention, error) {
	m, err := f.mentioned()
	if err != nil || len(m.keys) == 0 {
		return nil, err
	}
	if len(f.Entries) > 0 {
		err = m.readEntries(ctx, s, f)
	} else {
		err = m.readAll(ctx, s)
	}
	if err != nil || len(m.links) == 0 {
		return nil, err
	}
	return m.named(ctx, s)
}

// mentioned is what posts mention: pages whose keys lie under some, by posts of others
// than their authors.
type mentioned struct {
	keys    []string
	authors map[int64]bool
	links   map[int64][]string // of posts, by page
}

func (f MentionFilter) mentioned() (mentioned, error) {
	m := mentioned{authors: map[int64]bool{}, links: map[int64][]string{}}
	for _, under := range f.Under {
		u, err := url.Parse(under)
		if err != nil {
			return m, err
		}
		m.keys = append(m.keys, address.Key(u))
		m.authors[hash(address.AuthorKey(u))] = true
	}
	return m, nil
}

// has reports whether a page is one of those that are looked for.
func (m mentioned) has(page string) bool {
	page = address.KeyOf(page)
	return slices.ContainsFunc(m.keys, func(key string) bool {
		below, is := strings.CutPrefix(page, key)
		return is && (below == "" || below[0] == '/' || below[0] == '?')
	})
}

// ranges are the pages of the hosts, as JSON.
func (m mentioned) ranges() (string, error) {
	hosts := map[Range]bool{}
	for _, key := range m.keys {
		host, _, _ := strings.Cut(key, "/")
		first, last := hostPages(host)
		hosts[Range{first, last}] = true
	}
	list, err := json.Marshal(slices.Collect(maps.Keys(hosts)))
	return string(list), err
}

// A mentionLink is a link of a post to a page.
type mentionLink struct {
	post, author int64 // the post's page, and who wrote it
	page         int64
	url          string // of the page
}

func (m mentioned) add(l mentionLink) {
	if !m.authors[l.author] && !slices.Contains(m.links[l.post], l.url) {
		m.links[l.post] = append(m.links[l.post], l.url)
	}
}

// readAll finds the pages first, which are few, then who links to them.
func (m mentioned) readAll(ctx context.Context, s *Store) error {
	ranges, err := m.ranges()
	if err != nil {
		return err
	}
	all, err := collect(ctx, s.db, func(p *linkedPage) []any { return []any{&p.Page, &p.URL} }, `
		SELECT t.page, t.url FROM JSON_EACH(?) r
		CROSS JOIN linked_page t ON t.page BETWEEN r.value ->> 'First' AND r.value ->> 'Last'`, ranges)
	if err != nil {
		return fmt.Errorf("read linked pages: %w", err)
	}
	pages := map[int64]string{}
	for _, p := range all {
		if m.has(p.URL) {
			pages[p.Page] = p.URL
		}
	}
	links, err := collect(ctx, s.db, func(l *mentionLink) []any { return []any{&l.post, &l.author, &l.page} }, `
		SELECT f.page, f.author, l.page FROM JSON_EACH(?) j CROSS JOIN post_link l ON l.page = j.value
		CROSS JOIN linked_post f ON f.entry_id = l.entry_id`, jsonList(slices.Sorted(maps.Keys(pages))))
	if err != nil {
		return fmt.Errorf("read links: %w", err)
	}
	for _, l := range links {
		l.url = pages[l.page]
		m.add(l)
	}
	return nil
}

// readEntries reads the links of some posts. A post that was kept of another entry
// before is not kept since.
func (m mentioned) readEntries(ctx context.Context, s *Store, f MentionFilter) error {
	ranges, err := m.ranges()
	if err != nil {
		return err
	}
	links, err := collect(ctx, s.db, func(l *mentionLink) []any { return []any{&l.post, &l.author, &l.page, &l.url} }, `
		SELECT f.page, f.author, l.page, t.url
		FROM JSON_EACH(?2) j CROSS JOIN linked_post f ON f.entry_id = j.value
		CROSS JOIN JSON_EACH(?1) r
		CROSS JOIN post_link l ON l.entry_id = f.entry_id AND l.page BETWEEN r.value ->> 'First' AND r.value ->> 'Last'
		CROSS JOIN linked_page t ON t.page = l.page
		WHERE NOT EXISTS (
			SELECT 1 FROM linked_post o CROSS JOIN post p ON p.entry_id = o.entry_id
			WHERE o.page = f.page AND p.fetched_at < ?3)`, ranges, jsonList(f.Entries), unixTime(f.KeptSince))
	if err != nil {
		return fmt.Errorf("read links: %w", err)
	}
	for _, l := range links {
		if m.has(l.url) {
			m.add(l)
		}
	}
	return nil
}

// named returns the posts as entries of the feeds that are preferred for them.
func (m mentioned) named(ctx context.Context, s *Store) ([]model.Mention, error) {
	posts, err := s.LinkedPosts(ctx, slices.Sorted(maps.Keys(m.links)))
	if err != nil {
		return nil, err
	}
	f := EntryFilter{Distinct: true, WithTags: true, WithKept: true, WithAnswers: true}
	of := map[string][]string{}
	for _, p := range posts {
		f.URLs = append(f.URLs, p.URL)
		of[p.URL] = m.links[p.Page]
	}
	var all []model.Mention
	for e, err := range s.Entries(ctx, f) {
		if err != nil {
			return nil, err
		}
		if links := of[e.URL]; links != nil { // of several entries of one feed the newest
			slices.Sort(links)
			all = append(all, model.Mention{Entry: e, Links: links})
			delete(of, e.URL)
		}
	}
	return all, nil
}
