package main

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"time"

	"github.com/urfave/cli/v2"

	"gemsub/internal/address"
	"gemsub/internal/show"
	"gemsub/internal/term"
	"gemsub/internal/update"
	"gemsub/robots"
)

func (p *program) robotsCommand() *cli.Command {
	return &cli.Command{
		Name:      "robots",
		Usage:     "say whether gemsub may fetch a URL, and which line decides",
		ArgsUsage: "URL",
		Description: `Gemsub answers to "User-agent: gemsub", then to "feed", then to "*". The policy is
kept for a day, like that of an update.

Examples:
  gemsub robots gemini://example.org/gemlog/
  gemsub robots --file robots.txt gemini://example.org/private/ --json
  gemsub robots --agent webproxy gemini://example.org/`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "file", Usage: "decide by the robots.txt in `FILE`, - for standard input"},
			agentFlag(),
			&cli.BoolFlag{Name: "json", Usage: "print one JSON object"},
		},
		Action: p.robots,
	}
}

// agentFlag is for whoever does more with pages than read them: who publishes
// what was read on the web answers to webproxy, say.
func agentFlag() cli.Flag {
	return &cli.StringSliceFlag{Name: "agent", Usage: "answer to virtual agent `A` in robots.txt as well (may be repeated)"}
}

type jsonRobots struct {
	URL        string `json:"url"`
	Allowed    bool   `json:"allowed"`
	RobotsURL  string `json:"robots_url"`
	Status     string `json:"status"`
	Group      string `json:"group"`
	Rule       string `json:"rule"`
	Line       int    `json:"line"`
	CrawlDelay int    `json:"crawl_delay"` // seconds
	Check      int    `json:"check"`       // seconds

	PolicyAt      show.Time `json:"policy_at"`      // when robots.txt was last answered
	PolicyUntil   show.Time `json:"policy_until"`   // when it is asked for again
	FailingSince  show.Time `json:"failing_since"`  // since when it cannot be asked for
	DeferredUntil show.Time `json:"deferred_until"` // by a 44
	Ignored       bool      `json:"ignored"`        // by a subscription of this URL
	NextURL       string    `json:"next_url"`       // the next request to this capsule
	NextAt        show.Time `json:"next_at"`
}

func (p *program) robots(c *cli.Context) error {
	if c.NArg() != 1 {
		return usagef("robots needs one URL")
	}
	u, err := address.Parse(c.Args().First())
	if err != nil {
		return usagef("%v", err)
	}
	j, err := p.explain(c, u)
	if err != nil {
		return err
	}
	if c.Bool("json") {
		return show.WriteJSON(p.Out, j)
	}
	return p.printRobots(j)
}

// wholeSeconds rounds up: asking later than allowed harms nobody.
func wholeSeconds(d time.Duration) int {
	return int((d + time.Second - 1) / time.Second)
}

// explain asks the file or the capsule.
func (p *program) explain(c *cli.Context, u *url.URL) (jsonRobots, error) {
	agent := c.StringSlice("agent")
	if name := c.String("file"); name != "" {
		data, err := p.readFile(name, robots.MaxSize)
		return newJSONRobots(u, robots.Parse(data).Decide(agents(agent...), address.RobotsTarget(u)), "file "+name), err
	}
	db, done, err := p.borrowStore(c)
	if err != nil {
		return jsonRobots{}, err
	}
	defer done()
	d, kept, err := p.engine(newKeeper(db), 1, agent...).Decide(c.Context, u)
	if err != nil {
		return jsonRobots{}, p.refusal(c.Context, db, err)
	}
	j := newJSONRobots(u, d, kept.RobotsStatus)
	j.PolicyAt, j.PolicyUntil = show.Time(kept.RobotsAt), show.Time(update.RobotsUntil(kept, p.now()))
	j.FailingSince = show.Time(kept.RobotsFailingSince)
	j.DeferredUntil = show.Time(update.DeferredUntil(kept, p.now()))
	subs, err := subscribedThere(c.Context, db, u)
	if err != nil {
		return j, err
	}
	j.Ignored = slices.ContainsFunc(subs, func(s update.Subscription) bool { return s.IgnoreRobots && s.URL == j.URL })
	next, at := update.NextRequest(kept, d, subs, p.now())
	j.NextURL, j.NextAt = next, show.Time(at)
	return j, nil
}

func newJSONRobots(u *url.URL, d robots.Decision, status string) jsonRobots {
	return jsonRobots{
		URL:        u.String(),
		Allowed:    d.Allowed,
		RobotsURL:  address.Robots(u).String(),
		Status:     status,
		Group:      d.Group,
		Rule:       d.Rule,
		Line:       d.Line,
		CrawlDelay: wholeSeconds(d.CrawlDelay),
		Check:      wholeSeconds(d.Check),
	}
}

func (p *program) printRobots(j jsonRobots) error {
	answer, style := "allowed", term.Green
	if !j.Allowed {
		answer, style = "refused", term.Red
	}
	if !p.Out.IsTerminal() {
		_, err := fmt.Fprintf(p.Out, "%s\t%s\t%s\t%s\t%s\t%d\t%d\t%d\n", answer, j.URL,
			term.Safe(j.Status), term.Safe(j.Group), term.Safe(j.Rule), j.Line, j.CrawlDelay, j.Check)
		return err
	}
	if err := p.Out.Line(style, "%s  %s", answer, j.URL); err != nil {
		return err
	}
	because := "no rule matches"
	if j.Rule != "" {
		because = fmt.Sprintf("line %d, %q for %q", j.Line, j.Rule, j.Group)
	}
	facts := [][2]string{{"because", because}, {"policy", j.RobotsURL + " (" + j.Status + ")"}}
	if j.CrawlDelay > 0 {
		facts = append(facts, [2]string{"delay", strconv.Itoa(j.CrawlDelay) + " s between requests"})
	}
	if j.Check > 0 {
		facts = append(facts, [2]string{"check", "not before " + strconv.Itoa(j.Check) + " s have passed"})
	}
	for _, fact := range append(facts, p.whenAsked(j)...) {
		if err := p.Out.Field(fact[0], fact[1]); err != nil {
			return err
		}
	}
	return nil
}
