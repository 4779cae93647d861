package merge

import (
	"cmp"
	"slices"
	"strings"

	"gemsub/feed"
	"gemsub/internal/address"
	"gemsub/internal/model"
)

// Decide returns how a page changes the stored feed. Decide does not change in.
func Decide(in Input) Result {
	m := newMerger(in)
	m.recognise()
	m.leaveOutPruned()
	m.applyMarks()
	m.makeUnread(m.arrivals())
	m.noteRepeated()
	for _, e := range slices.Backward(m.listed) {
		m.decide(e)
	}
	m.dropForRoom()
	m.updateFeed()
	return m.result
}

// A merger makes the decisions about one page.
type merger struct {
	Input
	result Result
	listed []*listed        // the page's entries without duplicates, newest first
	kept   map[string]*Kept // by ref
	shown  map[*Kept]bool   // the kept entries that the page lists

	isDated   bool // some entry of the page has a date
	isFirst   bool // the feed's first page: its setting Backlog decides how many entries arrive unread
	isMoved   bool // the page is at another URL than when it was last read whole
	isWhole   bool // entries that the page does not list have left it
	isUpgrade bool // the last page was read by an earlier version of the reader
	isTurned  bool // the last page was read by its links and this one by its headings, or the reverse
}

// A listed is an entry that the page lists.
type listed struct {
	Entry
	index     int  // on the page
	undated   bool // the page gives no date: Updated is FirstSeen
	withoutID bool
	content   *feed.Content
	old       *Kept // the kept entry that it is, nil for a new entry
	reported  bool  // the entry becomes unread, and is reported
	mark      Mark  // set on another machine, about being read; zero for none
}

func newMerger(in Input) *merger {
	f := in.Feed
	m := &merger{
		Input: in, result: Result{Feed: f},
		kept:      make(map[string]*Kept, len(in.Kept)),
		shown:     make(map[*Kept]bool, len(in.Page.Entries)),
		isFirst:   f.Backlog != nil,
		isMoved:   f.ReadURL != "" && f.ReadURL != cmp.Or(in.ReadAt, f.URL),
		isWhole:   !in.Cut && len(in.Page.Entries) < in.Page.Format.MaxEntries(),
		isUpgrade: f.Digest != "" && !strings.HasPrefix(f.Digest, feed.ReaderVersion+"."),
	}
	for _, k := range in.Kept {
		m.kept[k.Ref] = k
	}
	m.isTurned = m.turns()
	isListed := make(map[string]bool, len(in.Page.Entries))
	for i := range in.Page.Entries {
		if e := &in.Page.Entries[i]; !isListed[e.ID] { // a second entry with this id would be new each time
			isListed[e.ID] = true
			m.listed = append(m.listed, m.newListed(i, e))
		}
	}
	ranks := make(map[int64]int64, len(m.listed))
	for _, e := range slices.Backward(m.listed) {
		e.Rank = ranks[e.sortTime()]
		ranks[e.sortTime()]++
	}
	return m
}

// turns reports whether the last page was read by its dated links and this one by its headings, or
// the reverse. If a person has chosen another format since, the feed's Format is that choice, so
// the kept entries show how the last page was read.
func (m *merger) turns() bool {
	last, now := feed.Format(m.Feed.Format), m.Page.Format
	if m.Feed.Digest == "" {
		last = feed.Gemtext
		if slices.ContainsFunc(m.Kept, func(k *Kept) bool { return k.Section }) {
			last = feed.Headings
		}
	}
	return len(m.Kept) > 0 && (last == feed.Gemtext && now == feed.Headings || last == feed.Headings && now == feed.Gemtext)
}

