package fetch

import (
	"cmp"
	"context"
	"net"
	"net/netip"
	"slices"
	"syscall"

	"gemsub/internal/address"
)

// Private reports whether addr is this machine's or in a network around it: public
// capsules may not lead there. Yggdrasil (200::/7) is a public network.
func Private(addr netip.AddrPort) bool {
	ip := embedded(addr.Addr().Unmap().WithZone(""))
	return ip.IsLoopback() || ip.IsPrivate() || ip.IsLinkLocalUnicast() || ip.IsUnspecified() || within(ip, morePrivate())
}

// morePrivate are the ranges that package netip does not know.
func morePrivate() []netip.Prefix {
	return []netip.Prefix{
		netip.MustParsePrefix("0.0.0.0/8"),      // this network (RFC 1122)
		netip.MustParsePrefix("100.64.0.0/10"),  // behind a provider's NAT (RFC 6598)
		netip.MustParsePrefix("192.0.0.0/24"),   // protocol assignments (RFC 6890)
		netip.MustParsePrefix("198.18.0.0/15"),  // measurements (RFC 2544)
		netip.MustParsePrefix("224.0.0.0/4"),    // multicast (RFC 5771)
		netip.MustParsePrefix("240.0.0.0/4"),    // reserved, and broadcast (RFC 1112)
		netip.MustParsePrefix("fec0::/10"),      // site-local (RFC 3879)
		netip.MustParsePrefix("64:ff9b:1::/48"), // NAT64 of one's own network (RFC 8215)
	}
}

func within(ip netip.Addr, prefixes []netip.Prefix) bool {
	return slices.ContainsFunc(prefixes, func(p netip.Prefix) bool { return p.Contains(ip) })
}

// embedded returns the IPv4 address that an IPv6 address leads to by its last
// bytes (RFC 4291, section 2.5.5.1, and NAT64, RFC 6052) or behind 2002 (6to4,
// RFC 3056); any other it returns as it is.
func embedded(ip netip.Addr) netip.Addr {
	b := ip.As16()
	switch {
	case ip.Is4(), ip.IsLoopback(), ip.IsUnspecified():
		return ip
	case within(ip, []netip.Prefix{netip.MustParsePrefix("::/96"), netip.MustParsePrefix("64:ff9b::/96")}):
		return netip.AddrFrom4([4]byte(b[12:]))
	case b[0] == 0x20 && b[1] == 0x02:
		return netip.AddrFrom4([4]byte(b[2:6]))
	}
	return ip
}

// A DialFunc opens a connection, as [net.Dialer.DialContext] does.
type DialFunc func(ctx context.Context, network, addr string) (net.Conn, error)

// dial connects to the authority of r, and notes in resp whether its address is private. An
// unknown one, as of a pipe, counts as public. The system's dialer lets the very address be
// judged that is connected to, whatever a name server says next.
func (c *Client) dial(ctx context.Context, r Request, resp *Response, limit limitError) (net.Conn, error) {
	private := c.Private
	if private == nil {
		private = Private
	}
	refuse := func(at netip.AddrPort, name string) error {
		if r.Barred == "" || !private(at) {
			return nil
		}
		return &Error{Kind: PrivateAddress, Reason: name + " is a private address, and " + r.Barred}
	}
	dial := c.Dial
	if dial == nil {
		system := &net.Dialer{Resolver: c.Resolver, KeepAlive: -1, Control: func(_, addr string, _ syscall.RawConn) error {
			at, err := netip.ParseAddrPort(addr)
			return cmp.Or(err, refuse(at, at.Addr().String()))
		}}
		dial = system.DialContext
	}
	target := address.HostPort(r.URL)
	var conn net.Conn
	var err error
	if at, known := AddressBehind(target); known {
		err = refuse(at, r.URL.Hostname())
	}
	if err == nil {
		conn, err = dial(ctx, "tcp", target)
	}
	if err == nil {
		if at, unknown := netip.ParseAddrPort(conn.RemoteAddr().String()); unknown == nil {
			resp.Local, err = private(at), refuse(at, at.Addr().String())
		}
		if err != nil {
			conn.Close()
		}
	}
	if err != nil {
		return nil, dialError(ctx, address.Authority(r.URL), err, limit)
	}
	return conn, nil
}
