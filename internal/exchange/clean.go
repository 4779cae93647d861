package exchange

import (
	"slices"

	"gemsub/feed"
	"gemsub/internal/words"
)

// Bounds of what a list may contain. Without them a file of a few MiB could repeat
// one long tag or many nested groups for each of its entries.
const (
	maxExcerpt = 200 // bytes
	maxTag     = 128 // bytes
	maxTags    = 32
)

// clean returns a title as one printable line.
func clean(s string) string {
	return words.Line(s, feed.MaxTitle)
}

// addTag returns tags with one more, unless that is empty or a duplicate, or there are
// enough. It never changes an array that another slice of tags uses.
func addTag(tags []string, tag string) []string {
	tag = words.Line(tag, maxTag)
	if tag == "" || len(tags) == maxTags || slices.Contains(tags, tag) {
		return tags
	}
	return append(slices.Clip(tags), tag)
}
