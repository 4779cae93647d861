// Package menu reads the menus of Gopher (RFC 1436, section 3.9) line by line, and
// writes them as gemtext.
//
// Every input is a menu: a line without a selector is text, and a missing host or port is the
// page's own. The package makes no requests and reads no dates.
package menu

import (
	"bytes"
	"cmp"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"gemsub/internal/address"
	"gemsub/internal/words"
)

// MediaType is gemsub's own media type for menus, since none is registered.
const MediaType = "application/gopher-menu"

// An Item is one line of a menu.
type Item struct {
	Line  int    // the number of the line, counted from 1
	Type  byte   // the item type; also [TypeInfo] for a line without a target
	Label string // in UTF-8, made safe by [words.Safe]
	// Selector is sent byte for byte, so it may have any encoding.
	Selector string
	Host     string // in lower case, without brackets; for localhost the page's host
	Port     string // a number from 1 to 65535
	// Guessed says that the line has no host or no port. Host and Port are then the page's, or
	// Port is 70.
	Guessed bool
}

// The item types that have a meaning in this package.
const (
	TypeInfo  = 'i'
	TypeError = '3'
	TypeWeb   = 'h'
)

// MaxLines is how many lines of a menu [Read] reads. The longest known menu has 1,154.
const MaxLines = 30_000

// Read returns the first [MaxLines] lines of a menu at base. It skips a byte order mark.
func Read(base *url.URL, body []byte) (items []Item) {
	body = bytes.TrimPrefix(body, []byte("\ufeff"))
	isUTF8 := utf8.Valid(body)
	for line := range bytes.Lines(body) {
		if len(items) == MaxLines {
			break
		}
		item := parseLine(strings.TrimSuffix(strings.TrimSuffix(string(line), "\n"), "\r"), base)
		item.Line = len(items) + 1
		if !isUTF8 {
			item.Label, _ = charmap.ISO8859_1.NewDecoder().String(item.Label)
		}
		item.Label = words.Safe(item.Label)
		items = append(items, item)
	}
	return items
}

// parseLine reads a line: item type and label, selector, host and port, separated by tabs. A line
// without tabs is text, including its first character, unless that is the item type of a text (i)
// or an error (3).
func parseLine(line string, base *url.URL) Item {
	label, _, hasTab := strings.Cut(line, "\t")
	switch {
	case line == "" || line[0] >= utf8.RuneSelf: // a letter of a text, not an item type
		return Item{Type: TypeInfo, Label: label}
	case !hasTab && (line[0] == TypeInfo || line[0] == TypeError):
		return Item{Type: line[0], Label: line[1:]}
	case !hasTab:
		return Item{Type: TypeInfo, Label: line}
	}
	fields := append(strings.SplitN(line[1:], "\t", 5), "", "", "")
	item := Item{
		Type: line[0], Label: fields[0], Selector: fields[1],
		Host: strings.ToLower(strings.Trim(fields[2], " []")), Port: parsePort(fields[3]),
	}
	item.Guessed = item.Host == "" || item.Port == ""
	if item.Host == "" || item.Host == "localhost" {
		item.Host = base.Hostname()
	}
	if item.Host == base.Hostname() {
		item.Port = cmp.Or(item.Port, base.Port())
	}
	item.Port = cmp.Or(item.Port, "70")
	if strings.ContainsAny(item.Selector, "\r\x00") || !address.IsItemType(item.Type) {
		item.Type = TypeInfo
	}
	return item
}

// parsePort returns a port from 1 to 65535 without leading zeros, "" if the field has none.
func parsePort(field string) string {
	n, err := strconv.ParseUint(strings.TrimSpace(field), 10, 16)
	if err != nil || n == 0 {
		return ""
	}
	return strconv.FormatUint(n, 10)
}

// IsLink reports whether an item is a link.
func (i Item) IsLink() bool { return i.Type != TypeInfo && i.Type != TypeError }

// IsDocument reports whether an item links to a document, not to a search, a telephone book or a
// session.
func (i Item) IsDocument() bool { return i.IsLink() && strings.IndexByte("278T+", i.Type) < 0 }

// IsText reports whether an item links to a text or a menu. Some servers serve texts as type 9.
func (i Item) IsText() bool {
	switch i.Type {
	case '0', '1', TypeWeb:
		return true
	case '9':
		return slices.Contains([]string{".txt", ".md", ".gmi", ".org"}, strings.ToLower(path.Ext(i.Selector)))
	}
	return false
}

// Web returns the URL of another protocol to which an item links: an item of type h with a selector
// that begins with "URL:".
func (i Item) Web() (link string, ok bool) {
	scheme, link, ok := strings.Cut(strings.TrimPrefix(i.Selector, "/"), ":")
	return link, ok && i.Type == TypeWeb && strings.EqualFold(scheme, "URL")
}

// URL returns the URL to which an item links: the URL of [Item.Web], else the canonical URL of its
// selector. An item on base's server is requested over TLS if base is. URL returns "" for text, and
// if the fields are invalid.
func (i Item) URL(base *url.URL) string {
	if link, ok := i.Web(); ok {
		return strings.Join(strings.Fields(link), "%20")
	}
	if !i.IsLink() {
		return ""
	}
	scheme := "gopher"
	if base.Scheme == "gophers" && i.IsAt(base) {
		scheme = base.Scheme
	}
	u, err := address.GopherURL(scheme, i.Host, i.Port, i.Type, i.Selector)
	if err != nil {
		return ""
	}
	return u.String()
}

// IsAt reports whether an item is on the server of base.
func (i Item) IsAt(base *url.URL) bool {
	return i.Host == base.Hostname() && i.Port == cmp.Or(base.Port(), "70")
}

// fence begins and ends preformatted text in gemtext.
const fence = "```"

// Gemtext returns a menu as a text/gemini document. Links become link lines. The text between them
// becomes preformatted, since it may have columns and drawings.
func Gemtext(base *url.URL, body []byte) string {
	var b strings.Builder
	var text []string
	for _, item := range Read(base, body) {
		if link := item.URL(base); link != "" {
			writePreformatted(&b, text)
			text = text[:0]
			b.WriteString("=> " + link + " " + strings.TrimSpace(item.Label) + "\n")
			continue
		}
		line := strings.TrimRight(item.Label, " ") + "\n"
		if strings.HasPrefix(line, fence) {
			line = " " + line
		}
		text = append(text, line)
	}
	writePreformatted(&b, text)
	return b.String()
}

// writePreformatted writes lines of text between fences. Blank lines before and after the text stay
// outside the fences.
func writePreformatted(b *strings.Builder, lines []string) {
	text := strings.Join(lines, "")
	if inner := strings.Trim(text, "\n"); inner != "" {
		text = strings.Replace(text, inner, fence+"\n"+inner+"\n"+fence, 1)
	}
	b.WriteString(text)
}
