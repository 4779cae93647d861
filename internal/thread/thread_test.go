package thread

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// idOf is the id of a post with a number, and numberOf the number. Ids sort as numbers do.
func idOf(n int) string { return fmt.Sprintf("%04d", n) }

func numberOf(id string) int {
	n, _ := strconv.Atoi(id)
	return n
}

// onDay is a post of a day of January 2026, first seen in the order of the numbers.
func onDay(id, author, days int, links ...int) Post {
	seen := time.Date(2026, 3, 1, 0, 0, id, 0, time.UTC)
	p := Post{Page: idOf(id), Author: idOf(author), Date: time.Date(2026, 1, days, 12, 0, 0, 0, time.UTC), Seen: seen, Joins: true}
	for _, to := range links {
		p.Links = append(p.Links, idOf(to))
	}
	return p
}

// drawn is a tree as text: "1 (2 +5)" has 2 under 1, which answers 5 too.
func drawn(f *Forest, tree []Place) string {
	var b strings.Builder
	for i, p := range tree {
		for range p.Depth {
			b.WriteString(">")
		}
		fmt.Fprint(&b, numberOf(p.Page))
		for _, to := range f.Answers(p.Page) {
			if f.parent[p.Page] != to {
				fmt.Fprintf(&b, "+%d", numberOf(to))
			}
		}
		if i < len(tree)-1 {
			b.WriteString(" ")
		}
	}
	return b.String()
}

func TestTree(t *testing.T) {
	t.Parallel()
	late := onDay(2, 2, 1, 1)
	late.Date = late.Date.Add(-11 * time.Hour) // of the same day, by a feed that knows the hour
	roundup := onDay(3, 3, 9, 1, 2)
	roundup.Joins = false
	tinylog := onDay(1, 1, 1)
	tinylog.Joins = false
	for _, tt := range []struct {
		name  string
		posts []Post
		of    int
		tree  string
		also  string
	}{
		{"answers of answers", []Post{onDay(1, 1, 1), onDay(2, 2, 2, 1), onDay(3, 1, 3, 2), onDay(4, 3, 2, 1)}, 3, "1 >2 >>3 >4", "[]"},
		{"under the oldest", []Post{onDay(1, 1, 2), onDay(2, 2, 1), onDay(3, 3, 3, 1, 2)}, 3, "2 >3+1", "[]"},
		{"the younger one that was answered", []Post{onDay(1, 1, 2), onDay(2, 2, 1), onDay(3, 3, 3, 1, 2)}, 1, "1", "[3]"},
		{"an author's chain", []Post{onDay(1, 1, 1), onDay(2, 1, 2, 1), onDay(3, 2, 3, 2)}, 3, "2 >3", "[]"},
		{"of the same day", []Post{onDay(1, 1, 1), late}, 1, "1 >2", "[]"},
		{"backdated", []Post{onDay(1, 1, 2), onDay(2, 2, 1, 1)}, 1, "1", "[2]"},
		{"each other", []Post{onDay(1, 1, 1, 2), onDay(2, 2, 1, 1)}, 2, "1+2 >2", "[]"},
		{"a round-up", []Post{onDay(1, 1, 1), onDay(2, 2, 2), roundup}, 1, "1", "[3]"},
		{"of a round-up", []Post{onDay(1, 1, 1), onDay(2, 2, 2), roundup}, 3, "3", "[1 2]"},
		{"an answer to a tinylog", []Post{tinylog, onDay(2, 2, 2, 1), onDay(3, 3, 2, 1)}, 2, "2", "[]"},
		{"links to nothing, itself, twice", []Post{onDay(1, 1, 1), onDay(2, 2, 2, 9, 2, 1, 1)}, 2, "1 >2", "[]"},
	} {
		f := Grow(tt.posts)
		tree := f.Tree(idOf(tt.of))
		if got := drawn(f, tree); got != tt.tree {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.tree)
		}
		if got := numbers(f.SeeAlso(tree)); got != tt.also {
			t.Errorf("%s: see also %s, want %s", tt.name, got, tt.also)
		}
	}
}

