package app

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gemsub/internal/address"
	"gemsub/internal/model"
	"gemsub/internal/words"
	"gemsub/store"
)

// Select finds the subscriptions that each of some FEEDs fits, see [fitting]. A range of numbers may
// fit several; any other FEED must fit exactly one. Its errors are a [*NoFeedError], which names all
// that fit none, and an [*AmbiguousError]. Without a FEED it returns none.
func (a *App) Select(ctx context.Context, selectors []string) ([]model.Subscription, error) {
	return a.selectFrom(ctx, store.SubscriptionFilter{}, selectors)
}

// selectFrom is Select among the subscriptions of a filter.
func (a *App) selectFrom(ctx context.Context, f store.SubscriptionFilter, selectors []string) (found []model.Subscription, err error) {
	if len(selectors) == 0 {
		return nil, nil
	}
	all, err := a.db.Subscriptions(ctx, f)
	if err != nil {
		return nil, err
	}
	var unknown []string
	seen := map[int64]bool{}
	for _, selector := range selectors {
		fits := fitting(all, selector, byStatedPart)
		if _, isRange := parseRange(selector); len(fits) > 1 && !isRange {
			return nil, &AmbiguousError{selector, fits}
		}
		if len(fits) == 0 {
			unknown = append(unknown, selector)
		}
		for _, s := range fits {
			if !seen[s.ID] {
				seen[s.ID] = true
				found = append(found, s)
			}
		}
	}
	if len(unknown) > 0 {
		return nil, &NoFeedError{unknown}
	}
	return found, nil
}

// A reading is a way to read a FEED. They are tried in this order.
type reading int

const (
	byNumber     reading = iota // the number of a feed, or a range of numbers
	byURL                       // a whole URL
	byTitle                     // the whole title that the user gave
	byGivenPart                 // a part of the title or URL that the user gave
	byStatedPart                // a part of the title that the page states, or of the URL to which it moved
)

// fitting finds the subscriptions that a FEED fits by the first reading, up to last, that fits any.
// Case makes no difference. No author chooses what the user's words mean: what pages state comes
// last. A number may have been mistyped, so one that no feed has can only be a whole title, not a
// port or a year in a URL.
func fitting(all []model.Subscription, selector string, last reading) []model.Subscription {
	part := strings.ToLower(strings.TrimSpace(selector))
	if part == "" || part == "all" {
		return nil
	}
	r, isRange := parseRange(selector)
	if isRange {
		inRange := func(s model.Subscription) bool { return r.First <= s.ID && s.ID <= r.Last }
		if found := filter(all, inRange); len(found) > 0 {
			return found
		}
	} else if last >= byURL {
		if found := withURL(all, selector); len(found) > 0 {
			return found
		}
	}
	readings := []func(model.Subscription) bool{
		byTitle:      func(s model.Subscription) bool { return s.Title != "" && strings.ToLower(s.Title) == part },
		byGivenPart:  func(s model.Subscription) bool { return hasPart(part, s.Title, s.GivenURL()) },
		byStatedPart: func(s model.Subscription) bool { return hasPart(part, s.Name(), s.URL) },
	}
	if isRange {
		last = min(last, byTitle)
	}
	for by := byTitle; by <= last; by++ {
		if found := filter(all, readings[by]); len(found) > 0 {
			return found
		}
	}
	return nil
}

// withURL finds the subscription with a URL: one that is requested there and did not move, else one
// for which the user gave this URL, else one that moved there. The last needs a scheme: without it, the
// URL could be a plain word.
func withURL(all []model.Subscription, selector string) []model.Subscription {
	url := selector
	if u, err := address.Parse(selector); err == nil { // the form in which a URL is stored
		url = u.String()
	}
	for _, fits := range []func(model.Subscription) bool{
		func(s model.Subscription) bool { return s.URL == url && s.OldURL == "" },
		func(s model.Subscription) bool { return s.GivenURL() == url },
		func(s model.Subscription) bool { return s.URL == url && strings.Contains(selector, "://") },
	} {
		if found := filter(all, fits); len(found) > 0 {
			return found
		}
	}
	return nil
}

// parseRange reads a number, or two with a hyphen between them, in any order; otherwise ok is
// false. A number that is too large is the largest.
func parseRange(selector string) (r store.Range, ok bool) {
	first, last, two := strings.Cut(strings.TrimSpace(selector), "-")
	if !two {
		last = first
	}
	r.First, _ = strconv.ParseInt(first, 10, 64)
	r.Last, _ = strconv.ParseInt(last, 10, 64)
	return r, isNumber(first) && isNumber(last)
}

