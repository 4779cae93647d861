package thread

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"gemsub/internal/model"
)

// A post is a post with a number and the numbers of the posts to which it links.
type post struct {
	Post
	entry model.Entry
	links []int
}

// onDay returns a post of a day of January 2026, first seen in the order of the numbers.
func onDay(id, author, days int, links ...int) post {
	seen := time.Date(2026, 3, 1, 0, 0, id, 0, time.UTC)
	date := time.Date(2026, 1, days, 12, 0, 0, 0, time.UTC)
	return post{Post{Author: fmt.Sprint(author), Date: date, Joins: true}, model.Entry{ID: int64(id), URL: fmt.Sprint(id), SortTime: date, FirstSeen: seen}, links}
}

// treeOf returns the tree of a post among others, with the links between them.
func treeOf(posts []post, of int) []model.ThreadPost {
	byID := map[int]post{}
	var entries []model.Entry
	for _, p := range posts {
		byID[int(p.entry.ID)] = p
		entries = append(entries, p.entry)
	}
	slices.SortFunc(entries, Older)
	var links []model.PostLink
	for _, p := range posts {
		for _, id := range p.links {
			if to, known := byID[id]; known && to.Author != p.Author {
				links = append(links, model.PostLink{From: p.entry.ID, To: to.entry.ID, Answers: p.Answers(to.Post)})
			}
		}
	}
	return Tree(int64(of), entries, links)
}

// drawn is a tree as text: "1 >2+5 | 3" has 2 under 1, which answers 5 too, and see also 3.
func drawn(tree []model.ThreadPost) string {
	var b strings.Builder
	var path []string
	for i, p := range tree {
		switch {
		case p.SeeAlso && !tree[i-1].SeeAlso:
			b.WriteString(" | ")
		case i > 0:
			b.WriteString(" ")
		}
		b.WriteString(strings.Repeat(">", p.Depth) + p.URL)
		path = append(path[:p.Depth], p.URL)
		for _, to := range p.Answers {
			if p.Depth == 0 || path[p.Depth-1] != to {
				b.WriteString("+" + to)
			}
		}
	}
	return b.String()
}

func TestTree(t *testing.T) {
	t.Parallel()
	late := onDay(2, 2, 1, 1)
	late.Date = late.Date.Add(-11 * time.Hour) // of the same day, by a feed that knows the hour
	late.entry.SortTime = late.Date
	roundup := onDay(3, 3, 9, 1, 2)
	roundup.Joins = false
	tinylog := onDay(1, 1, 1)
	tinylog.Joins = false
	for _, tt := range []struct {
		name  string
		posts []post
		of    int
		tree  string
	}{
		{"answers of answers", []post{onDay(1, 1, 1), onDay(2, 2, 2, 1), onDay(3, 1, 3, 2), onDay(4, 3, 2, 1)}, 3, "1 >2 >>3 >4"},
		{"under the oldest", []post{onDay(1, 1, 2), onDay(2, 2, 1), onDay(3, 3, 3, 1, 2)}, 3, "2 >3+1"},
		{"the younger one that was answered", []post{onDay(1, 1, 2), onDay(2, 2, 1), onDay(3, 3, 3, 1, 2)}, 1, "1 | 3"},
		{"an author's chain", []post{onDay(1, 1, 1), onDay(2, 1, 2, 1), onDay(3, 2, 3, 2)}, 3, "2 >3"},
		{"of the same day", []post{onDay(1, 1, 1), late}, 1, "1 >2"},
		{"backdated", []post{onDay(1, 1, 2), onDay(2, 2, 1, 1)}, 1, "1 | 2"},
		{"each other", []post{onDay(1, 1, 1, 2), onDay(2, 2, 1, 1)}, 2, "1+2 >2"},
		{"a round-up", []post{onDay(1, 1, 1), onDay(2, 2, 2), roundup}, 1, "1 | 3"},
		{"of a round-up", []post{onDay(1, 1, 1), onDay(2, 2, 2), roundup}, 3, "3 | 1 2"},
		{"an answer to a tinylog", []post{tinylog, onDay(2, 2, 2, 1), onDay(3, 3, 2, 1)}, 2, "2 | 1"},
		{"links to nothing, itself, twice", []post{onDay(1, 1, 1), onDay(2, 2, 2, 9, 2, 1, 1)}, 2, "1 >2"},
	} {
		if got := drawn(treeOf(tt.posts, tt.of)); got != tt.tree {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.tree)
		}
	}
}

