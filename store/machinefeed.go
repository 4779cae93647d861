package store

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"time"

	"gemsub/internal/address"
	"gemsub/internal/model"
)

// syncUnread is how many entries of a feed that comes from another machine arrive unread,
// as with add, unless they were read there.
const syncUnread = 10

const arrived = "came from another machine"

// applyFeeds subscribes, removes and moves as others did.
func (tx *syncTx) applyFeeds(ctx context.Context) error {
	feeds, err := column[string](ctx, tx, `
		SELECT feed FROM machine_line WHERE open = 1 AND what = 'subscribe' ORDER BY counter, machine`)
	for turns := 2 * len(feeds); len(feeds) > 0 && turns > 0 && err == nil; turns-- { // moves may run in circles
		next := ""
		next, err = tx.settle(ctx, feeds[0])
		if feeds = feeds[1:]; next != "" {
			feeds = append(feeds, next)
		}
	}
	if err == nil {
		_, err = tx.ExecContext(ctx, `UPDATE subscription SET synced_url = url WHERE synced_url <> url`)
	}
	return err
}

// settle has a feed be here as its line says. It returns the feed that it has become.
func (tx *syncTx) settle(ctx context.Context, url string) (next string, err error) {
	var value any
	err = tx.QueryRowContext(ctx, `SELECT value FROM machine_line WHERE what = 'subscribe' AND feed = ? AND ref = ''`, url).Scan(&value)
	if err != nil {
		return "", err
	}
	id, isHere, err := tx.subscribed(ctx, url)
	if err != nil {
		return "", err
	}
	to, isMove := value.(string)
	switch {
	case isMove && isHere:
		if err = tx.move(ctx, id, to); err == nil {
			next = to
		}
	case value == nil && isHere:
		err = tx.removeFeed(ctx, id)
	case value == int64(1) && !isHere:
		err = tx.addFeed(ctx, url)
	}
	return next, err
}

func (tx *syncTx) addFeed(ctx context.Context, url string) error {
	var n int
	if err := tx.QueryRowContext(ctx, `SELECT COUNT(*) FROM subscription`).Scan(&n); err != nil {
		return err
	}
	if n >= maxSyncedFeeds {
		return tx.leaveOut(ctx, "subscribe", url, "")
	}
	id, _, err := tx.subscribe(ctx, NewSubscription{URL: url, Format: "auto", Unread: syncUnread}, "", "", tx.now)
	if err == nil {
		tx.done.Added++
		err = tx.reopen(ctx, url)
	}
	if err != nil {
		return err
	}
	return tx.pauseFeed(ctx, id, url)
}

// pauseFeed pauses a feed that only a person may ask for. Any other never leads to a private
// address.
func (tx *syncTx) pauseFeed(ctx context.Context, id int64, rawURL string) error {
	paused := 0
	err := tx.pauseArrived(ctx, id, rawURL, arrived, &paused)
	if u, parseErr := address.Parse(rawURL); err == nil && (parseErr != nil || tx.Private(u)) {
		err = tx.pause(ctx, id, arrived+" with a private address", &paused)
	}
	if err == nil && paused == 0 {
		_, err = tx.ExecContext(ctx, `UPDATE subscription SET reach = ? WHERE id = ?`, string(ReachPublic), id)
	}
	if paused > 0 {
		tx.done.Paused = append(tx.done.Paused, rawURL)
	}
	return err
}

// reopen has all lines about a feed be applied to what is there now.
func (tx *syncTx) reopen(ctx context.Context, url string) error {
	_, err := tx.ExecContext(ctx, `
		UPDATE machine_line SET open = 1
		WHERE open IS NULL AND what <> 'subscribe' AND feed IN (SELECT ?1 UNION ALL SELECT target FROM machine_alias WHERE feed = '' AND ref = ?1)`, url)
	return err
}

// move gives a feed another URL, or removes it where that is subscribed to.
func (tx *syncTx) move(ctx context.Context, id int64, to string) error {
	_, isHere, err := tx.subscribed(ctx, to)
	if err != nil {
		return err
	}
	if isHere {
		return tx.removeFeed(ctx, id)
	}
	if err := tx.setURL(ctx, id, to); err != nil {
		return err
	}
	if err := tx.reopen(ctx, to); err != nil {
		return err
	}
	return tx.pauseFeed(ctx, id, to)
}

// removeFeed removes a feed in a way that undo takes back.
func (tx *syncTx) removeFeed(ctx context.Context, id int64) error {
	tx.done.Removed++
	err := recordChange(ctx, tx.Tx, &Change{Command: "sync", At: tx.now}, func(c *changeTx) error { return c.remove(ctx, []int64{id}) })
	if errors.Is(err, errUnchanged) {
		return nil
	}
	return err
}

// leaveOut forgets a line that cannot be applied: what is not here must not look as if a
// person had removed it.
func (tx *syncTx) leaveOut(ctx context.Context, what, feed, ref string) error {
	tx.done.Left++
	_, err := tx.ExecContext(ctx, `DELETE FROM machine_line WHERE what = ? AND feed = ? AND ref = ?`, what, feed, ref)
	return err
}

// applySettings gives feeds the settings, tags and mutes that others gave them.
func (tx *syncTx) applySettings(ctx context.Context) error {
	lines, err := collect(ctx, tx, scanLine, `
		SELECT what, feed, ref, value, counter FROM machine_line
		WHERE open = 1 AND NOT `+isMark+` AND what <> 'subscribe' ORDER BY what, feed, ref`)
	for _, l := range lines {
		id, isHere := int64(0), l.Feed == ""
		if err == nil && !isHere {
			id, isHere, err = tx.subscribed(ctx, l.Feed)
		}
		if err == nil && isHere {
			err = tx.applySetting(ctx, id, l)
		}
	}
	return err
}

