package show

import "gemsub/internal/words"

// WouldPrune says how many entries a prune would remove, or only their posts.
func (p *Printer) WouldPrune(n int, posts bool) { p.Say("would remove %s", countPruned(n, posts)) }

// Pruned says how many entries were removed, or only their posts, and how many bytes of
// the file are free for new ones.
func (p *Printer) Pruned(n int, posts bool, free int64) {
	message := "removed " + countPruned(n, posts)
	if n > 0 {
		message += ", which cannot be undone"
	}
	if free > 0 {
		message += "; " + words.Size(free) + " of the file are free for new ones"
	}
	p.Say("%s", message)
}

func countPruned(n int, posts bool) string {
	if posts {
		return words.Count(n, "post", "posts")
	}
	return words.Count(n, "entry", "entries")
}
