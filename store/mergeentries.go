package store

import (
	"context"
	"database/sql"
	"slices"
	"time"

	"gemsub/feed"
	"gemsub/internal/model"
)

// An entryMerger stores the entries of one page beside those that its subscription
// has. It begins with the oldest, so that newer entries get higher numbers.
type entryMerger struct {
	tx        *commitTx
	left      *share // of what the transaction may do
	sub       *subscriptionRow
	at        time.Time // of the check
	changes   *Changes
	moved     relocation
	territory territory // of the feed
	hasOwnIDs bool      // each entry has one id, and had no other
	// readElsewhere is set when the page was read at another URL than its own; then
	// the stored entries keep their links.
	readElsewhere bool
	leftStay      int64          // of the page before this check
	muted         []compiledMute // entries that match arrive read

	feedChanged bool                     // the page says something new about itself
	posts       model.PostsKept          // where the user did not choose
	contents    map[string]*feed.Content // by Atom id
	entries     []feed.Entry             // those of the page that are not stored yet, newest first
	size        int                      // number of the page's entries
	ranks       map[int64]int            // next rank by sort time

	// firstPage is set while the subscription's first page is read. Its entries are
	// stored at once: how many are unread does not depend on how many are new.
	firstPage bool
	// empty is set when the subscription has no entry, pruned when some of its
	// entries were pruned.
	empty, pruned bool

	linked linkedItems

	// stored are entries that were read ahead, by Atom id; nil for none under that id.
	stored map[string]*entryRow

	postponed []arrival // the newest, until it is known which of them are reported
	// newUnread, newMuted and redatedNew count the arrivals.
	newUnread, newMuted, redatedNew int
	redated                         int // stored entries that have a later date now
	added, addedUnread              int // entries that the entry counts lack
}

func newEntryMerger(p *pendingCheck) *entryMerger {
	entries := distinct(p.check.Feed.Entries)
	m := &entryMerger{
		sub: p.sub, at: p.at, changes: &p.changes, leftStay: p.sub.stay,
		entries: entries, size: len(entries), ranks: map[int64]int{},
		firstPage: p.sub.firstUnread.Valid,
		posts:     p.check.Posts,
	}
	m.territory = territoryOf(m.sub.URL)
	m.contents, m.linked = m.withContent(), linkedEntries(&p.sub.Subscription, entries)
	m.feedChanged = m.updateFeed(p.check.Feed) || p.check.New != nil
	return m
}

// prepare makes m ready for a transaction.
func (m *entryMerger) prepare(ctx context.Context, tx *commitTx) (err error) {
	m.tx, m.stored, m.hasOwnIDs = tx, nil, m.haveOwnIDs()
	if m.muted, err = tx.mutesFor(ctx, m.sub); err != nil {
		return err
	}
	if m.pruned, err = hasPruned(ctx, tx, m.sub.ID); err != nil {
		return err
	}
	if m.size == len(m.entries) {
		m.empty, err = hasNoEntries(ctx, tx, m.sub.ID)
	}
	if err != nil || m.empty {
		return err
	}
	return m.knowByLinks(ctx)
}

// merge stores the next entries, as many as fit into left. It postpones those that may
// be reported.
func (m *entryMerger) merge(ctx context.Context, left *share) error {
	m.left = left
	for len(m.entries) > 0 && !left.isUsedUp() {
		left.rows--
		i := len(m.entries) - 1
		row := m.newRow(m.entries[i])
		m.entries = m.entries[:i]
		row.rank = m.ranks[row.sortTime()]
		m.ranks[row.sortTime()]++
		row.unread = m.arrivesUnread(i) && !m.isMuted(row.title)
		if err := m.mergeEntry(ctx, row); err != nil {
			return err
		}
	}
	return m.count(ctx)
}

// finish stores the postponed entries, and notes when the page changed.
func (m *entryMerger) finish(ctx context.Context) error {
	if err := m.storeArrivals(ctx); err != nil {
		return err
	}
	if err := m.count(ctx); err != nil {
		return err
	}
	slices.Reverse(m.changes.New)
	m.sub.firstUnread = sql.Null[int64]{}
	if m.feedChanged || m.changes.Added > 0 || m.changes.Updated > 0 {
		m.sub.ChangedAt = m.at
	}
	return nil
}

// count updates the subscription's entry counts.
func (m *entryMerger) count(ctx context.Context) error {
	if m.added == 0 {
		return nil
	}
	_, err := m.tx.ExecContext(ctx, countAdded, m.added, m.addedUnread, m.sub.ID)
	m.added, m.addedUnread = 0, 0
	return err
}

// updateFeed takes over what the page says about itself and reports whether that
// changed. Its date does not count: that of a page without entries is the time of
// the request.
func (m *entryMerger) updateFeed(f *feed.Feed) bool {
	s := m.sub
	changed := s.FeedTitle != f.Title || s.Subtitle != f.Subtitle || s.Author != f.Author || s.Lang != f.Lang
	s.FeedTitle, s.Subtitle, s.Author, s.Lang = f.Title, f.Subtitle, f.Author, f.Lang
	s.FeedUpdated, s.Rhythm = SortTime(f.Updated, s.seenAt(m.at)), f.Rhythm()
	return changed
}

// arrivesUnread reports whether the page's i-th entry, counted from the newest, is
// to be unread if it is new.
func (m *entryMerger) arrivesUnread(i int) bool {
	first := m.sub.firstUnread
	return !first.Valid || first.V < 0 || int64(i) < first.V
}

