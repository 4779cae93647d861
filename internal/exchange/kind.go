package exchange

import (
	"path"
	"path/filepath"
	"strings"
)

// A Kind is a kind of subscription file.
type Kind string

// The kinds.
const (
	Auto     Kind = "auto"     // the file's name or content tells
	OPML     Kind = "opml"     // outlines with an xmlUrl
	URLs     Kind = "urls"     // one URL per line; newsboat's urls, gmi2email's list
	Gemtext  Kind = "gemtext"  // the links of a page; moku-pona's sites.txt
	Amfora   Kind = "amfora"   // subscriptions.json
	Lagrange Kind = "lagrange" // bookmarks.ini, since Lagrange 1.7
)

// A reader is a row of the table of kinds.
type reader struct {
	kind Kind
	name string // of such files, as [path.Match] has it
	sign string // of the line that shows the kind the first two characters, likewise
	read func(l *List, doc string) error
}

// readers returns the table of kinds, in the order in which help shows them.
func readers() []reader {
	return []reader{
		{OPML, "*.opml", "<*", (*List).readOPML},
		{URLs, "urls", "URL", (*List).readLines},
		{Gemtext, "*.gmi", "=>", (*List).readLines},
		{Amfora, "subscriptions.json", "{*", (*List).readAmfora},
		{Lagrange, "bookmarks.ini", "[[][0-9]", (*List).readLagrange},
	}
}

// Kinds returns all kinds in the order in which help shows them.
func Kinds() []string {
	names := []string{string(Auto)}
	for _, r := range readers() {
		names = append(names, string(r.kind))
	}
	return names
}

// maxStart is how much of a file is searched for the line that shows its kind, in bytes.
const maxStart = 64 << 10

// readerOf returns the row of a kind. A file of the kind [Auto] has the kind of its name,
// else the one of the first line that shows one. Nil is an unknown kind.
func readerOf(kind Kind, name, start string) *reader {
	for _, r := range readers() {
		if named, _ := path.Match(r.name, filepath.Base(name)); r.kind == kind || kind == Auto && named {
			return &r
		}
	}
	if kind != Auto {
		return nil
	}
	for line := range strings.Lines(start) {
		line = strings.TrimSpace(line)
		for _, r := range readers() {
			signed, _ := path.Match(r.sign, line[:min(2, len(line))])
			if signed || r.kind == URLs && isURL(splitWords(line)) {
				return &r
			}
		}
	}
	return nil
}
