package main

import (
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"strings"
	"time"

	"gemsub/internal/capsule"
)

// holesForFleet is capsulesForFleet for Gopher servers, all of which have a robots.txt.
func holesForFleet(n int) {
	s, err := capsule.Start(capsule.Options{Addr: "0.0.0.0:0", Protocol: capsule.Gopher})
	exitOn(err)
	_, port, err := net.SplitHostPort(s.Addr())
	exitOn(err)
	s.Reply("robots.txt", capsule.Reply{Body: fleetRobots(0).Body})
	for i := range n {
		ip := fmt.Sprintf("127.78.%d.%d", i/250, i%250+1)
		s.Reply(fmt.Sprintf("/log/%d", i), capsule.Reply{Body: fleetMenu(i, ip+"\t"+port)})
		fmt.Printf("gopher://%s/1/log/%d\n", net.JoinHostPort(ip, port), i)
	}
	fmt.Println()
	_, _ = io.Copy(io.Discard, os.Stdin)
}

// fleetMenu is the page of the i-th Gopher server, which is at a host and port.
func fleetMenu(i int, where string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "iThe log of server %d\t\tnull.host\t1\r\n", i)
	newest := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	random := rand.New(rand.NewPCG(1, uint64(i)))
	for j := range fleetEntries(i) {
		date := newest.AddDate(0, 0, -9*j-i%9).Format(time.DateOnly)
		title := fleetTitle(random)
		fmt.Fprintf(&b, "0%s %s\t/log/%d/%s-%s.txt\t%s\r\n", date, title, i, date, strings.ReplaceAll(title, " ", "-"), where)
	}
	return b.String() + ".\r\n"
}
