package main

import (
	"bufio"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"gemsub/internal/capsule"
)

// capsulesForFleet starts as many capsules as its first argument says, each at
// an address of its own (of 127.0.0.0/8, which Linux has without asking). A page
// takes as long as the second says, and half as much less or more. It prints the
// pages' URLs and an empty line, and ends with its standard input.
func capsulesForFleet() {
	n, err := strconv.Atoi(os.Args[1])
	exitOn(err)
	latency, err := time.ParseDuration(os.Args[2])
	exitOn(err)
	for i := range n {
		s, err := capsule.Start(capsule.Options{Addr: fmt.Sprintf("127.78.%d.%d:0", i/250, i%250+1)})
		exitOn(err)
		s.Reply("/log/", capsule.Reply{Status: 20, Meta: "text/gemini", Body: fleetPage(i), Delay: spread(latency, i)})
		fmt.Println(s.URL("/log/"))
	}
	fmt.Println()
	_, _ = io.Copy(io.Discard, os.Stdin)
}

// spread is the latency of the i-th capsule, from half of the mean to half more.
func spread(mean time.Duration, i int) time.Duration {
	return mean/2 + mean*time.Duration(i*7%101)/100
}

// fleetEntries is how many entries the i-th capsule has: 64 in the mean.
func fleetEntries(i int) int { return 5 + i*37%120 }

// fleetPage is the page of the i-th capsule: 7 kB in the mean.
func fleetPage(i int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# The log of capsule %d\n\nThoughts on gardens, radios and small computers.\n\n", i)
	newest := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	for j := range fleetEntries(i) {
		date := newest.AddDate(0, 0, -9*j-i%9).Format(time.DateOnly)
		fmt.Fprintf(&b, "=> /log/%s-on-many-things-number-%d.gmi %s On many things, number %d, and on some others\n", date, j, date, j)
	}
	return b.String()
}

// ceilingForFleet does the least a client can: it requests the URLs of its
// standard input, as many at once as its first argument says, and forgets them.
// What gemsub needs is measured against this.
func ceilingForFleet() {
	jobs, err := strconv.Atoi(os.Args[1])
	exitOn(err)
	var urls []string
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		urls = append(urls, lines.Text())
	}
	work := make(chan string)
	var workers sync.WaitGroup
	for range jobs {
		workers.Go(func() {
			for u := range work {
				exitOn(requestBare(u))
			}
		})
	}
	for _, u := range urls {
		work <- u
	}
	close(work)
	workers.Wait()
}

func requestBare(page string) error {
	u, err := url.Parse(page)
	if err != nil {
		return err
	}
	raw, err := net.Dial("tcp", u.Host)
	if err != nil {
		return err
	}
	conn := tls.Client(raw, &tls.Config{InsecureSkipVerify: true, MinVersion: tls.VersionTLS12})
	defer conn.Close()
	if _, err := io.WriteString(conn, page+"\r\n"); err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, conn)
	return err
}

// exitOn ends a process of the fleet.
func exitOn(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
