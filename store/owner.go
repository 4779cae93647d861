package store

import "gemsub/internal/address"

// Whose words count. Where several feeds have one link, lists show the words of the feed
// below whose folder it lies, the deepest folder first; else of one of the same author;
// else of the first seen. How near a link is to its feed is
// decided here, when an entry is stored, and is its column own.
const (
	takenAlong = -2 // its page moved to another author's place, and does not list it there yet
	leftBehind = -1 // a page listed it before it moved to another author
	elsewhere  = 0
	atHome     = 1 // of the same author, see [address.AuthorKey]
	// Above are the lengths of folders of feeds in which links lie.
)

// byOwner is the order of entries with one link, or of one page: first the one whose
// words count. The indexes by URL and by page have it.
func byOwner(entry string) string {
	return entry + `.own DESC, ` + entry + `.first_seen, ` + entry + `.id`
}

// A territory is what a feed speaks for.
type territory struct{ author, folder string }

func territoryOf(feedURL string) territory {
	return territory{address.AuthorOf(address.KeyOf(feedURL)), address.Folder(feedURL)}
}

// place returns the key of the page at a link, and how near that is.
func (t territory) place(link string) (page string, own int) {
	page = address.KeyOf(link)
	if depth := address.DepthIn(t.folder, link); depth > 0 {
		return page, depth
	}
	if page != "" && address.AuthorOf(page) == t.author {
		return page, atHome
	}
	return page, elsewhere
}

// ownership is [territory.place] for the database, as function own_of.
func ownership(feedURL, link string) int {
	_, own := territoryOf(feedURL).place(link)
	return own
}
