package shell

import (
	"strconv"
	"strings"
)

// A BashLine is a command line that is being typed, as bash will read it.
type BashLine struct {
	Words []string // after the command's own name, the last one maybe unfinished
	kept  string   // what the last word begins with and stays: bash replaces the rest
	quote byte     // the quotes that are open where the rest begins, 0 for none
	close bool     // the rest begins close behind a quote
}

// ReadBashLine reads a command line up to the cursor, which ends in what bash will
// replace. It reports false where what stays is more than words.
func ReadBashLine(line, replaced string) (BashLine, bool) {
	before, ok := strings.CutSuffix(line, replaced)
	if !ok {
		return BashLine{}, false
	}
	kept, all := splitBash(before), splitBash(line)
	if !kept.plain || len(kept.words) == 0 {
		return BashLine{}, false
	}
	return BashLine{
		Words: append(all.words[1:], string(all.word)),
		kept:  string(kept.word),
		quote: kept.quote,
		close: kept.quote != 0 && before[len(before)-1] == kept.quote,
	}, true
}

// A bashSplitter splits a command line as bash does.
type bashSplitter struct {
	words []string // that are whole
	word  []byte   // in which the line ends; empty behind a space
	begun bool     // there is a word, though it may be empty
	quote byte     // the quotes that are open
	plain bool     // all of it stands for itself
}

func splitBash(line string) *bashSplitter {
	s := &bashSplitter{plain: true}
	for line != "" {
		line = line[s.take(line):]
	}
	return s
}

// take reads what rest begins with and returns how many bytes that is.
func (s *bashSplitter) take(rest string) int {
	c := rest[0]
	switch {
	case c == '\\' && s.quote != '\'':
		return s.escaped(rest)
	case s.quote == 0 && strings.HasPrefix(rest, `$'`):
		return s.octal(rest)
	case s.quote != 0 && c == s.quote:
		s.quote = 0
	case s.quote == 0 && (c == '\'' || c == '"'):
		s.quote, s.begun = c, true
	case s.quote == 0 && (c == ' ' || c == '\t' || c == '\n'):
		if s.begun {
			s.words = append(s.words, string(s.word))
		}
		s.word, s.begun = nil, false
	default:
		s.plain = s.plain && !meansMore(s.quote, c)
		s.add(c)
	}
	return 1
}

func (s *bashSplitter) add(c byte) { s.word, s.begun = append(s.word, c), true }

// escaped reads a backslash and what it takes the meaning from.
func (s *bashSplitter) escaped(rest string) int {
	s.begun = true
	if len(rest) == 1 {
		s.plain = false // the next key is what it takes the meaning from
		return 1
	}
	if s.quote == '"' && !strings.ContainsRune("$`\"\\", rune(rest[1])) {
		s.add('\\')
	}
	s.add(rest[1])
	return 2
}

// octal reads what octal writes.
func (s *bashSplitter) octal(rest string) int {
	const form = `$'\140'`
	if len(rest) >= len(form) && rest[2] == '\\' && rest[6] == '\'' {
		if c, err := strconv.ParseUint(rest[3:6], 8, 8); err == nil {
			s.add(byte(c))
			return len(form)
		}
	}
	s.plain = false
	s.add('$')
	return 1
}

// meansMore reports a character that may stand for something else than itself.
func meansMore(quote, c byte) bool {
	return quote == '"' && strings.IndexByte("$`!", c) >= 0 || quote == 0 && strings.IndexByte("$`!<>|&;()*?[{~", c) >= 0
}

// Complete writes what bash is to put in place of the rest of the last word, so that
// the word stands for want alone. It reports false if the word begins otherwise.
func (l BashLine) Complete(want string) (string, bool) {
	rest, ok := strings.CutPrefix(want, l.kept)
	if !ok {
		return "", false
	}
	var b strings.Builder
	for i := range len(rest) {
		b.WriteString(quoteByte(l.quote, rest[i]))
	}
	return l.between(b.String()), true
}

// between makes up for what bash does to the open quotes: it takes a quote at the
// beginning of text for the one close before it, and closes them unless text ends
// in one.
func (l BashLine) between(text string) string {
	if l.quote == 0 {
		return text
	}
	if l.close && (text == "" || text[0] == l.quote) {
		text = string(l.quote) + text
	}
	if text != "" && text[len(text)-1] == l.quote {
		text += string(l.quote)
	}
	return text
}

// quoteByte writes a character within the open quotes, 0 for none, so that it stands
// for itself. It does so also where the line is within `backquotes`, which take a
// backslash away from in front of a $, a ` and another.
func quoteByte(quote, c byte) string {
	switch {
	case c == '`' || c == '\\':
		return leave(quote, `$'\`+strconv.FormatUint(uint64(c), 8)+`'`)
	case quote == '\'' && c == '\'':
		return leave(quote, `\'`)
	case quote == '"' && strings.IndexByte(`"$!`, c) >= 0, quote == 0 && c == '$':
		return leave(quote, `'`+string(c)+`'`)
	case quote == 0 && c < 0x80 && (notPlain(rune(c)) || c == '~'):
		return `\` + string(c)
	}
	return string([]byte{c})
}

// leave closes the open quotes for text and opens them again.
func leave(quote byte, text string) string {
	if quote == 0 {
		return text
	}
	return string(quote) + text + string(quote)
}
