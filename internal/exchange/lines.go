package exchange

import (
	"net/url"
	"slices"
	"strings"

	"gemsub/gemtext"
)

// readLines reads the links of a page, with their labels as titles, and in a list of URLs
// also every other line that is no comment: of the first [MaxSubscriptions] lines.
func (l *List) readLines(doc string) error {
	for line := range gemtext.Lines(doc) {
		switch {
		case line.Number > MaxSubscriptions:
			l.problem(line.Number, "", "only the first 20000 lines are read")
			return nil
		case line.Kind == gemtext.Link:
			l.addLink(line)
		case l.Kind == URLs && line.Kind != gemtext.Heading:
			l.addLine(line.Number, line.Text)
		}
	}
	return nil
}

// addLink adds a link. A file has no URL, so relative links are problems.
func (l *List) addLink(line gemtext.Line) {
	if u, err := url.Parse(line.URL); err == nil && u.Scheme == "" && u.Host == "" {
		l.problem(line.Number, line.URL, "not an absolute URL")
		return
	}
	l.add(Subscription{URL: line.URL, Title: line.Text, Line: line.Number})
}

// addLine adds a line of a list: a URL, followed by tags as in newsboat's urls file
// (newsboat's manual, Tagging), of which one that begins with "~" is the title. A "!",
// which hides a feed in newsboat, is ignored.
func (l *List) addLine(number int, line string) {
	words := splitWords(line)
	if len(words) == 0 {
		return
	}
	switch scheme, _, _ := strings.Cut(words[0], ":"); {
	case scheme == "query":
		l.skip("query over other feeds")
	case scheme == "exec", scheme == "filter":
		l.problem(number, line, "feeds from programs are not supported")
	case !isURL(words):
		l.problem(number, line, "line does not begin with a URL")
	default:
		s := Subscription{URL: words[0], Line: number}
		for _, word := range words[1:] {
			if name, isTitle := strings.CutPrefix(word, "~"); isTitle {
				s.Title = name
			} else {
				s.Tags = addTag(s.Tags, strings.TrimPrefix(word, "!"))
			}
		}
		l.add(s)
	}
}

// isURL reports whether a line begins with a URL. That may lack its scheme; but prose is no
// list because of a word such as "README.md": a host has a path, or stands alone.
func isURL(words []string) bool {
	if scheme, _, isAbsolute := strings.Cut(words[0], "//"); isAbsolute {
		name, rest, _ := strings.Cut(scheme, ":")
		return scheme == "" || rest == "" && name != "" && 'a' <= name[0]|' ' && name[0]|' ' <= 'z'
	}
	host, _, hasPath := strings.Cut(words[0], "/")
	host, port, _ := strings.Cut(host, ":")
	isHost := host == "localhost" || strings.Contains(host, ".") && !slices.Contains(strings.Split(host, "."), "")
	return isHost && strings.Trim(port, "0123456789") == "" && (hasPath || len(words) == 1)
}

// maxWords is how many words of a line count.
const maxWords = 100

// splitWords splits a line as newsboat does, at white space. Double quotes enclose a word, in
// which a backslash escapes; a word that begins with "#" begins a comment. It needs no pattern
// for each line: a file may have a line for every two bytes.
func splitWords(line string) (words []string) {
	for len(words) < maxWords {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			break
		}
		var word string
		if line[0] == '"' {
			word, line = quotedWord(line[1:])
		} else if end := strings.IndexAny(line, " \t"); end >= 0 {
			word, line = line[:end], line[end:]
		} else {
			word, line = line, ""
		}
		words = append(words, word)
	}
	return words
}

// quotedWord reads up to the closing quote, or to the end if there is none.
func quotedWord(s string) (word, rest string) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '"':
			return b.String(), s[i+1:]
		case s[i] == '\\' && i+1 < len(s):
			i++
			if strings.IndexByte("nrt", s[i]) >= 0 { // ends of lines and tabs
				b.WriteByte(' ')
			} else {
				b.WriteByte(s[i])
			}
		default:
			b.WriteByte(s[i])
		}
	}
	return b.String(), ""
}
