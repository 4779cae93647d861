package store

import (
	"context"
	"net/url"
	"slices"
	"strings"
	"time"

	"gemsub/internal/address"
	"gemsub/internal/model"
)

// A NewSubscription is [model.NewSubscription].
type NewSubscription = model.NewSubscription

// Subscribe adds subscriptions that a file lists, all or none of them. It returns whether
// each was known before, and which are paused; isPrivate reports whether a URL leads to a
// private address.
func (s *Store) Subscribe(ctx context.Context, wanted []NewSubscription, isPrivate func(*url.URL) bool) (known []bool, paused model.PausedFeeds, err error) {
	ctx = uncancelled(ctx)
	err = s.write(ctx, func(tx *transaction) error {
		for _, n := range wanted {
			id, isKnown, err := tx.subscribe(ctx, n, "", "", tx.now)
			if err == nil && !isKnown {
				err = tx.arrive(ctx, arrival{id, n.URL, "imported", n.IgnoreRobots}, isPrivate, &paused)
			}
			if err != nil {
				return doing("subscribe to "+n.URL, err)
			}
			known = append(known, isKnown)
		}
		return nil
	})
	return known, paused, err
}

// An arrival is a subscription that a file or another machine brings, or gives other settings.
type arrival struct {
	id            int64
	url           string
	how           string // such as "imported"
	ignoresRobots bool   // because the file says so
}

// arrive has an arrival count as public, unless its capsule was asked before: then a name
// that leads to a private address is refused when it is dialled. It pauses one that only a
// person may request, and adds it to paused.
func (tx *transaction) arrive(ctx context.Context, a arrival, isPrivate func(*url.URL) bool, paused *model.PausedFeeds) error {
	u, err := address.Parse(a.url)
	if err != nil {
		return err
	}
	hasIdentity, err := tx.hasIdentity(ctx, u)
	if err != nil {
		return err
	}
	var why []string
	private := isPrivate(u)
	for _, reason := range []struct {
		holds bool
		why   string
	}{
		{private, "at a private address"},
		{address.IsGopher(u) && u.Port() != "", "at a Gopher port other than 70"},
		{address.HasQuery(u), "with a query"},
		{hasIdentity, "in the folder of an identity"},
		{a.ignoresRobots, "ignoring robots.txt"},
	} {
		if reason.holds {
			why = append(why, reason.why)
		}
	}
	if len(why) > 0 {
		paused.Add(a.id, why)
		_, err = tx.ExecContext(ctx, `UPDATE subscription SET state = ?, last_error = ? WHERE id = ?`,
			string(StatePaused), a.how+", "+strings.Join(why, ", "), a.id)
	}
	if err == nil && !private {
		_, err = tx.ExecContext(ctx, `UPDATE subscription SET reach = ? WHERE id = ? AND reach = ''`, string(ReachPublic), a.id)
	}
	return err
}

// hasIdentity reports whether a page's folder, where its posts lie, and that of an identity
// lie in each other.
func (tx *transaction) hasIdentity(ctx context.Context, page *url.URL) (bool, error) {
	paths, err := column[string](ctx, tx, `
		SELECT path FROM identity_use WHERE authority = ?`, address.Authority(page))
	folder := address.Folder(page.String())
	return slices.ContainsFunc(paths, func(path string) bool {
		scope := strings.TrimSuffix(address.Scope{Authority: address.Authority(page), Path: path}.URL(), "/") + "/"
		return strings.HasPrefix(scope, folder) || strings.HasPrefix(folder, scope)
	}), err
}

// subscribe adds a subscription, unless its URL is subscribed to, or movedTo, whose page has
// that digest. It returns the number, and whether it was known before.
func (tx *transaction) subscribe(ctx context.Context, n NewSubscription, movedTo, digest string, now time.Time) (id int64, known bool, err error) {
	id, known, err = tx.subscribed(ctx, n.URL)
	if err == nil && !known && movedTo != "" {
		id, known, err = tx.takenBy(ctx, movedTo, digest, 0)
	}
	if err != nil || known {
		return id, known, err
	}
	err = tx.QueryRowContext(ctx, `
		INSERT INTO subscription (url, title, feed_title, format, format_chosen, state, ignore_robots, added_at, first_unread, interval, posts)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		RETURNING id`,
		n.URL, n.Title, n.FeedTitle, n.Format, n.FormatChosen, string(StateNew), n.IgnoreRobots, unixTime(now), n.Unread, seconds(n.Interval), string(n.Posts),
	).Scan(&id)
	if err == nil {
		_, err = tx.tag(ctx, id, n.Tags)
	}
	return id, false, err
}

// subscribed returns the number of the subscription of a URL, if there is one.
func (tx *transaction) subscribed(ctx context.Context, url string) (id int64, known bool, err error) {
	return first[int64](ctx, tx, `
		SELECT id FROM subscription WHERE url = ?`, url)
}

// takenBy returns the subscription other than id that has the URL, so that no page moves to
// the URL of another; also one that was removed and that undo could bring back, unless id is
// 0, for a page that a person adds. URLs of one authority that differ in extra slashes or the
// name of the folder's index page are one if both had the same body.
func (tx *transaction) takenBy(ctx context.Context, url, digest string, id int64) (by int64, taken bool, err error) {
	others, err := collect(ctx, tx, func(s *Subscription) []any { return []any{&s.ID, &s.URL, &s.Digest} }, `
		SELECT id, url, digest FROM subscription WHERE id <> ?1
		UNION ALL
		SELECT old ->> '$.id', old ->> '$.url', old ->> '$.digest' FROM changed_value
		WHERE ?1 <> 0 AND change_id IN (SELECT id FROM change WHERE made_at >= ?2) AND `+isRemovedFeed,
		id, unixTime(tx.now.Add(-keepChanges)))
	for _, s := range others {
		if s.URL == url || model.SameBody(s.Digest, digest) && address.IsSamePage(s.URL, url) {
			return s.ID, true, err
		}
	}
	return 0, false, err
}

// tag gives a subscription tags, and returns how many it did not have.
func (tx *transaction) tag(ctx context.Context, id int64, tags []string) (n int, err error) {
	for _, tag := range tags {
		added, err := affected(ctx, tx, `
			INSERT OR IGNORE INTO tag (subscription_id, tag) VALUES (?, ?)`, id, model.FoldTag(tag))
		if err != nil {
			return n, err
		}
		n += added
	}
	return n, nil
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
