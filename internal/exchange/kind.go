package exchange

import (
	"path"
	"path/filepath"
	"regexp"
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

// reader is a row of the table of kinds.
type reader struct {
	kind  Kind
	names string // of such files, as [path.Match] has it
	sign  string // regular expression for the first line that shows the kind
	read  func(l *List, doc string) error
}

// readers returns the table of kinds, in the order in which help shows them.
func readers() []reader {
	return []reader{
		{OPML, "*.opml", `\A\s*<`, (*List).readOPML},
		{URLs, "urls", urlLine, (*List).readLines},
		{Gemtext, "*.gmi", `(?m)^=>`, (*List).readLines},
		{Amfora, "subscriptions.json", `\A\s*\{`, (*List).readAmfora},
		{Lagrange, "bookmarks.ini", `(?m)^\[\d+\][ \t\r]*$`, (*List).readLagrange},
	}
}

// urlLine matches a line that begins with a URL, as isURL says.
const urlLine = `(?m)^[ \t]*"?(([a-zA-Z][\w+.-]*:)?//|(localhost|([^\s"/:.]+\.)+[^\s"/:.]+)(:\d+)?(/|"?[ \t\r]*($|#)))`

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
// else the one whose sign comes first in the file's start. Nil is an unknown kind.
func readerOf(kind Kind, name, start string) (found *reader) {
	first := len(start)
	for _, r := range readers() {
		if named, _ := path.Match(r.names, filepath.Base(name)); r.kind == kind || kind == Auto && named {
			return &r
		}
		if at := regexp.MustCompile(r.sign).FindStringIndex(start); kind == Auto && at != nil && at[0] < first {
			first, found = at[0], &r
		}
	}
	return found
}
