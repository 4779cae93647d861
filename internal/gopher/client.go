// Package gopher requests one URL over Gopher (RFC 1436, RFC 4266) and returns one
// response, with the limits, the trust and the dialer of package fetch.
//
// Gopher has no status codes and no media types: what an answer is follows from the
// item type of the URL, and what servers send in place of a document is an [*Error].
// Package menu reads menus.
package gopher

import (
	"bytes"
	"context"
	"net/url"
	"strings"
	"unicode/utf8"

	"gemsub/internal/address"
	"gemsub/internal/fetch"
	"gemsub/internal/menu"
)

// A Client fetches over gopher:// and gophers:// with the connections of another.
type Client struct{ Fetch *fetch.Client }

// An Error is an answer that is no document.
type Error struct {
	// URL is what was asked for.
	URL string
	// Kind is [fetch.Failed] or [fetch.Malformed].
	Kind fetch.Kind
	// Reason is the cause in a few words, safe to print.
	Reason string
}

// Error returns one line that is safe to print.
func (e *Error) Error() string { return "read " + e.URL + ": " + e.Reason }

// Means is for [fetch.KindOf].
func (e *Error) Means() fetch.Kind { return e.Kind }

// Get requests u. A nil ask allows it. The response's URL is the canonical one; its media
// type is [menu.MediaType] for a menu, text/plain for a text, and the body has no dot at
// its end.
//
// An item of type h that is a link to another protocol is no document of this server.
func (c Client) Get(ctx context.Context, u *url.URL, ask fetch.Asker) (*fetch.Response, error) {
	resp, err := c.Fetch.Send(ctx, u, request, ask)
	if err != nil {
		return nil, err
	}
	kind, _ := address.Selector(resp.URL)
	mean, why := fault(resp.Body, isMenu(kind))
	if why == "" && isText(kind) && menu.IsHTML(resp.Body) && !strings.Contains(resp.URL.Path, ".htm") {
		mean, why = fetch.Failed, "the server sent a page of HTML, not what was asked for"
	}
	if why != "" {
		return nil, &Error{resp.URL.String(), mean, why}
	}
	resp.Meta = mediaType(kind, resp.Body)
	if isText(kind) {
		resp.Body = menu.Undotted(resp.Body)
	}
	return resp, nil
}

// request returns the line that asks for a canonical URL.
func request(u *url.URL) (string, error) {
	kind, selector := address.Selector(u)
	if link, ok := (menu.Item{Kind: kind, Selector: selector}).Web(); ok {
		return "", &Error{u.String(), fetch.Failed, "it is a link to " + address.Printable(address.WithoutUser(link))}
	}
	return selector + "\r\n", nil
}

// fault says what an answer is that is no document, "" if it may be one.
func fault(body []byte, isMenu bool) (fetch.Kind, string) {
	refusal, refused := menu.Refusal(body, isMenu)
	switch {
	case len(body) == 0:
		return fetch.Failed, "the server closed the connection without an answer"
	case bytes.HasPrefix(body, []byte("HTTP/1.")):
		return fetch.Malformed, "a web server answered, not a Gopher server"
	case isTLS(body):
		return fetch.Malformed, "the server wants TLS: a gophers:// URL asks with it"
	case refused && address.Printable(refusal) == "":
		return fetch.Failed, "the server says that there was an error"
	case refused:
		return fetch.Failed, "the server says: " + address.Printable(refusal)
	}
	return fetch.Other, ""
}

// isTLS reports an alert or a handshake of TLS (RFC 8446, section 5.1).
func isTLS(body []byte) bool {
	return len(body) > 2 && (body[0] == 0x15 || body[0] == 0x16) && body[1] == 3
}

// isMenu reports an item type whose documents are menus, as what a search finds is.
func isMenu(kind byte) bool { return kind == address.Menu || kind == '7' }

// isText reports an item type whose documents are lines.
func isText(kind byte) bool { return kind == '0' || isMenu(kind) }

// mediaType returns the media type of a document of an item type.
func mediaType(kind byte, body []byte) string {
	switch kind {
	case address.Menu, '7':
		return menu.MediaType
	case '0':
		return "text/plain" + charset(body)
	case 'h':
		return "text/html" + charset(body)
	case 'g':
		return "image/gif"
	case 'P':
		return "application/pdf"
	}
	return "application/octet-stream"
}

// charset names ISO-8859-1 for what is no UTF-8. XML names its own.
func charset(body []byte) string {
	if utf8.Valid(body) || bytes.HasPrefix(body, []byte("<?xml")) || bytes.HasPrefix(body, []byte("\xff\xfe")) || bytes.HasPrefix(body, []byte("\xfe\xff")) {
		return ""
	}
	return "; charset=iso-8859-1"
}

// Meant returns the URL that somebody may have meant who left the item type out: the
// menu gopher://example.org/1/phlog for gopher://example.org/phlog, which is the selector
// "hlog" of a picture. It returns "" for a URL that looks complete.
func Meant(raw string) string {
	u, err := address.Parse(raw)
	if err != nil {
		return ""
	}
	kind, selector := address.Selector(u)
	isWord := kind >= 'A' && selector != "" && selector[0] >= 'a' && selector[0] <= 'z'
	if !isWord {
		return ""
	}
	whole := *u
	whole.Path, whole.RawPath = "/"+string(address.Menu)+u.Path, ""
	return whole.String()
}
