package app

import (
	"context"
	"net/url"
	"slices"

	"gemsub/feed"
	"gemsub/internal/address"
	"gemsub/internal/model"
	"gemsub/internal/publish"
	"gemsub/internal/render"
	"gemsub/internal/update"
	"gemsub/internal/words"
	"gemsub/robots"
	"gemsub/store"
)

// contents reads the posts of an export, one at a time.
type contents struct {
	db     *store.Store
	wanted bool // else the export carries none
	// agents are the virtual agents whose rules in robots.txt are obeyed, nil if nobody
	// publishes the export.
	agents   []string
	markup   render.Markup
	policies map[string]*robots.Policy // by authority, nil where none is known
	size     int                       // of the policies, in bytes
	withheld model.Withheld
}

// contents are those of a document, which for html stand below titles of a page.
func (a *App) contents(o DocumentOptions, page publish.HTMLOptions) *contents {
	c := &contents{db: a.db, wanted: o.Content && slices.Contains(ContentFormats(), o.Format), agents: o.Agents}
	if o.Format == "html" {
		c.agents = append([]string{"webproxy"}, o.Agents...)
		c.markup = render.Markup{Top: 3, Through: page.Through}
	}
	c.withheld.Agents = c.agents
	return c
}

// maxPolicies is how many bytes of policies are remembered.
const maxPolicies = 4 << 20

// of returns the post of an entry as HTML, nil if none is kept as text, or it is left out.
func (c *contents) of(ctx context.Context, e model.Entry) (*feed.Content, error) {
	if !c.wanted {
		return nil, nil
	}
	p, kept, err := c.db.Post(ctx, e.ID)
	if err != nil || !kept || p.Text == "" {
		return nil, err
	}
	may, err := c.mayPublish(ctx, e.URL, p.URL)
	if err != nil || !may {
		return nil, err
	}
	html := render.Document{MediaType: p.MediaType, Text: p.Text, URL: p.URL}.HTML(c.markup)
	if p.Cut {
		html += "<p><em>Cut after " + words.Part(len(p.Text), p.Size) + ".</em></p>\n"
	}
	return &feed.Content{HTML: html}, nil
}

// mayPublish reports whether robots.txt allows all of the URLs, and counts those left
// out.
func (c *contents) mayPublish(ctx context.Context, urls ...string) (bool, error) {
	if len(c.agents) == 0 {
		return true, nil
	}
	for _, raw := range urls {
		u, err := address.Parse(raw)
		if err != nil { // nobody can be asked about it
			c.withheld.Unknown++
			return false, nil
		}
		policy, err := c.policy(ctx, u)
		switch {
		case err != nil:
			return false, err
		case policy == nil:
			c.withheld.Unknown++
			c.withheld.Unasked = raw
			return false, nil
		case !policy.Decide(robotsAgents(c.agents), address.RobotsTarget(u)).Allowed:
			c.withheld.Refused++
			return false, nil
		}
	}
	return true, nil
}

// policy returns the last robots.txt that the authority of u answered with, however long
// ago, so that the same database gives the same export; nil if there is none.
func (c *contents) policy(ctx context.Context, u *url.URL) (*robots.Policy, error) {
	authority := address.Authority(u)
	p, read := c.policies[authority]
	if read {
		return p, nil
	}
	kept, _, err := c.db.Authority(ctx, authority)
	if err != nil {
		return nil, err
	}
	if c.size += len(kept.Robots); c.policies == nil || c.size > maxPolicies {
		c.policies, c.size = map[string]*robots.Policy{}, len(kept.Robots)
	}
	if kept.RobotsKnown {
		p = update.ParseRobots(u, kept.Robots)
	}
	c.policies[authority] = p
	return p, nil
}
