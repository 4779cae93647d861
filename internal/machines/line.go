// Package machines reads and writes the folder through which machines synchronise. Each machine
// writes its own file there and reads all files. The package returns only lines that a machine can
// write, and does not interpret them.
package machines

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"gemsub/feed"
	"gemsub/internal/address"
	"gemsub/internal/model"
	"gemsub/internal/words"
)

// Limits of the files.
const (
	maxLine    = 8 << 10
	maxText    = 2 << 10 // of a URL or any other text
	maxName    = 32      // of a machine
	maxNotes   = 20
	maxRead    = 128 << 20 // of all files at once
	maxLines   = 1_000_000 // of all files
	maxCounter = 1 << 53   // larger JSON numbers are not exact
)

// fields returns the fields of a line in the order of the file.
func fields(l *model.SyncLine) []any { return []any{&l.Counter, &l.What, &l.Feed, &l.Ref, &l.Value} }

// parse reads a line, makes its text safe, and reports whether it is valid.
func parse(text []byte) (l model.SyncLine, ok bool) {
	if all := fields(&l); len(text) > maxLine || json.Unmarshal(text, &all) != nil || len(all) != 5 {
		return l, false
	}
	l.Feed = address.Normalize(l.Feed) // earlier versions wrote another form
	if l.What == "later" {
		l.Ref = address.Normalize(l.Ref)
	}
	number, isNumber := l.Value.(float64)
	value, isText := l.Value.(string)
	switch {
	case isNumber:
		l.Value = int64(number)
	case isText && l.What == "subscribe":
		l.Value = address.Normalize(value)
	case isText:
		l.Value = words.SafeTitle(value, maxText)
	}
	return l, max(len(l.Feed), len(l.Ref), len(value)) <= maxText && l.Counter >= 0 && l.Counter <= maxCounter && isSensible(l)
}

// isSensible reports whether a machine could write l.
func isSensible(l model.SyncLine) bool {
	number, isNumber := l.Value.(int64)
	text, _ := l.Value.(string)
	isNull, isSet := l.Value == nil, isNumber && number == 1
	isWhole := l.Ref == "" // about the feed itself
	isLater := l.Feed == model.LaterURL
	isOfPage := isWhole && !isLater // settings that the feed "Read later" does not have
	switch l.What {
	case "later":
		at, _, _ := strings.Cut(text, " ")
		_, err := strconv.ParseUint(at, 10, 37) // up to the year 6325
		link, isBad := address.ParseLink(l.Ref)
		return isLater && isBad == nil && link.String() == l.Ref && (isNull || err == nil)
	case "read", "star":
		return !isWhole && (isNull || isSet || isNumber && l.What == "read")
	case "subscribe":
		return (isLater || isURL(l.Feed)) && isWhole && (isNull || isSet || isURL(text) && !isLater)
	case "title":
		return isWhole && (isNull || text != "")
	case "interval":
		return isOfPage && (isNull || isNumber && number >= 60 && number <= int64(model.MaxFixedInterval/time.Second))
	case "format":
		return isOfPage && (isNull || slices.Contains(feed.Formats(), feed.Format(text)))
	case "posts":
		return isOfPage && (isNull || slices.Contains([]model.PostsKept{model.PostsAll, model.PostsNew, model.PostsNone}, model.PostsKept(text)))
	case "ignore-robots":
		return isOfPage && (isNull || isSet)
	case "tag":
		return (isNull || isSet) && model.CheckTag(l.Ref) == nil && l.Ref == model.FoldTag(words.Safe(l.Ref))
	case "mute", "mute-not": // a regular expression may take minutes
		tag, pattern, _ := strings.Cut(l.Ref, " ")
		isScoped := l.What == "mute" || l.Feed != "" || tag != ""
		return (isNull || isSet) && isScoped && pattern != "" && !model.Mute{Pattern: pattern}.IsExpression() && tag == model.FoldTag(tag) && l.Ref == words.Safe(l.Ref)
	}
	return false
}

// isURL reports whether text is a URL in the form in which it is stored.
func isURL(text string) bool {
	u, err := address.Parse(text)
	return err == nil && u.String() == text
}
