package app

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"gemsub/internal/address"
	"gemsub/internal/fetch"
	"gemsub/internal/words"
)

// isPrivate reports whether a URL says that it leads to a private address. The address of a name
// is known only when it is dialled.
func (e *Environment) isPrivate(u *url.URL) bool {
	private := e.Private
	if private == nil {
		private = fetch.IsPrivate
	}
	at, known := fetch.KnownAddress(address.HostPort(u))
	return known && private(at)
}

// LookUp returns the usual Environment.Resolve: it asks resolver for the first IP address of a
// host. Nil means the system's resolver. An unknown host, or one of this machine, is not remote.
func LookUp(resolver *net.Resolver) func(ctx context.Context, host string) (ip netip.Addr, remote bool) {
	return func(ctx context.Context, host string) (netip.Addr, bool) {
		ip, err := netip.ParseAddr(host)
		if err != nil {
			ips, err := resolver.LookupNetIP(ctx, "ip", host)
			if err != nil || len(ips) == 0 {
				return netip.Addr{}, false
			}
			ip = ips[0]
		}
		ip = ip.Unmap()
		return ip, !ip.IsLoopback() && !ownAddress(ip)
	}
}

// ownAddress reports whether ip is an address of this machine's network interfaces.
func ownAddress(ip netip.Addr) bool {
	own, _ := net.InterfaceAddrs() // after an error none is known
	return slices.ContainsFunc(own, func(a net.Addr) bool {
		prefix, err := netip.ParsePrefix(a.String())
		return err == nil && prefix.Addr() == ip
	})
}

// UseDNS makes all look-ups ask the name server at raw, an IP address with or without a port, in
// place of the system's, unless raw is "". This server may have a private address, whichever host
// is looked up. If raw is no address, it returns an error, and nothing can be reached.
func (e *Environment) UseDNS(raw string) error {
	if raw == "" {
		return nil
	}
	server, err := netip.ParseAddrPort(raw)
	if ip, ipErr := netip.ParseAddr(strings.Trim(raw, "[]")); ipErr == nil {
		server, err = netip.AddrPortFrom(ip, 53), nil
	}
	if err != nil || server.Port() == 0 {
		return e.unreachable(fmt.Errorf("%q is not an address of a name server such as 192.168.1.1", raw), "set GEMSUB_DNS to another, or to none")
	}
	resolver := &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, network, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, network, server.String())
	}}
	e.DNS, e.Dial, e.Resolver, e.Resolve = raw, nil, resolver, LookUp(resolver)
	return nil
}

// unreachable adds a hint to err, makes every connection fail with that error, and returns it.
func (e *Environment) unreachable(err error, hint string) error {
	err = words.WithHint(err, hint)
	e.Dial = func(context.Context, string, string) (net.Conn, error) { return nil, err }
	return err
}

// UseProxy makes the SOCKS5 proxy at raw, such as socks5://127.0.0.1:9050, carry all requests and
// resolve all names, unless raw is "". If raw names no proxy, UseProxy fails, and nothing can be
// reached.
func (e *Environment) UseProxy(raw string) error {
	if raw == "" {
		return nil
	}
	u, err := url.Parse(raw)
	if err != nil {
		u = new(url.URL) // ThroughProxy refuses it
	}
	dial := e.Dial
	if dial == nil {
		dial = (&net.Dialer{Resolver: e.Resolver}).DialContext
	}
	dial, err = fetch.ThroughProxy(u, dial)
	if err != nil {
		return e.unreachable(fmt.Errorf("%s is %w such as socks5://127.0.0.1:9050", ProxyName(raw), err), "set proxy in config.toml, ALL_PROXY or --proxy to another, or to '' for none")
	}
	e.Dial, e.Proxy = dial, raw
	if resolve := e.Resolve; resolve != nil {
		// The proxy resolves names: only of a host given as an address is the IP known here.
		e.Resolve = func(ctx context.Context, host string) (netip.Addr, bool) {
			if _, err := netip.ParseAddr(host); err == nil {
				return resolve(ctx, host)
			}
			return netip.Addr{}, !fetch.IsLocalName(host)
		}
	}
	return nil
}

// ProxyName returns the text given for a proxy without user and password, even if it is no URL.
func ProxyName(raw string) string {
	at := strings.LastIndexByte(raw, '@')
	if at < 0 {
		return raw
	}
	scheme, _, isURL := strings.Cut(raw, "://")
	if !isURL || strings.ContainsAny(scheme, ":@/ ") {
		return "…" + raw[at:]
	}
	return scheme + "://…" + raw[at:]
}

// networkHint says what to do about err, the error of requests that reached nobody, if they go
// through a proxy or the system names no name server; else "".
func (a *App) networkHint(err error) string {
	u, parseErr := url.Parse(a.Proxy)
	switch {
	case a.Proxy != "" && parseErr == nil && errors.Is(err, ErrNoNetwork):
		return fmt.Sprintf("all requests go through the proxy %s: is it running?", u.Host)
	case a.Proxy == "" && a.DNS == "" && a.NoNameServer:
		return "there is no /etc/resolv.conf: set GEMSUB_DNS to the address of a name server"
	}
	return ""
}