func (m *entryMerger) isMuted(title string) bool {
	return slices.ContainsFunc(m.muted, func(mute compiledMute) bool { return mute.matches(title) })
}

// mergeEntry stores or postpones row. The unread mark of row is for the case that
// the entry is new.
func (m *entryMerger) mergeEntry(ctx context.Context, row entryRow) error {
	old, known, err := m.find(ctx, &row)
	if err != nil {
		return err
	}
	if known {
		return m.mergeKnown(ctx, row, old)
	}
	stays, err := m.staysPruned(ctx, row)
	if stays || err != nil {
		return err
	}
	if m.firstPage {
		return m.add(ctx, row)
	}
	return m.postpone(ctx, arrival{row: row})
}

// mergeKnown stores or postpones row, which stands for the stored entry old.
func (m *entryMerger) mergeKnown(ctx context.Context, row, old entryRow) error {
	row.id, row.firstSeen, row.starred, row.renewed = old.id, old.firstSeen, old.starred, old.renewed
	row.stays, row.formerID = old.stays.with(m.sub.stay), ""
	if row.atomID != old.atomID { // the page may list that one too
		m.sub.known = knownEntries{}
	}
	if m.readElsewhere {
		row.atomID, row.url, row.page, row.own = old.atomID, old.url, old.page, old.own
	}
	if row.undated { // it keeps its place
		row.updated, row.rank, row.undated = old.updated, old.rank, false
	}
	row.unread = old.unread
	if m.firstPage && old.unread { // stored by an update that ended before it was reported
		m.changes.New = append(m.changes.New, m.entry(row))
	}
	if row == old {
		return m.editContent(ctx, row)
	}
	if row.updated > old.updated {
		m.redated++
		if !m.isMuted(row.title) && m.mayRenew(old) {
			if err := m.dropPostOfOtherLink(ctx, row, old); err != nil {
				return err
			}
			before := old // a copy, so that only those of arrivals are allocated
			return m.postpone(ctx, arrival{row, &before})
		}
	}
	return m.replace(ctx, row, old, false)
}

func (m *entryMerger) add(ctx context.Context, row entryRow) error {
	m.left.rows -= rowsOfEntry - 1
	result, err := m.tx.ExecContext(ctx, addEntry,
		m.sub.ID, row.atomID, row.url, row.page, row.own, row.title, row.author, row.updated, row.published, row.rank, row.firstSeen, row.unread, row.starred,
		row.stays.first, row.stays.last)
	if err != nil {
		return err
	}
	if row.id, err = result.LastInsertId(); err != nil {
		return err
	}
	kept, err := m.saveContent(ctx, row)
	if err != nil {
		return err
	}
	m.added++
	m.changes.Added++
	if row.unread {
		m.addedUnread++
		m.tell(row, kept)
	}
	return nil
}

// tell adds an entry to the changes. kept says whether its post is kept.
func (m *entryMerger) tell(row entryRow, kept bool) {
	e := m.entry(row)
	e.Kept = kept
	m.changes.New = append(m.changes.New, e)
}

// replace stores row instead of old. With report it becomes unread and is one of
// the changes; else its mark stays.
func (m *entryMerger) replace(ctx context.Context, row, old entryRow, report bool) error {
	if report {
		row.unread = true
		row.renewed = sql.Null[int64]{V: m.at.Unix(), Valid: true}
	}
	m.left.rows -= rowsOfEntry - 1
	_, err := m.tx.ExecContext(ctx, rewriteEntry,
		row.atomID, row.url, row.page, row.own, row.title, row.author, row.updated, row.published, row.rank, report, row.renewed,
		row.stays.first, row.stays.last, row.id)
	if err != nil {
		return err
	}
	if err := m.dropPostOfOtherLink(ctx, row, old); err != nil {
		return err
	}
	if report {
		kept, err := m.saveContent(ctx, row)
		if err != nil {
			return err
		}
		m.tell(row, kept)
	} else if err := m.editContent(ctx, row); err != nil {
		return err
	}
	// A new entry of the same day changes the rank, which is no change to a reader.
	if old.rank, old.stays, old.own = row.rank, row.stays, row.own; row != old {
		m.changes.Updated++
	}
	return nil
}

func (m *entryMerger) delete(ctx context.Context, old entryRow) error {
	if err := m.dropPost(ctx, old.id); err != nil {
		return err
	}
	_, err := m.tx.ExecContext(ctx, `DELETE FROM entry WHERE id = ?`, old.id)
	return err
}

func hasNoEntries(ctx context.Context, q querier, subscription int64) (none bool, err error) {
	err = q.QueryRowContext(ctx, `
		SELECT NOT EXISTS (SELECT 1 FROM entry WHERE subscription_id = ?)`, subscription).Scan(&none)
	return none, err
}

// distinct keeps of entries with the same ID the newest. Package feed returns no
// such entries, but two would be new again at each check.
func distinct(entries []feed.Entry) []feed.Entry {
	seen := make(map[string]bool, len(entries))
	isThere := func(e feed.Entry) bool {
		again := seen[e.ID]
		seen[e.ID] = true
		return again
	}
	if !slices.ContainsFunc(entries, isThere) {
		return entries
	}
	clear(seen)
	return slices.DeleteFunc(slices.Clone(entries), isThere)
}
