package app

import (
	"cmp"
	"context"
	"iter"
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

// export returns the entries that o selects, with their posts, as a document: the feed itself if
// o names one subscription, otherwise a merged feed. It leaves out "Read later", which is private,
// unless o names it. Pages for people have the days by which lists are ordered, newest first.
func (a *App) export(ctx context.Context, o DocumentOptions, posts *contents) (d Document, err error) {
	chosen, err := a.Select(ctx, o.Feeds)
	if err != nil {
		return d, err
	}
	f := o.EntryFilter
	f.Subscriptions, f.Distinct = idsOf(chosen), true
	f.WithoutLater = len(chosen) == 0
	isByDay := o.Format == "html" || o.Format == "gemtext"
	f.Order = store.ByDate
	newest, err := a.firstEntry(ctx, f)
	if err != nil {
		return d, err
	}
	form := ownEntry
	if len(chosen) != 1 {
		var names map[int64]string
		if isByDay { // people tell feeds of one name apart by their hosts
			if names, err = a.DistinctNames(ctx); err != nil {
				return d, err
			}
		}
		form = func(e model.Entry) feed.Entry { return mergedEntry(e, names[e.SubscriptionID]) }
		d.Feed = &feed.Feed{Title: "gemsub", Author: "gemsub"}
		if o.Tag != "" {
			d.Feed.Title += ": " + o.Tag
		}
		if d.Feed.ID, err = a.db.FeedID(ctx); err != nil {
			return d, err
		}
	} else {
		d.Feed = ownFeed(chosen[0])
	}
	d.Empty = newest.ID == 0
	d.Feed.Updated = cmp.Or(newest.SortTime, d.Feed.Updated) // the same database gives the same bytes at any time
	d.Feed.Title, d.Feed.Self = cmp.Or(o.Title, d.Feed.Title), o.URL
	f.Order, f.ListByDate = o.Order, isByDay
	d.Entries = a.exported(ctx, f, o.PerFeed, func(e model.Entry) feed.Entry {
		if isByDay {
			e.Updated = e.SortTime
		}
		return form(e)
	}, posts)
	return d, nil
}

// exported yields the entries that f selects, converted by form; at most perFeed entries of each
// feed, or all for 0.
func (a *App) exported(ctx context.Context, f store.EntryFilter, perFeed int, form func(model.Entry) feed.Entry, posts *contents) iter.Seq2[feed.Entry, error] {
	limit := f.Limit
	if perFeed > 0 {
		f.Limit = 0 // the limit applies to the entries that perFeed leaves
	}
	return func(yield func(feed.Entry, error) bool) {
		all, of := 0, map[int64]int{}
		for e, err := range a.db.Entries(ctx, f) {
			if of[e.SubscriptionID]++; perFeed > 0 && of[e.SubscriptionID] > perFeed {
				continue
			}
			entry := form(e)
			if err == nil {
				entry.Content, err = posts.of(ctx, e)
			}
			if all++; !yield(entry, err) || all == limit {
				return
			}
		}
	}
}

// publicLink returns the URL to which a published entry leads: its link, or its feed's page if
// the link must not be published.
func publicLink(link, page string) string {
	if !address.MayLink(link) {
		return page
	}
	return link
}

// ownEntry returns an entry for an export of its own feed.
func ownEntry(e model.Entry) feed.Entry {
	return feed.Entry{ID: e.AtomID, Link: publicLink(e.URL, e.FeedURL), Title: e.Title, Author: e.Author, Updated: e.Updated, Published: e.Published}
}

// mergedEntry returns an entry for an export of several feeds. name tells its feed apart from
// others with the same name; "" if not needed.
func mergedEntry(e model.Entry, name string) feed.Entry {
	entry := ownEntry(e)
	if name != "" && entry.Author == e.FeedTitle {
		entry.Author = name
	}
	entry.Source = &feed.Feed{
		ID: e.FeedURL, Link: publicLink(e.FeedURL, ""), Title: cmp.Or(name, e.FeedTitle), Author: e.FeedAuthor, Lang: e.Lang, Updated: e.FeedUpdated,
	}
	if !e.KeepsID {
		entry.ID = publish.NewUUID(e.FeedURL, e.AtomID)
	}
	return entry
}

// ownFeed returns a subscription as the feed that its page states, without entries.
func ownFeed(s model.Subscription) *feed.Feed {
	return &feed.Feed{
		ID: s.URL, Link: publicLink(s.URL, ""), Title: s.Name(), Subtitle: s.Subtitle, Author: s.Author, Lang: s.Lang,
		Updated: cmp.Or(s.FeedUpdated, s.ChangedAt, s.AddedAt),
	}
}

// WithheldPosts counts kept posts that an export leaves out, since their authors may not want
// them published.
type WithheldPosts struct {
	Agents  []string // the virtual agents whose rules in robots.txt were obeyed
	Refused int      // refused by robots.txt
	Unknown int      // the robots.txt of their capsules is unknown
	// Unasked is the URL of one post counted in Unknown, otherwise "".
	Unasked string
}

// contents reads the posts of an export, one at a time.
type contents struct {
	db     *store.Store
	wanted bool // otherwise the export carries no posts
	// agents are the virtual agents whose rules in robots.txt are obeyed, nil if nobody
	// publishes the export.
	agents   []string
	top      int                       // the level of the highest headings of posts
	policies map[string]*robots.Policy // by authority, nil if unknown
	withheld WithheldPosts
}

// contents returns the reader of posts for a document. In html, posts stand below titles of the
// page, so their headings are lower.
func (a *App) contents(o DocumentOptions) *contents {
	c := &contents{
		db: a.db, top: 1, wanted: o.Content && slices.Contains(ContentFormats(), o.Format), agents: o.Agents, policies: map[string]*robots.Policy{},
	}
	if o.Format == "html" {
		c.agents = append([]string{"webproxy"}, o.Agents...)
		c.top = 3
	}
	c.withheld.Agents = c.agents
	return c
}

// of returns the post of an entry as HTML. It returns nil if the export carries no posts, no text
// is kept, another author wrote the post, or mayPublish refuses its URLs.
func (c *contents) of(ctx context.Context, e model.Entry) (*feed.Content, error) {
	if !c.wanted {
		return nil, nil
	}
	p, kept, err := c.db.Post(ctx, e.ID)
	if err != nil || !kept || p.Text == "" || p.OtherAuthor {
		return nil, err
	}
	for _, url := range []string{e.URL, p.URL} {
		if may, err := c.mayPublish(ctx, url); err != nil || !may {
			return nil, err
		}
	}
	html := render.Document(p).HTML(c.top)
	if p.URL != e.URL {
		html = render.Document(p).SourceHTML() + html
	}
	if p.Cut {
		html += "<p><em>Cut after " + words.PartialSize(len(p.Text), p.Size) + ".</em></p>\n"
	}
	return &feed.Content{HTML: html}, nil
}

// mayPublish reports whether robots.txt allows a URL to the agents of c, if any, and otherwise
// counts the post as withheld. The last robots.txt of its authority counts, however long ago it
// came, so that the same database gives the same export.
func (c *contents) mayPublish(ctx context.Context, raw string) (bool, error) {
	if len(c.agents) == 0 {
		return true, nil
	}
	u, err := address.Parse(raw)
	if err != nil { // no capsule can be asked about it
		c.withheld.Unknown++
		return false, nil
	}
	authority := address.Authority(u)
	policy, isRead := c.policies[authority]
	if !isRead {
		kept, err := c.db.Authority(ctx, authority)
		if err != nil {
			return false, err
		}
		if kept.RobotsKnown {
			policy = update.ParseRobots(u, kept.Robots)
		}
		c.policies[authority] = policy
	}
	switch {
	case policy == nil:
		c.withheld.Unknown++
		c.withheld.Unasked = raw
		return false, nil
	case !policy.Decide(robotsAgents(c.agents), address.RobotsTarget(u)).Allowed:
		c.withheld.Refused++
		return false, nil
	}
	return true, nil
}
