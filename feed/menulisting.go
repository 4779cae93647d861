package feed

import (
	"strings"
	"time"

	"gemsub/internal/menu"
)

// wholeName returns the label of an item. From a directory listing it removes the
// modification time and size, and completes a cut name from the selector.
func wholeName(item menu.Item) string {
	name, listed := cutListing(item.Label)
	if !listed {
		return item.Label
	}
	if file := lastPart(item.Selector); strings.HasPrefix(file, name) && isValidText(file) {
		return file
	}
	return name
}

// cutListing returns the name in a line of a directory listing.
func cutListing(label string) (name string, listed bool) {
	for _, end := range []int{endOfName(label), endOfGeomyidaeName(label)} {
		if end > 0 {
			return strings.TrimRight(label[:end], " "), true
		}
	}
	return label, false
}

const listingSize = len("   1023.9 MB") - 1

// endOfName returns where the name ends in a listing of Gophernicus, whose columns are
// "name   2026-Nov-21 20:59   12.3 KB"; -1 elsewhere.
func endOfName(label string) int {
	const layout = "2006-Jan-02 15:04"
	return columnBefore(label, len(label)-listingSize, layout)
}

// endOfGeomyidaeName is endOfName for geomyidae: "name   12.3K 2026-11-21 20:59 UTC".
func endOfGeomyidaeName(label string) int {
	const layout, size, units = "2006-01-02 15:04", len("      12.3K "), "BKMGTPE"
	end := columnBefore(label, strings.LastIndexByte(label, ' '), layout)
	if end <= size || strings.IndexByte(units, label[end-2]) < 0 || !isDigit(label[end-3]) {
		return -1
	}
	return end - size
}

// columnBefore returns where the column of times begins that ends at a place, -1 if
// there is no time or nothing before it.
func columnBefore(label string, end int, layout string) int {
	at := end - len(layout)
	if at <= 0 {
		return -1
	}
	if _, err := time.Parse(layout, label[at:end]); err != nil {
		return -1
	}
	return at
}

// lastPart returns the last part of a selector.
func lastPart(selector string) string {
	selector = strings.TrimRight(selector, "/")
	return selector[strings.LastIndexByte(selector, '/')+1:]
}

// isValidText reports a text that needs no cleaning.
func isValidText(s string) bool { return cleanTitle(s) == s }