func (tx *syncTx) applySetting(ctx context.Context, id int64, l model.SyncLine) error {
	var to Settings
	text, _ := l.Value.(string)
	number, _ := l.Value.(int64)
	interval, posts, ignore := time.Duration(number)*time.Second, model.PostsKept(text), number == 1
	switch l.What {
	case "mute":
		return tx.applyMute(ctx, id, l)
	case "title":
		to.Title = &text
	case "interval":
		to.Interval = &interval
	case "posts":
		to.Posts = &posts
	case "format":
		if text == "" {
			text = "auto"
		}
		to.Format = &text
	case "ignore-robots":
		to.IgnoreRobots = &ignore
	case "tag":
		if l.Value == nil {
			to.Untag = []string{l.Ref}
			break
		}
		to.Tag = []string{l.Ref}
		var n int
		err := tx.QueryRowContext(ctx, `SELECT COUNT(*) FROM tag WHERE subscription_id = ? AND tag <> ?`, id, l.Ref).Scan(&n)
		if err != nil || n >= maxTags {
			return errors.Join(err, tx.leaveOut(ctx, l.What, l.Feed, l.Ref))
		}
	}
	err := set(ctx, tx.Tx, id, to, time.Time{})
	if err == nil && ignore && l.What == "ignore-robots" {
		paused := 0
		err = tx.pause(ctx, id, arrived+", and robots.txt is ignored", &paused)
		tx.done.Paused = append(tx.done.Paused, l.Feed)
	}
	return err
}

func (tx *syncTx) applyMute(ctx context.Context, id int64, l model.SyncLine) error {
	m := Mute{SubscriptionID: id, AddedAt: tx.now}
	m.Tag, m.Pattern, _ = strings.Cut(l.Ref, " ")
	if l.Value == nil {
		_, err := tx.ExecContext(ctx, `
			DELETE FROM mute WHERE pattern = ? AND COALESCE(subscription_id, 0) = ? AND tag = ?`, m.Pattern, id, m.Tag)
		return err
	}
	var n int
	err := tx.QueryRowContext(ctx, `SELECT COUNT(*) FROM mute`).Scan(&n)
	if err != nil || n >= maxMutes {
		return errors.Join(err, tx.leaveOut(ctx, l.What, l.Feed, l.Ref))
	}
	return insertMute(ctx, tx.Tx, &m)
}

// openMarks are the entries that open lines are about.
const openMarks = `
	SELECT e.id, l.what, l.value, e.updated, e.first_seen
	FROM machine_line l
	JOIN subscription s ON s.url IN (SELECT l.feed UNION ALL SELECT ref FROM machine_alias WHERE feed = '' AND target = l.feed)
	JOIN entry e ON e.subscription_id = s.id AND e.ref IN (SELECT l.ref UNION ALL SELECT ref FROM machine_alias WHERE feed = l.feed AND target = l.ref)
	WHERE l.open = 1 AND l.` + isMark

// applyMarks marks entries as others did. An entry with a later date than the one that was
// read stays as it is.
func (tx *syncTx) applyMarks(ctx context.Context) error {
	for _, statement := range []string{
		`UPDATE entry SET unread = o.value IS NULL, marked = marked | 1 FROM (` + openMarks + `) o
		WHERE entry.id = o.id AND o.what = 'read' AND (o.value IS NULL OR o.value >= o.updated OR o.updated = o.first_seen)`,
		`UPDATE entry SET starred = o.value IS NOT NULL FROM (` + openMarks + `) o
		WHERE entry.id = o.id AND o.what = 'star'`,
		`UPDATE machine_line SET open = NULL WHERE open = 1`,
	} {
		if _, err := tx.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}

// markAsElsewhere gives the entries that the page brings, or dates anew, the marks that a
// person gave them on another machine.
func (m *pageMerger) markAsElsewhere(ctx context.Context) error {
	listed, refs := map[string]*listedEntry{}, []string{}
	for i := range m.listed {
		e := &m.listed[i]
		if e.old == nil && !e.staysPruned || e.old != nil && e.updated > e.old.updated {
			listed[e.ref], refs = e, append(refs, e.ref)
		}
	}
	if len(refs) == 0 {
		return nil
	}
	type mark struct {
		ref, what string
		value     sql.Null[int64]
	}
	marks, err := collect(ctx, m.tx, func(k *mark) []any { return []any{&k.ref, &k.what, &k.value} }, `
		SELECT j.value, l.what, l.value
		FROM JSON_EACH(?2) j, (SELECT COALESCE(NULLIF(synced_url, ''), url) AS url FROM subscription WHERE id = ?1) s
		LEFT JOIN machine_alias t ON t.feed = '' AND t.ref = s.url
		LEFT JOIN machine_alias a ON a.feed = COALESCE(t.target, s.url) AND a.ref = j.value
		JOIN machine_line l ON l.`+isMark+` AND l.feed = COALESCE(t.target, s.url) AND l.ref = COALESCE(a.target, j.value)`,
		m.sub.ID, jsonList(refs))
	for _, k := range marks {
		switch e := listed[k.ref]; {
		case k.what == "read":
			e.readTo, e.keepUnread = k.value.V, e.old == nil && !k.value.Valid
		case e.old == nil:
			e.starred = k.value.Valid
		}
	}
	return err
}

// noteMove notes for other machines that an entry has another ref.
func (m *pageMerger) noteMove(ctx context.Context, old, now string) error {
	if old == now {
		return nil
	}
	_, err := m.tx.ExecContext(ctx, `
		INSERT INTO machine_move (feed, ref, target) SELECT ?, ?, ? FROM setting WHERE name = 'machine'`, m.sub.URL, old, now)
	return err
}
