package merge

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"gemsub/feed"
	"gemsub/internal/address"
	"gemsub/internal/model"
)

// Decide returns how a page changes what is kept of its feed. It does not change in.
func Decide(in Input) Result {
	m := newMerger(in)
	m.recognise()
	m.leaveOutPruned()
	m.applyMarks()
	m.makeUnread(m.arrivals())
	for i := range slices.Backward(m.listed) {
		m.decide(&m.listed[i])
	}
	m.dropForRoom()
	m.updateFeed()
	return m.result
}

// A merger makes the decisions about one page.
type merger struct {
	Input
	result Result
	listed []listed         // the page's entries without duplicates, newest first
	kept   map[string]*Kept // by ref
	shown  map[*Kept]bool   // the kept entries that the page lists
	times  map[int64]int    // how many kept entries have a date; nil until needed
	seen   int64            // when new entries are first seen

	isDated   bool // some entry of the page has a date
	isFirst   bool // the feed's first page: how many of its entries arrive unread is its setting Backlog
	isMoved   bool // the page is at another URL than when it was last read whole
	isWhole   bool // entries that the page does not list have left it
	isUpgrade bool // a new version of the reader reads the page
	isTurned  bool // the page was last read by its links and now is by its headings, or the reverse
}

// A listed is an entry that the page lists.
type listed struct {
	Entry
	index     int  // on the page
	undated   bool // the page gives no date: Updated is FirstSeen
	withoutID bool
	content   *feed.Content // nil if it is not kept
	old       *Kept         // the same entry as it is kept, nil for none
	reported  bool          // it becomes unread, and is reported
	mark      Mark          // whether it was read on another machine; zero for none
}

func newMerger(in Input) *merger {
	f := in.Feed
	m := &merger{
		Input:  in,
		result: Result{Feed: f},
		listed: make([]listed, 0, len(in.Page.Entries)),
		kept:   make(map[string]*Kept, len(in.Kept)),
		shown:  make(map[*Kept]bool, len(in.Page.Entries)),
		seen:   firstSeen(f, in.Now).Unix(),

		isFirst:   f.Backlog != nil,
		isMoved:   f.ReadURL != "" && f.ReadURL != cmp.Or(in.ReadAt, f.URL),
		isWhole:   !in.Cut && len(in.Page.Entries) < feed.MaxEntries,
		isUpgrade: f.Digest != "" && !strings.HasPrefix(f.Digest, feed.ReaderVersion+"."),
	}
	for i := range in.Kept {
		m.kept[in.Kept[i].Ref] = &in.Kept[i]
	}
	m.isTurned = m.turns()
	isListed := make(map[string]bool, len(in.Page.Entries))
	for i := range in.Page.Entries {
		if e := &in.Page.Entries[i]; !isListed[e.ID] { // a second entry with this id would be new each time
			isListed[e.ID] = true
			m.listed = append(m.listed, m.newListed(i, e))
			m.isDated = m.isDated || !e.Updated.IsZero()
		}
	}
	ranks := make(map[int64]int64, len(m.listed))
	for i := range slices.Backward(m.listed) {
		time := m.listed[i].sortTime()
		m.listed[i].Rank = ranks[time]
		ranks[time]++
	}
	return m
}

// firstSeen returns when the new entries of a page are first seen: when it was read. If this is
// before the feed was added, the clock was wrong, as on a machine without a battery, and the
// entries would be at the end of all lists for good. Then it is the time of the check before, or
// when the feed was added.
func firstSeen(f Feed, now time.Time) time.Time {
	switch {
	case !now.Before(f.AddedAt):
		return now
	case f.CheckedAt.After(f.AddedAt):
		return f.CheckedAt
	}
	return f.AddedAt
}

