// Package machines reads and writes the folder through which machines synchronise. Each
// machine appends to its own file there and reads those of the others. The package returns
// only lines that a machine could have written, and does not interpret them.
package machines

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"gemsub/feed"
	"gemsub/internal/address"
	"gemsub/internal/model"
	"gemsub/internal/words"
)

// Bounds of what is read.
const (
	maxLine  = 8 << 10
	maxText  = 2 << 10 // of a URL, and any other text
	maxFiles = 64
	maxRead  = 16 << 20 // of all files at once: a byte of a short line takes ten in memory
)

// maxCounter is the highest valid counter: it grows by one each second since 1960. So a
// forged counter can be exceeded a second later.
func maxCounter(now time.Time) int64 { return max(now.Unix(), 0) + 10*365*24*60*60 }

// format writes l as a line of a file: [counter, what, feed, ref, value].
func format(to *bytes.Buffer, l model.SyncLine) error {
	lines := json.NewEncoder(to)
	lines.SetEscapeHTML(false)
	if rest, isBelow := strings.CutPrefix(l.Ref, folder(l.Feed)); isBelow && l.Feed != "" {
		l.Ref = "./" + rest
	}
	return lines.Encode([]any{l.Counter, l.What, l.Feed, l.Ref, l.Value})
}

// folder is the prefix of the URLs of most entries of a feed. Leaving it out makes a file a
// third shorter.
func folder(feed string) string { return feed[:strings.LastIndexByte(feed, '/')+1] }

// parse reads a line and reports whether it is valid.
func parse(text []byte, now time.Time) (l model.SyncLine, ok bool) {
	if len(text) > maxLine || !bytes.HasPrefix(text, []byte("[")) { // rejected early: there may be millions
		return l, false
	}
	var value json.RawMessage
	fields := []any{&l.Counter, &l.What, &l.Feed, &l.Ref, &value}
	if json.Unmarshal(text, &fields) != nil || len(fields) != 5 {
		return l, false
	}
	if rest, isBelow := strings.CutPrefix(l.Ref, "./"); isBelow {
		l.Ref = folder(l.Feed) + rest
	}
	if l.Counter < 0 || l.Counter > maxCounter(now) || max(len(l.Feed), len(l.Ref)) > maxText {
		return l, false
	}
	var number int64
	var line string
	switch {
	case len(value) == 0:
	case json.Unmarshal(value, &number) == nil:
		l.Value = number
	case json.Unmarshal(value, &line) == nil && len(line) <= maxText:
		l.Value = line
	default:
		return l, false
	}
	return l, isSensible(&l)
}

// isSensible reports whether a machine could write l, and makes its text safe.
func isSensible(l *model.SyncLine) bool {
	number, isNumber := l.Value.(int64)
	text, isText := l.Value.(string)
	isNull, isSet := l.Value == nil, isNumber && number == 1
	isWhole := l.Ref == "" // about the feed itself
	switch l.What {
	case "read":
		return !isWhole && (isNull || isNumber)
	case "star":
		return !isWhole && (isNull || isSet)
	case "move":
		return l.Feed != "" && isText && text != "" && (!isWhole || isURL(text))
	case "subscribe":
		return isURL(l.Feed) && isWhole && (isNull || isSet || isURL(text))
	case "title":
		l.Value = orNil(words.Line(text, feed.MaxTitle))
		return isWhole && (isNull || isText)
	case "interval":
		return isWhole && (isNull || isNumber && number >= 60 && number <= 30*24*60*60)
	case "format":
		return isWhole && (isNull || slices.Contains(feed.Formats(), feed.Format(text)))
	case "posts":
		_, err := model.ParsePostsKept(text)
		return isWhole && (isNull || err == nil)
	case "ignore-robots":
		return isWhole && (isNull || isSet)
	case "tag":
		return (isNull || isSet) && model.CheckTag(l.Ref) == nil && l.Ref == model.FoldTag(words.Safe(l.Ref))
	case "mute":
		tag, pattern, ok := strings.Cut(l.Ref, " ")
		return ok && (isNull || isSet) && tag == model.FoldTag(tag) && l.Ref == words.Safe(l.Ref) && model.Mute{Pattern: pattern}.Check() == nil
	}
	return false
}

// orNil returns text, or nil if it is empty.
func orNil(text string) any {
	if text == "" {
		return nil
	}
	return text
}

// isURL reports whether text is a URL as subscriptions store it.
func isURL(text string) bool {
	u, err := address.Parse(text)
	return err == nil && u.String() == text
}
