package store

import (
	"cmp"
	"context"
	"database/sql"
	"maps"
	"math"
	"slices"
	"time"

	"gemsub/feed"
	"gemsub/internal/address"
	"gemsub/internal/model"
)

// How many entries of a feed are kept, and of how many bytes.
const (
	maxKept      = 20_000
	maxKeptBytes = 20 << 20
)

// A pageMerger stores the entries of one page beside those that its subscription
// has. It begins with the oldest, so that newer entries get higher numbers.
type pageMerger struct {
	tx      *transaction
	sub     *subscriptionRow
	at      time.Time // of the check
	changes *Changes
	muted   []compiledMute // entries that match arrive read

	territory territory // of the feed

	listed  []listedEntry // by the page, newest first
	isWhole bool          // entries that it does not list have left it
	moved   bool          // it is at another URL than when it was last read whole

	kept  map[string]*entryRow // by ref
	times map[int64]int        // how many kept entries have a time, nil until it is asked for

	// firstPage is set while the subscription's first page is read: how many of its
	// entries are unread does not depend on how many are new.
	firstPage bool
	isNew     bool // the subscription is new, and has no entries yet

	format feed.Format
	// isUpgrade is set while this version of the reader reads the page for the first time:
	// then no date makes an entry unread.
	isUpgrade   bool
	unreadAfter int64 // the date up to which unknown entries arrive read
}

func newPageMerger(tx *transaction, c *Check, sub *subscriptionRow, at time.Time, changes *Changes) *pageMerger {
	m := &pageMerger{
		tx: tx, sub: sub, at: at, moved: sub.readURL != "" && sub.readURL != cmp.Or(c.ReadAt, sub.URL), changes: changes,
		territory: territoryOf(sub.URL),
		kept:      make(map[string]*entryRow, len(c.Feed.Entries)),
		isWhole:   !c.Cut && len(c.Feed.Entries) < feed.MaxEntries, firstPage: sub.firstUnread.Valid, isNew: c.New != nil,
		format: c.Feed.Format, unreadAfter: math.MinInt64,
		isUpgrade: sub.Digest != "" && model.ReadBy(sub.Digest) != feed.ReaderVersion,
	}
	carries := cmp.Or(sub.Posts, c.Posts) != model.PostsNone
	isListed := make(map[string]bool, len(c.Feed.Entries))
	m.listed = make([]listedEntry, 0, len(c.Feed.Entries))
	for i := range c.Feed.Entries {
		e := &c.Feed.Entries[i]
		if isListed[e.ID] { // it would be new each time
			continue
		}
		isListed[e.ID] = true
		m.listed = append(m.listed, m.newListed(e, carries))
	}
	ranks := make(map[int64]int64, len(m.listed))
	for i := range slices.Backward(m.listed) {
		time := m.listed[i].sortTime()
		m.listed[i].rank = ranks[time]
		ranks[time]++
	}
	return m
}

// newListed returns e as an entry that is first seen now.
func (m *pageMerger) newListed(e *feed.Entry, carries bool) listedEntry {
	l := listedEntry{entryRow: entryRow{
		ref: e.ID, url: cmp.Or(e.Link, e.ID), title: e.Title, author: e.Author,
		updated: e.Updated.Unix(), firstSeen: m.sub.seenAt(m.at).Unix(),
	}, withoutID: e.WithoutID}
	if !e.Published.IsZero() {
		l.published = sql.Null[int64]{V: e.Published.Unix(), Valid: true}
	}
	if l.undated = e.Updated.IsZero(); l.undated {
		l.updated = l.firstSeen
	}
	if carries {
		l.content = e.Content
	}
	return l
}

// merge stores the entries, what the page f says about itself, and when that changed.
func (m *pageMerger) merge(ctx context.Context, f *feed.Feed) error {
	feedChanged := m.updateFeed(f) || m.firstPage
	if err := m.recognise(ctx); err != nil {
		return err
	}
	if err := m.choose(ctx); err != nil {
		return err
	}
	for i := range slices.Backward(m.listed) {
		if err := m.store(ctx, &m.listed[i]); err != nil {
			return err
		}
	}
	slices.Reverse(m.changes.New)
	m.sub.firstUnread = sql.Null[int64]{}
	if feedChanged || m.changes.Added > 0 || m.changes.Updated > 0 {
		m.sub.ChangedAt = m.at
	}
	return m.trim(ctx)
}

