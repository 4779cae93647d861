package store

import (
	"context"
	"maps"
	"math"
	"net/url"
	"os"

	"gemsub/internal/address"
	"gemsub/internal/model"
)

// A MergeResult is [model.MergeResult].
type MergeResult = model.MergeResult

// maxMutes is how many mutes there can be after a merge.
const maxMutes = 1000

// Merge adds the feeds of another database of gemsub with their titles, tags, settings, entries,
// marks and posts, and its mutes. Feeds are recognised by their URLs, entries by their refs;
// settings and posts that are here stay. An entry that is read or starred in either database
// becomes so here, as if a person had marked it. Entries that were pruned here come back; a new
// feed stays pruned as it was there, and gets tags besides its own. A new feed that only a person
// may request is paused.
//
// The file may come from anybody, see [foreign]. It is not changed; a file of an earlier version
// is migrated in a copy. If the file is faulty, nothing is stored. Each feed is stored in a
// transaction of its own; if something stops the merge, the feeds stored until then stay and are
// in the result, and the same merge adds the rest. Two merges must not run at the same time, see
// [Store.LockUpdate].
func (s *Store) Merge(ctx context.Context, path string, tags []string, isPrivate func(*url.URL) bool) (MergeResult, error) {
	copied := s.path + ".importing"
	os.Remove(copied) // of a merge that was killed
	defer os.Remove(copied)
	left, err := s.copyForeign(ctx, path, copied)
	if err != nil {
		return MergeResult{}, openError(path, err)
	}
	db := pool(s.path, writing, 1) // one connection, to which the copy is attached
	defer db.Close()
	m := &merger{Store: &Store{db: db, path: s.path, now: s.now}, tags: tags, isPrivate: isPrivate}
	m.done = MergeResult{LeftOut: left, Paused: model.PausedFeeds{}}
	_, err = db.ExecContext(ctx, `ATTACH ? AS theirs`, copied)
	os.Remove(copied) // so that a kill leaves no file
	if err == nil {
		err = m.merge(ctx)
	}
	return m.done, doing("merge "+path, err)
}

// A merger adds what a copy of another database, attached as theirs, has.
type merger struct {
	*Store
	tags      []string
	isPrivate func(*url.URL) bool // whether a URL leads to a private address
	done      MergeResult
}

