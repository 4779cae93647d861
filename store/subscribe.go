package store

import (
	"cmp"
	"context"
	"net/url"
	"slices"
	"strings"

	"gemsub/feed"
	"gemsub/internal/address"
	"gemsub/internal/model"
)

// Subscribe adds subscriptions that a file lists, all or none of them. It returns whether each was
// known before, and which are paused; isPrivate reports whether a URL leads to a private address.
func (s *Store) Subscribe(ctx context.Context, wanted []Subscription, isPrivate func(*url.URL) bool) (known []bool, paused model.PausedFeeds, err error) {
	paused = model.PausedFeeds{}
	err = s.commit(uncancelled(ctx), "subscribe", func(tx *transaction) {
		for _, sub := range wanted {
			id, isKnown := tx.subscribe(sub)
			if !isKnown {
				tx.arrive(id, sub.URL, sub.IgnoreRobots, isPrivate, paused)
			}
			known = append(known, isKnown)
		}
		if slices.Contains(known, false) {
			tx.recordFinal("import")
		}
	})
	return known, paused, err
}

// arrive treats a feed that a file or another machine adds or changes. It pauses the feed if it
// would be unsafe to ask, and adds the reasons to paused; ignoresRobots says that the file makes it
// ignore robots.txt. The feed counts as public, unless its capsule was asked before: a name that
// leads to a private address is then refused when it is dialled.
func (tx *transaction) arrive(id int64, feedURL string, ignoresRobots bool, isPrivate func(*url.URL) bool, paused model.PausedFeeds) {
	u, err := address.Parse(feedURL)
	if tx.fail(err); tx.err != nil {
		return
	}
	var why []string
	pauseIf := func(holds bool, reason string) {
		if holds {
			why = append(why, reason)
		}
	}
	pauseIf(isPrivate(u), "at a private address")
	pauseIf(address.IsGopher(u) && u.Port() != "", "at a Gopher port other than 70")
	pauseIf(address.HasQuery(u), "with a query")
	pauseIf(tx.hasIdentity(u), "in the folder of an identity")
	pauseIf(ignoresRobots, "ignoring robots.txt")
	if len(why) > 0 {
		paused[id] = append(paused[id], why...)
	}
	tx.exec(`UPDATE subscription SET paused = paused OR ?, reach = COALESCE(NULLIF(reach, ''), ?) WHERE id = ?`,
		len(why) > 0, string(model.ReachPublic), id)
}

// hasIdentity reports whether a page's folder, where its posts lie, contains the folder of an
// identity or lies in it.
func (tx *transaction) hasIdentity(page *url.URL) bool {
	paths := allRows[string](tx, `SELECT path FROM identity_use WHERE authority = ?`, address.Authority(page))
	folder := address.Folder(page.String())
	return slices.ContainsFunc(paths, func(path string) bool {
		scope := strings.TrimSuffix(address.Scope{Authority: address.Authority(page), Path: path}.URL(), "/") + "/"
		return strings.HasPrefix(scope, folder) || strings.HasPrefix(folder, scope)
	})
}

// subscribe adds a subscription, unless its URL is subscribed to already. It returns the
// subscription's number, and whether it was known; the feed "Read later" always counts as known.
func (tx *transaction) subscribe(sub Subscription) (id int64, known bool) {
	id, known = firstRow[int64](tx, `SELECT id FROM subscription WHERE url = ?`, sub.URL)
	if known {
		return id, true
	}
	state := model.StateNew
	if sub.URL == model.LaterURL { // there is no page to read
		sub, state, known = Subscription{URL: sub.URL, FeedTitle: "Read later", Format: string(feed.WholePage)}, model.StateOK, true
	}
	id = value[int64](tx, `
		INSERT INTO subscription (url, title, feed_title, format, format_chosen, state, ignore_robots, added_at, first_unread, interval, posts)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, COALESCE(?, 0), ?, ?)
		RETURNING id`,
		sub.URL, sub.Title, sub.FeedTitle, sub.Format, sub.FormatChosen, string(state), sub.IgnoreRobots, cmp.Or(sub.AddedAt, tx.now), sub.Backlog, sub.Interval, string(sub.Posts))
	tx.tag(id, sub.Tags)
	return id, known
}

// isTaken reports whether a subscription other than id, or a removed one that undo could bring
// back, has the URL: no page moves to the URL of another.
func (tx *transaction) isTaken(url string, id int64) bool {
	return value[bool](tx, `
		SELECT EXISTS (
			SELECT 1 FROM subscription WHERE url = ?1 AND id <> ?2
			UNION ALL
			SELECT 1 FROM changed_value
			WHERE change_id IN (SELECT id FROM change WHERE made_at >= ?3) AND `+isRemovedFeed+` AND old ->> '$.url' = ?1)`,
		url, id, tx.expiry(keepChanges))
}

// tag gives a subscription tags, and returns how many it did not have.
func (tx *transaction) tag(id int64, tags []string) (n int) {
	for _, tag := range tags {
		n += tx.exec(`INSERT OR IGNORE INTO tag (subscription_id, tag) VALUES (?, ?)`, id, model.FoldTag(tag))
	}
	return n
}

// Remove deletes subscriptions with their tags and entries. It ignores numbers
// without a subscription.
func (s *Store) Remove(ctx context.Context, ids []int64) error {
	return s.commitChange(ctx, "remove subscriptions", &Change{Command: "remove"}, func(tx *transaction) { tx.remove(ids) })
}

func (tx *transaction) remove(ids []int64) {
	feeds := jsonList(ids)
	tx.about(feeds)
	tx.change.Entries = value[int](tx, `
		SELECT COUNT(*) FROM entry WHERE subscription_id IN (SELECT value FROM JSON_EACH(?))`, feeds)
	tx.exec(`DELETE FROM subscription WHERE id IN (SELECT value FROM JSON_EACH(?))`, feeds)
}
