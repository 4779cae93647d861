package fetch

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"syscall"
)

const (
	// maxBody is the greatest size of a body in bytes.
	maxBody = 5 << 20
	// largeBody is the size in bytes above which a body counts as large. Processing a body takes
	// several times its memory.
	largeBody = 128 << 10
	usualBody = 8 << 10 // bytes; most pages are smaller
)

// readBody reads to the end, and notes in resp whether the connection ended without close_notify or
// was reset. A reset is no error: a server that closes with unread input causes one even after a
// whole page. A body of over 5 MiB is an error; with FirstBytes, readBody stops there.
func (c *Client) readBody(ctx context.Context, from io.Reader, conn *conn, r Request, resp *Response) error {
	limit := int64(cmp.Or(r.FirstBytes, maxBody))
	body := bytes.NewBuffer(make([]byte, 0, usualBody))
	_, err := io.CopyN(body, from, min(limit+1, largeBody))
	if err == nil && limit >= largeBody {
		if err := c.waitForPlace(ctx, conn, r, resp); err != nil {
			return err
		}
		body.Grow(int(limit+1-largeBody) + bytes.MinRead) // otherwise it doubles until it has twice the room
		_, err = io.CopyN(body, from, limit+1-largeBody)
	}
	resp.Body = body.Bytes()
	switch {
	case err == nil && r.FirstBytes > 0:
		resp.Body = resp.Body[:limit]
		return nil
	case err == nil:
		return &Error{Kind: TooLarge, Reason: "page is larger than 5 MiB"}
	case err == io.EOF:
		resp.Cut = conn.under.ended
		return nil
	case isConnectionEnd(err):
		resp.Cut, resp.Reset = true, errors.Is(err, syscall.ECONNRESET)
		return nil
	}
	return err
}

// waitForPlace acquires a place for a large body. The timer stands still meanwhile, since a slow
// server may hold the place until its response times out.
func (c *Client) waitForPlace(ctx context.Context, conn *conn, r Request, resp *Response) error {
	if r.LargeBodies == nil {
		return nil
	}
	began := c.Now()
	conn.timer.Stop()
	if err := r.LargeBodies.Acquire(ctx, 1); err != nil {
		return context.Cause(ctx)
	}
	resp.large, resp.Waited = r.LargeBodies, c.Now().Sub(began)
	conn.timer.Reset(conn.timer.ends.Sub(began))
	return nil
}

// isConnectionEnd reports whether err says that the peer ended the connection.
func isConnectionEnd(err error) bool {
	return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) ||
		errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE)
}
