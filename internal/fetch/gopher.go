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
	isMenu, isText := false, false
	switch itemType, _ := address.Selector(u); itemType {
	case address.TypeMenu, address.TypeSearch: // search results are a menu
		meta, isMenu, isText = menu.MediaType, true, true
	case address.TypeText:
		meta, isText = "text/plain"+charset(body), true
	case address.TypeHTML:
		meta = "text/html" + charset(body)
	default:
		meta = "application/octet-stream"
	}
	refusal, refused := menu.Refusal(body, isMenu)
	refusal = address.SafeExcerpt(refusal)
	switch {
	case len(body) == 0:
		err = &Error{Kind: PermanentFailure, Reason: "the server closed the connection without an answer"}
	case bytes.HasPrefix(body, []byte("HTTP/1.")):
		err = malformedError("a web server answered, not a Gopher server")
	case len(body) > 2 && (body[0] == 0x15 || body[0] == 0x16) && body[1] == 3: // an alert or handshake (RFC 8446, section 5.1)
		err = malformedError("the server wants TLS: use a gophers:// URL")
	case refused && refusal == "":
		err = &Error{Kind: PermanentFailure, Reason: "the server says that there was an error"}
	case refused:
		err = &Error{Kind: PermanentFailure, Reason: "the server says: " + refusal}
	case isText && menu.IsHTML(body) && !strings.Contains(u.Path, ".htm"):
		err = &Error{Kind: PermanentFailure, Reason: "the server sent an HTML page in place of the document"}
	case isText:
		body = menu.DecodeDots(body)
	}
	return meta, body, err
}

// charset returns a media type's parameter: ISO-8859-1 if the body is not UTF-8, else none.
// XML and UTF-16 name their charset themselves.
func charset(body []byte) string {
	if utf8.Valid(body) || bytes.HasPrefix(body, []byte("<?xml")) || bytes.HasPrefix(body, []byte("\xff\xfe")) || bytes.HasPrefix(body, []byte("\xfe\xff")) {
		return ""
	}
	return "; charset=iso-8859-1"
}
