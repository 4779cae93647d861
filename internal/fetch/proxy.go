package fetch

import (
	"cmp"
	"context"
	"errors"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/proxy"
)

// ThroughProxy returns a [Client.Dial] that connects through the SOCKS5 proxy at u (RFC 1928); dial
// connects to the proxy itself. The scheme is socks5, socks5h or socks; any other is an error.
//
// The proxy resolves names, so their addresses are unknown here. [Client.IsPrivate] judges an
// address in the URL as it does without a proxy, and a name of this machine or of the network
// around it as if it were 127.0.0.1. Any other name counts as public.
func ThroughProxy(u *url.URL, dial DialFunc) (DialFunc, error) {
	target := *u
	if target.Scheme == "socks" {
		target.Scheme = "socks5"
	}
	socks, err := proxy.FromURL(&target, proxyDialer(dial))
	through, ok := socks.(proxy.ContextDialer)
	if err != nil || !ok || u.Hostname() == "" {
		return nil, errors.New("not a SOCKS5 proxy")
	}
	return func(ctx context.Context, network, addr string) (net.Conn, error) {
		conn, err := through.DialContext(ctx, network, addr)
		if err != nil {
			return nil, proxyError(u.Host, err)
		}
		at, _ := KnownAddress(addr)
		return proxyConn{conn, net.TCPAddrFromAddrPort(at)}, nil
	}, nil
}

// A proxyDialer connects to the proxy.
type proxyDialer DialFunc

// Dial implements proxy.Dialer.
func (d proxyDialer) Dial(network, addr string) (net.Conn, error) {
	return d(context.Background(), network, addr)
}

// DialContext implements proxy.ContextDialer. An error is of kind Offline, unless the caller ended
// ctx.
func (d proxyDialer) DialContext(ctx context.Context, network, addr string) (net.Conn, error) {
	conn, err := d(ctx, network, addr)
	limit, isLimit := errors.AsType[limitError](context.Cause(ctx))
	if err == nil || ctx.Err() != nil && !isLimit {
		return conn, err
	}
	return nil, &Error{Kind: Offline, Reason: "proxy " + addr + ": " + cmp.Or(string(limit), innermostCause(err)), Err: err}
}

// KnownAddress returns the address of addr, a host and port, as far as it is known without a name
// server. A name of this machine or the network around it counts as 127.0.0.1; for any other name,
// known is false.
func KnownAddress(addr string) (at netip.AddrPort, known bool) {
	if at, err := netip.ParseAddrPort(addr); err == nil {
		return at, true
	}
	host, port, err := net.SplitHostPort(addr)
	if err != nil || !IsLocalName(host) {
		return netip.AddrPort{}, false
	}
	at, err = netip.ParseAddrPort("127.0.0.1:" + port)
	return at, err == nil
}

// IsLocalName reports whether a host's name belongs to this machine or the network around it,
// whatever its address. Such a name has no dot, or is below a domain that is reserved for
// this (RFC 6761, 6762 and 8375, and ICANN's internal) or that routers use. A name whose last
// label is a number counts too: resolvers read it as an address, such as 127.1 as 127.0.0.1
// (inet_aton), and no public name ends in a number. Addresses are not names.
func IsLocalName(host string) bool {
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	_, notNumber := strconv.ParseUint(host[strings.LastIndexByte(host, '.')+1:], 0, 64) // decimal, octal or hexadecimal
	return !strings.Contains(host, ".") || notNumber == nil || slices.ContainsFunc(
		[]string{".localhost", ".local", ".internal", ".home.arpa", ".localdomain", ".lan"},
		func(domain string) bool { return strings.HasSuffix(host, domain) })
}

// A proxyConn is a connection whose remote address is the one behind the proxy, without an IP if
// that is unknown.
type proxyConn struct {
	net.Conn
	remote net.Addr
}

// RemoteAddr implements net.Conn.
func (c proxyConn) RemoteAddr() net.Addr { return c.remote }

// proxyError explains why a proxy could not connect. It has to read the text, since package proxy
// has no types for a proxy's answers. For an unknown name a proxy answers "host unreachable".
// Unknown answers count as Unreachable. It returns an error of the connection to the proxy as it is.
func proxyError(host string, err error) error {
	_, isKnown := errors.AsType[*Error](err)
	timeout, isNet := errors.AsType[net.Error](err)
	if isKnown || isNet && timeout.Timeout() {
		return err
	}
	answer, answered := strings.CutPrefix(innermostCause(err), "unknown error ")
	kind := Unreachable
	switch {
	case !answered: // it is no SOCKS5 proxy, or refuses the user
		kind = Offline
	case answer == "host unreachable":
		kind = UnknownHost
	case answer == "connection refused":
		kind = ConnectionRefused
	case answer == "TTL expired":
		kind = NoAnswer
	case answer == "connection not allowed by ruleset":
		kind = Other
	}
	return &Error{Kind: kind, Reason: "proxy " + host + ": " + answer, Err: err}
}
