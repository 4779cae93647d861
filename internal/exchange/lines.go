package exchange

import (
	"strconv"
	"strings"

	"gemsub/gemtext"
	"gemsub/internal/model"
)

// readLines reads the links of a page, with their labels as titles. In a list of URLs all other
// lines except comments count too.
func (l *List) readLines(doc string) error {
	for line := range gemtext.Lines(doc) {
		switch {
		case line.Kind == gemtext.Link && !strings.Contains(line.URL, "//"): // relative to the page's URL, which is unknown
			l.addProblem(line.Number, line.URL, "not an absolute URL")
		case line.Kind == gemtext.Link:
			l.add(line.Number, model.Subscription{URL: line.URL, Title: line.Text})
		case l.Kind == URLs && line.Kind != gemtext.Heading:
			l.addURLLine(line.Number, line.Text)
		}
	}
	return nil
}

// addURLLine adds a line of a list: a URL, followed by tags as in newsboat's urls file
// (newsboat's manual, Tagging). A tag that begins with "~" is the title. A "!", which hides a
// feed in newsboat, is ignored.
func (l *List) addURLLine(number int, line string) {
	words := splitWords(line)
	switch {
	case len(words) == 0:
	case strings.HasPrefix(words[0], "query:"):
		l.Skipped["query over other feeds"]++
	case !beginsWithURL(words):
		l.addProblem(number, line, "line does not begin with a URL")
	default:
		s := model.Subscription{URL: words[0]}
		for _, word := range words[1:] {
			if name, isTitle := strings.CutPrefix(word, "~"); isTitle {
				s.Title = name
			} else {
				s.Tags = addTag(s.Tags, strings.TrimPrefix(word, "!"))
			}
		}
		l.add(number, s)
	}
}

// beginsWithURL reports whether a line begins with a URL. A host without a scheme must have a path
// or be the only word of the line, so that a word such as "README.md" does not make prose a list.
func beginsWithURL(words []string) bool {
	if len(words) == 0 {
		return false
	}
	if scheme, _, isAbsolute := strings.Cut(words[0], "//"); isAbsolute {
		name, rest, _ := strings.Cut(scheme, ":")
		return scheme == "" || rest == "" && name != "" && 'a' <= name[0]|' ' && name[0]|' ' <= 'z'
	}
	host, _, hasPath := strings.Cut(words[0], "/")
	host, _, _ = strings.Cut(host, ":")
	isHost := host == "localhost" || strings.Contains(strings.Trim(host, "."), ".")
	return isHost && (hasPath || len(words) == 1)
}

// maxWords is how many words of a line splitWords reads.
const maxWords = 100

// splitWords splits a line at white space. Double quotes enclose a word, in which a backslash
// escapes as in Go. A word that begins with "#" begins a comment.
func splitWords(line string) (words []string) {
	rest := strings.TrimSpace(strings.ReplaceAll(line, "\t", " "))
	for rest != "" && rest[0] != '#' && len(words) < maxWords {
		word, after, _ := strings.Cut(rest, " ")
		word = strings.Trim(word, `"`)
		if quoted, err := strconv.QuotedPrefix(rest); err == nil && rest[0] == '"' {
			word, _ = strconv.Unquote(quoted)
			after = rest[len(quoted):]
		}
		words, rest = append(words, word), strings.TrimSpace(after)
	}
	return words
}
