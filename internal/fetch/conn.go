package fetch

import (
	"cmp"
	"context"
	"crypto/tls"
	"io"
	"net"
	"net/netip"
	"net/url"
	"time"

	"gemsub/internal/address"
)

// A conn is a connection, with TLS if the scheme has it, that knows how the TCP
// connection ended.
type conn struct {
	net.Conn
	tls      *tls.Conn // nil without TLS
	under    *watched
	stop     func() bool // cancels closing it at the end of the context
	deadline time.Time   // of the whole response
	limit    limitError  // the error after the deadline
}

// Close sends no close_notify: the answer has been read or is not wanted, and sending
// could wait for a peer that does not read.
func (c *conn) Close() error {
	c.stop()
	return c.under.Close()
}

// lingerFor bounds how long a server that has answered is waited for.
const lingerFor = 500 * time.Millisecond

// linger sends close_notify and waits until the server closes the connection too: else
// the next request could arrive while this one still counts as open, and servers ban
// clients for parallel connections. Without TLS the answer ends with it.
func (c *conn) linger() {
	if c.tls == nil {
		return
	}
	timer := time.AfterFunc(lingerFor, func() { c.under.Close() })
	defer timer.Stop()
	if c.tls.CloseWrite() == nil {
		_, _ = io.Copy(io.Discard, io.LimitReader(c.under, 64<<10)) // the answer is complete
	}
}

// A watched connection notes that its peer ended it. crypto/tls reports an end
// between two records as io.EOF, exactly as it does close_notify; but after
// close_notify it does not read on to the end underneath.
type watched struct {
	net.Conn
	ended bool
}

func (w *watched) Read(p []byte) (int, error) {
	n, err := w.Conn.Read(p)
	if err == io.EOF {
		w.ended = true
	}
	return n, err
}

// connect dials the authority of r, does the handshake, if any, and notes the results in
// resp.
func (c *Client) connect(ctx context.Context, r Request, resp *Response) (*conn, error) {
	all := cmp.Or(c.Timeout, DefaultTimeout)
	all = min(all, cmp.Or(r.Limit, all))
	first := min(connectTimeout, all)
	limit := limitError("no whole response within " + all.String())
	connectLimit := limit
	if first < all {
		connectLimit = limitError("no connection within " + first.String())
	}
	dialling, cancel := context.WithTimeoutCause(ctx, first, connectLimit)
	defer cancel()
	raw, err := c.dial(dialling, r, resp, connectLimit)
	if err != nil {
		return nil, err
	}
	conn := &conn{Conn: raw, under: &watched{Conn: raw}, limit: limit}
	conn.stop = context.AfterFunc(ctx, func() { raw.Close() })
	deadline, _ := dialling.Deadline()
	conn.deadline = deadline.Add(all - first)
	if !address.IsPlain(r.URL) {
		if until, ends := ctx.Deadline(); !ends || deadline.Before(until) { // else the end of ctx says more
			_ = raw.SetDeadline(deadline)
		}
		if err := c.secure(r, conn, resp); err != nil {
			conn.Close()
			return nil, handshakeError(ctx, address.Authority(r.URL), err, connectLimit)
		}
	}
	_ = raw.SetDeadline(conn.deadline)
	return conn, nil
}

// secure does the handshake. It checks the server's key before it sends an identity, so
// that only the known server learns who the user is.
func (c *Client) secure(r Request, conn *conn, resp *Response) error {
	key, notice := r.KnownKey, ""
	config := &tls.Config{
		ServerName:         serverName(r.URL),
		MinVersion:         tls.VersionTLS12,
		InsecureSkipVerify: true, // certificates on Gemini are self-signed
		VerifyConnection: func(state tls.ConnectionState) (err error) {
			if key, notice, err = c.judge(r, state.PeerCertificates); err != nil {
				conn.under.Close() // without an alert: it may not read
			}
			return err
		},
	}
	if id := r.Identity; id != nil {
		config.GetClientCertificate = func(*tls.CertificateRequestInfo) (*tls.Certificate, error) {
			resp.Identity = id.Name
			if why := id.Invalid(c.Now()); why != "" {
				resp.Identity += ", " + why
			}
			return &id.Certificate, nil
		}
	}
	conn.tls = tls.Client(conn.under, config)
	conn.Conn = conn.tls
	if err := conn.tls.Handshake(); err != nil {
		return err
	}
	resp.Key, resp.Notice = key, notice // the server has proved that it owns it
	return nil
}

// serverName returns the name for SNI, "" for an IP address (RFC 6066,
// section 3).
func serverName(u *url.URL) string {
	host := u.Hostname()
	if _, err := netip.ParseAddr(host); err == nil {
		return ""
	}
	return host
}
