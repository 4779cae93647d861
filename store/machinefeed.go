package store

import (
	"slices"
)

// syncUnread is how many entries of a feed from another machine arrive unread, as with add,
// unless they were read there.
const syncUnread = 10

// applyFeeds moves, removes and adds feeds as other machines did. Moves come first, so that a
// feed keeps its entries. Undo brings back what was removed.
func (tx *syncTx) applyFeeds() {
	const (
		feeds   = `FROM machine_line l JOIN subscription s ON s.url = l.feed WHERE l.what = 'subscribe' AND `
		inOrder = ` ORDER BY counter, machine`
	)
	for _, id := range allRows[int64](tx.transaction, `SELECT s.id `+feeds+`TYPEOF(l.value) = 'text'`+inOrder) {
		tx.follow(id)
	}
	gone := allRows[int64](tx.transaction, `SELECT s.id `+feeds+`l.value IS NULL`)
	if tx.result.Removed = len(gone); len(gone) > 0 {
		tx.record(&Change{Command: "sync"}, func() { tx.remove(gone) })
	}
	added := allRows[string](tx.transaction, `
		SELECT feed FROM machine_line WHERE what = 'subscribe' AND value = 1 AND feed NOT IN (SELECT url FROM subscription)`+inOrder)
	for _, url := range added {
		id, isKnown := tx.subscribe(Subscription{URL: url, Format: "auto", Backlog: new(syncUnread)})
		if !isKnown {
			tx.settle(id, url)
		}
	}
	tx.result.Added = len(added)
}

// removeLater removes the pages kept for later that another machine removed, unless they are starred
// here or a person marked them unread: prune would not touch them. Then the lines of this machine
// say that they are kept. Marks from elsewhere come before.
func (tx *syncTx) removeLater() {
	removed := allRows[int64](tx.transaction, `
		SELECT e.id FROM machine_line l JOIN subscription s ON s.url = l.feed JOIN entry e ON e.subscription_id = s.id AND e.ref = l.ref
		WHERE l.what = 'later' AND l.value IS NULL AND e.starred = 0 AND (e.unread = 0 OR e.marked & 1 = 0)`)
	if len(removed) > 0 {
		tx.record(&Change{Command: "sync"}, func() { tx.change.Entries = tx.exec(deleteEntries, jsonList(removed)) })
	}
}

// follow gives a feed the URL to which it moved on another machine, then the URL to which the feed
// moved from there, and so on, at most maxFollowed times and never to a URL that it had before. If
// another feed has the URL, both stay as they are, and the lines of this machine then say so.
func (tx *syncTx) follow(id int64) {
	passed := []string{value[string](tx.transaction, `SELECT url FROM subscription WHERE id = ?`, id)}
	for len(passed) <= maxFollowed {
		to := value[string](tx.transaction, `
			SELECT value FROM machine_line WHERE what = 'subscribe' AND feed = ? AND TYPEOF(value) = 'text'`, passed[len(passed)-1])
		if to == "" || slices.Contains(passed, to) || tx.setURL(id, to, false) != nil {
			return
		}
		tx.settle(id, to)
		passed = append(passed, to)
	}
}

// settle treats a feed that another machine added, or moved to a URL, as an arrival. The feed
// ignores robots.txt only if a line about this URL says so.
func (tx *syncTx) settle(id int64, url string) {
	tx.exec(`UPDATE subscription SET ignore_robots = 0 WHERE id = ?`, id)
	tx.arrive(id, url, false, tx.isPrivate, tx.result.Paused)
}

// leaveOut deletes and counts new lines beyond the limits for feeds, mutes, tags of a feed, and
// pages kept for later. If they stayed unapplied, the next Sync would take them for removals.
func (tx *syncTx) leaveOut() {
	tx.result.Left += tx.exec(`
		DELETE FROM machine_line WHERE seen_at = ?1 AND (what, feed, ref) IN (
			SELECT what, feed, ref FROM (
				SELECT *, ROW_NUMBER() OVER (PARTITION BY what, IIF(what = 'tag', feed, '') ORDER BY seen_at = ?1, counter, machine <> ?2) AS n
				FROM machine_line WHERE what IN ('subscribe', 'mute', 'mute-not', 'tag', 'later') AND value IS NOT NULL)
			WHERE n > CASE what WHEN 'subscribe' THEN ?3 WHEN 'mute' THEN ?4 WHEN 'mute-not' THEN ?4 WHEN 'later' THEN ?6 ELSE ?5 END)`,
		tx.now, tx.result.Machine, maxSyncedFeeds, maxMutes, maxTags, maxLater)
}

