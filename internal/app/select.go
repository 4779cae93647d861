package app

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gemsub/internal/address"
	"gemsub/internal/model"
	"gemsub/store"
)

// Select finds the subscription that each selector fits: its number, its URL,
// or a part of its title or URL that fits exactly one. Its errors are a
// [*NoFeedError] and an [*AmbiguousError].
func (a *App) Select(ctx context.Context, selectors []string) ([]model.Subscription, error) {
	return a.selectFrom(ctx, store.SubscriptionFilter{}, selectors)
}

// selectFrom is Select among the subscriptions of a filter. It names all selectors that
// fit no feed in one error.
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
		s, err := selectFeed(all, selector)
		if _, none := errors.AsType[*NoFeedError](err); none {
			unknown = append(unknown, selector)
			continue
		}
		if err != nil {
			return nil, err
		}
		if !seen[s.ID] {
			seen[s.ID] = true
			found = append(found, s)
		}
	}
	if len(unknown) > 0 {
		return nil, &NoFeedError{unknown}
	}
	return found, nil
}

func selectFeed(all []model.Subscription, selector string) (model.Subscription, error) {
	fits := exactly(all, selector)
	// A mistyped number must not fit by a port or a year, nor "all" by a part of a title.
	if len(fits) == 0 && !isNumber(selector) && !strings.EqualFold(selector, "all") {
		if fits = having(all, selector, wholeWords); len(fits) == 0 {
			fits = having(all, selector, "%s")
		}
	}
	switch len(fits) {
	case 1:
		return fits[0], nil
	case 0:
		return model.Subscription{}, &NoFeedError{[]string{selector}}
	}
	return model.Subscription{}, &AmbiguousError{selector, fits}
}

// exactly finds a subscription by number, URL or whole name. A name in the same case
// goes before one in another.
func exactly(all []model.Subscription, selector string) []model.Subscription {
	url := canonical(selector)
	var named, folded []model.Subscription
	for _, s := range all {
		switch name := s.Name(); {
		case strconv.FormatInt(s.ID, 10) == selector, s.URL == selector, s.URL == url:
			return []model.Subscription{s}
		case name == selector:
			named = append(named, s)
		case strings.EqualFold(name, strings.TrimSpace(selector)):
			folded = append(folded, s)
		}
	}
	if len(named) > 0 {
		return named
	}
	return folded
}

// OwnNames returns the names that select the feed of that name: those that no two
// feeds share and that are neither a number nor a feed's URL.
func OwnNames(all []model.Subscription) map[string]bool {
	meant := map[string]int{} // how many feeds each name or URL is of
	for _, s := range all {
		meant[s.Name()]++
		meant[s.URL]++
	}
	own := map[string]bool{}
	for _, s := range all {
		name := s.Name()
		url := canonical(name)
		own[name] = meant[name] == 1 && (url == name || meant[url] == 0) && !isNumber(name)
	}
	return own
}

// canonical is the form in which a URL is kept; what is no URL stays as it is.
func canonical(selector string) string {
	if u, err := address.Parse(selector); err == nil {
		return u.String()
	}
	return selector
}

func isNumber(s string) bool {
	_, err := strconv.ParseUint(s, 10, 64)
	return err == nil
}

// wholeWords is a pattern of a part of a text that is no piece of a longer word.
const wholeWords = `(^|[^\pL\pN\pM])%s($|[^\pL\pN\pM])`

// having finds subscriptions by a part of title or URL that fits a pattern, whatever its
// case and whether hosts are in ASCII or in Unicode.
func having(all []model.Subscription, selector, pattern string) (fits []model.Subscription) {
	part := strings.ToLower(strings.TrimSpace(selector))
	if part == "" {
		return nil
	}
	has := regexp.MustCompile(fmt.Sprintf(pattern, regexp.QuoteMeta(part)))
	for _, s := range all {
		texts := []string{s.Name(), s.URL, address.Readable(s.Name()), address.Readable(s.URL)}
		if slices.ContainsFunc(texts, func(text string) bool { return has.MatchString(strings.ToLower(text)) }) {
			fits = append(fits, s)
		}
	}
	return fits
}

// A Selection names entries by number and by URL.
type Selection struct {
	Selectors []string // as they were given
	ids       []store.Range
	urls      []string
}

// ParseSelection reads entry selectors: numbers, ranges of numbers such as
// 12-15, and URLs.
func ParseSelection(selectors []string) (Selection, error) {
	s := Selection{Selectors: selectors}
	for _, selector := range selectors {
		first, last, isRange := strings.Cut(selector, "-")
		from, errFrom := strconv.ParseInt(first, 10, 64)
		to, errTo := from, error(nil)
		if isRange {
			to, errTo = strconv.ParseInt(last, 10, 64)
		}
		switch {
		case errFrom == nil && errTo == nil && from > to:
			return s, fmt.Errorf("range %s runs backwards", selector)
		case errFrom == nil && errTo == nil:
			s.ids = append(s.ids, store.Range{First: from, Last: to})
		case strings.Contains(selector, ":"):
			s.urls = append(s.urls, selector)
		default:
			return s, WithHint(fmt.Errorf("%q is not an entry: use a number, a range such as 12-15, or a URL", selector), "gemsub entries FEED lists those of a feed, --feed FEED selects them")
		}
	}
	return s, nil
}

// These selects entries that are there.
func These(entries ...model.Entry) (q EntryQuery) {
	for _, e := range entries {
		q.IDs = append(q.IDs, store.Range{First: e.ID, Last: e.ID})
	}
	return q
}

// DistinctNames returns what to call the subscriptions whose name is that of another,
// by number: "Log (a.example)", or where they share a host "Log (a.example/~me/)".
func (a *App) DistinctNames(ctx context.Context) (map[int64]string, error) {
	shared, err := a.db.SharedNames(ctx)
	if err != nil {
		return nil, err
	}
	atHost := map[string]int{}
	for _, s := range shared {
		atHost[nameAtHost(s)]++
	}
	names := make(map[int64]string, len(shared))
	for _, s := range shared {
		name := nameAtHost(s)
		if atHost[name] > 1 {
			name = s.Name + " (" + address.Short(s.URL) + ")"
		}
		names[s.SubscriptionID] = name
	}
	return names, nil
}

func nameAtHost(s store.SharedName) string {
	u, err := url.Parse(s.URL)
	if err != nil {
		return s.Name
	}
	return s.Name + " (" + u.Host + ")"
}
