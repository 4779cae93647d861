package merge

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"gemsub/feed"
)

// A draw makes choices from the bytes of the fuzzer; at their end all are 0.
type draw struct{ bytes []byte }

func (d *draw) below(n int) int {
	if len(d.bytes) == 0 {
		return 0
	}
	b := d.bytes[0]
	d.bytes = d.bytes[1:]
	return int(b) % n
}

func (d *draw) chance(n int) bool { return d.below(n) == 1 }

// page draws the entries of a page, the newest first, without two of one id.
func (d *draw) page(format feed.Format) []feed.Entry {
	byID := map[string]feed.Entry{}
	for range d.below(9) {
		name := string(rune('a' + d.below(8)))
		e := post([]string{"", "x/", "y/"}[d.below(3)]+name, d.below(12), name)
		switch {
		case d.chance(12):
			e.Updated = time.Time{}
		case d.chance(12):
			e.Updated = e.Updated.AddDate(9, 0, 0)
		}
		if format.HasSections() {
			e = section(name, d.below(12)*24*60, name, fmt.Sprint(d.below(3)))
		} else if d.chance(8) {
			e.WithoutID = true
		}
		e.Provisional = d.chance(8)
		if d.chance(9) {
			e.Title += "!"
		}
		byID[e.ID] = e
	}
	var all []feed.Entry
	for _, e := range byID {
		all = append(all, e)
	}
	slices.SortFunc(all, func(a, b feed.Entry) int { return cmp.Or(b.Updated.Compare(a.Updated), cmp.Compare(a.ID, b.ID)) })
	return all
}

// prepare draws what happened before the next page.
func (d *draw) prepare(k *keeper) {
	k.in.Now = k.in.Now.Add(time.Duration(d.below(40)) * 12 * time.Hour)
	k.in.Cut = d.chance(4)
	k.in.Page = &feed.Feed{Format: []feed.Format{feed.Gemtext, feed.Gemtext, feed.Gemtext, feed.Headings}[d.below(4)]}
	k.in.Feed.Digest = []string{feed.ReaderVersion + ".x", "", "0.x"}[max(0, d.below(6)-3)]
	k.in.Kept = copyOfKept(k.in.Kept)
	for _, e := range k.in.Kept {
		if e.Unread && d.chance(2) {
			e.Unread, e.Marks = false, e.Marks|MarkedByPerson|UnsentRead
		}
		e.Starred = e.Starred || d.chance(9)
	}
	if d.chance(9) {
		k.prune()
	}
}

// prune deletes what a person may delete: read, dated entries without a star, not dated ahead.
func (k *keeper) prune() {
	k.in.Kept = slices.DeleteFunc(k.in.Kept, func(e *Kept) bool {
		isPruned := !e.Unread && !e.Starred && e.Updated != e.FirstSeen && e.Updated == e.sortTime()
		if at := time.Unix(e.Updated, 0).UTC(); isPruned && at.After(k.in.Feed.PrunedUntil) {
			k.in.Feed.PrunedUntil = at
		}
		return isPruned
	})
}

// FuzzPages draws sequences of pages, and tests properties of all.
func FuzzPages(f *testing.F) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 100 {
		seed := make([]byte, 600)
		for i := range seed {
			seed[i] = byte(random.IntN(256))
		}
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, bytes []byte) {
		d := &draw{bytes}
		k := newKeeper(t)
		told := map[string]int64{} // the dates of reported refs when they were last kept
		for len(d.bytes) > 0 {
			d.prepare(k)
			page := d.page(k.in.Page.Format)
			before := copyOfKept(k.in.Kept)
			k.shuffled(page, d)
			k.read(page...)
			k.stays(before)
			k.onceEach(before, told)
			k.again()
		}
	})
}

// again tests that the same page decides nothing more.
func (k *keeper) again() {
	k.t.Helper()
	k.read(k.in.Page.Entries...)
	for _, d := range k.log.Decisions {
		if d.Action != LeaveOut {
			k.t.Fatalf("the same page again decides %+v", d)
		}
	}
}

// stays tests that every kept entry is still there, each starred one with its star.
func (k *keeper) stays(before []*Kept) {
	k.t.Helper()
	for i, e := range before {
		if k.in.Kept[i].ID != e.ID || k.in.Kept[i].Starred != e.Starred || k.in.Kept[i].FirstSeen != e.FirstSeen {
			k.t.Fatalf("%+v became %+v", e, k.in.Kept[i])
		}
	}
}

// onceEach tests that each ref is reported once, and again only with a later date than the last
// stored one. If an entry of the page took the place of a kept one, its former ref is free.
func (k *keeper) onceEach(before []*Kept, told map[string]int64) {
	k.t.Helper()
	refs := map[int64]string{}
	for _, e := range before {
		refs[e.ID] = e.Ref
	}
	for _, d := range k.log.Decisions {
		date, wasTold := told[d.Entry.Ref]
		if d.Reported && wasTold && d.Entry.Updated <= date {
			k.t.Fatalf("%s is told again: %+v", d.Entry.Ref, d)
		}
		if old := refs[d.Entry.ID]; old != d.Entry.Ref {
			delete(told, old)
		}
		if d.Action != LeaveOut && (d.Reported || wasTold) {
			told[d.Entry.Ref] = d.Entry.Updated
		}
	}
}

// shuffled tests that the order of entries of different dates changes only ranks.
func (k *keeper) shuffled(page []feed.Entry, d *draw) {
	k.t.Helper()
	dates := map[time.Time]bool{}
	for _, e := range page {
		dates[e.Updated] = true
	}
	if len(dates) < len(page) || k.in.Feed.Backlog != nil {
		return
	}
	in := k.in
	decide := func(entries []feed.Entry) []string {
		p := *in.Page
		p.Entries = entries
		in.Page = &p
		var all []string
		for _, d := range Decide(in).Decisions {
			d.Listed, d.Entry.Rank = 0, 0
			if d.Action == Edit {
				old := in.Kept[slices.IndexFunc(in.Kept, func(o *Kept) bool { return o.ID == d.Entry.ID })].Entry
				if old.Rank = 0; old == d.Entry && d.Post == nil {
					continue
				}
			}
			all = append(all, fmt.Sprintf("%+v", d))
		}
		slices.Sort(all)
		return all
	}
	redated := 0
	for _, dec := range Decide(withEntries(in, page)).Decisions {
		if old := slices.IndexFunc(in.Kept, func(o *Kept) bool { return o.ID == dec.Entry.ID }); old >= 0 && dec.Entry.Updated > in.Kept[old].Updated {
			redated++
		}
	}
	if redated > 1 {
		return
	}
	other := slices.Clone(page)
	for i := range other {
		j := i + d.below(len(other)-i)
		other[i], other[j] = other[j], other[i]
	}
	if a, b := decide(page), decide(other); !slices.Equal(a, b) {
		k.t.Fatalf("in this order:\n%q\nin another:\n%q", a, b)
	}
}

func withEntries(in Input, entries []feed.Entry) Input {
	page := *in.Page
	page.Entries = entries
	in.Page = &page
	return in
}
