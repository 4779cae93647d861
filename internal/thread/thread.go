// Package thread says which posts answer which, and where each stands in a conversation.
//
// A post answers the posts that it links to, that another author wrote, and that are
// dated no later than itself. It stands under the oldest of these. Posts that link to
// many authors, that keep growing, or that are read from one page join no conversation:
// they would make one of all. Nothing else counts, titles least of all.
//
// It reads no texts and knows no store: who links to whom comes in as numbers.
package thread

import (
	"cmp"
	"slices"
	"time"
)

// The bounds of posts that join a conversation.
const (
	// MaxAuthors is to how many other authors such a post links at most.
	MaxAuthors = 5
	// MaxGrowths is how many times it came back longer at most.
	MaxGrowths = 1
)

// A Post is what the rule needs of a post.
type Post struct {
	ID      int64 // of its page: a page with several URLs is one post
	Author  int64
	Date    time.Time // when it was written; of several on a day it orders only
	Seen    time.Time // first; of equal dates the one seen first is older
	Links   []int64   // numbers of other posts, known or not
	Authors int       // how many other authors it links to
	Growths int       // how many times it came back longer
	OnePage bool      // its feed is one page, without a page for each post
}

// Joins reports whether p can be part of a conversation.
func (p Post) Joins() bool {
	return p.Authors <= MaxAuthors && p.Growths <= MaxGrowths && !p.OnePage
}

// Answers reports whether p answers another post, to which it links. Feeds know the day
// of a post, so one of the same day counts as written before.
func (p Post) Answers(to Post) bool {
	return p.Joins() && to.Joins() && p.Author != to.Author && !day(to.Date).After(day(p.Date))
}

func day(t time.Time) time.Time { return t.UTC().Truncate(24 * time.Hour) }

// older orders posts by date, the oldest first.
func older(a, b Post) int {
	return cmp.Or(a.Date.Compare(b.Date), a.Seen.Compare(b.Seen), cmp.Compare(a.ID, b.ID))
}

// A Forest is some posts, and where they stand.
type Forest struct {
	posts      map[int64]Post
	answered   map[int64][]Post // what a post answers, the oldest first
	answeredBy map[int64][]Post // what answers a post, the oldest first
	parent     map[int64]int64  // under which post one stands
}

// Grow finds out where posts stand.
func Grow(posts []Post) *Forest {
	f := &Forest{map[int64]Post{}, map[int64][]Post{}, map[int64][]Post{}, map[int64]int64{}}
	for _, p := range posts {
		f.posts[p.ID] = p
	}
	for id, p := range f.posts {
		for i, to := range f.answers(p) {
			if i == 0 {
				f.parent[id] = to.ID
			}
			f.answered[id] = append(f.answered[id], to)
			f.answeredBy[to.ID] = append(f.answeredBy[to.ID], p)
		}
	}
	for _, all := range f.answeredBy {
		slices.SortFunc(all, older)
	}
	f.cutRings()
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

// cutRings has no post stand under itself: posts of one day may answer each other. The
// oldest of a ring stands at its top.
func (f *Forest) cutRings() {
	done := map[int64]bool{}
	for id := range f.posts {
		path := map[int64]bool{}
		for at, more := id, true; more && !done[at]; at, more = f.up(at) {
			if path[at] {
				delete(f.parent, f.oldestInRing(at))
				break
			}
			path[at] = true
		}
		for at := range path {
			done[at] = true
		}
	}
}

// isUnder reports whether a post stands right under another.
func (f *Forest) isUnder(id, other int64) bool {
	parent, has := f.parent[id]
	return has && parent == other
}

func (f *Forest) up(id int64) (parent int64, has bool) {
	parent, has = f.parent[id]
	return parent, has
}

// oldestInRing returns the oldest post of a ring.
func (f *Forest) oldestInRing(id int64) int64 {
	oldest := f.posts[id]
	for at := f.parent[id]; at != id; at = f.parent[at] {
		if older(f.posts[at], oldest) < 0 {
			oldest = f.posts[at]
		}
	}
	return oldest.ID
}

// Answers returns what a post answers, the oldest first.
func (f *Forest) Answers(id int64) []int64 { return ids(f.answered[id]) }

// AnsweredBy returns what answers a post, the oldest first, wherever it stands.
func (f *Forest) AnsweredBy(id int64) []int64 { return ids(f.answeredBy[id]) }

func ids(posts []Post) []int64 {
	all := make([]int64, len(posts))
	for i, p := range posts {
		all[i] = p.ID
	}
	return all
}

// A Place is where a post stands in a tree.
type Place struct {
	ID    int64
	Depth int // 0 at the root
	// Also are the posts that it answers beside the one that it stands under.
	Also []int64
}

// Tree returns the tree in which a post stands: the root, and under each post what
// answers it, the oldest first. A post that joins no conversation stands alone.
func (f *Forest) Tree(id int64) (tree []Place) {
	root := id
	for at, has := f.up(id); has; at, has = f.up(at) {
		root = at
	}
	waiting := []Place{{ID: root}}
	for len(waiting) > 0 {
		p := waiting[len(waiting)-1]
		waiting = waiting[:len(waiting)-1]
		for _, to := range f.answered[p.ID] {
			if !f.isUnder(p.ID, to.ID) {
				p.Also = append(p.Also, to.ID)
			}
		}
		tree = append(tree, p)
		for _, by := range slices.Backward(f.answeredBy[p.ID]) {
			if f.isUnder(by.ID, p.ID) {
				waiting = append(waiting, Place{ID: by.ID, Depth: p.Depth + 1})
			}
		}
	}
	return tree
}

// SeeAlso returns the posts of other authors that link to posts of a tree and do not
// stand in it, and what its only post links to if that joins no conversation.
func (f *Forest) SeeAlso(tree []Place) []int64 {
	stands := map[int64]bool{}
	for _, p := range tree {
		stands[p.ID] = true
	}
	var all []Post
	for id, p := range f.posts {
		if !stands[id] && slices.ContainsFunc(p.Links, func(to int64) bool { return stands[to] && f.posts[to].Author != p.Author }) {
			all = append(all, p)
		}
	}
	if top := f.posts[tree[0].ID]; !top.Joins() {
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
	return slices.CompactFunc(posts, func(a, b Post) bool { return a.ID == b.ID })
}
