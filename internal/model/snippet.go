package model

import "strings"

// A Snippet is a piece of a post around words that were searched for.
type Snippet []SnippetPart

// A SnippetPart is a part of a snippet: Hit says whether it was searched for.
type SnippetPart struct {
	Text string
	Hit  bool
}

// String returns the snippet as text.
func (s Snippet) String() string {
	var b strings.Builder
	for _, p := range s {
		b.WriteString(p.Text)
	}
	return b.String()
}
