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

// requestGopher sends a selector and reads the answer into resp, until the connection ends.
func (c *Client) requestGopher(ctx context.Context, conn *conn, r Request, resp *Response) error {
	_, selector := address.Selector(r.URL)
	_, _ = io.WriteString(conn, selector+"\r\n") // ignore a failed write, as in requestGemini
	return c.readBody(ctx, conn, conn, r, resp)
}

// GopherDocument returns the document that a server sent for u, with its dots decoded, and its media
// type. Gopher has no media types: the item type of the URL decides. It returns an error if the
// server sent an error or an HTML page in place of a document.
func GopherDocument(u *url.URL, body []byte) (meta string, document []byte, err error) {
	itemType, _ := address.Selector(u)
	isText := itemType == address.TypeText || isMenuType(itemType)
	if err := gopherFault(body, isMenuType(itemType)); err != nil {
		return "", nil, err
	}
	if isText && menu.IsHTML(body) && !strings.Contains(u.Path, ".htm") {
		return "", nil, &Error{Kind: PermanentFailure, Reason: "the server sent an HTML page in place of the document"}
	}
	meta = mediaType(itemType, body)
	if isText {
		body = menu.DecodeDots(body)
	}
	return meta, body, nil
}

// gopherFault returns the reason why an answer is not a document, nil if it may be one.
func gopherFault(body []byte, isMenu bool) error {
	refusal, refused := menu.Refusal(body, isMenu)
	switch {
	case len(body) == 0:
		return &Error{Kind: PermanentFailure, Reason: "the server closed the connection without an answer"}
	case bytes.HasPrefix(body, []byte("HTTP/1.")):
		return malformedError("a web server answered, not a Gopher server")
	case len(body) > 2 && (body[0] == 0x15 || body[0] == 0x16) && body[1] == 3: // an alert or handshake (RFC 8446, section 5.1)
		return malformedError("the server wants TLS: use a gophers:// URL")
	case refused && address.SafeExcerpt(refusal) == "":
		return &Error{Kind: PermanentFailure, Reason: "the server says that there was an error"}
	case refused:
		return &Error{Kind: PermanentFailure, Reason: "the server says: " + address.SafeExcerpt(refusal)}
	}
	return nil
}

// isMenuType reports whether documents of an item type are menus, as search results are.
func isMenuType(itemType byte) bool {
	return itemType == address.TypeMenu || itemType == address.TypeSearch
}

// mediaType returns the media type of a document of an item type.
func mediaType(itemType byte, body []byte) string {
	switch itemType {
	case address.TypeMenu, address.TypeSearch:
		return menu.MediaType
	case address.TypeText:
		return "text/plain" + charset(body)
	case address.TypeHTML:
		return "text/html" + charset(body)
	}
	return "application/octet-stream"
}

// charset returns a media type's parameter: ISO-8859-1 if the body is not UTF-8, else none.
// XML and UTF-16 name their charset themselves.
func charset(body []byte) string {
	if utf8.Valid(body) || bytes.HasPrefix(body, []byte("<?xml")) || bytes.HasPrefix(body, []byte("\xff\xfe")) || bytes.HasPrefix(body, []byte("\xfe\xff")) {
		return ""
	}
	return "; charset=iso-8859-1"
}
