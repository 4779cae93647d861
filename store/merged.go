package store

import (
	"cmp"
	"context"
	"database/sql"
	"iter"
	"math"
	"net/url"
	"slices"
	"time"

	"gemsub/feed"
	"gemsub/internal/address"
	"gemsub/internal/model"
)

// A mergedFeed is a subscription of the other database.
type mergedFeed struct {
	NewSubscription
	id          int64
	firstUnread sql.Null[int64]
	prunedUntil sql.Null[int64]
}

// theirFeeds returns the subscriptions of the other database.
func (m *merger) theirFeeds(ctx context.Context) ([]mergedFeed, error) {
	columns := func(f *mergedFeed) []any {
		return []any{
			&f.id, &f.URL, &f.Title, &f.FeedTitle, &f.Format, &f.FormatChosen, &f.IgnoreRobots, (*seconds)(&f.Interval), &f.Posts,
			&f.firstUnread, &f.prunedUntil,
		}
	}
	return collect(ctx, m.from, columns, `
		SELECT id, url, title, feed_title, format, format_chosen <> 0, ignore_robots <> 0, interval, posts, first_unread, pruned_until
		FROM subscription ORDER BY id`)
}

// theirTags returns the tags of a subscription there.
func (m *merger) theirTags(ctx context.Context, there int64) ([]string, error) {
	return column[string](ctx, m.from, `
		SELECT tag FROM tag WHERE subscription_id = ? AND tag <> '' ORDER BY tag`, there)
}

// check replaces settings that no command can set.
func (f *mergedFeed) check() {
	if !slices.Contains(feed.Formats(), feed.Format(f.Format)) {
		f.Format, f.FormatChosen = "", false
	}
	if !slices.Contains([]model.PostsKept{model.PostsAll, model.PostsNew, model.PostsNone}, f.Posts) {
		f.Posts = ""
	}
	f.Interval = min(max(f.Interval, 0), maxInterval)
	f.Unread = int(f.firstUnread.V)
}

// maxInterval is the longest time between two checks that the user can choose.
const maxInterval = 30 * 24 * time.Hour

// A mergedEntry is an entry of another database, with its post if that is kept.
type mergedEntry struct {
	entryRow
	kept    bool
	post    Post
	fetched int64
}

// theirEntries yields the entries of a feed there.
func (m *merger) theirEntries(ctx context.Context, there int64) iter.Seq2[mergedEntry, error] {
	columns := func(e *mergedEntry) []any {
		return []any{
			&e.ref, &e.url, &e.title, &e.author, &e.updated, &e.published, &e.rank, &e.firstSeen, &e.unread, &e.starred, &e.renewed,
			&e.kept, &e.post.URL, &e.post.MediaType, &e.fetched, &e.post.FromFeed, &e.post.OtherAuthor, &e.post.Size, &e.post.Cut, &e.post.Text,
		}
	}
	return each(ctx, m.from, columns, `
		SELECT ref, e.url, e.title, author, updated, published, rank, first_seen, unread <> 0, starred <> 0, renewed_at,
			p.entry_id IS NOT NULL, COALESCE(p.url, ''), COALESCE(media_type, ''), COALESCE(fetched_at, 0),
			COALESCE(from_feed <> 0, 0), COALESCE(other_author <> 0, 0), COALESCE(size, 0), COALESCE(cut <> 0, 0), COALESCE(text, '')
		FROM entry e LEFT JOIN post p ON p.entry_id = e.id
		WHERE e.subscription_id = ? ORDER BY e.id`, there)
}

// check brings an entry into the form of those from the network, and reports whether that is
// possible. It moves future times of the other database to now.
func (e *mergedEntry) check(base *url.URL, now time.Time) bool {
	u, err := address.Resolve(base, cmp.Or(e.url, e.ref))
	if err != nil || e.ref == "" || len(u.String()) > feed.MaxLink {
		return false
	}
	e.url = u.String()
	e.firstSeen = min(e.firstSeen, now.Unix())
	e.renewed.V = min(e.renewed.V, now.Unix())
	e.rank = min(max(e.rank, 0), math.MaxInt32)
	e.post.FetchedAt = time.Unix(min(e.fetched, now.Unix()), 0).UTC()
	e.post.Size = max(e.post.Size, 0)
	if readAt, err := address.Parse(e.post.URL); err == nil {
		u = readAt
	}
	e.post.URL = u.String()
	return true
}
