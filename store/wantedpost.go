package store

import (
	"context"
	"database/sql"
	"slices"
	"time"

	"gemsub/internal/model"
)

// Bounds of the posts that are fetched of one subscription.
const (
	// maxWanted is how many posts a check can make wanted.
	maxWanted = 300
	// wantedInRun is how many are fetched in one run.
	wantedInRun = 10
	// olderInRun is how many posts that no check made wanted are fetched besides, if posts is "all".
	olderInRun = 3
	// unseenKept is how many unseen entries with a kept post stop the fetching.
	unseenKept = 30
)

// wantPosts records that the posts of the first maxWanted entries are to be fetched, unless a link
// is no post's, the page carried the post, or the entry is starred and its text is kept.
func (tx *transaction) wantPosts(entries []int64) {
	tx.exec(`
		INSERT INTO wanted_post (entry_id, not_before, tries, failure)
		SELECT e.id, 0, 0, '' FROM JSON_EACH(?) j JOIN entry e ON e.id = j.value
		WHERE is_post(e.url) AND NOT EXISTS (SELECT 1 FROM post p WHERE p.entry_id = e.id AND (p.from_feed OR e.starred AND p.length > 0))
		ON CONFLICT (entry_id) DO UPDATE SET not_before = 0, tries = 0, failure = ''`, jsonList(entries[:min(len(entries), maxWanted)]))
}

// A PostFilter chooses wanted posts.
type PostFilter struct {
	Now time.Time
	// Default applies to subscriptions for which the user chose nothing.
	Default model.PostsKept
	// Subscriptions are those to choose from; empty for all.
	Subscriptions []int64
	// Named says that a person named the subscriptions, so that paused ones count.
	Named bool
}

const (
	// postsChosen says which posts of subscription s are fetched.
	postsChosen = `IIF(s.posts = '', :posts, s.posts)`
	// chosenFeed holds for the subscriptions of a [PostFilter].
	chosenFeed = `(:feeds = '[]' OR s.id IN (SELECT value FROM JSON_EACH(:feeds))) AND (:named OR NOT s.paused AND s.state <> 'paused')`
	// unseenPosts is how many entries of subscription s that have a kept post were neither
	// read nor delivered by mail.
	unseenPosts = `(
		SELECT COUNT(*) FROM post p JOIN entry e ON e.id = p.entry_id
		WHERE p.subscription_id = s.id AND e.unread
			AND NOT EXISTS (SELECT 1 FROM mailing m WHERE m.entry_id = e.id AND m.state > 0))`
)

// wantedPosts selects entries whose post is wanted.
const wantedPosts = `
	WITH wanted AS (
		SELECT f.*, w.tries,
			ROW_NUMBER() OVER (PARTITION BY f.subscription_id ORDER BY f.updated DESC, f.rank DESC, f.id DESC) AS place
		FROM wanted_post w JOIN fetchable f ON f.id = w.entry_id JOIN subscription s ON s.id = f.subscription_id
		WHERE w.not_before <= :now AND f.is_open AND ` + chosenFeed + `
			AND IIF(` + isLater + `, authority_of(f.url) <> '', ` + postsChosen + ` <> 'none' AND (` + postsChosen + ` = 'all' OR f.is_home))
	)
	SELECT w.id AS entry_id, w.url, w.subscription_id, s.url AS feed_url, s.reach, s.ignore_robots, w.tries, w.by_file
	FROM wanted w JOIN subscription s ON s.id = w.subscription_id
	WHERE place <= :in_run AND ` + unseenPosts + ` < :unseen OR ` + isLater + `
	ORDER BY place, w.subscription_id`

// olderPosts selects entries whose post was never wanted.
const olderPosts = `
	SELECT e.id AS entry_id, e.url, s.id AS subscription_id, s.url AS feed_url, s.reach, s.ignore_robots
	FROM subscription s JOIN entry e
	WHERE NOT ` + isLater + ` AND ` + postsChosen + ` = 'all' AND ` + chosenFeed + ` AND e.id IN (
		SELECT f.id FROM fetchable f
		WHERE f.subscription_id = s.id AND is_post(f.url)
			AND NOT EXISTS (SELECT 1 FROM post p WHERE p.entry_id = f.id)
			AND NOT EXISTS (SELECT 1 FROM wanted_post w WHERE w.entry_id = f.id)
		ORDER BY f.sort_time DESC LIMIT :older)
	ORDER BY s.id, e.id DESC`

// WantedPosts returns the posts that a run is to fetch now: of each subscription the newest
// ten, but none while thirty of its kept posts are neither read nor delivered; if the user
// wants all, also three older ones. It returns all wanted posts of the feed "Read later". It
// returns a link of several feeds once.
func (s *Store) WantedPosts(ctx context.Context, f PostFilter) ([]model.WantedPost, error) {
	tx := s.reader(ctx)
	args := []any{
		sql.Named("now", f.Now.Unix()), sql.Named("posts", f.Default), sql.Named("feeds", jsonList(f.Subscriptions)),
		sql.Named("named", f.Named), sql.Named("in_run", wantedInRun), sql.Named("unseen", unseenKept), sql.Named("older", olderInRun),
	}
	all := append(allRows[model.WantedPost](tx, wantedPosts, args...), allRows[model.WantedPost](tx, olderPosts, args...)...)
	seen := map[string]bool{}
	return slices.DeleteFunc(all, func(w model.WantedPost) bool {
		again := seen[w.URL]
		seen[w.URL] = true
		return again
	}), tx.done("list wanted posts")
}

// FeedsWithoutPosts returns the feeds whose URL does not end in a slash, and whose requested
// posts all answered 51.
func (s *Store) FeedsWithoutPosts(ctx context.Context) ([]int64, error) {
	tx := s.reader(ctx)
	ids := allRows[int64](tx, `
		SELECT s.id
		FROM wanted_post w JOIN entry e ON e.id = w.entry_id JOIN subscription s ON s.id = e.subscription_id
		WHERE w.tries > 0 AND s.url NOT GLOB '*/' AND NOT EXISTS (SELECT 1 FROM post p WHERE p.subscription_id = s.id AND NOT p.from_feed)
		GROUP BY s.id HAVING MIN(w.failure GLOB '51 *')`)
	return ids, tx.done("look for feeds without posts")
}
