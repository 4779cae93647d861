package exchange

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/BurntSushi/toml"
)

// maxTable is the maximum size of a bookmark of bookmarks.ini in bytes.
const maxTable = 64 << 10

// maxTables is their maximum number: a TOML parser takes over ten microseconds for each.
const maxTables = 40_000

// A table is a part of bookmarks.ini: a bookmark, or the lines before the first one.
type table struct {
	line   int    // of its header; 0 before the first
	header string // between the brackets
	body   string // the lines below the header
}

// A tableBookmark is the content of a table.
type tableBookmark struct {
	bookmark             // with an empty URL for a folder
	number, parent int64 // parent is the folder around it, 0 for none
}

// readLagrange reads bookmarks.ini. It parses each table by itself, so that a broken
// one does not affect the others.
func (l *List) readLagrange(doc string) {
	folders := map[int64]tableBookmark{}
	var bookmarks []tableBookmark
	count := 0
	for t := range tables(doc) {
		if count++; count > maxTables {
			l.skip("bookmark after the first 40000")
			continue
		}
		b, ok := l.readTable(t)
		switch {
		case !ok:
		case b.url == "":
			folders[b.number] = b
			l.skip("folder")
		default:
			bookmarks = append(bookmarks, b)
		}
	}
	for _, b := range bookmarks {
		b.folders = around(b, folders)
		l.addBookmark(b.bookmark)
	}
}

// readTable parses one table, or adds a problem. Lines before the first bookmark are
// only checked. Values of a wrong type count as missing, as in Lagrange, except for
// the URL.
func (l *List) readTable(t table) (b tableBookmark, ok bool) {
	if len(t.body) > maxTable {
		l.problem(max(t.line, 1), t.header, fmt.Sprintf("bookmark is larger than %d KiB", maxTable>>10))
		return b, false
	}
	if n := oddLine(t.body); n > 0 {
		l.problem(t.line+n, lineAt(t.body, n), "line of a bookmark is no key and value")
		return b, false
	}
	var values map[string]any
	if _, err := toml.Decode(t.body, &values); err != nil {
		l.tomlProblem(t, err)
		return b, false
	}
	if t.line == 0 {
		return b, false
	}
	number, err := strconv.ParseInt(t.header, 10, 64)
	if err != nil {
		l.problem(t.line, "["+t.header+"]", "not the number of a bookmark")
		return b, false
	}
	url, isText := values["url"].(string)
	if values["url"] != nil && !isText {
		l.problem(t.line, "["+t.header+"]", "url of the bookmark is no text")
		return b, false
	}
	b.number, b.line, b.url = number, t.line, url
	b.title, _ = values["title"].(string)
	b.tags, _ = values["tags"].(string)
	b.parent, _ = values["parent"].(int64)
	return b, true
}

// oddLine returns the number of the first line that is neither blank, nor a comment,
// nor a simple key with a value other than a table or array, 0 if there is none.
// Lagrange writes nothing else, and for nested tables or a long dotted key the TOML
// parser's time and memory grow with the square of the length.
func oddLine(body string) int {
	number := 0
	for line := range strings.Lines(body) {
		number++
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		key, value, found := strings.Cut(line, "=")
		value = strings.TrimSpace(value)
		if !found || strings.Contains(key, ".") || strings.HasPrefix(value, "[") || strings.HasPrefix(value, "{") {
			return number
		}
	}
	return 0
}

// tomlProblem adds a problem with the line inside a table that cannot be read.
func (l *List) tomlProblem(t table, err error) {
	line, text, message := max(t.line, 1), "", err.Error()
	if parse, ok := errors.AsType[toml.ParseError](err); ok {
		inside := max(parse.Position.Line, 1) // the parser says 0 where CRLF ends a string
		line, text, message = t.line+inside, lineAt(t.body, inside), parse.Message
	}
	l.problem(line, text, "bookmark cannot be read: "+excerpt(message))
}

// lineAt returns the line of doc with that number, counted from 1.
func lineAt(doc string, number int) string {
	for line := range strings.Lines(doc) {
		if number--; number == 0 {
			return line
		}
	}
	return ""
}

// around returns the titles of the folders around a bookmark, outermost first. If
// folders contain one another, it stops at the maximum number of tags.
func around(b tableBookmark, folders map[int64]tableBookmark) []string {
	var titles []string
	for range maxTags {
		folder, ok := folders[b.parent]
		if !ok {
			break
		}
		titles = append(titles, folder.title)
		b = folder
	}
	slices.Reverse(titles)
	return titles
}

// tables yields the parts of the file between its headers. Lagrange writes no line
// ends inside strings, so every line with the form of a header is one.
func tables(doc string) iter.Seq[table] {
	return func(yield func(table) bool) {
		var t table
		number, start, end := 0, 0, 0
		for line := range strings.Lines(doc) {
			number++
			if header, ok := tableHeader(line); ok {
				t.body = doc[start:end]
				if !yield(t) {
					return
				}
				t = table{line: number, header: header}
				start = end + len(line)
			}
			end += len(line)
		}
		t.body = doc[start:]
		yield(t)
	}
}

// tableHeader returns the text between the brackets of a line such as "[12]".
func tableHeader(line string) (string, bool) {
	line, _, _ = strings.Cut(line, "#")
	line = strings.TrimSpace(line)
	if len(line) < len("[1]") || line[0] != '[' || line[len(line)-1] != ']' {
		return "", false
	}
	return strings.TrimSpace(line[1 : len(line)-1]), true
}