// pauseChanged pauses a feed if another machine made it ignore robots.txt. It also pauses a feed
// that only a person may request if another machine changed its format or which posts are kept:
// the new setting could turn all links of the page into posts.
func (tx *syncTx) pauseChanged() {
	type changed struct {
		ID            int64
		URL           string
		IgnoresRobots bool
	}
	feeds := allRows[changed](tx.transaction, `
		SELECT s.id, s.url, MAX(l.what = 'ignore-robots') AS ignores_robots FROM machine_line l JOIN subscription s ON s.url = l.feed
		WHERE `+isNews+` AND (l.what = 'format' AND l.value <> s.format OR l.what = 'posts' AND l.value <> s.posts
			OR l.what = 'ignore-robots' AND l.value > s.ignore_robots)
		GROUP BY s.id`, tx.now)
	for _, f := range feeds {
		tx.arrive(f.ID, f.URL, f.IgnoresRobots, tx.isPrivate, tx.result.Paused)
	}
}

// apply applies the settings, tags, mutes and marks of other machines. An entry stays unread if
// its date here is later than the one that was read there.
func (tx *syncTx) apply() {
	const (
		fromLine = ` FROM machine_line l WHERE ` + isNews + ` AND l.feed = url AND l.what = `
		ofFeeds  = ` FROM machine_line l LEFT JOIN subscription s ON s.url = l.feed WHERE ` + isNews + ` AND (l.feed = '' OR s.id > 0) AND l.what IN `
		ofEntry  = ` FROM machine_line l JOIN subscription s ON s.url = l.feed WHERE ` + isNews + ` AND subscription_id = s.id AND entry.ref = l.ref AND l.what = `
	)
	tx.applyLater()
	for _, statement := range []string{
		`UPDATE subscription SET title = COALESCE(l.value, '')` + fromLine + `'title'`,
		`UPDATE subscription SET interval = COALESCE(l.value, 0)` + fromLine + `'interval'`,
		`UPDATE subscription SET posts = COALESCE(l.value, '')` + fromLine + `'posts'`,
		`UPDATE subscription SET format = COALESCE(l.value, 'auto'), format_chosen = l.value IS NOT NULL, digest = '', next_check_at = NULL` + fromLine + `'format' AND l.value IS NOT IIF(format_chosen, format, NULL)`,
		`UPDATE subscription SET ignore_robots = l.value IS NOT NULL, next_check_at = NULL` + fromLine + `'ignore-robots' AND l.value IS NOT NULLIF(ignore_robots, 0)`,
		`INSERT OR IGNORE INTO tag (subscription_id, tag) SELECT s.id, l.ref` + ofFeeds + `('tag') AND l.value IS NOT NULL`,
		`DELETE FROM tag WHERE (subscription_id, tag) IN (SELECT s.id, l.ref` + ofFeeds + `('tag') AND l.value IS NULL)`,
		`INSERT OR IGNORE INTO mute (tag, pattern, inverted, subscription_id, added_at)
		SELECT SUBSTR(l.ref, 1, INSTR(l.ref, ' ') - 1), SUBSTR(l.ref, INSTR(l.ref, ' ') + 1), l.what = 'mute-not', s.id, ?1` + ofFeeds + `('mute', 'mute-not') AND l.value IS NOT NULL`,
		`DELETE FROM mute WHERE (IIF(inverted, 'mute-not', 'mute'), tag || ' ' || pattern, COALESCE(subscription_id, 0)) IN (
			SELECT l.what, l.ref, COALESCE(s.id, 0)` + ofFeeds + `('mute', 'mute-not') AND l.value IS NULL)`,
		`UPDATE entry SET unread = l.value IS NULL, marked = marked | 1` + ofEntry + `'read' AND (l.value IS NULL OR l.value >= updated OR updated = first_seen)
			AND (unread, marked & 1) <> (l.value IS NULL, 1)`,
		`UPDATE entry SET starred = l.value IS NOT NULL` + ofEntry + `'star' AND starred <> (l.value IS NOT NULL)`,
	} {
		tx.exec(statement, tx.now)
	}
}
