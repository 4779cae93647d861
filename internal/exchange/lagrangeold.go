package exchange

import (
	"strconv"
	"strings"
)

// readLagrangeOld reads bookmarks.txt, which has three lines per bookmark: icon, time
// and URL; title; tags. The last two may be blank. Damaged lines up to the next blank
// line or bookmark are one problem.
func (l *List) readLagrangeOld(doc string) {
	for lines := (lineReader{rest: doc}); lines.rest != ""; {
		line := lines.next()
		switch url, ok := bookmarkHead(line); {
		case ok:
			b := bookmark{line: lines.number, url: url}
			b.title, b.tags = lines.body(), lines.body()
			l.addBookmark(b)
		case strings.TrimSpace(line) != "":
			l.problem(lines.number, line, "not the first line of a bookmark")
			lines.skipDamage()
		}
	}
}

// A lineReader reads a file line by line.
type lineReader struct {
	rest   string
	number int // of the last line that was read
}

func (r *lineReader) next() string {
	line := r.peek()
	r.rest = r.rest[len(line):]
	r.number++
	return line
}

// peek returns the next line with its end, "" after the last.
func (r *lineReader) peek() string {
	if end := strings.IndexByte(r.rest, '\n'); end >= 0 {
		return r.rest[:end+1]
	}
	return r.rest
}

// body reads a line below a bookmark's first, unless the next bookmark begins there.
func (r *lineReader) body() string {
	if _, ok := bookmarkHead(r.peek()); ok || r.rest == "" {
		return ""
	}
	return r.next()
}

// skipDamage skips lines up to the next blank line or bookmark.
func (r *lineReader) skipDamage() {
	for strings.TrimSpace(r.peek()) != "" {
		if _, ok := bookmarkHead(r.peek()); ok {
			return
		}
		r.next()
	}
}

// bookmarkHead returns the URL of a line such as
// "0001f4d6 1612137600.000000 gemini://example.org/".
func bookmarkHead(line string) (url string, ok bool) {
	icon, rest, _ := strings.Cut(line, " ")
	seconds, url, found := strings.Cut(rest, " ")
	if len(icon) != len("0001f4d6") || !found {
		return "", false
	}
	if _, err := strconv.ParseUint(icon, 16, 32); err != nil {
		return "", false
	}
	if _, err := strconv.ParseFloat(seconds, 64); err != nil {
		return "", false
	}
	return strings.TrimSpace(url), true
}
