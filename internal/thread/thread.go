// Package thread says which post answers which, and arranges a conversation as a tree.
//
// A post answers the posts that it links to, that another author wrote, and that are
// dated no later than itself. Its parent is the oldest of these. Posts that link to many
// authors, that keep growing, or that are read from one page join no conversation: they
// would merge all conversations into one. Nothing else counts, titles least of all.
//
// The package reads no texts and no database.
package thread

import (
	"cmp"
	"slices"
	"time"

	"gemsub/internal/model"
)

// The bounds of posts that join a conversation.
const (
	maxAuthors = 5 // linked to, besides their own
	maxGrowths = 1 // how many times they came back longer
)

// Joins reports whether a post that links to this many other authors, and came back longer
// growths times, can be part of a conversation.
func Joins(authors, growths int) bool { return authors <= maxAuthors && growths <= maxGrowths }

// A Post is what decides whether a post answers another to which it links.
type Post struct {
	Author string    // the key that all pages of one author share
	Date   time.Time // by which lists are ordered
	Joins  bool      // whether it can be part of a conversation
}

// Answers reports whether p answers the post to, to which it links. Feeds may give only the
// day, so a linked post of the same day counts as older.
func (p Post) Answers(to Post) bool {
	day := func(t time.Time) time.Time { return t.UTC().Truncate(24 * time.Hour) }
	return p.Joins && to.Joins && p.Author != to.Author && !day(to.Date).After(day(p.Date))
}

// Older orders posts by date, the oldest first, those of one date as they were first seen.
func Older(a, b model.Entry) int {
	return cmp.Or(a.SortTime.Compare(b.SortTime), a.FirstSeen.Compare(b.FirstSeen), cmp.Compare(a.ID, b.ID))
}

// Tree returns the conversation of a post: the root, under each post what answers it, the
// oldest first, and last the other posts that link to one of these or to which one links
// without answering it. posts are all that can stand there, by number.
func Tree(start int64, posts map[int64]model.Entry, links []model.PostLink) (tree []model.ThreadPost) {
	answered := map[int64][]model.Entry{} // the oldest first
	for _, l := range links {
		if to, isThere := posts[l.To]; isThere && l.Answers {
			answered[l.From] = append(answered[l.From], to)
		}
	}
	parent, children := arrange(posts, answered)
	root := start
	for above, has := parent[root]; has; above, has = parent[root] {
		root = above
	}
	places := map[int64]bool{}
	waiting := []model.ThreadPost{{Entry: posts[root]}}
	for len(waiting) > 0 {
		p := waiting[len(waiting)-1]
		waiting = waiting[:len(waiting)-1]
		for _, to := range answered[p.ID] {
			p.Answers = append(p.Answers, to.URL)
		}
		tree, places[p.ID] = append(tree, p), true
		for _, below := range children[p.ID] {
			waiting = append(waiting, model.ThreadPost{Entry: below, Depth: p.Depth + 1})
		}
	}
	var others []model.Entry
	for _, l := range links {
		from, to := posts[l.From], posts[l.To]
		switch {
		case places[l.To] && !places[l.From] && from.ID > 0:
			others = append(others, from)
		case places[l.From] && !places[l.To] && to.ID > 0 && !l.Answers:
			others = append(others, to)
		}
	}
	for _, e := range sorted(others) {
		tree = append(tree, model.ThreadPost{Entry: e, SeeAlso: true})
	}
	return tree
}

// arrange returns the parent of each post, and the posts under each, the newest first. It
// sorts what posts answer, each once.
func arrange(posts map[int64]model.Entry, answered map[int64][]model.Entry) (parent map[int64]int64, children map[int64][]model.Entry) {
	parent, children = map[int64]int64{}, map[int64][]model.Entry{}
	isBelow := func(post, above int64) bool {
		for has := true; has; post, has = parent[post] {
			if post == above {
				return true
			}
		}
		return false
	}
	var all []model.Entry
	for _, p := range posts {
		all = append(all, p)
	}
	// The newest come first: where posts of one day answer each other in a ring, its oldest
	// gets no parent.
	for _, p := range slices.Backward(sorted(all)) {
		to := sorted(answered[p.ID])
		if answered[p.ID] = to; len(to) > 0 && !isBelow(to[0].ID, p.ID) {
			parent[p.ID] = to[0].ID
			children[to[0].ID] = append(children[to[0].ID], p)
		}
	}
	return parent, children
}

// sorted returns posts, each once, the oldest first.
func sorted(posts []model.Entry) []model.Entry {
	slices.SortFunc(posts, Older)
	return slices.CompactFunc(posts, func(a, b model.Entry) bool { return a.ID == b.ID })
}
