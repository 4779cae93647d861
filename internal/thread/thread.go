// Package thread finds which posts answer which, and the place of each in a conversation.
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
	"maps"
	"slices"

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

// A Post is [model.LinkedPost].
type Post = model.LinkedPost

// older orders posts by date, the oldest first.
func older(a, b Post) int {
	return cmp.Or(a.Date.Compare(b.Date), a.Seen.Compare(b.Seen), cmp.Compare(a.Page, b.Page))
}

// A Forest is a set of posts with their parents.
type Forest struct {
	posts      map[string]Post
	answered   map[string][]Post // what a post answers, the oldest first
	answeredBy map[string][]Post // what answers a post, the oldest first
	parent     map[string]string // by child
}

// Grow returns the Forest of posts.
func Grow(posts []Post) *Forest {
	f := &Forest{map[string]Post{}, map[string][]Post{}, map[string][]Post{}, map[string]string{}}
	for _, p := range posts {
		f.posts[p.Page] = p
	}
	// The newest come first: where posts of one day answer each other in a ring, its oldest
	// gets no parent.
	for _, p := range slices.Backward(sorted(slices.Collect(maps.Values(f.posts)))) {
		for i, to := range f.answers(p) {
			if i == 0 && !f.isBelow(to.Page, p.Page) {
				f.parent[p.Page] = to.Page
			}
			f.answered[p.Page] = append(f.answered[p.Page], to)
			f.answeredBy[to.Page] = append(f.answeredBy[to.Page], p)
		}
	}
	for _, all := range f.answeredBy {
		slices.SortFunc(all, older)
	}
	return f
}

// answers returns what p answers, the oldest first.
func (f *Forest) answers(p Post) (all []Post) {
	for _, id := range p.Links {
		if to, known := f.posts[id]; known && p.Answers(to) {
			all = append(all, to)
		}
	}
	return sorted(all)
}

// isBelow reports whether a post is another one, or below it.
func (f *Forest) isBelow(id, above string) bool {
	for has := true; has; id, has = f.parent[id] {
		if id == above {
			return true
		}
	}
	return false
}

// Answers returns what a post answers, the oldest first.
func (f *Forest) Answers(id string) []string { return ids(f.answered[id]) }

// AnsweredBy returns what answers a post, the oldest first, in whatever tree.
func (f *Forest) AnsweredBy(id string) []string { return ids(f.answeredBy[id]) }

func ids(posts []Post) []string {
	all := make([]string, len(posts))
	for i, p := range posts {
		all[i] = p.Page
	}
	return all
}

// A Place is a post's place in a tree.
type Place struct {
	Page  string
	Depth int // 0 at the root
}

// Tree returns the tree of a post: the root, and under each post its children, the oldest
// first. A post that joins no conversation is a tree alone.
func (f *Forest) Tree(id string) (tree []Place) {
	root := id
	for parent, has := f.parent[root]; has; parent, has = f.parent[root] {
		root = parent
	}
	waiting := []Place{{Page: root}}
	for len(waiting) > 0 {
		p := waiting[len(waiting)-1]
		waiting = waiting[:len(waiting)-1]
		tree = append(tree, p)
		for _, by := range slices.Backward(f.answeredBy[p.Page]) {
			if parent, has := f.parent[by.Page]; has && parent == p.Page {
				waiting = append(waiting, Place{Page: by.Page, Depth: p.Depth + 1})
			}
		}
	}
	return tree
}

// SeeAlso returns the posts of other authors that link to posts of a tree but are not in
// it, and the links of a tree's only post if that joins no conversation.
func (f *Forest) SeeAlso(tree []Place) []string {
	stands := map[string]bool{}
	for _, p := range tree {
		stands[p.Page] = true
	}
	var all []Post
	for id, p := range f.posts {
		if !stands[id] && slices.ContainsFunc(p.Links, func(to string) bool { return stands[to] && f.posts[to].Author != p.Author }) {
			all = append(all, p)
		}
	}
	if top := f.posts[tree[0].Page]; !top.Joins {
		for _, id := range top.Links {
			if to, known := f.posts[id]; known && to.Author != top.Author {
				all = append(all, to)
			}
		}
	}
	return ids(sorted(all))
}

// sorted returns posts, each once, the oldest first.
func sorted(posts []Post) []Post {
	slices.SortFunc(posts, older)
	return slices.CompactFunc(posts, func(a, b Post) bool { return a.Page == b.Page })
}
