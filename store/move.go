package store

import (
	"net/url"
	"slices"
	"strings"

	"gemsub/feed"
	"gemsub/internal/address"
)

// A relocation says how a page's links change when it moves. Without it all
// entries of a page that moves would be new, since their URLs are their ids.
type relocation struct {
	moves []move
	// ownFolder is the folder that the page was in, if it moved to another author;
	// only entries below it are recognised there. Otherwise a page could list URLs of
	// another author's page, move there, and own the marks of its entries.
	ownFolder string
	// authority is that of a Gopher menu that was another one's: only the user moves it.
	authority string
}

// A move is a change of a prefix of links, from what it was to what it is.
type move struct{ from, to string }

// relocate returns how the links of a page change when it moves: first those
// relative to its folder, then those relative to its capsule.
func relocate(oldURL, newURL string) relocation {
	from, err := url.Parse(oldURL)
	if err != nil || newURL == "" {
		return relocation{}
	}
	to, err := url.Parse(newURL)
	if err != nil {
		return relocation{}
	}
	var r relocation
	if address.IsGopher(from) && address.IsGopher(to) {
		r.moveSelectors(from, to)
	}
	for _, ref := range []string{"./", "/"} {
		r.move(resolve(from, ref), resolve(to, ref))
	}
	if home := address.Home(from); home != address.Home(to) {
		r.ownFolder = home
		if address.IsGopher(from) && address.IsGopher(to) {
			r.authority = address.Authority(to)
		}
		if folder := from.ResolveReference(&url.URL{Path: "./"}); address.Home(folder) == home {
			r.ownFolder = folder.String()
		}
	}
	return r
}

func (r *relocation) move(from, to string) {
	if from != to && from != "" && to != "" {
		r.moves = append(r.moves, move{from, to})
	}
}

// moveSelectors adds the moves of what lies in the folder of a menu: the ids of its
// entries, and their links, whose item types are seldom that of the menu.
func (r *relocation) moveSelectors(from, to *url.URL) {
	r.move(feed.IDOfSelector(selectorFolder(from)), feed.IDOfSelector(selectorFolder(to)))
	for _, kind := range "01h" {
		r.move(inFolder(from, byte(kind)), inFolder(to, byte(kind)))
	}
}

// selectorFolder returns the selector of a menu without its last part.
func selectorFolder(u *url.URL) string {
	_, selector := address.Selector(u)
	return selector[:strings.LastIndexByte(selector, '/')+1]
}

// inFolder returns how the links of items of a type begin that are in the folder of a
// menu.
func inFolder(u *url.URL, kind byte) string {
	folder, err := address.GopherURL(u.Scheme, u.Hostname(), u.Port(), kind, selectorFolder(u))
	if err != nil {
		return ""
	}
	return folder.String()
}

func resolve(base *url.URL, ref string) string {
	return base.ResolveReference(&url.URL{Path: ref}).String()
}

// formerIDs returns an Atom id, and the ids that its entry may have had before the
// move, or in an older version if that gave it another, former.
func (r relocation) formerIDs(atomID, former string) []string {
	all := r.before(nil, atomID)
	if former != "" {
		all = r.before(all, former)
	}
	return all
}

// before appends to all an id and what it may have been before the move.
func (r relocation) before(all []string, id string) []string {
	all = append(all, id)
	for _, m := range r.moves {
		if rest, ok := strings.CutPrefix(id, m.to); ok {
			all = append(all, m.from+rest)
		}
	}
	return all
}

// recognises reports whether a link of the page, or what it was in an older version,
// is the link before, which was below ownFolder.
func (r relocation) recognises(now, former, before string) bool {
	return r.ownFolder != "" && address.IsBelow(before, r.ownFolder) && slices.Contains(r.formerIDs(now, former), before)
}

// followed reports whether an entry that is known by its selector led to where the menu
// is now: that had the new name of the host before the user did.
func (r relocation) followed(atomID, link string) bool {
	return r.keeps(atomID) && address.AuthorityOf(link) == r.authority
}

// keeps reports whether an Atom id is a selector on a menu that moved to another
// authority, where it may be the same post.
func (r relocation) keeps(atomID string) bool {
	return r.authority != "" && strings.HasPrefix(atomID, feed.SelectorID)
}
