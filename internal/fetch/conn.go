package fetch

import (
	"context"
	"crypto/tls"
	"io"
	"net"
	"time"

	"gemsub/internal/address"
)

// A conn is a connection, with TLS if the scheme uses it, that records how the TCP connection
// ended.
type conn struct {
	net.Conn
	tls   *tls.Conn // nil without TLS
	under *watchedConn
	stop  func() bool // ends the watch that closes it when the context ends
	timer timer       // ends the context
}

// A timer ends the context of a request.
type timer struct {
	*time.Timer
	ends time.Time
}

// Close closes the connection without close_notify: sending could block if the peer does not
// read.
func (c *conn) Close() error {
	c.stop()
	return c.under.Close()
}

// maxCloseWait is how long to wait for the server to close after its answer.
const maxCloseWait = 500 * time.Millisecond

// awaitClose sends close_notify and waits until the server closes the connection too:
// otherwise the next request could arrive while this connection still counts as open, and
// servers ban clients for parallel connections. Without TLS, the server has closed it already:
// that is how its answer ends.
func (c *conn) awaitClose() {
	if c.tls == nil {
		return
	}
	timer := time.AfterFunc(maxCloseWait, func() { c.under.Close() })
	defer timer.Stop()
	if c.tls.CloseWrite() == nil {
		_, _ = io.Copy(io.Discard, io.LimitReader(c.under, 64<<10)) // the answer is complete
	}
}

// A watchedConn notes that its peer ended the TCP connection. crypto/tls returns io.EOF both
// for such an end between two records and for close_notify; but after close_notify it reads
// no further, so the end of the TCP connection goes unnoticed.
type watchedConn struct {
	net.Conn
	ended bool
}

func (w *watchedConn) Read(p []byte) (int, error) {
	n, err := w.Conn.Read(p)
	if err == io.EOF {
		w.ended = true
	}
	return n, err
}

// connect dials the authority of r, does the TLS handshake if the scheme has one, and notes
// the results in resp.
func (c *Client) connect(ctx context.Context, r Request, resp *Response) (*conn, error) {
	connecting, cancel := context.WithTimeoutCause(ctx, connectTimeout, noConnection)
	defer cancel()
	raw, err := c.dial(connecting, r, resp)
	if err != nil {
		return nil, err
	}
	conn := &conn{Conn: raw, under: &watchedConn{Conn: raw}}
	conn.stop = context.AfterFunc(ctx, func() { raw.Close() })
	if !address.IsPlain(r.URL) {
		if err := c.startTLS(connecting, r, conn, resp); err != nil {
			conn.Close()
			return nil, explain(connecting, opStartTLS, address.Authority(r.URL), err)
		}
	}
	return conn, nil
}

// startTLS does the handshake. It checks the server's key before it sends an identity, so
// that only the known server learns who the user is.
func (c *Client) startTLS(ctx context.Context, r Request, conn *conn, resp *Response) error {
	key, notice := r.KnownKey, ""
	config := &tls.Config{
		ServerName:         r.URL.Hostname(), // not sent for an IP address (RFC 6066, section 3)
		MinVersion:         tls.VersionTLS12,
		InsecureSkipVerify: true, // certificates on Gemini are self-signed
		VerifyConnection: func(state tls.ConnectionState) (err error) {
			if key, notice, err = c.checkKey(r, state.PeerCertificates); err != nil {
				conn.under.Close() // without an alert: it may not read
			}
			return err
		},
	}
	if id := r.Identity; id != nil {
		config.GetClientCertificate = func(*tls.CertificateRequestInfo) (*tls.Certificate, error) {
			resp.Identity = id.Name
			if why := id.WhyInvalid(c.Now()); why != "" {
				resp.Identity += ", " + why
			}
			return &id.Certificate, nil
		}
	}
	conn.tls = tls.Client(conn.under, config)
	conn.Conn = conn.tls
	if err := conn.tls.HandshakeContext(ctx); err != nil {
		return err
	}
	resp.Key, resp.Notice = key, notice // only now has the server proved that it owns the key
	return nil
}
