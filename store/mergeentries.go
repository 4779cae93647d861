package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"slices"
	"time"

	"gemsub/feed"
)

// A merger brings one page into the entries kept of its subscription, from the
// oldest, so that their numbers ascend with age.
type merger struct {
	*writer
	sub     *subscriptionRow
	at      time.Time // of the check
	changes *Changes
	moved   relocation
	// visiting is set when the page was read where it does not live: entries keep
	// their links.
	visiting bool
	muted    []muting // what they match arrives read

	retitled bool
	entries  []feed.Entry // what is left of the page's, the newest first
	size     int          // how many there were
	ranks    map[int64]int

	// first is set while the subscription's first page is read. What is told of it
	// is stored at once: there is no telling which entries are new.
	first bool
	// empty is set when no entry of this subscription is kept, pruned when some
	// were pruned.
	empty, pruned bool

	waiting                   []arrival // the newest, until it is known whether they are told
	fresh, mutedNew, renewals int       // all arrivals
	later                     int       // known entries with a later date
	added, addedUnread        int       // since they were counted
}

func newMerger(r *recording) *merger {
	entries := distinct(r.check.Feed.Entries)
	m := &merger{
		sub: r.sub, at: r.at, changes: &r.changes,
		entries: entries, size: len(entries), ranks: map[int64]int{},
		first: r.sub.firstUnread.Valid,
	}
	m.retitled = m.retitle(r.check.Feed)
	return m
}

// prepare makes m ready for a transaction.
func (m *merger) prepare(ctx context.Context, w *writer) (err error) {
	m.writer = w
	if m.muted, err = w.mutedHere(ctx, m.sub); err != nil {
		return err
	}
	if m.pruned, err = hasPruned(ctx, w.tx, m.sub.ID); err != nil {
		return err
	}
	if m.size == len(m.entries) {
		m.empty, err = hasNoEntries(ctx, w.tx, m.sub.ID)
	}
	return err
}

// An entryRow is an entry as the database keeps it, times in Unix seconds.
type entryRow struct {
	id        int64
	atomID    string
	url       string // empty when it equals atomID
	title     string
	author    string
	updated   int64
	published sql.Null[int64]
	rank      int
	firstSeen int64
	unread    bool
	starred   bool
	renewed   sql.Null[int64] // when it became unread by a later date
	undated   bool            // the page gives no date: updated is when it was first seen
	// detached is set when the page moved to another author since it had the
	// entry.
	detached sql.Null[int64]
}

func (row *entryRow) link() string { return cmp.Or(row.url, row.atomID) }

const findEntry = `
	SELECT id, ref, COALESCE(url, ''), title, author, updated, published, rank, first_seen, unread, starred,
		renewed_at, detached_at
	FROM entry
	WHERE subscription_id = ? AND ref = ?`

const addEntry = `
	INSERT INTO entry (
		subscription_id, ref, url, title, author, updated, published, rank, first_seen, unread, starred)
	VALUES (?, ?, NULLIF(?, ''), ?, ?, ?, ?, ?, ?, ?, ?)`

const rewriteEntry = `
	UPDATE entry SET
		ref = ?, url = NULLIF(?, ''), title = ?, author = ?, updated = ?, published = ?, rank = ?,
		unread = unread | ?, renewed_at = ?, detached_at = NULL
	WHERE id = ?`

// merge stores the next n entries, but for those that may be told.
func (m *merger) merge(ctx context.Context, n int) error {
	for rest := max(0, len(m.entries)-n); len(m.entries) > rest; {
		i := len(m.entries) - 1
		row := m.newRow(m.entries[i])
		m.entries = m.entries[:i]
		row.rank = m.ranks[row.updated]
		m.ranks[row.updated]++
		row.unread = m.arrivesUnread(i) && !m.isMuted(row.title)
		if err := m.mergeEntry(ctx, row); err != nil {
			return err
		}
	}
	return m.count(ctx)
}

// finish stores the entries that wait, and what the page says of itself.
func (m *merger) finish(ctx context.Context) error {
	if err := m.settleAll(ctx); err != nil {
		return err
	}
	if err := m.count(ctx); err != nil {
		return err
	}
	slices.Reverse(m.changes.New)
	m.sub.firstUnread = sql.Null[int64]{}
	if m.retitled || m.changes.Added > 0 || m.changes.Updated > 0 {
		m.sub.ChangedAt = m.at
	}
	return nil
}

