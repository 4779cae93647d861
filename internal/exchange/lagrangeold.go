package exchange

import (
	"slices"
	"strconv"
	"strings"
)

// readLagrangeOld reads bookmarks.txt: three lines per bookmark, of which the
// first tells icon, time and URL, and title and tags may be blank. Damage is told
// once for each run of lines up to the next blank one or the next bookmark.
func (l *List) readLagrangeOld(doc string) {
	lines := slices.Collect(strings.Lines(doc))
	for i := 0; i < len(lines); {
		switch url, ok := bookmarkHead(lines[i]); {
		case ok:
			b := bookmark{line: i + 1, url: url}
			i++
			b.title, i = bodyLine(lines, i)
			b.tags, i = bodyLine(lines, i)
			l.addBookmark(b)
		case strings.TrimSpace(lines[i]) == "":
			i++
		default:
			l.problem(i+1, lines[i], "not the first line of a bookmark")
			i = skipDamage(lines, i+1)
		}
	}
}

// bodyLine returns the line at i and where to go on. A bookmark that lacks lines
// must not swallow the next one.
func bodyLine(lines []string, i int) (text string, next int) {
	if i == len(lines) {
		return "", i
	}
	if _, ok := bookmarkHead(lines[i]); ok {
		return "", i
	}
	return lines[i], i + 1
}

// skipDamage goes on to the next blank line or bookmark.
func skipDamage(lines []string, i int) int {
	for i < len(lines) && strings.TrimSpace(lines[i]) != "" {
		if _, ok := bookmarkHead(lines[i]); ok {
			break
		}
		i++
	}
	return i
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
