package fetch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"syscall"
)

const (
	// LargeBody is the size in bytes from which a body counts as large: ten times the
	// usual. Processing one takes several times its memory.
	LargeBody = 128 << 10
	// maxLarge is how many large bodies are in memory at once. A slow server holds a place
	// until its response times out; the others stay free.
	maxLarge  = 4
	usualBody = 8 << 10 // bytes that most pages fit into
)

// readBody reads to the end, and notes in resp whether that end came without
// close_notify. A reset counts as such an end: servers that close with unread
// input cause one after a whole page.
func (c *Client) readBody(ctx context.Context, from io.Reader, conn *conn, wanted int64, resp *Response) error {
	limit := cmp.Or(c.MaxBody, DefaultMaxBody)
	if wanted > 0 {
		limit = min(limit, wanted)
	}
	body, err := readTo(min(limit+1, LargeBody), from, make([]byte, 0, usualBody))
	if err == nil && limit >= LargeBody {
		if err := c.waitForPlace(ctx, conn, resp); err != nil {
			return err
		}
		body, err = readTo(limit+1, from, body)
	}
	resp.Body = body
	switch {
	case int64(len(resp.Body)) > limit && limit == wanted:
		resp.Body = resp.Body[:limit]
		return nil
	case int64(len(resp.Body)) > limit:
		return &Error{Kind: TooLarge, Reason: "page is larger than " + size(limit)}
	case err == io.EOF:
		resp.Cut = conn.under.ended
		return nil
	case ended(err):
		resp.Cut = true
		return nil
	}
	return err
}

// readTo appends to body until that has n bytes, or an error, which may be io.EOF.
func readTo(n int64, from io.Reader, body []byte) ([]byte, error) {
	for int64(len(body)) < n {
		if len(body) == cap(body) {
			body = append(make([]byte, 0, min(2*int64(cap(body)), n)), body...)
		}
		got, err := from.Read(body[len(body):min(cap(body), int(n))])
		if body = body[:len(body)+got]; err != nil {
			return body, err
		}
	}
	return body, nil
}

// waitForPlace acquires a place in c.large and extends the deadline by the wait.
func (c *Client) waitForPlace(ctx context.Context, conn *conn, resp *Response) error {
	began := c.Now()
	select {
	case c.large <- struct{}{}:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	resp.release = func() { <-c.large }
	resp.Waited = max(0, c.Now().Sub(began))
	return conn.SetDeadline(conn.deadline.Add(resp.Waited))
}

// ended reports whether err says that the peer ended the connection.
func ended(err error) bool {
	return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) ||
		errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE)
}

// size formats n bytes for messages.
func size(n int64) string {
	switch {
	case n%(1<<20) == 0:
		return fmt.Sprintf("%d MiB", n>>20)
	case n%(1<<10) == 0:
		return fmt.Sprintf("%d KiB", n>>10)
	}
	return fmt.Sprintf("%d bytes", n)
}