// count brings the numbers of entries up to date.
func (m *merger) count(ctx context.Context) error {
	if m.added == 0 {
		return nil
	}
	_, err := m.tx.ExecContext(ctx, countAdded, m.added, m.addedUnread, m.sub.ID)
	m.added, m.addedUnread = 0, 0
	return err
}

// retitle takes over what the page says of itself and reports whether that is
// new. The feed's date alone is not: a page without entries has the time of
// the request there.
func (m *merger) retitle(f *feed.Feed) bool {
	s := m.sub
	changed := s.FeedTitle != f.Title || s.Subtitle != f.Subtitle || s.Author != f.Author || s.Lang != f.Lang
	s.FeedTitle, s.Subtitle, s.Author, s.Lang = f.Title, f.Subtitle, f.Author, f.Lang
	s.FeedUpdated, s.Rhythm = f.Updated, f.Rhythm()
	return changed
}

// arrivesUnread tells of the page's i-th entry, counted from the newest.
func (m *merger) arrivesUnread(i int) bool {
	first := m.sub.firstUnread
	return !first.Valid || first.V < 0 || int64(i) < first.V
}

func (m *merger) isMuted(title string) bool {
	return slices.ContainsFunc(m.muted, func(mute muting) bool { return mute.matches(title) })
}

// mergeEntry stores row, whose unread mark is that of an entry first seen, unless
// it may be told.
func (m *merger) mergeEntry(ctx context.Context, row entryRow) error {
	old, known, err := m.find(ctx, &row)
	if err != nil {
		return err
	}
	if !known {
		stays, err := m.staysPruned(ctx, row)
		if stays || err != nil {
			return err
		}
		if m.first {
			return m.add(ctx, row)
		}
		return m.wait(ctx, arrival{row: row})
	}
	row.id, row.firstSeen, row.starred, row.renewed = old.id, old.firstSeen, old.starred, old.renewed
	if m.visiting {
		row.atomID, row.url = old.atomID, old.url
	}
	if row.undated { // it does not jump
		row.updated, row.rank, row.undated = old.updated, old.rank, false
	}
	row.unread = old.unread
	if m.first && old.unread { // an update that ended before it told this stored it
		m.changes.New = append(m.changes.New, m.entry(row))
	}
	if row == old {
		return nil
	}
	if row.updated > old.updated {
		m.later++
		if !m.isMuted(row.title) && m.mayRenew(old) {
			before := old // a copy, so that not each entry's is made on the heap
			return m.wait(ctx, arrival{row, &before})
		}
	}
	return m.replace(ctx, row, old, false)
}

func (m *merger) add(ctx context.Context, row entryRow) error {
	result, err := m.tx.ExecContext(ctx, addEntry,
		m.sub.ID, row.atomID, row.url, row.title, row.author, row.updated, row.published, row.rank, row.firstSeen, row.unread, row.starred)
	if err != nil {
		return err
	}
	if row.id, err = result.LastInsertId(); err != nil {
		return err
	}
	m.added++
	m.changes.Added++
	if row.unread {
		m.addedUnread++
		m.changes.New = append(m.changes.New, m.entry(row))
	}
	return nil
}

// replace stores row in the place of old. One that is told becomes unread; else
// the mark stays as it is.
func (m *merger) replace(ctx context.Context, row, old entryRow, told bool) error {
	if told {
		row.unread = true
		row.renewed = sql.Null[int64]{V: m.at.Unix(), Valid: true}
	}
	_, err := m.tx.ExecContext(ctx, rewriteEntry,
		row.atomID, row.url, row.title, row.author, row.updated, row.published, row.rank, told, row.renewed, row.id)
	if err != nil {
		return err
	}
	if told {
		m.changes.New = append(m.changes.New, m.entry(row))
	}
	// A new neighbour moves the rank; nobody sees that as a change.
	if old.rank, old.detached = row.rank, row.detached; row != old {
		m.changes.Updated++
	}
	return nil
}

