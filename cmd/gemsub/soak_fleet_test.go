package main

import (
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"gemsub/internal/capsule"
)

// A fault is what ails a capsule of the soak test, and what is to become of its
// feed.
type fault struct {
	name string
	// protocol is Gemini's unless it is named; over Gopher /log.gmi is a menu.
	protocol capsule.Protocol
	strike   func(s *capsule.Server)
	// state and text are those of the feed after a run, text a part of its last
	// error; between runs wear makes the fault worse.
	state, text string
	wear        func(s *capsule.Server) error
	wornState   string // from the second run on, if wear is set
	wornText    string
	once        bool // the page is asked for in the first run alone
}

// allFaults are what an update meets in the wild, and healthy oddities.
func allFaults() []fault {
	return []fault{
		{name: "handshake-never", strike: (*capsule.Server).StallHandshake, state: "failing", text: "no connection within 10s"},
		{name: "handshake-refused", strike: (*capsule.Server).RefuseHandshake, state: "failing", text: "start TLS with handshake-refused"},
		{name: "handshake-slow", strike: func(s *capsule.Server) { s.DelayHandshake(3 * time.Second) }, state: "ok"},
		{name: "no-tls", strike: (*capsule.Server).SpeakPlainly, state: "failing", text: "does not look like a TLS handshake"},
		{name: "expired", strike: certified(capsule.CertOptions{NotAfter: time.Date(2001, 1, 1, 0, 0, 0, 0, time.UTC)}), state: "ok"},
		{name: "other-name", strike: certified(capsule.CertOptions{Names: []string{"elsewhere.example"}}), state: "ok"},
		{
			name: "new-key", strike: func(*capsule.Server) {}, state: "ok",
			wear:      func(s *capsule.Server) error { return s.NewCertificate(capsule.CertOptions{}) },
			wornState: "failing", wornText: "its key changed",
		},
		{name: "never-answers", strike: replies(capsule.Reply{End: capsule.Stall}), state: "failing", text: "no whole response within 30s"},
		{name: "reset", strike: replies(capsule.Reply{End: capsule.Reset}), state: "failing", text: "closed the connection without a response"},
		{name: "cut", strike: replies(capsule.Reply{Status: 20, Meta: "text/gemini", Body: soakPage, End: capsule.Truncate}), state: "ok"},
		{name: "drips", strike: replies(capsule.Reply{Status: 20, Meta: "text/gemini", Body: soakPage, Drip: 2 * time.Second}), state: "failing", text: "no whole response within 30s"},
		{name: "drips-in-time", strike: replies(capsule.Reply{Status: 20, Meta: "text/gemini", Body: soakPage, Drip: 29 * time.Second / time.Duration(len(soakPage)+16)}), state: "ok"},
		{name: "endless", strike: replies(capsule.Reply{Status: 20, Meta: "text/gemini", Body: strings.Repeat(soakPage, 1000), Repeat: true}), state: "failing", text: "page is larger than 5 MiB"},
		{name: "header-no-status", strike: replies(capsule.Reply{Header: "hello\r\n"}), state: "failing", text: "has no status of two digits"},
		{name: "header-one-digit", strike: replies(capsule.Reply{Header: "2 text/gemini\r\n"}), state: "failing", text: "has no status of two digits"},
		{name: "header-without-end", strike: replies(capsule.Reply{Header: "20 " + strings.Repeat("x", 2000)}), state: "failing", text: "response header is longer than 1029 bytes"},
		{name: "header-bare-lf", strike: replies(capsule.Reply{Header: "20 text/gemini\n", Body: soakPage}), state: "ok"},
		{name: "circle", strike: replies(capsule.Reply{Status: 31, Meta: "/log.gmi"}), state: "failing", text: "redirects run in a circle"},
		{name: "maze", strike: maze, state: "failing", text: "more than 5 redirects"},
		{name: "redirect", strike: redirected, state: "ok"},
		{name: "slow-down", strike: replies(capsule.Reply{Status: 44, Meta: "3600"}), state: "new", once: true},
		{name: "not-found", strike: replies(capsule.Reply{Status: 51, Meta: "Not found"}), state: "failing", text: "51 Not found"},
		{name: "gone", strike: replies(capsule.Reply{Status: 52, Meta: "Gone"}), state: "gone", text: "52 Gone", once: true},
		{name: "input", strike: replies(capsule.Reply{Status: 10, Meta: "Your name?"}), state: "paused", text: "asks for input (10): Your name?", once: true},
		{name: "certificate", strike: replies(capsule.Reply{Status: 60, Meta: "Who are you?"}), state: "paused", text: "60 Who are you?", once: true},
		{name: "html", strike: replies(capsule.Reply{Status: 20, Meta: "text/html", Body: "<!doctype html><p>Hello"}), state: "failing", text: "not a page or feed: media type text/html"},
		{name: "latin1", strike: replies(capsule.Reply{Status: 20, Meta: "text/gemini; charset=iso-8859-1", Body: "# Caf\xe9\n=> 1.gmi 2025-12-31 D\xe9j\xe0 vu\n"}), state: "ok"},
		hole("hole", capsule.Reply{Body: soakMenu + ".\r\n"}, ""),
		hole("hole-without-dot", capsule.Reply{Body: soakMenu}, ""),
		hole("hole-escapes", capsule.Reply{Body: "i\x1b[31mRed\x1b]0;x\a\t\x1b\tx\t1\r\n" + soakMenu}, ""),
		hole("hole-long-line", capsule.Reply{Body: "i" + strings.Repeat("x", 5<<20-len(soakMenu)-2) + "\n" + soakMenu}, ""),
		hole("hole-silent", capsule.Reply{End: capsule.Stall}, "no whole response within 30s"),
		hole("hole-slow", capsule.Reply{Body: soakMenu, Drip: 2 * time.Second}, "no whole response within 30s"),
		hole("hole-endless", capsule.Reply{Body: strings.Repeat(soakMenu, 1000), Repeat: true}, "page is larger than 5 MiB"),
		hole("hole-type-3", capsule.Reply{Body: "3No such file\t\terror.host\t1\r\n.\r\n"}, "the server says: No such file"),
		hole("hole-empty", capsule.Reply{}, "closed the connection without an answer"),
		hole("hole-web", capsule.Reply{Body: "HTTP/1.1 400 Bad Request\r\n\r\n"}, "a web server answered"),
		{name: "hole-tls", protocol: capsule.Gophers, strike: replies(capsule.Reply{Body: soakMenu}), state: "ok"},
	}
}

