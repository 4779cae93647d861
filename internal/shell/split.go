package shell

import "fmt"

// Split splits a command into words, as a shell does by spaces, quotes and backslashes.
// All other characters stand for themselves. It returns an error if a quote is open at
// the end.
func Split(command string) ([]string, error) {
	s := splitBash(command)
	if s.quote != 0 {
		return nil, fmt.Errorf("no closing %c in %s", s.quote, command)
	}
	if s.begun {
		s.words = append(s.words, string(s.word))
	}
	return s.words, nil
}
