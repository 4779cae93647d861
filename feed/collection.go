package feed

import "slices"

// A collection is the entries of a feed in the document's order, no two with the
// same ID.
type collection struct {
	entries []Entry
	index   map[string]int // an ID's place in entries
	repeats bool           // an ID was repeated
	text    int            // bytes of their links and IDs
	room    int            // entries for which memory is taken with the first
}

// maxText bounds the links and IDs of a document's entries, in bytes: a page at a
// long URL could have gigabytes of links to its neighbours.
const maxText = 64 << 20

// newCollection returns an empty collection for a document of so many entries at
// most. It takes memory with the first, for those of most documents.
func newCollection(most int) collection { return collection{room: min(most, 256)} }

// add adds a copy of e, unless the collection is full. Of entries with the same ID the
// newest stays, in the place of the first.
func (c *collection) add(e *Entry) {
	if c.text > maxText {
		return
	}
	if c.index == nil {
		c.entries, c.index = make([]Entry, 0, c.room), make(map[string]int, c.room)
	}
	i := c.place(e.ID)
	if i == maxCollected {
		return
	}
	if i == len(c.entries) {
		c.text += len(e.Link) + len(e.ID)
		c.entries = append(c.entries, *e)
		return
	}
	if old := &c.entries[i]; e.Updated.After(old.Updated) {
		c.text += len(e.Link) - len(old.Link)
		*old = *e
	}
}

// place returns the place of the entry with an ID, the next if there is none, and
// maxCollected if there is no room for it. As long as all IDs differ, as on most pages, it
// uses the map once for each.
func (c *collection) place(id string) int {
	next := len(c.entries)
	if c.repeats || next == maxCollected {
		if i, ok := c.index[id]; ok {
			return i
		}
	}
	if next == maxCollected {
		return next
	}
	if c.index[id] = next; len(c.index) > next {
		return next
	}
	c.repeats = true
	i := slices.IndexFunc(c.entries, func(e Entry) bool { return e.ID == id })
	c.index[id] = i
	return i
}
