// Package menu reads the menus of Gopher (RFC 1436, section 3.9) line by line, and
// writes them as gemtext.
//
// Every input is a menu: what a line lacks is taken from the page, and a line without a
// selector is text. The package makes no requests, and knows nothing of dates.
package menu

import (
	"bytes"
	"cmp"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"gemsub/internal/address"
	"gemsub/internal/words"
)

// MediaType is what the reader of Gopher calls a menu, which has no registered name.
const MediaType = "application/gopher-menu"

// An Item is one line of a menu.
type Item struct {
	Line  int    // its number, counted from 1
	Kind  byte   // the item type; [Text] also for lines without a target
	Label string // in UTF-8, made safe by [words.Safe]
	// Selector is sent byte for byte; it need not be UTF-8.
	Selector string
	Host     string // in lower case, without brackets; that of the page for localhost
	Port     string // a number from 1 to 65535
	// Guessed says that the line has no host or no port, so that the page's host and
	// port 70 were taken.
	Guessed bool
}

// The item types that matter here.
const (
	Text  = 'i'
	Error = '3'
	Web   = 'h'
)

// MaxLines is how many lines of a menu are read. The longest real one known has 1,154.
const MaxLines = 30_000

// Read returns the first [MaxLines] lines of a menu at base. It skips a byte order mark.
func Read(base *url.URL, body []byte) (items []Item) {
	body = bytes.TrimPrefix(body, []byte("\ufeff"))
	isUTF8 := utf8.Valid(body)
	for line := range bytes.Lines(body) {
		if len(items) == MaxLines {
			break
		}
		item := parse(strings.TrimSuffix(strings.TrimSuffix(string(line), "\n"), "\r"), base)
		item.Line = len(items) + 1
		if !isUTF8 {
			item.Label, _ = charmap.ISO8859_1.NewDecoder().String(item.Label)
		}
		item.Label = words.Safe(item.Label)
		items = append(items, item)
	}
	return items
}

// parse reads a line: item type and label, selector, host and port with tabs between.
// Without tabs it is text, with its first character unless that is the type of text.
func parse(line string, base *url.URL) Item {
	label, _, hasTab := strings.Cut(line, "\t")
	switch {
	case line == "" || line[0] >= utf8.RuneSelf: // a letter of a text, not an item type
		return Item{Kind: Text, Label: label}
	case !hasTab && (line[0] == Text || line[0] == Error):
		return Item{Kind: line[0], Label: line[1:]}
	case !hasTab:
		return Item{Kind: Text, Label: line}
	}
	fields := append(strings.SplitN(line[1:], "\t", 5), "", "", "")
	item := Item{
		Kind: line[0], Label: fields[0], Selector: fields[1],
		Host: strings.ToLower(strings.Trim(fields[2], " []")), Port: port(fields[3]),
	}
	item.Guessed = item.Host == "" || item.Port == ""
	if item.Host == "" || item.Host == "localhost" {
		item.Host = base.Hostname()
	}
	if item.Host == base.Hostname() {
		item.Port = cmp.Or(item.Port, base.Port())
	}
	item.Port = cmp.Or(item.Port, "70")
	if strings.ContainsAny(item.Selector, "\r\x00") || !address.IsKind(item.Kind) {
		item.Kind = Text
	}
	return item
}

// port returns a number from 1 to 65535 without leading zeros, "" where a field has
// none.
func port(field string) string {
	n, err := strconv.ParseUint(strings.TrimSpace(field), 10, 16)
	if err != nil || n == 0 {
		return ""
	}
	return strconv.FormatUint(n, 10)
}

// IsLink reports whether an item leads somewhere.
func (i Item) IsLink() bool { return i.Kind != Text && i.Kind != Error }

// IsDocument reports whether an item leads to a document: no search, no telephone book
// and no session.
func (i Item) IsDocument() bool { return i.IsLink() && strings.IndexByte("278T+", i.Kind) < 0 }

// Web returns the URL of another protocol to which an item leads: one of type h whose
// selector begins with URL:.
func (i Item) Web() (link string, ok bool) {
	scheme, link, ok := strings.Cut(strings.TrimPrefix(i.Selector, "/"), ":")
	return link, ok && i.Kind == Web && strings.EqualFold(scheme, "URL")
}

// URL returns where an item leads: what [Item.Web] returns as it stands, else the
// canonical URL of its selector, over TLS if base is. It returns "" for text, and for
// what no URL can be made of.
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
	u, err := address.GopherURL(scheme, i.Host, i.Port, i.Kind, i.Selector)
	if err != nil {
		return ""
	}
	return u.String()
}

// IsAt reports whether an item is one of the server of base.
func (i Item) IsAt(base *url.URL) bool {
	return i.Host == base.Hostname() && i.Port == cmp.Or(base.Port(), "70")
}

// fence begins and ends preformatted text in gemtext.
const fence = "```"

// Gemtext returns a menu as a text/gemini document: items with a target as link lines,
// text between them as preformatted text, since it may have columns and drawings.
func Gemtext(base *url.URL, body []byte) string {
	var b strings.Builder
	var text []string
	for _, item := range Read(base, body) {
		if link := item.URL(base); link != "" {
			writeText(&b, text)
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
	writeText(&b, text)
	return b.String()
}

// writeText writes lines of text. Blank lines around them need no fence.
func writeText(b *strings.Builder, lines []string) {
	text := strings.Join(lines, "")
	if inner := strings.Trim(text, "\n"); inner != "" {
		text = strings.Replace(text, inner, fence+"\n"+inner+"\n"+fence, 1)
	}
	b.WriteString(text)
}
