package exchange

import (
	"net/url"
	"regexp"
	"strings"
	"sync"

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
	case !isURL().MatchString(line):
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

// maxWords is how many words of a line count.
const maxWords = 100

// aWord matches a word of a line, in double quotes or up to white space, or a comment.
var aWord = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`"((?:\\.|[^"])*)"?|#.*|\S+`) })

// escapes are those of quoted words. A word stays on one line.
var escapes = strings.NewReplacer(`\n`, " ", `\r`, " ", `\t`, " ", `\"`, `"`, `\\`, `\`)

// splitWords splits a line as newsboat does.
func splitWords(line string) (words []string) {
	for _, match := range aWord().FindAllStringSubmatch(line, maxWords) {
		switch match[0][0] {
		case '#':
			return words
		case '"':
			words = append(words, escapes.Replace(match[1]))
		default:
			words = append(words, match[0])
		}
	}
	return words
}
