// Package shell quotes words for a shell's command line, and splits command lines into
// words.
package shell

import (
	"fmt"
	"strings"
)

// Quote returns s as one word for a shell, in quotes if necessary. Users paste commands from hints,
// and a hint may contain a URL that a capsule chose.
func Quote(s string) string {
	if s != "" && !strings.ContainsFunc(s, needsQuotes) && s[0] != '~' && s[0] != '-' {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

func needsQuotes(r rune) bool {
	letter := 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
	return !letter && (r < '0' || r > '9') && !strings.ContainsRune("_-./:~%+,@", r)
}

// Split splits a command into words at white space, and handles quotes and backslashes like a
// shell. Other characters have no special meaning. A quote that is still open at the end is an
// error.
func Split(command string) ([]string, error) {
	words, quote := split(command)
	if quote != 0 {
		return nil, fmt.Errorf("no closing %c in %s", quote, command)
	}
	return words, nil
}

// SplitTyped returns the words of a command line up to the cursor, for completion. The last
// word is the one being typed; it is empty after a space.
func SplitTyped(line string) []string {
	const cursor = "\x00"
	words, _ := split(line + cursor)
	last := &words[len(words)-1]
	*last = strings.TrimSuffix(*last, cursor)
	return words
}

// split returns the words of a line, and the quote that is still open at its end, 0 for
// none.
func split(line string) (words []string, quote rune) {
	var word strings.Builder
	begun, escaped := false, false
	for _, c := range line {
		switch {
		case escaped:
			if quote == '"' && !strings.ContainsRune("$`\"\\", c) {
				word.WriteByte('\\')
			}
			word.WriteRune(c)
			escaped = false
		case c == '\\' && quote != '\'':
			begun, escaped = true, true
		case quote == 0 && (c == '"' || c == '\''):
			begun, quote = true, c
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && strings.ContainsRune(" \t\n", c):
			if begun {
				words = append(words, word.String())
			}
			word.Reset()
			begun = false
		default:
			begun = true
			word.WriteRune(c)
		}
	}
	if begun {
		words = append(words, word.String())
	}
	return words, quote
}
