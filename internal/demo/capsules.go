package demo

import (
	"fmt"
	"time"

	"golang.org/x/text/encoding/charmap"

	"gemsub/internal/capsule"
)

// The hosts of the demo's capsules.
const (
	host         = "gemini.jrandom.net" // as in "Subscribing to Gemini pages", Example
	russianHost  = "dnevnik.example.org"
	refusingHost = "walled.example.org"
	gopherHost   = "gopher.example.org"
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

const russianPage = `# Дневник наблюдений
## О погоде и книгах

=> sneg.gmi 2020-11-18 - Первый снег
=> /osen/listopad.gmi 2020-10-07 - Листопад
`

const phlog = "iNotes from the burrow\t\tnull.host\t1\r\n%s" +
	"02020-11-16 Digging in frozen ground\t/phlog/digging.txt\t" + gopherHost + "\t70\r\n.\r\n"

const robots = `# Only people, please
User-agent: *
Disallow: /gemlog/
`

// startCapsules starts a server for all hosts of the demo.
func startCapsules(now func() time.Time) (*capsule.Server, error) {
	server, err := capsule.Start(capsule.Options{Now: now, Certificate: capsule.CertOptions{Names: []string{host, russianHost, refusingHost}}})
	if err != nil {
		return nil, err
	}
	russian, err := charmap.KOI8R.NewEncoder().String(russianPage)
	if err != nil {
		server.Close()
		return nil, err
	}
	server.Page("//"+host+"/gemlog/", fmt.Sprintf(page, ""))
	server.Reply("//"+russianHost+"/", capsule.Reply{Status: 20, Meta: "text/gemini; charset=koi8-r; lang=ru", Body: russian})
	server.Reply("//"+refusingHost+"/robots.txt", capsule.Reply{Status: 20, Meta: "text/plain", Body: robots})
	server.Page("//"+refusingHost+"/gemlog/", "# Nobody reads this\n")
	return server, nil
}

// startHole starts the Gopher server of the demo.
func startHole(now func() time.Time) (*capsule.Server, error) {
	hole, err := capsule.Start(capsule.Options{Now: now, Protocol: capsule.Gopher})
	if err != nil {
		return nil, err
	}
	hole.Reply("/phlog", capsule.Reply{Body: fmt.Sprintf(phlog, "")})
	return hole, nil
}

const newPost = `# Compost tea, and a proof

Steep a bucket of ripe compost in rain water for a day and a half, stir it whenever you pass, and the balcony will thank you.

=> bokashi.gmi	How the compost was made

> A group of prime order is cyclic.

* Take any element but the identity.
* The order of what it generates divides a prime, and is not 1.
`

// publish adds a post to the first page.
func publish(server *capsule.Server) {
	server.Page("//"+host+"/gemlog/compost-tea.gmi", newPost)
	server.Page("//"+host+"/gemlog/", fmt.Sprintf(page, "=> compost-tea.gmi	2020-11-27 - Compost tea, and a proof\n"))
}

// answer adds a post to the phlog, which answers that of publish.
func answer(hole *capsule.Server) {
	hole.Reply("/phlog/tea.txt", capsule.Reply{Body: "I tried gemini://" + host + "/gemlog/compost-tea.gmi in the burrow.\r\nThe worms sing.\r\n.\r\n"})
	hole.Reply("/phlog", capsule.Reply{Body: fmt.Sprintf(phlog, "02020-11-28 Re: compost tea\t/phlog/tea.txt\t"+gopherHost+"\t70\r\n")})
}
