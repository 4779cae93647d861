package feed

// A collection is the entries of a feed in the document's order, no two with the
// same ID. Its zero value is empty.
type collection struct {
	entries []Entry
	index   map[string]int // an ID's place in entries
	text    int            // bytes of their links and IDs
}

// maxText bounds the links and IDs of a document's entries, in bytes: a page at a
// long URL could have gigabytes of links to its neighbours.
const maxText = 64 << 20

// usual is how many entries most gemlogs have at most.
const usual = 50

// add adds an entry, unless the collection is full. Of entries with the same ID the
// newest stays, in the place of the first.
func (c *collection) add(e Entry) {
	i, known := c.index[e.ID]
	switch {
	case c.text > maxText, !known && len(c.entries) == maxCollected:
	case !known:
		if c.index == nil {
			c.entries, c.index = make([]Entry, 0, usual), make(map[string]int, usual)
		}
		c.index[e.ID] = len(c.entries)
		c.entries = append(c.entries, e)
		c.text += len(e.Link) + len(e.ID)
	case e.Updated.After(c.entries[i].Updated):
		c.text += len(e.Link) - len(c.entries[i].Link)
		c.entries[i] = e
	}
}
