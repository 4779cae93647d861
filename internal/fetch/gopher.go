package fetch

import (
	"bytes"
	"context"
	"io"
	"net/url"
	"strings"
	"unicode/utf8"

	"gemsub/internal/address"
	"gemsub/internal/menu"
)

// gopher sends a selector and reads what comes until the connection ends into resp.
func (c *Client) gopher(ctx context.Context, conn *conn, r Request, resp *Response) error {
	_, selector := address.Selector(r.URL)
	_, _ = io.WriteString(conn, selector+"\r\n") // as over Gemini, a failed write is no reason not to read
	return c.readBody(ctx, conn, conn, r, resp)
}

// gopherDocument sets the media type, or fails. Gopher has no status codes and no media
// types: the item type of the URL decides, and an error text sent in place of a document is
// an error. The body has no dot at its end.
func gopherDocument(u *url.URL, resp *Response) error {
	kind, _ := address.Selector(u)
	isText := kind == address.TypeText || isMenu(kind)
	if err := fault(resp.Body, isMenu(kind)); err != nil {
		return err
	}
	if isText && menu.IsHTML(resp.Body) && !strings.Contains(u.Path, ".htm") {
		return &Error{Kind: Failed, Reason: "the server sent a page of HTML, not what was asked for"}
	}
	resp.Status, resp.Meta = 20, mediaType(kind, resp.Body)
	if isText {
		resp.Body = menu.DecodeDots(resp.Body)
	}
	return nil
}

// fault returns why an answer is no document, nil if it may be one.
func fault(body []byte, isMenu bool) error {
	refusal, refused := menu.Refusal(body, isMenu)
	switch {
	case len(body) == 0:
		return &Error{Kind: Failed, Reason: "the server closed the connection without an answer"}
	case bytes.HasPrefix(body, []byte("HTTP/1.")):
		return malformed("a web server answered, not a Gopher server")
	case len(body) > 2 && (body[0] == 0x15 || body[0] == 0x16) && body[1] == 3: // an alert or handshake (RFC 8446, section 5.1)
		return malformed("the server wants TLS: a gophers:// URL asks with it")
	case refused && address.Printable(refusal) == "":
		return &Error{Kind: Failed, Reason: "the server says that there was an error"}
	case refused:
		return &Error{Kind: Failed, Reason: "the server says: " + address.Printable(refusal)}
	}
	return nil
}

// isMenu reports an item type whose documents are menus; so are search results.
func isMenu(kind byte) bool { return kind == address.TypeMenu || kind == address.TypeSearch }

// mediaType returns the media type of a document of an item type.
func mediaType(kind byte, body []byte) string {
	switch kind {
	case address.TypeMenu, address.TypeSearch:
		return menu.MediaType
	case address.TypeText:
		return "text/plain" + charset(body)
	case address.TypeHTML:
		return "text/html" + charset(body)
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
