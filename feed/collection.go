package feed

// A collection is the entries of a feed in the document's order, no two with the
// same ID.
type collection struct {
	entries []Entry
	index   map[string]int // an ID's place in entries
	text    int            // bytes of their links and IDs
	room    int            // entries for which memory is taken with the first
}

// maxText bounds the links and IDs of a document's entries, in bytes: a page at a
// long URL could have gigabytes of links to its neighbours.
const maxText = 64 << 20

// newCollection returns an empty collection for a document of so many entries at
// most. It takes memory with the first, for those of most documents.
func newCollection(most int) collection { return collection{room: min(most, 256)} }

// add adds e, unless the collection is full. Of entries with the same ID the
// newest stays, in the place of the first.
func (c *collection) add(e Entry) {
	if c.text > maxText {
		return
	}
	if c.index == nil {
		c.entries, c.index = make([]Entry, 0, c.room), make(map[string]int, c.room)
	}
	if i, ok := c.index[e.ID]; ok {
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
	c.index[e.ID] = len(c.entries)
	c.entries = append(c.entries, e)
}
