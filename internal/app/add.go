package app

import (
	"cmp"
	"context"
	"iter"
	"net/url"
	"slices"
	"strings"
	"time"

	"gemsub/internal/address"
	"gemsub/internal/model"
	"gemsub/internal/words"
	"gemsub/store"
)

// AddOptions say what to subscribe to.
type AddOptions struct {
	URLs   []string
	Wanted model.Settings // for each of them
	Given  []GivenFlag    // the flags of Wanted that stand on the command line
	// Posts says which posts are kept if Wanted does not.
	Posts model.PostsKept
	RequestOptions
}

// A GivenFlag is a flag of add or set.
type GivenFlag struct {
	Text string // as a shell reads it
	model.Settings
}

// An AddResult is the result of subscribing to a URL.
type AddResult struct {
	URL string
	Err error // why it failed, nil if it was added or is known
	// Known is the subscription that already had the URL, or the URL that the page
	// moved to; nil for none.
	Known *model.Subscription
	// NotApplied has the flags of set, quoted for a shell, that would give Known the settings
	// that the user asked for.
	NotApplied  []string
	MissingTags []string // that the user named and Known lacks
	Notices     []string
	MovedTo     string // the page's new URL, "" if it did not move
	ID          int64
	Title       string
	Entries     int
	Newest      time.Time // zero without a dated entry
	// Common is the feed that has the most entries with the same links, nil for none, and
	// InCommon how many.
	Common   *model.Subscription
	InCommon int
	// Empty is set when the page has no entries.
	Empty *EmptyPage
}

// Refused reports whether a page was not added because it has no entries.
func (a AddResult) Refused() bool { return a.Empty != nil && a.ID == 0 }