func (m *merger) merge(ctx context.Context) error {
	type feed struct {
		ID           int64
		URL          string
		IgnoreRobots bool
	}
	reader := m.reader(ctx)
	for _, f := range allRows[feed](reader, `SELECT id, url, ignore_robots <> 0 AS ignore_robots FROM theirs.subscription ORDER BY id`) {
		url := f.URL
		if u, err := address.Parse(url); err == nil {
			url = u.String()
		} else if url != model.LaterURL {
			m.done.LeftOut["feed whose URL cannot be requested"]++
			continue
		}
		before := m.done
		before.Paused = maps.Clone(before.Paused)
		err := m.commit(uncancelled(ctx), url, func(tx *transaction) {
			m.mergeFeed(tx, f.ID, arrival{url: url, how: "imported", ignoresRobots: f.IgnoreRobots})
		})
		if err != nil {
			m.done = before
			return err
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	if reader.err != nil {
		return reader.err
	}
	return m.commit(uncancelled(ctx), "mutes", m.mergeMutes)
}

// mergeFeed stores a feed of the other database with its tags, entries and posts; there is its
// number in that database. A new feed also gets the settings, a known one only a missing title.
func (m *merger) mergeFeed(tx *transaction, there int64, feed arrival) {
	here, isKnown := tx.subscribe(Subscription{URL: feed.url})
	m.done.Tags += tx.exec(`
		INSERT OR IGNORE INTO tag (subscription_id, tag)
		SELECT ?, tag FROM theirs.tag WHERE subscription_id = ? AND tag <> ''`, here, there)
	if isKnown {
		tx.exec(`
			UPDATE subscription SET title = t.title FROM theirs.subscription t
			WHERE t.id = ? AND subscription.id = ? AND subscription.title = ''`, there, here)
	} else {
		m.done.Feeds++
		tx.exec(`
			UPDATE subscription SET
				title = t.title, feed_title = t.feed_title, posts = t.posts, interval = MIN(MAX(t.interval, 0), ?3),
				format = t.format, format_chosen = t.format_chosen AND t.format <> '', ignore_robots = t.ignore_robots <> 0,
				first_unread = t.first_unread, read_url = IIF(t.first_unread IS NULL, subscription.url, ''),
				pruned_until = MIN(t.pruned_until, ?4)
			FROM theirs.subscription t WHERE t.id = ?1 AND subscription.id = ?2`, there, here, model.MaxFixedInterval, tx.now)
		m.done.Tags += tx.tag(here, m.tags)
		feed.id = here
		tx.arrive(feed, m.isPrivate, m.done.Paused)
	}
	m.mergeEntries(tx, there, here)
}

// mergeEntries adds the entries of the feed there, of the other database, with their marks and
// posts, to those of the feed here.
func (m *merger) mergeEntries(tx *transaction, there, here int64) {
	const both = `theirs.entry t WHERE t.subscription_id = ? AND entry.subscription_id = ? AND entry.ref = t.ref`
	// An entry that became unread here by a later date stays unread.
	m.done.Read += tx.exec(`
		UPDATE entry SET unread = 0, marked = entry.marked | 3 FROM `+both+`
		AND entry.unread AND NOT t.unread AND t.updated >= entry.updated`, there, here)
	m.done.Starred += tx.exec(`
		UPDATE entry SET starred = 1, marked = entry.marked | 4 FROM `+both+`
		AND t.starred AND NOT entry.starred`, there, here)

	// No entry is dated later than now: posts that the author writes until then would be older
	// than the newest entry, and could arrive read.
	newest := value[int64](tx, `SELECT COALESCE(MAX(id), 0) FROM entry`)
	m.done.Entries += tx.exec(`
		INSERT OR IGNORE INTO entry (
			subscription_id, ref, link, page, own, title, author, updated, published,
			rank, first_seen, renewed_at, unread, starred, by_file, marked)
		SELECT
			?2, t.ref, NULLIF(t.url, t.ref), page_of(t.url), own_of(s.url, t.url), t.title, t.author, MIN(t.updated, ?3), t.published,
			MIN(MAX(t.rank, 0), ?4), MIN(t.first_seen, ?3), MIN(t.renewed_at, ?3), t.unread <> 0, t.starred <> 0, 1,
			IIF(t.unread, 0, 3 * (t.marked & 1)) | IIF(t.starred, 4, 0)
		FROM theirs.entry t JOIN subscription s ON s.id = ?2
		WHERE t.subscription_id = ?1 AND (t.url = t.ref OR NOT `+isLater+`) ORDER BY t.id`, there, here, tx.now, math.MaxInt32)
	// That a file lists an entry is no reason to fetch its post. An update fetches it once the
	// page lists it as new, or if a person kept it for later.
	tx.exec(`
		INSERT INTO wanted_post (entry_id, not_before, passed_over, tries, failure)
		SELECT e.id, IIF(`+isLater+` AND is_post(e.url), 0, NULL), 0, 0, '' FROM entry e JOIN subscription s ON s.id = e.subscription_id WHERE e.id > ?`, newest)

	m.done.Posts += tx.exec(`
		INSERT INTO post (entry_id, subscription_id, url, media_type, fetched_at, from_feed, other_author, size, cut, text)
		SELECT
			e.id, ?2, IIF(p.url = '', e.url, p.url), p.media_type, MIN(p.fetched_at, ?3), p.from_feed <> 0, p.other_author <> 0,
			MAX(p.size, 0), p.cut <> 0, p.text
		FROM theirs.entry t JOIN theirs.post p ON p.entry_id = t.id JOIN entry e ON e.ref = t.ref AND e.subscription_id = ?2
		WHERE t.subscription_id = ?1 AND NOT EXISTS (SELECT 1 FROM post WHERE entry_id = e.id) AND `+postOf+` IS NULL`, there, here, tx.now)
}

// mergeMutes adds the mutes that are not here, until there are maxMutes. It leaves out and counts
// regular expressions, faulty mutes and those beyond.
func (m *merger) mergeMutes(tx *transaction) {
	room := maxMutes - value[int](tx, `SELECT COUNT(*) FROM mute`)
	for _, mute := range allRows[Mute](tx, `
		SELECT m.pattern, COALESCE(s.id, 0) AS subscription_id, m.tag, MIN(m.added_at, ?) AS added_at
		FROM theirs.mute m
		LEFT JOIN theirs.subscription t ON t.id = m.subscription_id
		LEFT JOIN subscription s ON s.url = canonical(COALESCE(t.url, ''))
		WHERE (m.subscription_id IS NULL) = (s.id IS NULL) AND NOT EXISTS (
			SELECT 1 FROM mute WHERE pattern = m.pattern AND subscription_id IS s.id AND tag = m.tag)
		ORDER BY m.id`, tx.now) {
		switch {
		case mute.IsExpression(): // it could take seconds for each title
			m.done.LeftOut["mute by a regular expression"]++
		case room <= 0 || mute.Check() != nil:
			m.done.LeftOut["row of mute that is damaged or beyond a limit"]++
		default:
			tx.insertMute(&mute)
			m.done.Mutes = append(m.done.Mutes, mute.Pattern)
			room--
		}
	}
}
