package store

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"

	"gemsub/internal/address"
	"gemsub/internal/model"
)

// owns holds for an entry of the feed that owns its page.
func owns(entry string) string {
	return entry + `.subscription_id = (
		SELECT o.subscription_id FROM entry o WHERE o.page = ` + entry + `.page ORDER BY ` + byOwner("o") + ` LIMIT 1)`
}

// isEvidence holds for an entry whose post, if it is kept, says to what its page links: it
// was fetched, or the feed that carried it owns the page.
func isEvidence(entry string) string {
	return `(NOT EXISTS (SELECT 1 FROM post p WHERE p.entry_id = ` + entry + `.id AND p.from_feed) OR ` + owns(entry) + `)`
}

// sortDay is the day of an entry in lists, in days since 1970.
func sortDay(entry string) string { return entry + `.sort_time / 86400` }

// canJoin holds for an entry that can be part of a conversation: its post, if it is kept,
// and no entry of a feed that is one page, without a page for each post.
func canJoin(entry string) string {
	return `(NOT EXISTS (
			SELECT 1 FROM post p WHERE p.entry_id = ` + entry + `.id AND NOT p.joins AND (NOT p.from_feed OR ` + owns(entry) + `))
		AND NOT EXISTS (
			SELECT 1 FROM subscription s
			WHERE s.id = ` + entry + `.subscription_id AND s.format IN ('headings', 'page') AND ` + entry + `.own > 1))`
}

// LinkedPosts returns the posts of pages, kept or not, each once and in the words of the
// feed that owns the page, of several entries there the newest: no feed dates the posts of
// another.
func (s *Store) LinkedPosts(ctx context.Context, pages []string) (posts []model.LinkedPost, err error) {
	list, err := json.Marshal(pages)
	if err != nil {
		return nil, err
	}
	all, err := collect(ctx, s.db, func(p *model.LinkedPost) []any {
		return []any{&p.Page, &p.Entry, &p.Feed, &p.URL, (*unixTime)(&p.Date), (*unixTime)(&p.Seen), &p.Joins}
	}, `
		SELECT e.page, e.id, e.subscription_id, e.url, e.sort_time, e.first_seen, `+canJoin("e")+`
		FROM JSON_EACH(?) j JOIN entry e ON e.page = j.value ORDER BY j.key, `+byOwner("e"), string(list))
	if err != nil {
		return nil, fmt.Errorf("read linked posts: %w", err)
	}
	for _, p := range all {
		if len(posts) == 0 || posts[len(posts)-1].Page != p.Page {
			p.Author = address.AuthorOf(p.Page)
			posts = append(posts, p)
			continue
		}
		post := &posts[len(posts)-1]
		joins := post.Joins && p.Joins
		if p.Feed == post.Feed && cmp.Or(p.Date.Compare(post.Date), cmp.Compare(p.Entry, post.Entry)) > 0 {
			p.Author, *post = post.Author, p
		}
		post.Joins = joins
	}
	return posts, nil
}

// LinksFrom returns to which pages of other authors the posts of pages link.
func (s *Store) LinksFrom(ctx context.Context, pages []string) ([]model.PageLink, error) {
	list, err := json.Marshal(pages)
	if err != nil {
		return nil, err
	}
	links, err := collect(ctx, s.db, func(l *model.PageLink) []any { return []any{&l.From, &l.To, &l.URL} }, `
		SELECT e.page, l.page, MIN(`+linkURL+`)
		FROM JSON_EACH(?) j JOIN entry e ON e.page = j.value JOIN post_link l ON l.entry_id = e.id
		WHERE `+isEvidence("e")+` GROUP BY e.page, l.page`, string(list))
	if err != nil {
		return nil, fmt.Errorf("read links: %w", err)
	}
	return links, nil
}

// LinksTo returns the links of posts of other authors to pages.
func (s *Store) LinksTo(ctx context.Context, pages []string) ([]model.PageLink, error) {
	list, err := json.Marshal(pages)
	if err != nil {
		return nil, err
	}
	links, err := collect(ctx, s.db, func(l *model.PageLink) []any { return []any{&l.From, &l.To} }, `
		SELECT DISTINCT e.page, l.page
		FROM JSON_EACH(?) j JOIN post_link l ON l.page = j.value JOIN entry e ON e.id = l.entry_id
		WHERE `+isEvidence("e"), string(list))
	if err != nil {
		return nil, fmt.Errorf("read links: %w", err)
	}
	return links, nil
}

// isConversing holds for an entry e whose post answers another one, or is answered: it is
// [thread.Post.Answers] for the database.
func isConversing() string {
	return `(` + canJoin("e") + ` AND (` + isEvidence("e") + ` AND EXISTS (
			SELECT 1 FROM post_link l JOIN entry t ON t.id = (
				SELECT o.id FROM entry o WHERE o.page = l.page ORDER BY ` + byOwner("o") + ` LIMIT 1)
			WHERE l.entry_id = e.id AND ` + sortDay("t") + ` <= ` + sortDay("e") + ` AND ` + canJoin("t") + `)
		OR EXISTS (
			SELECT 1 FROM post_link l JOIN entry a ON a.id = l.entry_id
			WHERE l.page = e.page AND ` + sortDay("a") + ` >= ` + sortDay("e") + ` AND ` + canJoin("a") + ` AND ` + isEvidence("a") + `)))`
}