// find returns the entry that is kept of row, under its ref or as that was
// spelled before the page moved. One under its ref that is not the same makes
// room for row, which inherits the star that the user gave to its link.
func (m *merger) find(ctx context.Context, row *entryRow) (old entryRow, known bool, err error) {
	if m.empty { // what this page added so far has other refs
		return old, false, nil
	}
	for _, as := range m.moved.before(row.atomID) {
		old, known, err = m.findExact(ctx, as)
		switch {
		case err != nil, known && m.isSame(&old, row):
			return old, known, err
		case known && as == row.atomID:
			row.starred = old.starred
			if err := m.drop(ctx, old); err != nil {
				return old, false, err
			}
		}
	}
	return old, false, nil
}

// isSame reports whether a kept entry stands for one that the page lists now.
func (m *merger) isSame(old, row *entryRow) bool {
	return !old.detached.Valid || m.detachedNow(old.detached) && m.moved.recognises(row.link(), old.link())
}

// detachedNow reports a time that [writer.detach] has just set.
func (m *merger) detachedNow(at sql.Null[int64]) bool { return at.V == m.at.Unix() }

func (m *merger) drop(ctx context.Context, old entryRow) error {
	_, err := m.tx.ExecContext(ctx, `DELETE FROM entry WHERE id = ?`, old.id)
	return err
}

func hasNoEntries(ctx context.Context, q querier, subscription int64) (none bool, err error) {
	err = q.QueryRowContext(ctx, `
		SELECT NOT EXISTS (SELECT 1 FROM entry WHERE subscription_id = ?)`, subscription).Scan(&none)
	return none, err
}

func (m *merger) findExact(ctx context.Context, ref string) (entryRow, bool, error) {
	var row entryRow
	err := m.tx.QueryRowContext(ctx, findEntry, m.sub.ID, ref).Scan(
		&row.id, &row.atomID, &row.url, &row.title, &row.author, &row.updated, &row.published, &row.rank, &row.firstSeen, &row.unread,
		&row.starred, &row.renewed, &row.detached)
	if errors.Is(err, sql.ErrNoRows) {
		return entryRow{}, false, nil
	}
	return row, err == nil, err
}

// newRow returns e as an entry first seen now.
func (m *merger) newRow(e feed.Entry) entryRow {
	row := entryRow{
		atomID:    e.ID,
		title:     e.Title,
		author:    e.Author,
		updated:   e.Updated.Unix(),
		firstSeen: m.at.Unix(),
	}
	if e.Link != e.ID {
		row.url = e.Link
	}
	if !e.Published.IsZero() {
		row.published = sql.Null[int64]{V: e.Published.Unix(), Valid: true}
	}
	if e.Updated.IsZero() {
		row.updated, row.undated = row.firstSeen, true
	}
	return row
}

// entry returns row as the package's users know it.
func (m *merger) entry(row entryRow) Entry {
	e := Entry{
		ID:             row.id,
		SubscriptionID: m.sub.ID,
		FeedTitle:      m.sub.Name(),
		FeedURL:        m.sub.URL,
		FeedAuthor:     m.sub.Author,
		FeedUpdated:    cmp.Or(m.sub.FeedUpdated, m.sub.ChangedAt, m.sub.AddedAt),
		AtomID:         row.atomID,
		URL:            cmp.Or(row.url, row.atomID),
		Title:          row.title,
		Author:         row.author,
		Lang:           m.sub.Lang,
		Updated:        time.Unix(row.updated, 0).UTC(),
		FirstSeen:      time.Unix(row.firstSeen, 0).UTC(),
		Unread:         row.unread,
		Starred:        row.starred,
	}
	if row.published.Valid {
		e.Published = time.Unix(row.published.V, 0).UTC()
	}
	return e
}

// distinct drops all but the newest of entries with the same ID. A feed has
// no such entries by its own rules, but two would be new again at each check.
func distinct(entries []feed.Entry) []feed.Entry {
	seen := make(map[string]bool, len(entries))
	return slices.DeleteFunc(slices.Clone(entries), func(e feed.Entry) bool {
		again := seen[e.ID]
		seen[e.ID] = true
		return again
	})
}
