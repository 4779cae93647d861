package main

import (
	"net"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/net/dns/dnsmessage"
)

type nameServersKey struct{}

// A nameServer says that the hosts it knows are this machine, and of others that there
// are none.
type nameServer struct {
	hosts []string
	asked atomic.Int64
}

func startNameServer(ts *testscript.TestScript, _ bool, args []string) {
	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	ts.Check(err)
	ts.Defer(func() { conn.Close() })
	s := &nameServer{hosts: args[1:]}
	ts.Value(nameServersKey{}).(map[string]*nameServer)[args[0]] = s
	ts.Setenv(args[0], conn.LocalAddr().String())
	go s.serve(conn)
}

func (s *nameServer) serve(conn net.PacketConn) {
	buf := make([]byte, 1024)
	for {
		n, from, err := conn.ReadFrom(buf)
		if err != nil {
			return
		}
		var m dnsmessage.Message
		if m.Unpack(buf[:n]) != nil || len(m.Questions) != 1 {
			continue
		}
		q := m.Questions[0]
		m.Response, m.Additionals = true, nil
		switch known := slices.Contains(s.hosts, strings.TrimSuffix(q.Name.String(), ".")); {
		case !known:
			m.RCode = dnsmessage.RCodeNameError
		case q.Type == dnsmessage.TypeA:
			s.asked.Add(1)
			header := dnsmessage.ResourceHeader{Name: q.Name, Class: q.Class}
			m.Answers = []dnsmessage.Resource{{Header: header, Body: &dnsmessage.AResource{A: [4]byte{127, 0, 0, 1}}}}
		}
		if answer, err := m.Pack(); err == nil {
			_, _ = conn.WriteTo(answer, from)
		}
	}
}

func checkNameServer(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 1 {
		ts.Fatalf("usage: [!] resolved NAME")
	}
	if n := ts.Value(nameServersKey{}).(map[string]*nameServer)[args[0]].asked.Swap(0); neg == (n > 0) {
		ts.Fatalf("%s told %s addresses", args[0], strconv.FormatInt(n, 10))
	}
}