// updateFeed takes over what the page says about itself and reports whether that
// changed. Its date does not count: that of a page without entries is the time of
// the request.
func (m *pageMerger) updateFeed(f *feed.Feed) bool {
	s := m.sub
	changed := s.FeedTitle != f.Title || s.Subtitle != f.Subtitle || s.Author != f.Author || s.Lang != f.Lang
	s.FeedTitle, s.Subtitle, s.Author, s.Lang = f.Title, f.Subtitle, f.Author, f.Lang
	s.FeedUpdated, s.Rhythm = SortTime(f.Updated, s.seenAt(m.at)), f.Rhythm()
	return changed
}

// store stores an entry as the page lists it, and adds it to the changes if it is reported.
func (m *pageMerger) store(ctx context.Context, e *listedEntry) (err error) {
	if e.old == nil {
		m.changes.Added++
		err = m.tx.addEntry(ctx, m.sub.ID, m.territory, &e.entryRow)
	} else if err = m.keepSection(ctx, e); err == nil {
		err = m.edit(ctx, e)
	}
	if err != nil {
		return err
	}
	kept, err := m.saveContent(ctx, e)
	if e.reported {
		entry := m.entry(&e.entryRow)
		entry.Kept = kept
		m.changes.New = append(m.changes.New, entry)
	}
	return err
}

// edit stores what has changed of a kept entry.
func (m *pageMerger) edit(ctx context.Context, e *listedEntry) error {
	switch e.own = e.old.own; {
	case e.url == e.old.url || e.own == takenAlong:
	case address.AuthorKey(e.url) != address.AuthorKey(e.old.url):
		e.own = takenAlong
	default:
		_, e.own = m.territory.place(e.url)
	}
	if e.entryRow == *e.old {
		return nil
	}
	if err := m.noteMove(ctx, e.old, e.ref); err != nil {
		return err
	}
	if err := m.tx.rewriteEntry(ctx, &e.entryRow); err != nil {
		return err
	}
	// A new entry of the same day changes the rank, which is no change to a reader.
	before := *e.old
	if before.rank, before.own = e.rank, e.own; e.entryRow != before {
		m.changes.Updated++
	}
	return m.relink(ctx, e)
}

func (m *pageMerger) deleteEntries(ctx context.Context, ids []int64) error {
	if len(ids) == 0 {
		return nil
	}
	_, err := m.tx.ExecContext(ctx, `DELETE FROM entry WHERE id IN (SELECT value FROM JSON_EACH(?))`, jsonList(ids))
	return err
}

// trim deletes entries that the page does not list until there are at most maxKept, of
// maxKeptBytes: the oldest read ones, then the oldest unread ones. Starred ones stay.
func (m *pageMerger) trim(ctx context.Context) error {
	excess, bytes := len(m.kept)+m.changes.Added-maxKept, -maxKeptBytes
	for _, row := range m.kept {
		bytes += row.size()
	}
	for i := range m.listed {
		e := &m.listed[i]
		if e.old != nil {
			delete(m.kept, e.old.ref)
		} else {
			bytes += e.size()
		}
	}
	var ids []int64
	for _, row := range slices.SortedFunc(maps.Values(m.kept), oldestReadFirst) {
		if !row.starred && (excess > 0 || bytes > 0) {
			ids = append(ids, row.id)
			excess, bytes = excess-1, bytes-row.size()
		}
	}
	return m.deleteEntries(ctx, ids)
}

// oldestReadFirst orders entries as they are deleted.
func oldestReadFirst(a, b *entryRow) int {
	if a.unread != b.unread {
		if a.unread {
			return 1
		}
		return -1
	}
	return cmp.Or(cmp.Compare(a.sortTime(), b.sortTime()), cmp.Compare(a.id, b.id))
}
