package merge

import (
	"cmp"
	"slices"

	"gemsub/internal/model"
)

// How many entries of a feed are kept, and of how many bytes of ids, links and titles.
const (
	maxKept      = 20_000
	maxKeptBytes = 20 << 20
)

// dropForRoom drops entries that the page does not list until there is room: the oldest read ones,
// then the oldest unread ones. Starred ones stay.
func (m *merger) dropForRoom() {
	excess, bytes := len(m.Kept)+m.result.Added-maxKept, -maxKeptBytes
	for i := range m.listed {
		if e := &m.listed[i]; e.old == nil {
			bytes += e.size()
		}
	}
	var gone []*Kept
	for i := range m.Kept {
		k := &m.Kept[i]
		bytes += k.size()
		if !m.shown[k] && !k.Starred {
			gone = append(gone, k)
		}
	}
	if excess <= 0 && bytes <= 0 {
		return
	}
	slices.SortFunc(gone, oldestReadFirst)
	for _, k := range gone {
		if excess <= 0 && bytes <= 0 {
			return
		}
		m.result.Decisions = append(m.result.Decisions, Decision{Action: Drop, Listed: -1, Entry: k.Entry})
		excess, bytes = excess-1, bytes-k.size()
	}
}

// oldestReadFirst orders entries as they are dropped.
func oldestReadFirst(a, b *Kept) int {
	last := map[bool]int{true: 1}
	return cmp.Or(last[a.Unread]-last[b.Unread], cmp.Compare(a.sortTime(), b.sortTime()), cmp.Compare(a.ID, b.ID))
}

// size returns how many bytes the texts of the entry take.
func (e *Entry) size() int {
	size := len(e.Ref) + len(e.Title)
	if e.URL != e.Ref {
		size += len(e.URL)
	}
	return size
}

// sortTime returns the time by which lists order the entry.
func (e *Entry) sortTime() int64 {
	seen := cmp.Or(e.RenewedAt, e.FirstSeen)
	if e.Updated > seen+int64(model.MaxAhead.Seconds()) {
		return seen
	}
	return e.Updated
}