// Add fetches pages and subscribes to those that could be read. It yields the outcome of each
// URL, the known ones first. An error ends the sequence. If some arguments are no URLs, the
// error is a [BadURLsError], and no capsule was asked. [App.Undo] removes the added
// subscriptions.
func (a *App) Add(ctx context.Context, o AddOptions) iter.Seq2[AddResult, error] {
	return iterate(func(report func(AddResult) error) error {
		subs, known, err := a.unknown(ctx, o)
		if err != nil {
			return err
		}
		for _, added := range known {
			if err := report(added); err != nil {
				return err
			}
		}
		engine := a.engine(&engineStore{isAdd: true, posts: o.Posts}, o.RequestOptions)
		var ids []int64
		defer func() { _ = a.db.RecordAdd(context.WithoutCancel(ctx), ids) }() // if this fails, they stay, but cannot be undone
		for step, err := range engine.NewSession().Run(ctx, subs) {
			if err != nil {
				return words.WithHint(err, a.networkHint(err))
			}
			added := a.addResult(step.Check)
			if added.ID != 0 {
				ids = append(ids, added.ID)
				err = a.compare(ctx, &added)
			}
			if err == nil {
				err = report(added)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// compare notes in added which other feed has the most entries in common with it.
func (a *App) compare(ctx context.Context, added *AddResult) error {
	common, err := a.db.InCommon(ctx, added.ID)
	if err != nil || common.Entries == 0 {
		return err
	}
	feeds, err := a.db.Subscriptions(ctx, store.SubscriptionFilter{IDs: []int64{common.SubscriptionID}})
	if len(feeds) == 1 {
		added.Common, added.InCommon = &feeds[0], common.Entries
	}
	return err
}

// unknown returns a subscription to each new URL, and a result for each that has one already.
func (a *App) unknown(ctx context.Context, o AddOptions) (subs []*model.Subscription, known []AddResult, err error) {
	urls, err := parseURLs(o.URLs)
	if err != nil {
		return nil, nil, err
	}
	// With many subscriptions, reading them all takes longer than a few requests.
	f := store.SubscriptionFilter{URLs: slices.Clone(urls)}
	for _, url := range urls {
		f.URLs = append(f.URLs, address.IndexTwin(url))
	}
	all, err := a.db.Subscriptions(ctx, f)
	if err != nil {
		return nil, nil, err
	}
	byURL := map[string]*model.Subscription{}
	for _, s := range all {
		byURL[s.URL] = &s
	}
	asked := map[string]bool{}
	for _, url := range urls {
		if s := cmp.Or(byURL[url], byURL[address.IndexTwin(url)]); s != nil {
			added := AddResult{URL: url, Known: s}
			for _, flag := range o.Given {
				switch {
				case !s.Lacks(flag.Settings):
				case flag.Settings.Tag != nil:
					added.MissingTags = append(added.MissingTags, flag.Settings.Tag...)
				default:
					added.NotApplied = append(added.NotApplied, flag.Text)
				}
			}
			known = append(known, added)
		} else if !asked[url] {
			asked[url] = true
			subs = append(subs, o.Wanted.NewSubscription(url))
		}
	}
	return subs, known, nil
}

// CanAdd reports whether a hint should name add for the page w, read as shown: not for the post of
// an entry, for a page subscribed to under either URL, or after an error of the database.
func (a *App) CanAdd(ctx context.Context, w PostToShow, shown model.Post) bool {
	if w.Entry.ID != 0 {
		return false
	}
	asked := w.URL.String()
	known, err := a.db.Subscriptions(ctx, store.SubscriptionFilter{URLs: []string{asked, address.IndexTwin(asked), shown.URL, address.IndexTwin(shown.URL)}})
	return err == nil && len(known) == 0
}

// parseURLs returns given URLs in canonical form; its error is a [BadURLsError].
func parseURLs(given []string) ([]string, error) { return parseGiven(given, address.Parse) }

// parseGiven returns given URLs, or those of link lines, as parse writes them. If parse refuses
// any, it returns none, and a [BadURLsError].
func parseGiven(given []string, parse func(string) (*url.URL, error)) (urls []string, err error) {
	var bad BadURLsError
	for _, raw := range given {
		raw = LinkedURL(raw)
		u, err := parse(raw)
		if err != nil {
			bad = append(bad, named(address.WithoutUser(raw), err))
			continue
		}
		urls = append(urls, u.String())
	}
	if len(bad) > 0 {
		return nil, bad
	}
	return urls, nil
}

// LinkedURL returns the URL of a pasted link line of gemtext, "=> URL label", or the one between
// angle brackets; it returns any other text unchanged.
func LinkedURL(text string) string {
	if url, isQuoted := strings.CutPrefix(strings.TrimSpace(text), "<"); isQuoted && strings.HasSuffix(url, ">") {
		return strings.TrimSuffix(url, ">")
	}
	line, isLink := strings.CutPrefix(strings.TrimSpace(text), "=>")
	if words := strings.Fields(line); isLink && len(words) > 0 {
		return words[0]
	}
	return text
}

// PageURL returns the URL in a text typed or pasted where commands are typed too: a URL with a dot,
// colon or slash, with or without scheme, or a link line. For any other text ok is false.
func PageURL(text string) (url string, ok bool) {
	url = LinkedURL(strings.TrimLeft(text, ":"))
	u, err := address.Parse(url)
	ok = err == nil && strings.ContainsAny(url, ".:/")
	if ok && !strings.Contains(url, "://") {
		url = u.String()
	}
	return url, ok
}

// LinkedURLs returns the URLs of a text that has one on each line: what [LinkedURL] reads, up to
// the first space. It skips empty lines and comments, which begin with #.
func LinkedURLs(text string) (urls []string) {
	for line := range strings.Lines(text) {
		words := strings.Fields(LinkedURL(line))
		if len(words) > 0 && !strings.HasPrefix(words[0], "#") {
			urls = append(urls, words[0])
		}
	}
	return urls
}

// canSubscribe reports whether the page of a check is subscribed to: not if it could not be read, or
// has no entries, unless the user chose its format or it is Atom, RSS or JSON.
func canSubscribe(c *model.CheckResult) bool {
	return c.Err == nil && (len(c.Feed.Entries) > 0 || c.Feed.Format.IsSyndicated() || c.Subscription.FormatChosen)
}

// addResult returns the report on the result of a check.
func (a *App) addResult(c *model.CheckResult) AddResult {
	added := AddResult{URL: c.Subscription.URL, Err: a.explained(c), Notices: c.Notices, MovedTo: c.MovedTo}
	switch {
	case c.Err != nil:
		return added
	case c.Changes.Known:
		added.Known = &model.Subscription{ID: c.Changes.SubscriptionID, URL: c.MovedTo}
		return added
	}
	f := c.Feed
	added.ID, added.Title, added.Entries = c.Changes.SubscriptionID, cmp.Or(c.Subscription.Title, f.Title), len(f.Entries)
	for _, e := range f.Entries { // by the date that orders lists
		if at := model.SortTime(e.Updated, c.CheckedAt); at.After(added.Newest) {
			added.Newest = at
		}
	}
	if len(f.Entries) == 0 {
		added.Empty = emptyPage(c.Page, f.Format)
	}
	return added
}