// turns reports whether the page was last read by its dated links and now is by its headings, or
// the reverse. If a person chose another format since, only the kept entries tell.
func (m *merger) turns() bool {
	last, now := feed.Format(m.Feed.Format), m.Page.Format
	if m.Feed.Digest == "" {
		last = feed.Gemtext
		if slices.ContainsFunc(m.Kept, func(k Kept) bool { return k.Section }) {
			last = feed.Headings
		}
	}
	return len(m.Kept) > 0 && (last == feed.Gemtext && now == feed.Headings || last == feed.Headings && now == feed.Gemtext)
}

// newListed returns the page's i-th entry as one that is first seen now.
func (m *merger) newListed(i int, e *feed.Entry) listed {
	l := listed{index: i, undated: e.Updated.IsZero(), withoutID: e.WithoutID, Entry: Entry{
		Ref: e.ID, URL: cmp.Or(e.Link, e.ID), Title: e.Title, Author: e.Author,
		Updated: e.Updated.Unix(), FirstSeen: m.seen, Provisional: e.Provisional,
	}}
	l.Section = m.Page.Format.HasSections() && strings.HasPrefix(l.Ref, l.URL+"#")
	if l.undated {
		l.Updated = m.seen
	}
	if !e.Published.IsZero() {
		l.Published = e.Published.Unix()
	}
	if m.KeepsPosts {
		l.content = e.Content
	}
	return l
}

// decide adds the decision about an entry of the page, if anything is to be done.
func (m *merger) decide(e *listed) {
	d := Decision{Action: Insert, Listed: e.index, Reported: e.reported}
	if e.old == nil {
		e.Nearness = address.Nearness(m.Feed.URL, e.URL)
		m.result.Added++
	} else {
		m.keepSection(e)
		e.Nearness = m.nearness(e)
		d.Relinked = !m.isMoved && e.URL != e.old.URL && address.AuthorOf(e.old.URL) != address.AuthorOf(e.URL)
		switch {
		case e.Entry == e.old.Entry:
			d.Action = SetPost
		case e.Ref != e.old.Ref:
			d.Action = Replace
		default:
			d.Action = Edit
		}
		if e.isUpdated() {
			m.result.Updated++
		}
	}
	d.Entry, d.Post = e.Entry, m.newPost(e)
	if d.Action != SetPost || d.Post != nil {
		m.result.Decisions = append(m.result.Decisions, d)
	}
}

// nearness returns how near the link of a kept entry is to the feed.
func (m *merger) nearness(e *listed) int {
	switch {
	case e.URL == e.old.URL, e.old.Nearness == TakenAlong:
		return e.old.Nearness
	case address.AuthorOf(e.URL) != address.AuthorOf(e.old.URL):
		return TakenAlong
	}
	return address.Nearness(m.Feed.URL, e.URL)
}

// isUpdated reports whether a reader sees that a kept entry changes. A new entry of the same day
// changes only the rank.
func (e *listed) isUpdated() bool {
	before := e.old.Entry
	before.Rank, before.Nearness, before.Section, before.Provisional = e.Rank, e.Nearness, e.Section, e.Provisional
	return e.Entry != before
}

// updateFeed sets the new state of the feed. A new date of the page is no change: a page without
// entries has the time of the request as its date.
func (m *merger) updateFeed() {
	f, page, seen := &m.result.Feed, m.Page, time.Unix(m.seen, 0).UTC()
	isChanged := f.FeedTitle != page.Title || f.Subtitle != page.Subtitle || f.Author != page.Author || f.Lang != page.Lang
	f.FeedTitle, f.Subtitle, f.Author, f.Lang = page.Title, page.Subtitle, page.Author, page.Lang
	f.FeedUpdated, f.Rhythm = model.SortTime(page.Updated, seen), page.Rhythm()
	if isChanged || m.isFirst || m.result.Added+m.result.Updated > 0 {
		f.ChangedAt = m.Now
	}
	if f.ReadURL == "" || !m.Cut {
		f.ReadURL = f.URL
	}
	if !m.Cut || page.NewestHeading.After(f.NewestHeading) {
		f.NewestHeading = model.SortTime(page.NewestHeading, seen)
	}
	f.Backlog = nil
}
