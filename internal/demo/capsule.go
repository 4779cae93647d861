package demo

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"sync/atomic"
	"time"

	"git.sr.ht/~adnano/go-gemini"
	"git.sr.ht/~adnano/go-gemini/certificate"
)

// The hosts of the demo's capsules.
const (
	host         = "gemini.jrandom.net" // as in "Subscribing to Gemini pages", Example
	refusingHost = "walled.example.org"
)

const page = `# J. Random Geminaut's gemlog

Welcome to my Gemlog, where you can read every Friday about my adventures in urban gardening and abstract algebra!

## My posts

%s=> bokashi.gmi	2020-11-20 - Early Bokashi composting experiments
=> finite-simple-groups.gmi	2020-11-13 - Trying to get to grips with finite simple groups...
=> balcony.gmi	2020-11-06 - I started a balcony garden!

## Other gemlogs I enjoy

=> gemini://example.com/foo/	Abelard Lindsay's gemlog
=> gemini://example.net/bar/	Vladimir Harkonnen's gemlog
=> gemini://example.org/baz/	Case Pollard's gemlog

=> ../	Back to my homepage

Thanks for stopping by!
`

const robots = `# Only people, please
User-agent: *
Disallow: /gemlog/
`

const newPost = `# Compost tea, and a proof

Steep a bucket of ripe compost in rain water for a day and a half, stir it whenever you pass, and the balcony will thank you.

=> bokashi.gmi	How the compost was made

> A group of prime order is cyclic.

* Take any element but the identity.
* The order of what it generates divides a prime, and is not 1.
`

// A capsule serves all hosts of the demo.
type capsule struct {
	server    gemini.Server
	listener  net.Listener
	published atomic.Bool // the new post
}

func startCapsule(ctx context.Context) (*capsule, error) {
	cert, err := certificate.Create(certificate.CreateOptions{DNSNames: []string{host, refusingHost}, Duration: 24 * time.Hour})
	if err != nil {
		return nil, err
	}
	c := &capsule{}
	c.listener, err = tls.Listen("tcp", "127.0.0.1:0", &tls.Config{Certificates: []tls.Certificate{cert}})
	if err != nil {
		return nil, err
	}
	c.server.Handler = gemini.HandlerFunc(c.serve)
	go func() { _ = c.server.Serve(ctx, c.listener) }() // until Close
	return c, nil
}

func (c *capsule) serve(_ context.Context, w gemini.ResponseWriter, r *gemini.Request) {
	text := ""
	switch r.URL.Hostname() + r.URL.Path {
	case refusingHost + "/robots.txt":
		w.SetMediaType("text/plain")
		text = robots
	case host + "/gemlog/":
		text = fmt.Sprintf(page, c.newest())
	case host + "/gemlog/compost-tea.gmi":
		text = newPost
	default:
		w.WriteHeader(gemini.StatusNotFound, "Not found")
		return
	}
	_, _ = w.Write([]byte(text)) // on an error the client has left
}

// newest is the line of the new post, once it is published.
func (c *capsule) newest() string {
	if !c.published.Load() {
		return ""
	}
	return "=> compost-tea.gmi	2020-11-27 - Compost tea, and a proof\n"
}
