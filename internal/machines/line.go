// Package machines reads and writes the folder through which machines stay in step. Each
// machine appends to a file of its own there, and reads those of the others. What lines
// mean is for others to say; whatever stands in a file, only lines that a machine could
// have written are returned.
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
	maxRead  = 16 << 20 // of all files at once: of short lines each byte takes ten of memory
)

// maxCounter is the highest counter that makes sense: one that grew each second since 1960.
// So a forged one keeps nobody from writing a higher one a second later.
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

// folder is what the URLs of most entries of a feed begin with: a file is a third shorter
// without that.
func folder(feed string) string { return feed[:strings.LastIndexByte(feed, '/')+1] }

// parse reads a line. It reports whether the line makes sense.
func parse(text []byte, now time.Time) (l model.SyncLine, ok bool) {
	if len(text) > maxLine || !bytes.HasPrefix(text, []byte("[")) { // told soon: there may be millions
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

// isSensible reports whether a machine writes such a line, and makes its text safe.
func isSensible(l *model.SyncLine) bool {
	number, isNumber := l.Value.(int64)
	text, isText := l.Value.(string)
	isNull, isSet := l.Value == nil, isNumber && number == 1
	isWhole := l.Ref == "" // about a feed, not something of it
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

// orNil is text, or nil for none.
func orNil(text string) any {
	if text == "" {
		return nil
	}
	return text
}

// isURL reports whether text is a URL in the form in which subscriptions have it.
func isURL(text string) bool {
	u, err := address.Parse(text)
	return err == nil && u.String() == text
}
