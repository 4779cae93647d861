package exchange

import "strings"

// readURLs reads a URL per line, with tags behind it as newsboat's urls file has
// them (newsboat's manual, Tagging): words, or quoted; one that begins with "~"
// is the title, and "!" hides a feed there, which has no meaning here.
func (l *List) readURLs(doc string) {
	number := 0
	for line := range strings.Lines(doc) {
		number++
		words := splitWords(strings.TrimSpace(line))
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

// titleAndTags sorts out the words behind a URL.
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

// withScheme returns the URL of a line. A list that somebody typed may leave the
// scheme out, as on gemsub's own command line; a line of prose must not become a
// subscription for a word such as "README.md".
func withScheme(words []string) string {
	first := words[0]
	if strings.HasPrefix(first, "//") {
		return "gemini:" + first
	}
	host, _, hasPath := strings.Cut(first, "/")
	host, _, _ = strings.Cut(host, ":")
	inside := strings.Trim(host, ".") == host && strings.Contains(host, ".")
	if inside && !strings.Contains(first, "://") && (hasPath || len(words) == 1) {
		return "gemini://" + first
	}
	return first
}

// splitWords splits a line at white space as newsboat does: double quotes hold
// together, a backslash escapes inside them, and a word that begins with "#"
// begins a comment.
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

// quotedWord reads up to the closing quote, or to the end where there is none.
func quotedWord(s string) (word, rest string) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '"':
			return b.String(), s[i+1:]
		case s[i] == '\\' && i+1 < len(s):
			i++
			b.WriteByte(unescape(s[i]))
		default:
			b.WriteByte(s[i])
		}
	}
	return b.String(), ""
}

// unescape is the character that a backslash and c stand for.
func unescape(c byte) byte {
	switch c {
	case 'n', 'r', 't':
		return ' '
	}
	return c
}
