package fetch

import (
	"context"
	"io"
	"net/url"
)

// Send requests u over a protocol without headers, redirects and status codes: it sends
// what request returns for the canonical URL, and returns what comes until the connection
// ends as the body of a response with status 20. Limits, trust and ask are as of [Client.Get].
func (c *Client) Send(ctx context.Context, u *url.URL, request func(*url.URL) (string, error), ask Asker) (*Response, error) {
	u, way, err := begin(ctx, u)
	if err != nil {
		return nil, err
	}
	line, err := request(u)
	if err != nil {
		return nil, err
	}
	resp, err := c.hop(LedBy(ctx, way.origin), u, ask, way, func(ctx context.Context, conn *conn, u *url.URL, more func(have int) error) (*Response, error) {
		_, _ = io.WriteString(conn, line) // as in exchange, a failed write is no reason not to read
		resp := &Response{URL: u, Status: statusOK}
		return resp, c.readBody(ctx, conn, conn, resp, more)
	})
	if err != nil {
		return nil, err
	}
	return c.end(ctx, way, resp)
}

// statusOK is that of every answer without one of its own.
const statusOK = 20