func isNumber(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// single returns the only one of the subscriptions that a selector fits.
func single(fits []model.Subscription, selector string) (model.Subscription, error) {
	switch len(fits) {
	case 1:
		return fits[0], nil
	case 0:
		return model.Subscription{}, &NoFeedError{[]string{selector}}
	}
	return model.Subscription{}, &AmbiguousError{selector, fits}
}

// hasPart reports whether a part in lower case is in one of the texts, with hosts in ASCII or in
// Unicode.
func hasPart(part string, texts ...string) bool {
	return slices.ContainsFunc(texts, func(text string) bool {
		return strings.Contains(strings.ToLower(text), part) || strings.Contains(strings.ToLower(address.Readable(text)), part)
	})
}

func filter(all []model.Subscription, fits func(model.Subscription) bool) (found []model.Subscription) {
	for _, s := range all {
		if fits(s) {
			found = append(found, s)
		}
	}
	return found
}

// OwnNames returns the names, among those that begin as given, by which a FEED fits the feed with
// this name and number. Case makes no difference.
func OwnNames(all []model.Subscription, begin string) map[int64]string {
	own, begin := map[int64]string{}, strings.ToLower(begin)
	for _, s := range all {
		if !strings.HasPrefix(strings.ToLower(s.Name()), begin) {
			continue
		}
		if fits := fitting(all, s.Name(), byStatedPart); len(fits) == 1 && fits[0].ID == s.ID {
			own[s.ID] = s.Name()
		}
	}
	return own
}

// A Selection names entries by number and by URL.
type Selection struct {
	Selectors []string // as the user gave them
	ids       []store.Range
	urls      []string
}

// ParseSelection reads entry selectors: numbers, ranges of numbers such as 12-15, and URLs. It
// refuses a range that runs backwards, and any other text without a dot, colon or slash.
func ParseSelection(selectors []string) (Selection, error) {
	s := Selection{Selectors: selectors}
	for _, selector := range selectors {
		r, isRange := parseRange(selector)
		switch {
		case isRange && r.First > r.Last:
			return s, fmt.Errorf("range %s runs backwards", selector)
		case isRange:
			s.ids = append(s.ids, r)
		case isPlace(selector):
			s.urls = append(s.urls, entryURL(selector))
		default:
			return s, words.WithHint(fmt.Errorf("%q is not an entry: use a number, a range such as 12-15, or a URL", selector), "gemsub entries FEED lists those of a feed, --feed FEED selects them")
		}
	}
	return s, nil
}

// entryURL returns the URL of an entry, in each form that [LinkedURL] and [address.Parse] read, as it
// is stored.
func entryURL(selector string) string {
	url := LinkedURL(selector)
	if _, err := address.Parse(url); err == nil && !strings.Contains(url, "://") {
		url = "gemini://" + strings.TrimPrefix(url, "//")
	}
	return address.Normalize(url)
}

// These returns a query for entries by their numbers, if they still exist; without entries it
// selects all.
func These(entries ...model.Entry) (q EntryQuery) {
	for _, e := range entries {
		q.IDs = append(q.IDs, store.Range{First: e.ID, Last: e.ID})
	}
	return q
}

// DistinctNames returns distinct names for the subscriptions that share theirs with another, by
// number: "Log (a.example)" or, if they share a host too, "Log (a.example/~me/)".
func (a *App) DistinctNames(ctx context.Context) (map[int64]string, error) {
	shared, err := a.db.SharedNames(ctx)
	if err != nil {
		return nil, err
	}
	names, with := map[int64]string{}, map[string]int{}
	for _, s := range shared {
		_, rest, _ := strings.Cut(s.URL, "://")
		host, _, _ := strings.Cut(rest, "/")
		names[s.ID] = s.Name() + " (" + host + ")"
		with[names[s.ID]]++
	}
	for _, s := range shared {
		if with[names[s.ID]] > 1 {
			names[s.ID] = s.Name() + " (" + address.ShortURL(s.URL) + ")"
		}
	}
	return names, nil
}

// NameApart returns a function that gives an entry the distinct name of its feed, see
// [App.DistinctNames].
func (a *App) NameApart(ctx context.Context) (func(*model.Entry), error) {
	names, err := a.DistinctNames(ctx)
	return func(e *model.Entry) { e.FeedTitle = cmp.Or(names[e.SubscriptionID], e.FeedTitle) }, err
}
