package store

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"

	"gemsub/internal/address"
	"gemsub/internal/model"
	"gemsub/internal/thread"
)

// PageOf returns the number of the page at a URL, and that of its author.
func PageOf(raw string) (page, author int64) {
	u, err := url.Parse(raw)
	if err != nil {
		return 0, 0
	}
	return pageOf(address.Key(u)), hash(address.AuthorKey(u))
}

// onePage holds for an entry of a subscription that is read from one page, unless it is
// a post elsewhere to which that page leads.
func onePage(sub, entry string) string {
	return `(` + sub + `.format IN ('headings', 'page') AND ` + depthIn(sub, `COALESCE(`+entry+`.url, `+entry+`.ref)`) + ` > 0)`
}

// LinkedPosts returns the posts that are kept of pages, each once. Where several entries
// have one, the date is that of the feed in whose folder it lies, for whichever of them
// it was fetched: no feed dates the posts of another.
func (s *Store) LinkedPosts(ctx context.Context, pages []int64) ([]model.LinkedPost, error) {
	all, err := collect(ctx, s.db, func(p *model.LinkedPost) []any {
		return []any{&p.Page, &p.URL, &p.Author, (*unixTime)(&p.Date), (*unixTime)(&p.Seen), &p.Authors, &p.Growths, &p.OnePage}
	}, `
		SELECT page, link, author, date, first_seen, authors, growths, one_page FROM (
			SELECT l.page, `+linkOf+` AS link, l.author, `+sortTime("e")+` AS date, e.first_seen, l.authors, l.growths, `+onePage("s", "e")+` AS one_page,
				ROW_NUMBER() OVER (PARTITION BY l.page ORDER BY NOT (`+isListed("e", "s")+`), `+folderDepth(linkOf)+` DESC, e.first_seen, e.id) AS place
			FROM JSON_EACH(?) j CROSS JOIN linked_post l ON l.page = j.value
			CROSS JOIN entry h ON h.id = l.entry_id CROSS JOIN entry e ON e.id IN (
				SELECT o.id FROM entry o WHERE o.ref = COALESCE(h.url, h.ref) AND o.url IS NULL
				UNION ALL SELECT o.id FROM entry o WHERE o.url = COALESCE(h.url, h.ref))
			CROSS JOIN subscription s ON s.id = e.subscription_id
		) WHERE place = 1`, jsonList(pages))
	if err != nil {
		return nil, fmt.Errorf("read linked posts: %w", err)
	}
	return all, nil
}

// LinksFrom returns to which pages the posts of pages link.
func (s *Store) LinksFrom(ctx context.Context, pages []int64) ([]model.PageLink, error) {
	return s.pageLinks(ctx, `
		SELECT DISTINCT f.page, l.page, t.url FROM JSON_EACH(?) j CROSS JOIN linked_post f ON f.page = j.value
		CROSS JOIN post_link l ON l.entry_id = f.entry_id CROSS JOIN linked_page t ON t.page = l.page`, jsonList(pages))
}

// LinksTo returns which posts of other authors link to the pages of posts, at most so
// many.
func (s *Store) LinksTo(ctx context.Context, posts []model.LinkedPost, limit int) ([]model.PageLink, error) {
	list, err := json.Marshal(posts)
	if err != nil {
		return nil, err
	}
	return s.pageLinks(ctx, `
		SELECT DISTINCT f.page, l.page, '' FROM JSON_EACH(?) j CROSS JOIN post_link l ON l.page = j.value ->> 'Page'
		CROSS JOIN linked_post f ON f.entry_id = l.entry_id
		WHERE f.author <> j.value ->> 'Author' LIMIT ?`, string(list), limit)
}

func (s *Store) pageLinks(ctx context.Context, query string, args ...any) ([]model.PageLink, error) {
	all, err := collect(ctx, s.db, func(l *model.PageLink) []any { return []any{&l.From, &l.To, &l.URL} }, query, args...)
	if err != nil {
		return nil, fmt.Errorf("read links: %w", err)
	}
	return all, nil
}

// isConversing holds for an entry e whose post answers another that is kept, or is
// answered by one. It is [thread.Post.Answers] for the database.
func isConversing() string {
	joins := func(post, sub, entry string) string {
		return fmt.Sprintf(`%[1]s.authors <= %[2]d AND %[1]s.growths <= %[3]d AND NOT `, post, thread.MaxAuthors, thread.MaxGrowths) + onePage(sub, entry)
	}
	other := func(how, link, compared string) string {
		return `EXISTS (
			SELECT 1 FROM post_link l CROSS JOIN linked_post o ON ` + how + `
			CROSS JOIN entry oe ON oe.id = o.entry_id CROSS JOIN subscription os ON os.id = oe.subscription_id
			WHERE ` + link + ` AND o.author <> me.author AND ` + joins("o", "os", "oe") + `
				AND ` + sortTime("oe") + ` / 86400 ` + compared + ` ` + sortTime("e") + ` / 86400)`
	}
	return `EXISTS (
		SELECT 1 FROM linked_post me CROSS JOIN subscription ms ON ms.id = e.subscription_id
		WHERE me.entry_id = e.id AND ` + joins("me", "ms", "e") + ` AND (
			` + other(`o.page = l.page`, `l.entry_id = e.id`, `<=`) + `
			OR ` + other(`o.entry_id = l.entry_id`, `l.page = me.page`, `>=`) + `))`
}
