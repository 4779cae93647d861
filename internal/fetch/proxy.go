package fetch

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/proxy"
)

// ThroughProxy returns a [Client.Dial] whose connections the SOCKS5 proxy at u carries
// (RFC 1928); dial connects to the proxy alone. The scheme is socks5, socks5h or socks.
//
// The proxy resolves names, so nobody here sees the address that is connected to. An
// address in the URL itself is judged by [Client.Private] as without a proxy, and so is
// a name of this machine or of the network around it, as if it were 127.0.0.1. Any
// other name counts as public.
func ThroughProxy(u *url.URL, dial DialFunc) (DialFunc, error) {
	target := *u
	if target.Scheme == "socks" {
		target.Scheme = "socks5"
	}
	socks, err := proxy.FromURL(&target, toProxy(dial))
	through, ok := socks.(proxy.ContextDialer)
	if err != nil || !ok || u.Hostname() == "" {
		return nil, errors.New("not a SOCKS5 proxy")
	}
	return func(ctx context.Context, network, addr string) (net.Conn, error) {
		conn, err := through.DialContext(ctx, network, addr)
		if err != nil {
			return nil, proxyError(u.Host, err)
		}
		at, known := AddressBehind(addr)
		if !known {
			return proxied{conn, namedAddr(addr)}, nil
		}
		return proxied{conn, net.TCPAddrFromAddrPort(at)}, nil
	}, nil
}

// toProxy connects to the proxy.
type toProxy DialFunc

// Dial implements proxy.Dialer.
func (d toProxy) Dial(network, addr string) (net.Conn, error) {
	return d(context.Background(), network, addr)
}

// DialContext implements proxy.ContextDialer.
func (d toProxy) DialContext(ctx context.Context, network, addr string) (net.Conn, error) {
	return d(ctx, network, addr)
}

// AddressBehind returns the address by which addr, a host and port, is judged if no name is
// resolved; known is false for a name that could be anywhere.
func AddressBehind(addr string) (at netip.AddrPort, known bool) {
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

// IsLocalName reports whether a host's name is one of this machine or of the network
// around it, whatever its address: one without a dot, or below a domain that is kept
// for that (RFC 6761, 6762 and 8375, and ICANN's internal) or that routers use. So is
// one whose last label is a number: resolvers take it for an address, 127.1 for
// 127.0.0.1 (inet_aton), and no public name ends so. Addresses themselves are not names.
func IsLocalName(host string) bool {
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	return !strings.Contains(host, ".") || endsInNumber(host) || slices.ContainsFunc(
		[]string{".localhost", ".local", ".internal", ".home.arpa", ".localdomain", ".lan"},
		func(domain string) bool { return strings.HasSuffix(host, domain) })
}

// endsInNumber reports whether the last label of a host is a number, be it octal or
// hexadecimal.
func endsInNumber(host string) bool {
	label := host[strings.LastIndexByte(host, '.')+1:]
	digits, isHex := strings.CutPrefix(label, "0x")
	set := "0123456789"
	if isHex {
		set += "abcdef"
	}
	return label != "" && strings.Trim(digits, set) == ""
}

// A proxied connection has the address behind the proxy for its remote one.
type proxied struct {
	net.Conn
	remote net.Addr
}

// RemoteAddr implements net.Conn.
func (c proxied) RemoteAddr() net.Addr { return c.remote }

// A namedAddr is a host and port whose IP address is unknown.
type namedAddr string

func (a namedAddr) Network() string { return "tcp" }
func (a namedAddr) String() string  { return string(a) }

// proxyError is the error of a proxy that cannot be reached, or that could not connect.
// Package proxy has no types for the answers of a proxy, which answers "host unreachable"
// for an unknown name. Unknown errors count as Unreachable.
func proxyError(host string, err error) error {
	answer, answered := strings.CutPrefix(cause(err), "unknown error ")
	kind := Unreachable
	switch {
	case !answered: // the proxy itself cannot be reached
	case answer == "host unreachable":
		kind = NotFound
	case answer == "connection refused":
		kind = Refused
	case answer == "TTL expired":
		kind = NoAnswer
	case answer == "connection not allowed by ruleset":
		kind = Other
	}
	return &Error{Kind: kind, Reason: "proxy " + host + ": " + answer, Err: err}
}
