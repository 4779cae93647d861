// Package fetch makes one request and returns one response, over Gemini (network protocol
// 0.24.1) or Gopher (RFC 1436, RFC 4266): TLS, trust on first use, and limits on time and
// size that hold whatever the server does.
//
// It does not follow redirects, read robots.txt, retry, wait between requests, or interpret
// media types. The request contains the pinned key and the client certificate; the response
// contains the key to pin from now on.
//
// Every error is one short line for a person, and safe to print: text from a server appears
// in it without control characters.
package fetch

import (
	"cmp"
	"context"
	"crypto/x509"
	"net"
	"net/netip"
	"net/url"
	"time"

	"git.sr.ht/~adnano/go-gemini"
	"golang.org/x/sync/semaphore"

	"gemsub/internal/address"
	"gemsub/internal/model"
)

// DefaultTimeout is how long a response may take.
const DefaultTimeout = 30 * time.Second

const (
	// connectTimeout bounds look-up, TCP connect and TLS handshake.
	connectTimeout            = 10 * time.Second
	noConnection   limitError = "no connection within 10s"
)

// A Client makes requests. Now is required. The fields must not change after the first
// request; any number of goroutines may call Do.
type Client struct {
	// Dial opens connections. If it is nil, the system does, and looks names up with Resolver
	// (nil means the system's).
	Dial     DialFunc
	Resolver *net.Resolver
	// IsPrivate says which addresses no public capsule may lead to; nil means
	// [IsPrivate].
	IsPrivate func(netip.AddrPort) bool
	// Now decides what has expired.
	Now func() time.Time
	// Roots verify a changed certificate; nil means the system's.
	Roots *x509.CertPool
	// Timeout bounds a request from its first step to the last byte, however
	// slowly a server sends; 0 means DefaultTimeout.
	Timeout time.Duration
}

// A Request asks for one document.
type Request struct {
	// URL is canonical, as of package address.
	URL *url.URL
	// KnownKey is the pinned key of URL's authority. If it has no fingerprint, any key is
	// accepted.
	KnownKey model.PinnedKey
	// Identity is sent if the server asks for a certificate; nil for none.
	Identity *Identity
	// PrivateRefusal is the reason to refuse private addresses, such as "a public capsule led
	// there"; "" allows them.
	PrivateRefusal string
	// Limit bounds this request's time in addition to Timeout; 0 for none.
	Limit time.Duration
	// FirstBytes is how many bytes of the body to read at most. 0 reads all of it, up to 5 MiB.
	FirstBytes int
	// LargeBodies bounds how many large bodies (over 128 KiB) are in memory at once; nil for no
	// bound.
	LargeBodies *semaphore.Weighted
}

// A Response is what a server answered.
type Response struct {
	URL *url.URL // of the request
	// Status is 10-69; over Gopher always 20.
	Status int
	// Meta is as sent, made valid UTF-8: a media type for 2x, where empty means
	// text/gemini. It may be empty for any status, and hold control characters.
	Meta string
	// Body is the content for 2x, else nil.
	Body []byte
	// Cut says that the connection ended without close_notify or was reset, so
	// Body may be incomplete.
	Cut bool
	// Reset says that the connection was reset.
	Reset bool
	// Identity names the identity that was sent to the server, and says why its certificate
	// is not valid now: "me, expired on 2026-01-31". It is "" if none was sent.
	Identity string
	// Local says that the server has a private address.
	Local bool
	// Key is the key to pin for the authority from now on. It is the request's KnownKey if
	// that did not change, if the handshake failed, or without TLS.
	Key model.PinnedKey
	// Notice is a line for the user about a key that changed and was accepted, or "".
	Notice string
	// Waited is the time spent waiting for other large bodies. No limit includes it.
	Waited time.Duration

	large *semaphore.Weighted // holds a place for Body; else nil
}

// Release gives back the place of a large Body. Callers must call it once, when they no
// longer need Body. The response may be nil.
func (r *Response) Release() {
	if r != nil && r.large != nil {
		r.large.Release(1)
	}
}

// Err returns nil for a status 2x and a [*StatusError] for any other.
func (r *Response) Err() error {
	if r.isOf(gemini.StatusSuccess) {
		return nil
	}
	return &StatusError{Response: r}
}

// IsRedirect reports a status 3x: Meta says where to.
func (r *Response) IsRedirect() bool { return r.isOf(gemini.StatusRedirect) }

// IsPermanent reports a permanent redirect.
func (r *Response) IsPermanent() bool { return r.Status == int(gemini.StatusPermanentRedirect) }

// isOf reports whether the status is of a class.
func (r *Response) isOf(class gemini.Status) bool { return gemini.Status(r.Status).Class() == class }

// Do makes a request. A response of any status is not an error. With an error it also returns
// a response, which has only URL, Key, Notice and Waited.
func (c *Client) Do(ctx context.Context, r Request) (*Response, error) {
	limit := cmp.Or(c.Timeout, DefaultTimeout)
	limit = min(limit, cmp.Or(r.Limit, limit))
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	t := timer{Timer: time.AfterFunc(limit, func() { cancel(limitError("no whole response within " + limit.String())) }), ends: c.Now().Add(limit)}
	defer t.Stop()
	resp := &Response{URL: r.URL, Key: r.KnownKey}
	if err := c.do(ctx, t, r, resp); err != nil {
		resp.Release()
		return &Response{URL: r.URL, Key: resp.Key, Notice: resp.Notice, Waited: resp.Waited}, err
	}
	return resp, nil
}

// do makes a request and fills in resp as far as it gets.
func (c *Client) do(ctx context.Context, t timer, r Request, resp *Response) error {
	roundTrip, isGopher := c.requestGemini, address.IsGopher(r.URL)
	if isGopher {
		roundTrip = c.requestGopher
	}
	conn, err := c.connect(ctx, r, resp)
	if err != nil {
		return err
	}
	defer conn.Close()
	conn.timer = t
	if err := roundTrip(ctx, conn, r, resp); err != nil {
		return explain(ctx, opRead, r.URL.String(), err)
	}
	conn.awaitClose()
	if isGopher {
		resp.Status = int(gemini.StatusSuccess)
		if resp.Meta, resp.Body, err = GopherDocument(r.URL, resp.Body); err != nil {
			return explain(ctx, opRead, r.URL.String(), err)
		}
	}
	return nil
}
