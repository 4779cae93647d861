package menu

import (
	"bytes"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// Undotted returns a text or menu without the dot on a line of its own that may end it
// (RFC 1436, section 3.2). Where there is one, lines that begin with two dots lose one;
// elsewhere dots are text.
func Undotted(body []byte) []byte {
	rest, ok := withoutDot(body)
	if !ok {
		return body
	}
	if bytes.HasPrefix(rest, []byte("..")) {
		rest = rest[1:]
	}
	if !bytes.Contains(rest, []byte("\n..")) {
		return rest // a copy would be half of what an unchanged menu takes
	}
	return bytes.ReplaceAll(rest, []byte("\n.."), []byte("\n."))
}

// withoutDot cuts off a last line that is a dot.
func withoutDot(body []byte) (rest []byte, ok bool) {
	rest = bytes.TrimSuffix(bytes.TrimSuffix(body, []byte("\n")), []byte("\r"))
	rest, ok = bytes.CutSuffix(rest, []byte("."))
	return rest, ok && (len(rest) == 0 || rest[len(rest)-1] == '\n')
}

// Refusal returns what a server says in place of a document: the text of a type 3 line
// that is the whole answer, except for lines of text around it, or the page that a known
// server sends for an error in a text. In place of a menu the line needs no fields.
func Refusal(body []byte, isMenu bool) (text string, refused bool) {
	if text, ok := plainError(body); ok {
		return text, true
	}
	if text, ok := htmlError(body); ok {
		return text, true
	}
	const most = 16 // lines of an error page
	number := 0
	for line := range bytes.Lines(body) {
		if number++; number > most {
			return "", false
		}
		kind, rest := byte(Text), bytes.TrimRight(line, "\r\n")
		if len(rest) > 0 && string(rest) != "." {
			kind = rest[0]
		}
		switch {
		case kind == Error && (isMenu || bytes.IndexByte(rest, '\t') >= 0) && !refused:
			label, _, _ := strings.Cut(string(rest[1:]), "\t")
			text, refused = label, true
		case kind != Text && kind != Error:
			return "", false
		}
	}
	return text, refused
}

// plainErrors begin the texts with which Gophernicus refuses.
var plainErrors = []string{"File or directory not found!", "Access denied!"}

// plainError recognises the page that Gophernicus sends for an error in a text: one line,
// and what it appends to all texts.
func plainError(body []byte) (text string, ok bool) {
	const begin = "Error: "
	if len(body) > maxPlainError || !bytes.HasPrefix(body, []byte(begin)) {
		return "", false
	}
	line, rest, _ := strings.Cut(string(body[len(begin):]), "\n")
	for line := range strings.Lines(rest) {
		if line = strings.TrimRight(line, "\r\n"); !isFooter(line) && !isRule(line) && line != "." {
			return "", false
		}
	}
	return knownError(line)
}

// knownError returns the error that a text begins with.
func knownError(text string) (known string, ok bool) {
	for _, known := range plainErrors {
		if strings.HasPrefix(text, known) {
			return known, true
		}
	}
	return "", false
}

// htmlError recognises the page that Gophernicus sends for an error in HTML.
func htmlError(body []byte) (text string, ok bool) {
	if !bytes.HasPrefix(body, []byte("<!DOCTYPE HTML PUBLIC ")) {
		return "", false
	}
	head, rest, found := strings.Cut(string(body[:min(len(body), maxPlainError)]), "<TITLE>Error: ")
	if !found || strings.Contains(head, "<BODY>") {
		return "", false
	}
	return knownError(rest)
}

// IsHTML reports a document of HTML, as some programs between send for an error: its first
// tag is one that only HTML begins with.
func IsHTML(body []byte) bool {
	if body = bytes.TrimLeft(body, "\ufeff \t\r\n"); !bytes.HasPrefix(body, []byte("<")) {
		return false
	}
	z := html.NewTokenizer(bytes.NewReader(body))
	for {
		switch z.Next() {
		case html.CommentToken:
		case html.TextToken:
			if strings.TrimSpace(string(z.Text())) != "" {
				return false
			}
		case html.DoctypeToken:
			return strings.HasPrefix(strings.ToLower(string(z.Text())), "html")
		case html.StartTagToken:
			name, _ := z.TagName()
			return slices.Contains([]string{"html", "head", "title", "body", "center", "h1", "p"}, string(name))
		default:
			return false
		}
	}
}

// maxPlainError is how many bytes such a page has at most, and in HTML its beginning.
const maxPlainError = 400
