package model

import (
	"fmt"
	"strings"
	"unicode"
)

// A TagInfo is what there is to tell of a tag.
type TagInfo struct {
	Tag    string
	Feeds  int // under it
	Unread int // entries of those
}

// CheckTag reports whether a tag is what all formats that carry tags can hold: one
// word.
func CheckTag(tag string) error {
	if tag == "" || strings.ContainsFunc(tag, notInTag) {
		return fmt.Errorf("%q is no tag: it must be one word without commas and quotes", tag)
	}
	return nil
}

// TagOf makes a tag of several words.
func TagOf(text string) string {
	return FoldTag(strings.Join(strings.FieldsFunc(text, notInTag), "-"))
}

// FoldTag is the form in which a tag is kept: case makes no difference.
func FoldTag(tag string) string { return strings.ToLower(tag) }

func notInTag(r rune) bool {
	return unicode.IsSpace(r) || r == ',' || r == '"'
}
