// Package shell writes words for the command lines of shells, and reads those that
// are being typed.
package shell

import (
	"fmt"
	"strings"
)

// Word writes s as one word for a shell, in quotes if need be: hints are pasted,
// and a capsule may have written the URL in one.
func Word(s string) string {
	if s != "" && !strings.ContainsFunc(s, notPlain) && s[0] != '~' && s[0] != '-' {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

func notPlain(r rune) bool {
	letter := 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
	return !letter && (r < '0' || r > '9') && !strings.ContainsRune("_-./:~%+,@", r)
}

// Split splits a command into words, as a shell does by spaces, quotes and backslashes.
// All other characters stand for themselves. It returns an error if a quote is open at
// the end.
func Split(command string) ([]string, error) {
	words, quote := split(command)
	if quote != 0 {
		return nil, fmt.Errorf("no closing %c in %s", quote, command)
	}
	return words, nil
}

// Typed returns the words of a command line that is being typed, of which the last ends
// at the cursor: it is empty behind a space.
func Typed(line string) []string {
	const cursor = "\x00"
	words, _ := split(line + cursor)
	last := &words[len(words)-1]
	*last = strings.TrimSuffix(*last, cursor)
	return words
}

// split returns the words of a line, and the quote that is open at its end, 0 for none.
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
