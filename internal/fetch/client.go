package fetch

import (
	"context"
	"crypto/x509"
	"net"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"gemsub/internal/address"
)

// What a [Client] without limits of its own allows.
const (
	DefaultConnectTimeout = 10 * time.Second
	DefaultTimeout        = 30 * time.Second
	DefaultMaxBody        = 5 << 20 // bytes
)

// A Client fetches. Its zero value works once Now and Keys are set. The
// fields must not change after the first Get; any number of goroutines may
// call Get.
type Client struct {
	// Dial opens the connection; nil means a net.Dialer. One of the caller's
	// should have [Control]; what it connected to is looked at anyway.
	Dial func(ctx context.Context, network, addr string) (net.Conn, error)
	// Private says which addresses no public capsule may lead to; nil means
	// [Private].
	Private func(netip.AddrPort) bool
	// Now decides what has expired.
	Now func() time.Time
	// Keys keeps the keys of servers.
	Keys Keys
	// Roots verify a changed certificate; nil means the system's.
	Roots *x509.CertPool
	// Identity returns whose certificate to show to the server of u if that asks
	// for one, nil for nobody's. It is called for every hop that the user
	// asked for, or that lies below the folder of the page that led there. Nil means that there are no identities.
	Identity func(ctx context.Context, u *url.URL) (*Identity, error)
	// ConnectTimeout bounds look-up, TCP connect and TLS handshake; 0 means
	// DefaultConnectTimeout.
	ConnectTimeout time.Duration
	// Timeout bounds each hop from its first step to the last byte, however
	// slowly a server sends; 0 means DefaultTimeout.
	Timeout time.Duration
	// MaxBody is the greatest size of a body in bytes; 0 means DefaultMaxBody.
	MaxBody int64

	sessions sessionStore
	buffers  sync.Pool // of *[]byte, for bodies that are being read
}

// An Asker is asked before every hop, the first included, whether u may be
// requested, and how long that may take; 0 is for as long as the Client allows. It may
// wait. Its error ends the Get, which returns it as it is.
type Asker func(ctx context.Context, u *url.URL) (limit time.Duration, err error)

// A Response is what the final hop answered.
type Response struct {
	// URL is the canonical URL of the final hop.
	URL *url.URL
	// Status is 10-69, but never 3x.
	Status int
	// Meta is as sent, made valid UTF-8: a media type for 2x, where empty means
	// text/gemini. It may be empty for any status, and hold control characters.
	Meta string
	// Body is the content for 2x, else nil. It is in a buffer of the client until
	// [Response.Keep] or [Response.Release].
	Body []byte
	// Cut says that the connection ended without close_notify or was reset, so
	// Body may be incomplete.
	Cut bool
	// Identity names the identity that was shown to the server, and says so if
	// its certificate is not valid now: "me, expired on 2026-01-31". It is ""
	// when none was.
	Identity string
	// Moved is where the page lives now when every redirect on the way was
	// permanent (31); nil when there was none or another one.
	Moved *url.URL
	// Notices are lines for the user about certificates that changed and were
	// accepted.
	Notices []string
	// Origin is that of what the page links to.
	Origin Origin
	// Local says that the page lives at a private address: at the URL that was
	// asked for, or where it moved to.
	Local bool

	free func() // returns the buffer that Body is in; nil when it is in none
}

// Err returns nil for a status 2x and a [*StatusError] for any other.
func (r *Response) Err() error {
	if r.Status/10 == 2 {
		return nil
	}
	return &StatusError{URL: r.URL, Status: r.Status, Meta: r.Meta, Identity: r.Identity, Away: r.Origin.Away}
}

// Header is the answer in one line: "20 text/plain", "51 not found".
func (r *Response) Header() string {
	return strings.TrimSpace(strconv.Itoa(r.Status) + " " + r.Meta)
}

// Get requests u and follows at most 5 redirects. A nil ask allows every hop;
// its context, as that of Get, says who led there (see [LedBy]).
//
// It returns an error where there is no whole response; a response of any
// status but 3x is none.
func (c *Client) Get(ctx context.Context, u *url.URL, ask Asker) (*Response, error) {
	u, way, err := begin(ctx, u)
	if err != nil {
		return nil, err
	}
	for {
		resp, err := c.hop(LedBy(ctx, way.origin), u, ask, way, c.exchange)
		if err != nil {
			return nil, err
		}
		if resp.Status/10 != 3 {
			return c.end(ctx, way, resp)
		}
		if u, err = way.next(resp); err != nil {
			return nil, err
		}
	}
}

// begin returns the canonical form of u, and the way that begins there.
func begin(ctx context.Context, u *url.URL) (*url.URL, *trail, error) {
	u, err := address.Canonical(u)
	if err != nil {
		return nil, nil, err
	}
	way := &trail{origin: originOf(ctx), permanent: true}
	if why := way.origin.Refusal(u); why != "" {
		return nil, nil, &address.Error{URL: u.String(), Reason: why}
	}
	return u, way, nil
}

// end returns the response at the end of the way.
func (c *Client) end(ctx context.Context, way *trail, resp *Response) (_ *Response, err error) {
	way.end(resp)
	resp.Notices, err = c.saveChanges(ctx, way.changes)
	if err != nil {
		return nil, err
	}
	return resp, nil
}

// A talk sends the request for u and reads the response. More is as of readLimited.
type talk func(ctx context.Context, conn *conn, u *url.URL, more func(have int) error) (*Response, error)

// hop asks for and makes one request.
func (c *Client) hop(ctx context.Context, u *url.URL, ask Asker, way *trail, talk talk) (*Response, error) {
	limit := or(c.Timeout, DefaultTimeout)
	if ask != nil {
		most, err := ask(ctx, u)
		if err != nil {
			return nil, err
		}
		limit = min(limit, or(most, limit))
	}
	ctx, hop, end := startHop(ctx, c.Now, limit, or(c.ConnectTimeout, DefaultConnectTimeout))
	defer end(nil)
	defer hop.stop()

	conn, err := c.connect(ctx, u, way)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	hop.connected()

	if conn.tls != nil {
		if err := c.trust(ctx, u, conn.certificates(), way); err != nil {
			return nil, err
		}
	}
	resp, err := talk(ctx, conn, u, func(have int) error { return hop.wait(ctx, have) })
	if err != nil {
		return nil, readError(ctx, u, err)
	}
	resp.Identity, resp.Local = conn.shown, conn.local
	if len(way.seen) == 0 {
		way.local = conn.local
	}
	conn.linger()
	return resp, nil
}

// or returns v, or standard when v is not positive.
func or[T time.Duration | int64](v, standard T) T {
	if v <= 0 {
		return standard
	}
	return v
}
