package fetch

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"net/netip"
	"net/url"
	"time"

	"gemsub/internal/address"
)

// A conn is a connection, over TLS unless the scheme goes without, that knows how the
// one underneath ended.
type conn struct {
	net.Conn
	tls   *tls.Conn // nil without TLS
	under *watched
	stop  func() bool // ends the wait for the end of the context, at which it is closed
	shown string      // Response.Identity
	local bool        // to a private address
}

// Close closes without a word: the answer has been read or is not wanted, and
// close_notify could wait for a peer that does not read.
func (c *conn) Close() error {
	c.stop()
	return c.under.Close()
}

// lingerFor bounds how long a server that has answered is waited for.
const lingerFor = 500 * time.Millisecond

// linger says goodbye and waits until the server has closed the connection
// too: else the next request could reach it while this one still counts as
// open, and servers ban clients for connections side by side. Without TLS its end is
// that of the answer.
func (c *conn) linger() {
	if c.tls == nil {
		return
	}
	timer := time.AfterFunc(lingerFor, func() { c.under.Close() })
	defer timer.Stop()
	if c.tls.CloseWrite() == nil {
		_, _ = io.Copy(io.Discard, io.LimitReader(c.under, 64<<10)) // whatever comes, it is over
	}
}

func (c *conn) certificates() []*x509.Certificate {
	return c.tls.ConnectionState().PeerCertificates
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

// connect dials u's authority and does the handshake, if there is one. Whose
// certificate it is has been decided only if the user's identity was shown.
func (c *Client) connect(ctx context.Context, u *url.URL, way *trail) (*conn, error) {
	raw, local, err := c.dial(ctx, address.HostPort(u), way.origin)
	if barred, ok := errors.AsType[*privateAddress](err); ok {
		return nil, privateError(address.Authority(u), way.origin, barred)
	}
	if err != nil {
		return nil, dialError(ctx, address.Authority(u), err)
	}
	conn := &conn{Conn: raw, under: &watched{Conn: raw}, local: local}
	conn.stop = context.AfterFunc(ctx, func() { raw.Close() })
	if address.IsPlain(u) {
		return conn, nil
	}
	if err := c.secure(ctx, u, way, conn); err != nil {
		conn.Close()
		return nil, err
	}
	return conn, nil
}

// secure does the handshake. The end of ctx closes conn, and thereby ends that too.
func (c *Client) secure(ctx context.Context, u *url.URL, way *trail, conn *conn) error {
	config := c.config(u)
	if err := c.introduce(ctx, u, way, conn, config); err != nil {
		return err
	}
	conn.tls = tls.Client(conn.under, config)
	conn.Conn = conn.tls
	if err := conn.tls.Handshake(); err != nil {
		return handshakeError(ctx, address.Authority(u), err)
	}
	return nil
}

func (c *Client) config(u *url.URL) *tls.Config {
	return &tls.Config{
		ServerName: serverName(u),
		MinVersion: tls.VersionTLS12,
		// Certificates on Gemini are self-signed; trust decides after the
		// handshake, on resumed sessions too.
		InsecureSkipVerify: true,
		ClientSessionCache: sessions{&c.sessions, address.Authority(u)},
	}
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
