package store

import (
	"cmp"
	"context"

	"gemsub/feed"
	"gemsub/internal/address"
	"gemsub/internal/merge"
	"gemsub/internal/model"
	"gemsub/internal/words"
)

// The feed "Read later" has the pages that a person keeps without a subscription. It is like any
// other feed, but never checked. An entry has its URL as ref, and the time when it was kept as
// date. Its title is the URL, until it has a text. Sync carries the entries to other machines;
// column by_file marks those to which a file or a post led.

// isLater holds for the subscription s that is this feed.
const isLater = `s.url = '` + model.LaterURL + `'`

// maxLater bounds how many pages other machines can add to this feed.
const maxLater = 20_000

// KeepLater keeps pages as unread entries of the feed "Read later", and returns the entries that
// stand for the pages. If another feed has an entry for a page, this entry becomes unread and
// starred, and no second one is added. An entry that was kept before becomes only unread. labels are
// titles, by URL, until the posts have their own. byLink says that a post led to the pages, so that
// they may be anywhere.
func (s *Store) KeepLater(ctx context.Context, urls []string, labels map[string]string, byLink bool) (entries []int64, err error) {
	err = s.commitChange(ctx, "keep for later", &Change{Command: "later"}, func(tx *transaction) {
		later, _ := tx.subscribe(Subscription{URL: model.LaterURL}) // undo keeps this feed: a person may add other pages to it
		for _, url := range urls {
			const has = `SELECT e.id FROM entry e WHERE e.url = ? AND NOT e.repeated`
			id, isKnown := firstRow[int64](tx, has+` ORDER BY `+byOwner("e")+` LIMIT 1`, url)
			if isKnown {
				tx.mark("unread", true, has, url)
				tx.mark("starred", true, has+` AND e.subscription_id <> ?`, url, later)
			} else {
				now := tx.now.Unix()
				id = tx.addEntry(later, &merge.Entry{Ref: url, URL: url, Title: cmp.Or(words.SafeTitle(labels[url], feed.MaxTitle), urlTitle(url)), Provisional: true, Updated: now, FirstSeen: now, Unread: true}, byLink)
				tx.wantPosts([]int64{id})
			}
			entries = append(entries, id)
		}
		tx.change.Entries = len(urls)
		tx.about(value[string](tx, `
			SELECT JSON_GROUP_ARRAY(DISTINCT subscription_id) FROM entry WHERE id IN (SELECT value FROM JSON_EACH(?))`, jsonList(entries)))
	}, "entry")
	return entries, err
}

// urlTitle returns the title of a page that has none: its URL in a short, readable form.
func urlTitle(url string) string {
	return words.SafeTitle(address.ShortURL(address.Readable(url)), feed.MaxTitle)
}

// applyLater adds the pages that a person kept on other machines, with the marks that they have
// there. Pages that are here already get the titles and dates from there; a line without a title
// is about a page whose title there is provisional.
func (tx *syncTx) applyLater() {
	isMarked := func(what string) string {
		return `EXISTS (SELECT 1 FROM machine_line m WHERE m.what = '` + what + `' AND m.feed = l.feed AND m.ref = l.ref AND m.value IS NOT NULL)`
	}
	tx.exec(`
		INSERT INTO entry (subscription_id, ref, page, title, provisional, author, updated, rank, first_seen, unread, starred, by_file)
		SELECT
			s.id, l.ref, page_of(l.ref), IIF(l.value GLOB '* ?*', SUBSTR(l.value, INSTR(l.value, ' ') + 1), url_title(l.ref)), l.value NOT GLOB '* ?*', '',
			CAST(l.value AS INTEGER), 0, ?1, NOT `+isMarked("read")+`, `+isMarked("star")+`, 1
		FROM machine_line l JOIN subscription s ON s.url = l.feed WHERE `+isNews+` AND l.what = 'later' AND l.value IS NOT NULL
		ON CONFLICT (ref, subscription_id) DO UPDATE SET
			title = IIF(excluded.provisional, title, excluded.title), provisional = MIN(provisional, excluded.provisional), updated = excluded.updated`, tx.now)
	tx.exec(`
		INSERT OR IGNORE INTO wanted_post (entry_id, not_before, tries, failure)
		SELECT e.id, 0, 0, '' FROM entry e JOIN subscription s ON s.id = e.subscription_id
		WHERE `+isLater+` AND e.by_file AND e.first_seen = ? AND is_post(e.url)`, tx.now)
}
