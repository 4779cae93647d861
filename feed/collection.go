package feed

import (
	"hash/maphash"
	"math/bits"
	"slices"
)

// A collection is the entries of a feed in the document's order, each once.
//
// It finds an entry by its ID in a hash table of indices. A map would keep the
// IDs once more, and with it a page of links takes an eighth longer to read.
type collection struct {
	entries []Entry
	text    int // bytes of their links and IDs
	seed    maphash.Seed
	slots   []int32 // an entry's index + 1, or 0; at least half are 0; a power of two
}

// maxText bounds the links and IDs of a document's entries, in bytes: a page at a
// long URL could have gigabytes of links to its neighbours.
const maxText = 64 << 20

// newCollection has room for n entries; more may be added.
func newCollection(n int) collection {
	c := collection{entries: slices.Grow([]Entry(nil), n), seed: maphash.MakeSeed()}
	c.makeSlots(n)
	return c
}

// add keeps e, unless the collection is full. Of entries with the same ID the
// newest is kept, in the place of the first.
func (c *collection) add(e Entry) {
	slot := c.slot(e.ID)
	if c.text > maxText {
		return
	}
	if i := *slot - 1; i >= 0 {
		if old := c.entries[i]; e.Updated.After(old.Updated) {
			c.text += len(e.Link) - len(old.Link)
			c.entries[i] = e
		}
		return
	}
	if len(c.entries) == MaxEntries {
		return
	}
	c.text += len(e.Link) + len(e.ID)
	c.entries = append(c.entries, e)
	*slot = int32(len(c.entries))
	if len(c.entries) > len(c.slots)/2 {
		c.makeSlots(len(c.entries))
	}
}

// slot is where the entry with an ID stands, or will stand: the first that is
// its own or free, from the one on that its hash names.
func (c *collection) slot(id string) *int32 {
	mask := uint64(len(c.slots) - 1)
	for at := maphash.String(c.seed, id); ; at++ {
		slot := &c.slots[at&mask]
		if *slot == 0 || c.entries[*slot-1].ID == id {
			return slot
		}
	}
}

// makeSlots makes a table for n entries and more, with those that are there.
func (c *collection) makeSlots(n int) {
	c.slots = make([]int32, 2<<bits.Len(uint(n)))
	for i, e := range c.entries {
		*c.slot(e.ID) = int32(i + 1)
	}
}
