package main

import (
	"bufio"
	"crypto/tls"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"net"
	"net/url"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"gemsub/internal/capsule"
)

// startPeers starts n capsules in a process of their own, and returns the URLs of their pages.
func startPeers(tb testing.TB, n int, where string) (pages []string) {
	tb.Helper()
	cmd := exec.Command("capsules", strconv.Itoa(n), where)
	cmd.Stderr = os.Stderr
	stdin, err := cmd.StdinPipe()
	if err != nil {
		tb.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		tb.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		stdin.Close()
		_ = cmd.Wait() // it has printed all, or the test has failed
	})
	for told := bufio.NewScanner(stdout); told.Scan() && told.Text() != ""; {
		pages = append(pages, told.Text())
	}
	if len(pages) != n {
		tb.Fatalf("%d capsules started, want %d", len(pages), n)
	}
	return pages
}

// capsulesForFleet starts as many capsules as its first argument says. Each has
// an IP address and a key of its own, and all of them one socket: Linux has all
// of 127.0.0.0/8 without asking, and so many open files it may not have. With
// "distant" for a second argument they take their time.
//
// It prints the pages' URLs and an empty line; then, for each line that it
// reads, how many requests there were for robots.txt and for pages so far. It
// ends with its standard input.
func capsulesForFleet() {
	n, err := strconv.Atoi(os.Args[1])
	exitOn(err)
	if os.Args[2] == "gopher" {
		holesForFleet(n)
		return
	}
	s, err := capsule.Start(capsule.Options{Addr: "0.0.0.0:0"})
	exitOn(err)
	_, port, err := net.SplitHostPort(s.Addr())
	exitOn(err)
	for i := range n {
		ip := fmt.Sprintf("127.78.%d.%d", i/250, i%250+1)
		exitOn(s.CertificateAt(ip, capsule.CertOptions{Names: []string{ip}}))
		host := "//" + net.JoinHostPort(ip, port)
		s.Reply(host+"/robots.txt", fleetRobots(i))
		s.Reply(host+"/log/", capsule.Reply{Status: 20, Meta: "text/gemini", Body: fleetPage(i)})
		fmt.Println("gemini:" + host + "/log/")
	}
	fmt.Println()
	_, _ = io.Copy(io.Discard, os.Stdin)
}

// fleetRobots answers for robots.txt, which two capsules of five have.
func fleetRobots(i int) capsule.Reply {
	if i%5 > 1 {
		return capsule.Reply{Status: 51, Meta: "Not found"}
	}
	return capsule.Reply{Status: 20, Meta: "text/plain", Body: "User-agent: *\nDisallow: /private/\nDisallow: /cgi-bin/\n"}
}

// fleetEntries is how many entries the i-th capsule has. Like those of real
// gemlogs the numbers are log-normal: from 5 to 500, 64 in the mean, 40 in the
// median.
func fleetEntries(i int) int {
	part := (float64(i*37%101) + 0.5) / 101 // of all capsules, those with fewer
	n := 40 * math.Exp(math.Sqrt2*math.Erfinv(2*part-1))
	return min(max(int(n), 5), 500)
}

// fleetPage is the page of the i-th capsule: 6.7 kB in the mean.
func fleetPage(i int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# The log of capsule %d\n\nThoughts on gardens, radios and small computers.\n\n", i)
	newest := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	random := rand.New(rand.NewPCG(1, uint64(i)))
	for j := range fleetEntries(i) {
		date := newest.AddDate(0, 0, -9*j-i%9).Format(time.DateOnly)
		title := fleetTitle(random)
		fmt.Fprintf(&b, "=> %s-%s.gmi %s %s\n", date, strings.ReplaceAll(title, " ", "-"), date, title)
	}
	return b.String()
}

// fleetTitle makes a title of six words, as long as real ones are in the mean. Of
// those a title in six has the most frequent word, and few the others.
func fleetTitle(random *rand.Rand) string {
	const syllables, vowels = "bcdfghjklmnprstv", "aeio"
	var b strings.Builder
	for range 6 {
		for n := int(4 * math.Pow(2000, random.Float64())); n > 0; n /= 16 {
			b.WriteByte(syllables[n%16])
			b.WriteByte(vowels[n/16%4])
		}
		b.WriteByte(' ')
	}
	return strings.TrimSpace(b.String())
}

// requestBare does the least a client can. What gemsub needs is measured against this.
func requestBare(page string) error {
	u, err := url.Parse(page)
	if err != nil {
		return err
	}
	raw, err := net.Dial("tcp", u.Host)
	if err != nil {
		return err
	}
	if u.Scheme == "gopher" {
		defer raw.Close()
		if _, err := io.WriteString(raw, u.Path[2:]+"\r\n"); err != nil {
			return err
		}
		_, err = io.Copy(io.Discard, raw)
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

// tellPeak copies what the kernel knows about this process to the file $STATUS, if that is set.
// What a parent learns about the memory of its child includes memory of its own, in which the child
// began.
func tellPeak() {
	file := os.Getenv("STATUS")
	if file == "" {
		return
	}
	status, err := os.ReadFile("/proc/self/status")
	exitOn(err)
	exitOn(os.WriteFile(file, status, 0o600))
}

// exitOn ends a process of the fleet.
func exitOn(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
