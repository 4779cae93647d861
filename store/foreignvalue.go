package store

import (
	"slices"

	"gemsub/feed"
	"gemsub/internal/model"
	"gemsub/internal/words"
)

// leftOut counts what is left out, by reason.
type leftOut []model.LeftOut

func (l *leftOut) add(reason string) {
	i := slices.IndexFunc(*l, func(o model.LeftOut) bool { return o.Reason == reason })
	if i < 0 {
		i, *l = len(*l), append(*l, model.LeftOut{Reason: reason})
	}
	(*l)[i].Count++
}

// sizeOfRow returns how many bytes a row takes at least in a file.
func sizeOfRow(values []any) int64 {
	size := len(values)
	for _, v := range values {
		switch v := v.(type) {
		case string:
			size += len(v)
		case []byte:
			size += len(v)
		}
	}
	return int64(size)
}

// makeSafe makes the values of a row safe like those of a document from the network, and
// says why it is left out, if it is.
func makeSafe(columns []typedColumn, values []any) (wrong string) {
	for i, c := range columns {
		kind := c.kind
		switch v := values[i].(type) {
		case nil:
		case int64:
			kind, values[i] = "INTEGER", saneSeconds(v)
		case string:
			if len(v) > feed.MaxLink && (c.name == "ref" || c.name == "url" || c.name == "link") {
				return "of which " + c.name + " is too long"
			}
			kind, values[i] = "TEXT", safeColumn(c.name, v)
		case []byte:
			kind = "BLOB"
		default:
			kind = ""
		}
		if kind != c.kind {
			return "of which " + c.name + " is of another type"
		}
	}
	return ""
}

// safeColumn makes a text safe for a column.
func safeColumn(name, text string) string {
	switch name {
	case "text":
		safe, _ := feed.SafeText(text, model.MaxPostText)
		return safe
	case "ref", "url", "link":
		return words.Safe(text)
	case "tag":
		return model.FoldTag(words.Line(text, maxTag))
	}
	return words.Line(text, feed.MaxTitle)
}

// maxTag bounds a tag of a foreign database, in bytes.
const maxTag = 128

// saneSeconds returns the time n, or the nearest in the years 0 to 9999, which RFC
// 3339 can write.
func saneSeconds(n int64) int64 {
	const first, last = -62167219200, 253402300799 // of the years 0 and 9999
	return min(max(n, first), last)
}
