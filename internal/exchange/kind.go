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
	Auto     Kind = "auto"     // the file's name or content decides
	OPML     Kind = "opml"     // outlines with an xmlUrl
	URLs     Kind = "urls"     // one URL per line; newsboat's urls, gmi2email's list
	Gemtext  Kind = "gemtext"  // the links of a page; moku-pona's sites.txt
	Amfora   Kind = "amfora"   // subscriptions.json
	Lagrange Kind = "lagrange" // bookmarks.ini, since Lagrange 1.7
)

// A fileKind is a row of the table of kinds.
type fileKind struct {
	kind     Kind
	nameForm string // a pattern of [path.Match] for the names of such files
	lineForm string // the same for the first two characters of a line that shows the kind
	read     func(l *List, doc string) error
}

// fileKinds returns the table of kinds, in the order of the help text.
func fileKinds() []fileKind {
	return []fileKind{
		{OPML, "*.opml", "<*", (*List).readOPML},
		{URLs, "urls", "URL", (*List).readLines},
		{Gemtext, "*.gmi", "=>", (*List).readLines},
		{Amfora, "subscriptions.json", "{*", (*List).readAmfora},
		{Lagrange, "bookmarks.ini", "[[][0-9]", (*List).readLagrange},
	}
}

// Kinds returns all kinds in the order of the help text.
func Kinds() []string {
	names := []string{string(Auto)}
	for _, r := range fileKinds() {
		names = append(names, string(r.kind))
	}
	return names
}

// maxStart is how many bytes of a file findKind searches for a line that shows its kind.
const maxStart = 64 << 10

// findKind returns the row of a kind, nil if the kind is unknown. start is the beginning of the
// file. For [Auto] the file's name decides, else the first line of start that shows a kind.
func findKind(kind Kind, name, start string) *fileKind {
	for _, r := range fileKinds() {
		if named, _ := path.Match(r.nameForm, filepath.Base(name)); r.kind == kind || kind == Auto && named {
			return &r
		}
	}
	if kind != Auto {
		return nil
	}
	for line := range strings.Lines(start) {
		line = strings.TrimSpace(line)
		for _, r := range fileKinds() {
			signed, _ := path.Match(r.lineForm, line[:min(2, len(line))])
			if signed || r.kind == URLs && beginsWithURL(splitWords(line)) {
				return &r
			}
		}
	}
	return nil
}
