package exchange

import (
	"strings"

	"gemsub/gemtext"
)

// readURLs reads a URL per line, followed by tags as in newsboat's urls file
// (newsboat's manual, Tagging): words, perhaps quoted. One that begins with "~" is the
// title; "!", which hides a feed in newsboat, is ignored.
func (l *List) readURLs(doc string) {
	number := 0
	for line := range strings.Lines(doc) {
		number++
		words := splitWords(strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(line), "=>"))) // as people paste them
		if len(words) == 0 {
			continue
		}
		url := withScheme(words)
		switch scheme, _, ok := cutScheme(url); {
		case !ok:
			l.problem(number, line, "line does not begin with a URL")
		case scheme == "query":
			l.skip("query over other feeds")
		case scheme == "exec", scheme == "filter":
			l.problem(number, line, "feeds from programs are not supported")
		default:
			s := Subscription{URL: url, Line: number}
			s.Title, s.Tags = titleAndTags(words[1:])
			l.add(s)
		}
	}
}

// titleAndTags separates the words after a URL into title and tags.
func titleAndTags(words []string) (title string, tags []string) {
	for _, word := range words {
		if name, ok := strings.CutPrefix(word, "~"); ok {
			title = name
			continue
		}
		tags = addTag(tags, strings.TrimPrefix(word, "!"))
	}
	return title, tags
}

// withScheme returns the URL of a line. People may omit the scheme, as on gemsub's own
// command line; but a line of prose must not become a subscription because of a word
// such as "README.md".
func withScheme(words []string) string {
	first := words[0]
	if strings.HasPrefix(first, "//") {
		return "gemini:" + first
	}
	host, _, hasPath := strings.Cut(first, "/")
	host, _, _ = strings.Cut(host, ":")
	inside := host == "localhost" || strings.Trim(host, ".") == host && strings.Contains(host, ".")
	if inside && !strings.Contains(first, "://") && (hasPath || len(words) == 1) {
		return "gemini://" + first
	}
	return first
}

// splitWords splits a line at white space as newsboat does: double quotes enclose a
// word, a backslash escapes inside them, and a word that begins with "#" begins a
// comment.
func splitWords(line string) []string {
	var words []string
	for {
		line = strings.TrimLeft(line, " \t")
		if line == "" || line[0] == '#' {
			return words
		}
		var word string
		if line[0] == '"' {
			word, line = quotedWord(line[1:])
		} else {
			word, line = plainWord(line)
		}
		words = append(words, word)
	}
}

func plainWord(s string) (word, rest string) {
	if i := strings.IndexAny(s, " \t"); i >= 0 {
		return s[:i], s[i:]
	}
	return s, ""
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

// readGemtext reads every link of a page, with its label as title. A file has no URL,
// so relative links are problems.
func (l *List) readGemtext(doc string) {
	for line := range gemtext.Lines(doc) {
		if line.Kind != gemtext.Link {
			continue
		}
		l.add(Subscription{URL: line.URL, Title: line.Text, Line: line.Number})
	}
}