func numbers(ids []string) string {
	all := []int{}
	for _, id := range ids {
		all = append(all, numberOf(id))
	}
	return fmt.Sprint(all)
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
	var ring []Post
	for id := range posts {
		ring = append(ring, onDay(id, id, 1, (id+1)%posts))
	}
	for _, of := range []int{0, 1, posts / 2, posts - 1} {
		tree := Grow(ring).Tree(idOf(of))
		if len(tree) != posts || tree[0].Page != idOf(0) || tree[posts-1].Depth != posts-1 {
			t.Errorf("the tree of %d has %d posts and begins with %s", of, len(tree), tree[0].Page)
		}
	}
}

// randomPosts are posts of few authors and days, so that all cases occur.
func randomPosts(r *rand.Rand, n int) []Post {
	posts := make([]Post, n)
	for i := range posts {
		p := onDay(i, r.IntN(40), 1+r.IntN(25))
		p.Seen = time.Unix(int64(r.IntN(5)), 0)
		p.Joins = r.IntN(3) > 0
		for range r.IntN(4) {
			p.Links = append(p.Links, idOf(r.IntN(n+5))) // some lead nowhere
		}
		posts[i] = p
	}
	return posts
}

// TestBruteForce compares the trees of random posts with what the rule says of each pair.
func TestBruteForce(t *testing.T) {
	t.Parallel()
	for seed, n := range []int{2000, 200} {
		posts := randomPosts(rand.New(rand.NewPCG(uint64(seed), 0)), n)
		f, parents := Grow(posts), bruteParents(posts)
		answers, answered := 0, 0
		for _, p := range posts {
			tree := f.Tree(p.Page)
			if got, want := under(tree), bruteTree(parents, numberOf(p.Page)); !slices.Equal(got, want) {
				t.Fatalf("seed %d: the tree of %s is %v, not %v", seed, p.Page, got, want)
			}
			answers += len(f.Answers(p.Page))
			answered += len(f.AnsweredBy(p.Page))
		}
		if answers == 0 || answers != answered {
			t.Errorf("seed %d: %d answers given, %d had", seed, answers, answered)
		}
	}
}

// under lists the posts of a tree by number, each with its parent, -1 for the root.
func under(tree []Place) (pairs [][2]int) {
	var path []int
	for _, p := range tree {
		path = append(path[:p.Depth], numberOf(p.Page))
		parent := -1
		if p.Depth > 0 {
			parent = path[p.Depth-1]
		}
		pairs = append(pairs, [2]int{numberOf(p.Page), parent})
	}
	slices.SortFunc(pairs, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
	return pairs
}

// bruteParents reads the rule word by word, for each pair of posts.
func bruteParents(posts []Post) []int {
	isOlder := func(a, b Post) bool {
		if !a.Date.Equal(b.Date) {
			return a.Date.Before(b.Date)
		}
		if !a.Seen.Equal(b.Seen) {
			return a.Seen.Before(b.Seen)
		}
		return a.Page < b.Page
	}
	parents := make([]int, len(posts))
	for i, p := range posts {
		parents[i] = -1
		for _, to := range posts {
			linked := slices.Contains(p.Links, to.Page)
			earlier := to.Date.Format(time.DateOnly) <= p.Date.Format(time.DateOnly)
			if linked && earlier && p.Joins && to.Joins && p.Author != to.Author &&
				(parents[i] < 0 || isOlder(to, posts[parents[i]])) {
				parents[i] = numberOf(to.Page)
			}
		}
	}
	for i := range posts { // whoever comes back to himself, and is the oldest on the way
		oldest, at := posts[i], parents[i]
		for steps := 0; at >= 0 && at != i && steps <= len(posts); steps++ {
			if isOlder(posts[at], oldest) {
				oldest = posts[at]
			}
			at = parents[at]
		}
		if at == i && oldest.Page == idOf(i) {
			parents[i] = -1
		}
	}
	return parents
}

// bruteTree is under of the posts that have the root of a post.
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
