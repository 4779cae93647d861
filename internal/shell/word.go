// Package shell writes words for the command lines of shells, and reads those that
// are being typed.
package shell

import "strings"

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
