package store

import (
	"cmp"
	"context"

	"gemsub/feed"
	"gemsub/internal/address"
	"gemsub/internal/model"
	"gemsub/internal/render"
	"gemsub/internal/words"
)

// The feed "Read later" has the pages that a person keeps without a subscription. It is like any
// other feed, but never checked. An entry has its URL as ref, and the time when it was kept as
// date. Sync carries the entries to other machines; column by_file marks those that came by a
// file.

// isLater holds for the subscription s that is this feed.
const isLater = `s.url = '` + model.LaterURL + `'`

// maxLater is how many of its entries other machines can add.
const maxLater = 20_000

// maxLaterTitle is how long the titles of its entries are, in bytes: a line has room for them.
const maxLaterTitle = 1 << 10

// laterFeed returns the number of the feed, and adds the feed if it is missing.
func (tx *transaction) laterFeed() int64 {
	id, isKnown := tx.subscribe(Subscription{URL: model.LaterURL, FeedTitle: "Read later", Format: string(feed.WholePage)}, "", "", tx.now)
	if !isKnown {
		tx.exec(`UPDATE subscription SET state = ?, first_unread = NULL WHERE id = ?`, string(StateOK), id)
	}
	return id
}

// KeepLater keeps pages as unread entries of the feed "Read later", and returns what changed
// and the entries that stand for the pages. If another feed has an entry for a page, this entry
// becomes unread and starred, and no second one is added. An entry that was kept before becomes
// only unread.
func (s *Store) KeepLater(ctx context.Context, pages []model.LaterPage) (c Change, entries []int64, err error) {
	c.Command = "later"
	err = s.commitChange(ctx, "keep for later", &c, func(tx *transaction) {
		later := tx.laterFeed() // undo keeps this feed: a person may add other pages to it
		for _, p := range pages {
			entries = append(entries, tx.keepPage(later, p))
		}
		c.Entries = len(pages)
		tx.about(value[string](tx, `
			SELECT JSON_GROUP_ARRAY(DISTINCT subscription_id) FROM entry WHERE id IN (SELECT value FROM JSON_EACH(?))`, jsonList(entries)))
	}, "entry")
	return c, entries, err
}

// keepPage keeps a page and returns the entry that stands for it.
func (tx *transaction) keepPage(later int64, p model.LaterPage) int64 {
	id, isKnown := firstRow[int64](tx, `SELECT e.id FROM entry e WHERE e.url = ? AND `+isUniqueInFeed+` ORDER BY `+byOwner("e")+` LIMIT 1`, p.URL)
	if isKnown {
		tx.exec(`
			UPDATE entry AS e SET
				unread = 1, starred = starred OR subscription_id <> ?1, marked = marked | IIF(subscription_id = ?1, 3, 7)
			WHERE url = ?2 AND (unread = 0 OR starred = 0 AND subscription_id <> ?1) AND `+isUniqueInFeed, later, p.URL)
		return id
	}
	row := entryRow{Ref: p.URL, URL: p.URL, Title: p.Title, Updated: tx.now.Unix(), FirstSeen: tx.now.Unix(), Unread: true}
	tx.addEntry(later, model.LaterURL, &row)
	tx.wantPosts([]Entry{{ID: row.ID}})
	return row.ID
}

// LaterTitle returns the title of a page that is kept for later: its first heading, else its
// URL.
func LaterTitle(url string, post *Post) string {
	title := ""
	if post != nil {
		title = render.Document(*post).Title()
	}
	return words.SafeTitle(cmp.Or(title, address.ShortURL(address.Readable(url))), maxLaterTitle)
}

// titleLater gives an entry that was kept without a text the title of its post p.
func (tx *transaction) titleLater(entry int64, p *Post) {
	type kept struct{ URL, Title string }
	e, isKept := firstRow[kept](tx, `
		SELECT e.url, e.title FROM entry e JOIN subscription s ON s.id = e.subscription_id WHERE e.id = ? AND `+isLater, entry)
	if isKept && e.Title == LaterTitle(e.URL, nil) {
		tx.exec(`UPDATE entry SET title = ? WHERE id = ?`, LaterTitle(e.URL, p), entry)
	}
}

// applyLater adds the pages that a person kept on other machines, with the marks that they have
// there. Pages that are here already get the titles and dates from there.
func (tx *syncTx) applyLater() {
	isMarked := func(what string) string {
		return `EXISTS (SELECT 1 FROM machine_line m WHERE m.what = '` + what + `' AND m.feed = l.feed AND m.ref = l.ref AND m.value IS NOT NULL)`
	}
	tx.exec(`
		INSERT INTO entry (subscription_id, ref, page, title, author, updated, rank, first_seen, unread, starred, by_file)
		SELECT
			s.id, l.ref, page_of(l.ref), SUBSTR(l.value, INSTR(l.value, ' ') + 1), '', CAST(l.value AS INTEGER), 0, ?1,
			NOT `+isMarked("read")+`, `+isMarked("star")+`, 1
		FROM machine_line l JOIN subscription s ON s.url = l.feed WHERE `+isNews+` AND l.what = 'later' AND l.value IS NOT NULL
		ON CONFLICT (ref, subscription_id) DO UPDATE SET title = excluded.title, updated = excluded.updated`, tx.now)
	tx.exec(`
		INSERT OR IGNORE INTO wanted_post (entry_id, not_before, passed_over, tries, failure)
		SELECT e.id, 0, 0, 0, '' FROM entry e JOIN subscription s ON s.id = e.subscription_id
		WHERE `+isLater+` AND e.by_file AND e.first_seen = ? AND is_post(e.url)`, tx.now)
}