// hole is a Gopher server with that reply; text is a part of its error, "" for none.
func hole(name string, r capsule.Reply, text string) fault {
	state := "ok"
	if text != "" {
		state = "failing"
	}
	return fault{name: name, protocol: capsule.Gopher, strike: replies(r), state: state, text: text}
}

const soakMenu = "iLog\t\tnull.host\t1\r\n02025-12-31 Second\t/2.txt\thole.example\t70\r\n02025-12-30 First\t/1.txt\thole.example\t70\r\n"

// soakLatency is how long a healthy capsule takes to answer.
const soakLatency = 200 * time.Millisecond

const soakPage = "# Log\n=> 2.gmi 2025-12-31 Second\n=> 1.gmi 2025-12-30 First\n"

func replies(r capsule.Reply) func(*capsule.Server) {
	return func(s *capsule.Server) { s.Reply("/log.gmi", r) }
}

func certified(o capsule.CertOptions) func(*capsule.Server) {
	return func(s *capsule.Server) {
		if err := s.NewCertificate(o); err != nil {
			panic(err)
		}
	}
}

// maze leads from each page to one that was never seen.
func maze(s *capsule.Server) {
	var n atomic.Int64
	s.Handle("/log.gmi", func(string) capsule.Reply {
		return capsule.Reply{Status: 30, Meta: fmt.Sprintf("/log.gmi?%d", n.Add(1))}
	})
}

func redirected(s *capsule.Server) {
	s.Redirect("/log.gmi", 31, "/moved.gmi")
	s.Page("/moved.gmi", soakPage)
}
