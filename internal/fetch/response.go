package fetch

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strings"
	"syscall"

	"gemsub/internal/address"
)

const (
	maxMeta   = 1024            // bytes
	maxHeader = maxMeta + 3 + 2 // with status, space and CRLF
	usualBody = 16 << 10        // bytes that most pages fit into
	maxBuffer = 4 * usualBody   // bytes of a buffer that is used again
)

// exchange is the [talk] of Gemini.
func (c *Client) exchange(ctx context.Context, conn *conn, u *url.URL, more func(have int) error) (*Response, error) {
	// A server may answer and close before it has read the request, so a
	// failed write is no reason not to read; that tells what is wrong.
	_, _ = io.WriteString(conn, withoutZone(u).String()+"\r\n")

	r := bufio.NewReaderSize(conn, maxHeader)
	line, err := readHeader(r)
	if err != nil {
		return nil, err
	}
	status, meta, err := parseHeader(line)
	if err != nil {
		return nil, err
	}
	resp := &Response{URL: u, Status: status, Meta: meta}
	if status/10 == classSuccess {
		err = c.readBody(ctx, r, conn, resp, more)
	}
	return resp, err
}

// readHeader returns the header line without its end. Bare LF is taken for
// CRLF.
func readHeader(r *bufio.Reader) (string, error) {
	line, err := r.ReadSlice('\n')
	switch {
	case errors.Is(err, bufio.ErrBufferFull):
		return "", malformed(fmt.Sprintf("response header is longer than %d bytes", maxHeader))
	case ended(err) && len(line) == 0:
		return "", malformed("the server closed the connection without a response")
	case ended(err):
		return "", malformed(fmt.Sprintf("response header \"%s\" has no end", address.Printable(string(line))))
	case err != nil:
		return "", err
	}
	text := strings.TrimSuffix(string(line), "\n")
	return strings.TrimSuffix(text, "\r"), nil
}

// parseHeader splits a header line ("Responses" of the protocol). META is made
// valid UTF-8.
func parseHeader(line string) (status int, meta string, err error) {
	bad := func(why string) (int, string, error) {
		return 0, "", malformed(fmt.Sprintf("response header \"%s\" %s", address.Printable(line), why))
	}
	if len(line) < 2 || !digit(line[0]) || !digit(line[1]) {
		return bad("has no status of two digits")
	}
	status = int(line[0]-'0')*10 + int(line[1]-'0')
	if status < 10 || status > 69 {
		return bad("has no status from 10 to 69")
	}
	rest := line[2:]
	if rest != "" && rest[0] != ' ' && rest[0] != '\t' {
		return bad("has no space after its status")
	}
	meta = strings.Trim(rest, " \t")
	if len(meta) > maxMeta {
		return bad(fmt.Sprintf("has a META of more than %d bytes", maxMeta))
	}
	if meta == "" && status/10 == classRedirect {
		return bad("has no META")
	}
	return status, strings.ToValidUTF8(meta, "\uFFFD"), nil
}

func digit(b byte) bool { return '0' <= b && b <= '9' }

// readBody reads to the end, and notes in resp whether that end came without
// close_notify. A reset counts as such an end: servers that close with unread
// input cause one after a whole page.
func (c *Client) readBody(ctx context.Context, r io.Reader, conn *conn, resp *Response, more func(have int) error) error {
	limit, wanted := or(c.MaxBody, DefaultMaxBody), beginning(ctx)
	if wanted > 0 {
		limit = min(limit, wanted)
	}
	buffer := c.buffer()
	body, err := readLimited(r, limit, *buffer, more)
	if len(*buffer) < cap(body) && cap(body) <= maxBuffer {
		*buffer = body[:cap(body)]
	}
	resp.Body, resp.free = body, func() { c.buffers.Put(buffer) }
	if cap(body) > maxBuffer { // it has memory of its own
		resp.Release()
	}
	switch {
	case int64(len(body)) > limit && limit == wanted:
		resp.Body = body[:limit]
		return nil
	case int64(len(body)) > limit:
		return tooLarge("page is larger than " + size(limit))
	case err == nil:
		resp.Cut = conn.under.ended
		return nil
	case ended(err):
		resp.Cut = true
		return nil
	}
	return err
}

// Keep gives Body memory of its own: as much as the page has, and no more.
func (r *Response) Keep() {
	if r.free != nil {
		r.Body = bytes.Clone(r.Body)
		r.Release()
	}
}

// Release ends the use of Body, unless it was kept: the next response is read into the
// same buffer. It need not be called.
func (r *Response) Release() {
	if r.free != nil {
		r.free()
		r.free = nil
	}
}

// buffer returns one that a usual body fits into.
func (c *Client) buffer() *[]byte {
	if b, ok := c.buffers.Get().(*[]byte); ok {
		return b
	}
	b := make([]byte, usualBody)
	return &b
}

// ended reports whether err says that the peer ended the connection.
func ended(err error) bool {
	return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) ||
		errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE)
}

// size writes n bytes the way limits are spoken of.
func size(n int64) string {
	switch {
	case n%(1<<20) == 0:
		return fmt.Sprintf("%d MiB", n>>20)
	case n%(1<<10) == 0:
		return fmt.Sprintf("%d KiB", n>>10)
	}
	return fmt.Sprintf("%d bytes", n)
}

// withoutZone drops the zone of an IPv6 address, which means something on this
// machine only (RFC 6874, section 1).
func withoutZone(u *url.URL) *url.URL {
	name, zone, ok := strings.Cut(u.Host, "%")
	if !ok {
		return u
	}
	bare := *u
	bare.Host = name + zone[strings.IndexByte(zone, ']'):]
	return &bare
}