func TestJoins(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		authors, growths int
		want             bool
	}{{0, 0, true}, {5, 1, true}, {6, 0, false}, {0, 2, false}} {
		if got := Joins(tt.authors, tt.growths); got != tt.want {
			t.Errorf("%d authors, %d growths: %v", tt.authors, tt.growths, got)
		}
	}
}

// A thousand posts of one day, each of which answers the next, are one tree.
func TestRing(t *testing.T) {
	t.Parallel()
	const posts = 1000
	var ring []post
	for id := range posts {
		ring = append(ring, onDay(id+1, id, 1, (id+1)%posts+1))
	}
	for _, of := range []int{1, 2, posts / 2, posts} {
		tree := treeOf(ring, of)
		if len(tree) != posts || tree[0].ID != 1 || tree[posts-1].Depth != posts-1 {
			t.Errorf("the tree of %d has %d posts and begins with %d", of, len(tree), tree[0].ID)
		}
	}
}

// randomPosts are posts of few authors and days, so that all cases occur.
func randomPosts(r *rand.Rand, n int) []post {
	posts := make([]post, n)
	for i := range posts {
		p := onDay(i+1, r.IntN(40), 1+r.IntN(25))
		p.entry.FirstSeen = time.Unix(int64(r.IntN(5)), 0)
		p.Joins = r.IntN(3) > 0
		for range r.IntN(4) {
			p.links = append(p.links, 1+r.IntN(n+5)) // some lead nowhere
		}
		posts[i] = p
	}
	return posts
}

// TestBruteForce compares the trees of random posts with the rule applied to each pair.
func TestBruteForce(t *testing.T) {
	t.Parallel()
	for seed, n := range []int{1000, 200} {
		posts := randomPosts(rand.New(rand.NewPCG(uint64(seed), 0)), n)
		parents := bruteParents(posts)
		deep := 0
		for i := 0; i < n; i += 1 + n/100 {
			tree := slices.DeleteFunc(treeOf(posts, i+1), func(p model.ThreadPost) bool { return p.SeeAlso })
			if got, want := under(tree), bruteTree(parents, i); !slices.Equal(got, want) {
				t.Fatalf("seed %d: the tree of %d is %v, not %v", seed, i, got, want)
			}
			deep = max(deep, len(tree))
		}
		if deep < 5 {
			t.Errorf("seed %d: no tree has more than %d posts", seed, deep)
		}
	}
}

// under maps each post of a tree to its parent, by index; the root to -1.
func under(tree []model.ThreadPost) (pairs [][2]int) {
	var path []int
	for _, p := range tree {
		path = append(path[:p.Depth], int(p.ID-1))
		parent := -1
		if p.Depth > 0 {
			parent = path[p.Depth-1]
		}
		pairs = append(pairs, [2]int{int(p.ID - 1), parent})
	}
	slices.SortFunc(pairs, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
	return pairs
}

// bruteParents applies the rule literally to each pair of posts.
func bruteParents(posts []post) []int {
	isOlder := func(a, b post) bool {
		if !a.Date.Equal(b.Date) {
			return a.Date.Before(b.Date)
		}
		if !a.entry.FirstSeen.Equal(b.entry.FirstSeen) {
			return a.entry.FirstSeen.Before(b.entry.FirstSeen)
		}
		return a.entry.ID < b.entry.ID
	}
	parents := make([]int, len(posts))
	for i, p := range posts {
		parents[i] = -1
		for j, to := range posts {
			linked := slices.Contains(p.links, j+1)
			earlier := to.Date.Format(time.DateOnly) <= p.Date.Format(time.DateOnly)
			if linked && earlier && p.Joins && to.Joins && p.Author != to.Author &&
				(parents[i] < 0 || isOlder(to, posts[parents[i]])) {
				parents[i] = j
			}
		}
	}
	for i := range posts { // whoever comes back to himself, and is the oldest on the way
		oldest, at := i, parents[i]
		for steps := 0; at >= 0 && at != i && steps <= len(posts); steps++ {
			if isOlder(posts[at], posts[oldest]) {
				oldest = at
			}
			at = parents[at]
		}
		if at == i && oldest == i {
			parents[i] = -1
		}
	}
	return parents
}

// bruteTree returns the tree of a post in the form of under.
func bruteTree(parents []int, id int) (pairs [][2]int) {
	root := func(at int) int {
		for parents[at] >= 0 {
			at = parents[at]
		}
		return at
	}
	for i := range parents {
		if root(i) == root(id) {
			pairs = append(pairs, [2]int{i, parents[i]})
		}
	}
	return pairs
}
