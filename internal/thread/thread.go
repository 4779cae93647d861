// Package thread decides which post answers which, and arranges a conversation as a tree.
//
// A post answers each post to which it links, if another author wrote that post and its date is not
// later. The parent of a post is the oldest post that it answers.
//
// Some posts join no conversation, because they would merge all conversations into one:
//   - posts that link to many authors,
//   - posts that keep growing, and
//   - parts of a page.
//
// Titles and other text do not count. The package uses no database.
package thread

import (
	"cmp"
	"slices"
	"time"

	"gemsub/internal/model"
)

// Joins reports whether a post can be part of a conversation: it links to at most five other
// authors, and its text grew at most once (growths).
func Joins(authors, growths int) bool { return authors <= 5 && growths <= 1 }

// A Post has the properties that decide whether a post answers another to which it links.
type Post struct {
	Author string    // the key that all pages of one author share
	Date   time.Time // by which lists are ordered
	Joins  bool      // whether the post can be part of a conversation
}

// Answers reports whether p answers to, a post to which p links. Feeds may give only the day, so a
// linked post of the same day counts as older.
func (p Post) Answers(to Post) bool {
	day := func(t time.Time) time.Time { return t.UTC().Truncate(24 * time.Hour) }
	return p.Joins && to.Joins && p.Author != to.Author && !day(to.Date).After(day(p.Date))
}

// Older orders posts by date, the oldest first. Posts of one date come in the order in which they
// were first seen.
func Older(a, b model.Entry) int {
	return cmp.Or(a.SortTime.Compare(b.SortTime), a.FirstSeen.Compare(b.FirstSeen), cmp.Compare(a.ID, b.ID))
}

// Tree returns the conversation of the post start: the root, and under each post its answers, the
// oldest first. At the end follow related posts: each links to a post of the tree, or is linked from
// one, and is no answer. posts are all candidates, the oldest first; the tree is nil if start is not
// among them.
func Tree(start int64, posts []model.Entry, links []model.PostLink) (tree []model.ThreadPost) {
	place := map[int64]int{} // in posts, by number
	for i, p := range posts {
		place[p.ID] = i
	}
	root, isThere := place[start]
	if !isThere {
		return nil
	}
	answered := make([][]int, len(posts)) // for each post the places of the posts that it answers, the oldest first
	for _, l := range links {
		from, isThere := place[l.From]
		if to, areThere := place[l.To]; isThere && areThere && l.Answers && !slices.Contains(answered[from], to) {
			answered[from] = append(answered[from], to)
			slices.Sort(answered[from])
		}
	}
	parent := parents(answered)
	for parent[root] >= 0 {
		root = parent[root]
	}
	isInTree := map[int64]bool{}
	var add func(post, depth int)
	add = func(post, depth int) {
		p := model.ThreadPost{Entry: posts[post], Depth: depth}
		for _, to := range answered[post] {
			p.Answers = append(p.Answers, posts[to].URL)
		}
		tree, isInTree[p.ID] = append(tree, p), true
		for i := range posts {
			if parent[i] == post {
				add(i, depth+1)
			}
		}
	}
	add(root, 0)
	for _, p := range posts {
		isBeside := func(l model.PostLink) bool {
			return l.From == p.ID && isInTree[l.To] || l.To == p.ID && isInTree[l.From] && !l.Answers
		}
		if !isInTree[p.ID] && slices.ContainsFunc(links, isBeside) {
			tree = append(tree, model.ThreadPost{Entry: p, SeeAlso: true})
		}
	}
	return tree
}

// parents returns the parent of each post: the oldest post that it answers, -1 for none. Posts are
// indexes. For each post, answered has the posts that it answers, the oldest first.
func parents(answered [][]int) []int {
	parent := slices.Repeat([]int{-1}, len(answered))
	// Begin with the newest: if posts of one day answer each other in a ring, the oldest of them
	// gets no parent.
	for i, to := range slices.Backward(answered) {
		if len(to) == 0 {
			continue
		}
		above := to[0]
		for above >= 0 && above != i {
			above = parent[above]
		}
		if above < 0 {
			parent[i] = to[0]
		}
	}
	return parent
}
