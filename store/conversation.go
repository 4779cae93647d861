package store

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"gemsub/internal/address"
	"gemsub/internal/model"
)

// owner is the feed whose words count for a page.
func owner(page string) string {
	return `(SELECT o.subscription_id FROM entry o WHERE o.page = ` + page + ` ORDER BY ` + byOwner("o") + ` LIMIT 1)`
}

// speaker is the number of the entry in whose words a page is shown: of the feed whose
// words count the newest, where it has several of that page.
func speaker(page string) string {
	return `(SELECT n.id FROM entry n WHERE n.page = ` + page + ` AND n.subscription_id = ` + owner(page) + `
		ORDER BY n.sort_time DESC, n.rank DESC, n.id DESC LIMIT 1)`
}

// sortDay is the day of an entry in lists, in days since 1970.
func sortDay(entry string) string { return entry + `.sort_time / 86400` }

// canJoin holds for an entry that can be part of a conversation: its post, if it is kept,
// and no entry of a feed that is one page, without a page for each post.
func canJoin(entry string) string {
	return `(COALESCE((SELECT p.joins FROM post p WHERE p.entry_id = ` + entry + `.id), 1) AND NOT EXISTS (
		SELECT 1 FROM subscription s
		WHERE s.id = ` + entry + `.subscription_id AND s.format IN ('headings', 'page') AND ` + entry + `.own > 1))`
}

// LinkedPosts returns the posts of pages, kept or not, each once and in the words of the
// feed that owns the page: no feed dates the posts of another.
func (s *Store) LinkedPosts(ctx context.Context, pages []string) ([]model.LinkedPost, error) {
	list, err := json.Marshal(pages)
	if err != nil {
		return nil, err
	}
	posts, err := collect(ctx, s.db, func(p *model.LinkedPost) []any {
		return []any{&p.Page, &p.Entry, &p.URL, (*unixTime)(&p.Date), (*unixTime)(&p.Seen), &p.Joins}
	}, `
		SELECT e.page, e.id, e.url, e.sort_time, e.first_seen,
			NOT EXISTS (SELECT 1 FROM entry k WHERE k.page = e.page AND NOT `+canJoin("k")+`)
		FROM JSON_EACH(?) j JOIN entry e ON e.id = `+speaker("j.value"), string(list))
	if err != nil {
		return nil, fmt.Errorf("read linked posts: %w", err)
	}
	for i := range posts {
		posts[i].Author = address.AuthorOf(posts[i].Page)
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
		GROUP BY e.page, l.page`, string(list))
	if err != nil {
		return nil, fmt.Errorf("read links: %w", err)
	}
	return links, nil
}

// LinksTo returns which posts of other authors link to posts: of each feed the newest
// few answers to each post, the newest few others, and how many more there are.
func (s *Store) LinksTo(ctx context.Context, posts []model.LinkedPost, few int) ([]model.PageLink, error) {
	type target struct {
		Page string
		Day  int64
	}
	targets := make([]target, len(posts))
	for i, p := range posts {
		targets[i] = target{p.Page, p.Date.Unix() / int64((24 * time.Hour).Seconds())}
	}
	list, err := json.Marshal(targets)
	if err != nil {
		return nil, err
	}
	links, err := collect(ctx, s.db, func(l *model.PageLink) []any { return []any{&l.From, &l.To, &l.Feed, &l.More} }, `
		WITH link AS (
			SELECT e.page AS post, l.page AS page, `+owner("e.page")+` AS feed,
				MAX(e.sort_time) AS date, MAX(e.id) AS id, `+canJoin("e")+` AND `+sortDay("e")+` >= j.value ->> 'Day' AS answers
			FROM JSON_EACH(?) j JOIN post_link l ON l.page = j.value ->> 'Page' JOIN entry e ON e.id = l.entry_id
			GROUP BY l.page, e.page
		), ranked AS (
			SELECT *,
				ROW_NUMBER() OVER (PARTITION BY page, feed, answers ORDER BY date DESC, id DESC) AS place,
				COUNT(*) OVER (PARTITION BY page, feed, answers) AS posts
			FROM link
		)
		SELECT post, page, feed, MAX(posts - ?2, 0) FROM ranked WHERE place <= ?2`, string(list), few)
	if err != nil {
		return nil, fmt.Errorf("read links: %w", err)
	}
	return links, nil
}

// isConversing holds for an entry e whose post answers another one, or is answered: it is
// [thread.Post.Answers] for the database.
func isConversing() string {
	return `(` + canJoin("e") + ` AND (EXISTS (
			SELECT 1 FROM post_link l JOIN entry t ON t.id = ` + speaker("l.page") + `
			WHERE l.entry_id = e.id AND ` + sortDay("t") + ` <= ` + sortDay("e") + ` AND ` + canJoin("t") + `)
		OR EXISTS (
			SELECT 1 FROM post_link l JOIN entry a ON a.id = l.entry_id
			WHERE l.page = e.page AND ` + sortDay("a") + ` >= ` + sortDay("e") + ` AND ` + canJoin("a") + `)))`
}
