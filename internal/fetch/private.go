package fetch

import (
	"context"
	"errors"
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

type barredKey struct{}

// barring returns a context in which [Control] lets nobody connect to the
// addresses that private reports: a net.Dialer hands nothing else to it.
func barring(ctx context.Context, private func(netip.AddrPort) bool) context.Context {
	return context.WithValue(ctx, barredKey{}, private)
}

// Control is the ControlContext of the [net.Dialer] behind [Client.Dial]. It
// keeps a public capsule from leading to a private address: it sees the very
// address that is to be connected to, whatever a name server says next.
func Control(ctx context.Context, _, addr string, _ syscall.RawConn) error {
	private, ok := ctx.Value(barredKey{}).(func(netip.AddrPort) bool)
	if !ok {
		return nil
	}
	ip, err := netip.ParseAddrPort(addr)
	if err != nil {
		return err
	}
	if private(ip) {
		return privateAddress(ip.Addr().String())
	}
	return nil
}

// privateAddress is the error of a host that a request may not lead to.
func privateAddress(host string) error {
	return &Error{Kind: PrivateAddress, Reason: host + " is a private address"}
}

// dial connects to the authority of r, and notes in resp whether its address is
// private. An unknown one, as of a pipe, counts as public.
func (c *Client) dial(ctx context.Context, r Request, resp *Response, limit limitError) (net.Conn, error) {
	private, authority := c.Private, address.Authority(r.URL)
	if private == nil {
		private = Private
	}
	dialling := ctx
	if r.Barred != "" {
		dialling = barring(ctx, private)
	}
	conn, err := c.Dial(dialling, "tcp", address.HostPort(r.URL))
	if err == nil {
		at, unknown := netip.ParseAddrPort(conn.RemoteAddr().String())
		if resp.Local = unknown == nil && private(at); resp.Local && r.Barred != "" { // the dialer ignored it
			conn.Close()
			err = privateAddress(at.Addr().String())
		}
	}
	if barred, ok := errors.AsType[*Error](err); ok && barred.Kind == PrivateAddress {
		barred.Reason += ", and " + r.Barred
	}
	if err != nil {
		return nil, dialError(ctx, authority, err, limit)
	}
	return conn, nil
}
