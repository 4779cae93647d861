package store

import (
	"cmp"
	"database/sql"
	"math"
	"slices"
	"strings"
	"time"

	"gemsub/feed"
	"gemsub/internal/address"
	"gemsub/internal/model"
)

// A pageMerger stores the entries of one page beside those that its subscription
// has. It begins with the oldest, so that newer entries get higher numbers.
type pageMerger struct {
	tx      *transaction
	sub     *subscriptionRow
	at      time.Time // of the check
	changes *model.CheckChanges
	unread  []int64        // entries that became unread, the newest first
	muted   []compiledMute // entries that match arrive read

	listed  []listedEntry // by the page, newest first
	isWhole bool          // entries that the page does not list have left it
	moved   bool          // the page is at another URL than when it was last read whole

	kept  map[string]*entryRow // by ref
	times map[int64]int        // how many kept entries have a time, nil until needed

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

func newPageMerger(tx *transaction, c *Check, sub *subscriptionRow, at time.Time, changes *model.CheckChanges) *pageMerger {
	m := &pageMerger{
		tx: tx, sub: sub, at: at, moved: sub.ReadURL != "" && sub.ReadURL != cmp.Or(c.ReadAt, sub.URL), changes: changes,
		kept:    make(map[string]*entryRow, len(c.Feed.Entries)),
		isWhole: !c.Cut && len(c.Feed.Entries) < feed.MaxEntries, firstPage: sub.Backlog != nil, isNew: c.IsNew(),
		format: c.Feed.Format, unreadAfter: math.MinInt64,
		isUpgrade: sub.Digest != "" && !strings.HasPrefix(sub.Digest, feed.ReaderVersion+"."),
	}
	carries := cmp.Or(sub.Posts, c.Posts) != model.PostsNone
	isListed := make(map[string]bool, len(c.Feed.Entries))
	m.listed = make([]listedEntry, 0, len(c.Feed.Entries))
	for i := range c.Feed.Entries {
		e := &c.Feed.Entries[i]
		if isListed[e.ID] { // a second entry with this id would be new each time
			continue
		}
		isListed[e.ID] = true
		m.listed = append(m.listed, m.newListed(e, carries))
	}
	ranks := make(map[int64]int64, len(m.listed))
	for i := range slices.Backward(m.listed) {
		time := m.listed[i].sortTime()
		m.listed[i].Rank = ranks[time]
		ranks[time]++
	}
	return m
}

// newListed returns e as an entry that is first seen now; with carries it has the content of e.
func (m *pageMerger) newListed(e *feed.Entry, carries bool) listedEntry {
	l := listedEntry{entryRow: entryRow{
		Ref: e.ID, URL: cmp.Or(e.Link, e.ID), Title: e.Title, Author: e.Author,
		Updated: e.Updated.Unix(), FirstSeen: m.sub.seenAt(m.at).Unix(),
	}, withoutID: e.WithoutID}
	if !e.Published.IsZero() {
		l.Published = sql.Null[int64]{V: e.Published.Unix(), Valid: true}
	}
	if l.undated = e.Updated.IsZero(); l.undated {
		l.Updated = l.FirstSeen
	}
	if carries {
		l.content = e.Content
	}
	return l
}

// merge stores the entries, what the page f says about itself, and when the feed last changed.
func (m *pageMerger) merge(f *feed.Feed) {
	feedChanged := m.updateFeed(f) || m.firstPage
	m.recognise()
	m.choose()
	for i := range slices.Backward(m.listed) {
		if m.store(&m.listed[i]); m.tx.err != nil {
			return
		}
	}
	slices.Reverse(m.unread)
	m.sub.Backlog = nil
	if feedChanged || m.changes.Added > 0 || m.changes.Updated > 0 {
		m.sub.ChangedAt = m.at
	}
	m.trim()
}

// updateFeed notes what the page says about itself, and reports whether this changed. A new date
// is no change: a page without entries has the time of the request as its date.
func (m *pageMerger) updateFeed(f *feed.Feed) bool {
	s := m.sub
	changed := s.FeedTitle != f.Title || s.Subtitle != f.Subtitle || s.Author != f.Author || s.Lang != f.Lang
	s.FeedTitle, s.Subtitle, s.Author, s.Lang = f.Title, f.Subtitle, f.Author, f.Lang
	s.FeedUpdated, s.Rhythm = SortTime(f.Updated, s.seenAt(m.at)), f.Rhythm()
	return changed
}

// store stores an entry as the page lists it, and adds a reported one to m.unread.
func (m *pageMerger) store(e *listedEntry) {
	if e.old == nil {
		m.changes.Added++
		m.tx.addEntry(m.sub.ID, m.sub.URL, &e.entryRow)
	} else {
		m.keepSection(e)
		m.edit(e)
	}
	m.saveContent(e)
	if e.reported {
		m.unread = append(m.unread, e.ID)
	}
}

// edit stores what has changed of a kept entry.
func (m *pageMerger) edit(e *listedEntry) {
	switch e.Own = e.old.Own; {
	case e.URL == e.old.URL || e.Own == takenAlong:
	case address.AuthorOf(e.URL) != address.AuthorOf(e.old.URL):
		e.Own = takenAlong
	default:
		e.Own = address.Nearness(m.sub.URL, e.URL)
	}
	if e.entryRow == *e.old {
		return
	}
	m.tx.rewriteEntry(&e.entryRow)
	// A new entry of the same day changes the rank, which is no change to a reader.
	before := *e.old
	if before.Rank, before.Own = e.Rank, e.Own; e.entryRow != before {
		m.changes.Updated++
	}
	m.relink(e)
}