// newListed returns the page's i-th entry as a new entry.
func (m *merger) newListed(i int, e *feed.Entry) *listed {
	l := &listed{index: i, undated: e.Updated.IsZero(), withoutID: e.WithoutID, content: e.Content, Entry: Entry{
		Ref: e.ID, URL: cmp.Or(e.Link, e.ID), Title: e.Title, Author: e.Author,
		Updated: e.Updated.Unix(), FirstSeen: m.Now.Unix(), Provisional: e.Provisional,
	}}
	l.Section = m.Page.Format.HasSections() && strings.HasPrefix(l.Ref, l.URL+"#")
	if l.undated {
		l.Updated = l.FirstSeen
	}
	if !e.Published.IsZero() {
		l.Published = e.Published.Unix()
	}
	m.isDated = m.isDated || !l.undated
	return l
}

// decide adds the decision about an entry of the page, unless nothing changes.
func (m *merger) decide(e *listed) {
	d := Decision{Action: Insert, Listed: e.index, Reported: e.reported}
	if e.old == nil {
		e.Nearness = address.Nearness(m.Feed.URL, e.URL)
		m.result.Added++
	} else {
		d.Action = Edit
		m.keepSection(e)
		e.Nearness = e.old.Nearness
		if e.URL != e.old.URL {
			m.relink(e, &d)
		}
		// Updated counts only changes that a person can see. The others come often: for example, a
		// new entry changes the rank of others of its day.
		before := e.old.Entry
		before.Rank, before.Nearness, before.Repeated, before.Section, before.Provisional = e.Rank, e.Nearness, e.Repeated, e.Section, e.Provisional
		if e.Entry != before {
			m.result.Updated++
		}
	}
	d.Entry, d.Post = e.Entry, m.newPost(e)
	if e.old == nil || e.Entry != e.old.Entry || d.Post != nil {
		m.result.Decisions = append(m.result.Decisions, d)
	}
}

// noteRepeated decides which links the feed has more than once.
func (m *merger) noteRepeated() {
	times := make(map[string]int, len(m.Kept)) // by URL
	for _, k := range m.Kept {
		if !m.shown[k] {
			times[k.URL]++
		}
	}
	for _, e := range m.listed {
		times[e.URL]++
	}
	for _, e := range m.listed {
		e.Repeated = times[e.URL] > 1
	}
	for _, k := range m.Kept {
		if e := k.Entry; !m.shown[k] && e.Repeated != (times[e.URL] > 1) {
			e.Repeated = !e.Repeated
			m.result.Decisions = append(m.result.Decisions, Decision{Action: Edit, Listed: -1, Entry: e})
		}
	}
}

// relink decides how near the new link of a kept entry is to the feed.
func (m *merger) relink(e *listed, d *Decision) {
	isOther := address.AuthorOf(e.URL) != address.AuthorOf(e.old.URL)
	d.Relinked = isOther && !m.isMoved
	switch {
	case isOther:
		e.Nearness = NeverNear
	case e.Nearness != NeverNear:
		e.Nearness = address.Nearness(m.Feed.URL, e.URL)
	}
}

// updateFeed sets the new state of the feed. A new date of the page alone does not count as a
// change, since the date of a page without entries is the time of the request.
func (m *merger) updateFeed() {
	f, page := &m.result.Feed, m.Page
	isChanged := f.FeedTitle != page.Title || f.Subtitle != page.Subtitle || f.Author != page.Author || f.Lang != page.Lang
	f.FeedTitle, f.Subtitle, f.Author, f.Lang = page.Title, page.Subtitle, page.Author, page.Lang
	f.FeedUpdated, f.Rhythm = model.SortTime(page.Updated, m.Now), page.Rhythm()
	if isChanged || m.isFirst || m.result.Added+m.result.Updated > 0 {
		f.ChangedAt = m.Now
	}
	if f.ReadURL == "" || !m.Cut {
		f.ReadURL = f.URL
	}
	if !m.Cut || page.NewestHeading.After(f.NewestHeading) {
		f.NewestHeading = model.SortTime(page.NewestHeading, m.Now)
	}
	f.Backlog = nil
}
