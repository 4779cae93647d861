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
// without answering it. posts are all that can stand there, the oldest first.
func Tree(start int64, posts []model.Entry, links []model.PostLink) (tree []model.ThreadPost) {
	at := map[int64]int{} // where in posts
	for i, p := range posts {
		at[p.ID] = i
	}
	root, isThere := at[start]
	if !isThere {
		return nil
	}
	answered := make([][]int, len(posts))
	for _, l := range links {
		from, isThere := at[l.From]
		if to, areThere := at[l.To]; isThere && areThere && l.Answers {
			answered[from] = append(answered[from], to)
		}
	}
	parent := parents(answered)
	for parent[root] >= 0 {
		root = parent[root]
	}
	isInTree, isBeside := make([]bool, len(posts)), make([]bool, len(posts))
	var add func(post, depth int)
	add = func(post, depth int) {
		p := model.ThreadPost{Entry: posts[post], Depth: depth}
		for _, to := range answered[post] {
			p.Answers = append(p.Answers, posts[to].URL)
		}
		tree, isInTree[post] = append(tree, p), true
		for i := range posts {
			if parent[i] == post {
				add(i, depth+1)
			}
		}
	}
	add(root, 0)
	for _, l := range links {
		from, isThere := at[l.From]
		to, areThere := at[l.To]
		switch {
		case !isThere || !areThere:
		case isInTree[to]:
			isBeside[from] = !isInTree[from]
		case isInTree[from] && !l.Answers:
			isBeside[to] = true
		}
	}
	for i, p := range posts {
		if isBeside[i] {
			tree = append(tree, model.ThreadPost{Entry: p, SeeAlso: true})
		}
	}
	return tree
}

// parents returns the parent of each post, -1 for none. It sorts what each answers, the oldest
// first, each once.
func parents(answered [][]int) []int {
	parent := slices.Repeat([]int{-1}, len(answered))
	// The newest come first: where posts of one day answer each other in a ring, its oldest
	// gets no parent.
	for i := len(answered) - 1; i >= 0; i-- {
		slices.Sort(answered[i])
		answered[i] = slices.Compact(answered[i])
		if len(answered[i]) == 0 {
			continue
		}
		above := answered[i][0]
		for above >= 0 && above != i {
			above = parent[above]
		}
		if above < 0 {
			parent[i] = answered[i][0]
		}
	}
	return parent
}
