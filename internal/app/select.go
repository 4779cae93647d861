package app

import (
	"context"
	"errors"
	"fmt"
	"index/suffixarray"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gemsub/internal/address"
	"gemsub/internal/model"
	"gemsub/internal/words"
	"gemsub/store"
)

// Select finds the subscriptions that selectors fit: all in a range of numbers, or one by its
// number, its URL, the title that the user gave, or a part of title or URL that fits exactly one.
// Its errors are a [*NoFeedError] and an [*AmbiguousError]. Without selectors it returns none.
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
		fits, err := selectFeeds(all, selector)
		if _, none := errors.AsType[*NoFeedError](err); none {
			unknown = append(unknown, selector)
			continue
		}
		if err != nil {
			return nil, err
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

// selectFeeds finds the existing subscriptions in a range of numbers, otherwise the one that a
// selector fits.
func selectFeeds(all []model.Subscription, selector string) ([]model.Subscription, error) {
	r, _ := parseRange(selector)
	fits := filter(all, func(s model.Subscription) bool { return r.First <= s.ID && s.ID <= r.Last })
	if len(fits) > 0 {
		return fits, nil
	}
	s, err := selectFeed(all, selector)
	return []model.Subscription{s}, err
}

// parseRange reads a number, or two with a hyphen between them, in any order; otherwise ok is
// false.
func parseRange(selector string) (r store.Range, ok bool) {
	first, last, two := strings.Cut(selector, "-")
	if !two {
		last = first
	}
	var errFirst, errLast error
	r.First, errFirst = strconv.ParseInt(first, 10, 64)
	r.Last, errLast = strconv.ParseInt(last, 10, 64)
	return r, errFirst == nil && errLast == nil
}

// selectFeed finds the one subscription that a selector fits. No author chooses what the user's
// words mean: titles that pages state and URLs to which they moved count only if nothing fits
// that the user gave, and no stated title counts as a whole.
func selectFeed(all []model.Subscription, selector string) (model.Subscription, error) {
	fits := given(all, selector)
	if len(fits) == 0 {
		fits = having(all, selector, "%s", func(s model.Subscription) []string { return []string{s.Name(), s.URL} })
	}
	return single(fits, selector)
}

// given finds subscriptions by number, and by the titles and URLs that the user gave them: first
// whole ones, then whole words, then parts of words. The first way that finds any ends the
// search.
func given(all []model.Subscription, selector string) []model.Subscription {
	fits := exactly(all, selector)
	for _, pattern := range []string{wholeWords, "%s"} {
		if len(fits) == 0 {
			fits = having(all, selector, pattern, func(s model.Subscription) []string { return []string{s.Title, s.GivenURL()} })
		}
	}
	return fits
}

func single(fits []model.Subscription, selector string) (model.Subscription, error) {
	switch len(fits) {
	case 1:
		return fits[0], nil
	case 0:
		return model.Subscription{}, &NoFeedError{[]string{selector}}
	}
	return model.Subscription{}, &AmbiguousError{selector, fits}
}

// exactly finds subscriptions by number, URL or the whole title that the user gave, regardless of
// case. The URL to which a page moved counts only with its scheme: without it, it could be a plain
// word.
func exactly(all []model.Subscription, selector string) []model.Subscription {
	url := canonical(selector)
	for _, fits := range []func(model.Subscription) bool{
		func(s model.Subscription) bool { return strconv.FormatInt(s.ID, 10) == selector },
		func(s model.Subscription) bool { return s.URL == url && s.OldURL == "" },
		func(s model.Subscription) bool { return s.GivenURL() == url },
		func(s model.Subscription) bool { return s.URL == url && strings.Contains(selector, "://") },
		func(s model.Subscription) bool {
			return s.Title != "" && strings.EqualFold(s.Title, strings.TrimSpace(selector))
		},
	} {
		if found := filter(all, fits); len(found) > 0 {
			return found
		}
	}
	return nil
}

// OwnNames reports for the name of each feed whether it can select this feed: it is no number, and
// no other feed has it in its name or URLs.
func OwnNames(all []model.Subscription) map[string]bool {
	texts := make([]string, len(all))
	for i, s := range all {
		parts := []string{s.Name(), s.URL, s.OldURL, address.Readable(s.URL), address.Readable(s.OldURL)}
		texts[i] = strings.ToLower(strings.Join(parts, "\n"))
	}
	index := suffixarray.New([]byte(strings.Join(texts, "\n")))
	own := map[string]bool{}
	for i, s := range all {
		isOnlyHere := func(part string) bool {
			part = strings.ToLower(part)
			return len(index.Lookup([]byte(part), -1)) == strings.Count(texts[i], part)
		}
		own[s.Name()] = !isNumber(s.Name()) && isOnlyHere(s.Name()) && isOnlyHere(canonical(s.Name()))
	}
	return own
}

// canonical returns the form in which a URL is stored; a text that is no URL stays as it is.
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

// wholeWords is a pattern for a part of a text that does not cut words.
const wholeWords = `(^|[^\pL\pN\pM])%s($|[^\pL\pN\pM])`

// having finds subscriptions whose texts contain the selector as the pattern says, regardless of
// case, with hosts in ASCII or in Unicode. A mistyped number or range must not fit by a port or a
// year, nor "all" by a part of a title.
func having(all []model.Subscription, selector, pattern string, texts func(model.Subscription) []string) []model.Subscription {
	part := strings.ToLower(strings.TrimSpace(selector))
	if r, ok := parseRange(selector); part == "" || part == "all" || ok && r.First <= r.Last {
		return nil
	}
	has := regexp.MustCompile(fmt.Sprintf(pattern, regexp.QuoteMeta(part)))
	return filter(all, func(s model.Subscription) bool {
		return slices.ContainsFunc(texts(s), func(text string) bool {
			return has.MatchString(strings.ToLower(text)) || has.MatchString(strings.ToLower(address.Readable(text)))
		})
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

// A Selection names entries by number and by URL.
type Selection struct {
	Selectors []string // as the user gave them
	ids       []store.Range
	urls      []string
}

// ParseSelection reads entry selectors: numbers, ranges of numbers such as 12-15, and URLs. It
// refuses a range that runs backwards, and any other text without a colon.
func ParseSelection(selectors []string) (Selection, error) {
	s := Selection{Selectors: selectors}
	for _, selector := range selectors {
		r, isRange := parseRange(selector)
		switch {
		case isRange && r.First > r.Last:
			return s, fmt.Errorf("range %s runs backwards", selector)
		case isRange:
			s.ids = append(s.ids, r)
		case strings.Contains(selector, ":"):
			s.urls = append(s.urls, address.Normalize(selector))
		default:
			return s, words.WithHint(fmt.Errorf("%q is not an entry: use a number, a range such as 12-15, or a URL", selector), "gemsub entries FEED lists those of a feed, --feed FEED selects them")
		}
	}
	return s, nil
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
