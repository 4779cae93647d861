package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"gemsub/internal/address"
	"gemsub/internal/term"
	"gemsub/store"
)

// selectFeeds finds the subscription that each selector fits: its number, its
// URL, or a part of its title or URL that fits exactly one.
func selectFeeds(ctx context.Context, db *store.Store, selectors []string) ([]store.Subscription, error) {
	if len(selectors) == 0 {
		return nil, nil
	}
	all, err := db.Subscriptions(ctx, store.SubscriptionFilter{})
	if err != nil {
		return nil, err
	}
	var found []store.Subscription
	seen := map[int64]bool{}
	for _, selector := range selectors {
		s, err := selectFeed(all, selector)
		if err != nil {
			return nil, err
		}
		if !seen[s.ID] {
			seen[s.ID] = true
			found = append(found, s)
		}
	}
	return found, nil
}

func selectFeed(all []store.Subscription, selector string) (store.Subscription, error) {
	fits := exactly(all, selector)
	if len(fits) == 0 && !isNumber(selector) { // a mistyped number must not fit by a port or a year
		fits = partly(all, selector)
	}
	switch len(fits) {
	case 1:
		return fits[0], nil
	case 0:
		return store.Subscription{}, &hintedError{fmt.Errorf("no feed fits %q", selector), "gemsub list shows what you subscribe to"}
	}
	return store.Subscription{}, fmt.Errorf("%q fits %d feeds: %s", selector, len(fits), candidates(fits))
}

// exactly finds a subscription by number, URL or whole name.
func exactly(all []store.Subscription, selector string) []store.Subscription {
	canonical := selector
	if u, err := address.Parse(selector); err == nil {
		canonical = u.String()
	}
	var named []store.Subscription
	for _, s := range all {
		switch {
		case strconv.FormatInt(s.ID, 10) == selector, s.URL == selector, s.URL == canonical:
			return []store.Subscription{s}
		case s.Name() == selector:
			named = append(named, s)
		}
	}
	return named
}

func isNumber(s string) bool {
	_, err := strconv.ParseUint(s, 10, 64)
	return err == nil
}

// partly finds subscriptions by a part of title or URL, whatever its case.
func partly(all []store.Subscription, selector string) []store.Subscription {
	part := strings.ToLower(strings.TrimSpace(selector))
	if part == "" {
		return nil
	}
	var fits []store.Subscription
	for _, s := range all {
		if holds(s.Name(), part) || holds(s.URL, part) {
			fits = append(fits, s)
		}
	}
	return fits
}

// holds reports whether text, as it is or as a terminal shows it, holds a part
// in lower case.
func holds(text, part string) bool {
	return strings.Contains(strings.ToLower(text), part) || strings.Contains(strings.ToLower(term.Readable(text)), part)
}

// candidates lists subscriptions in one line.
func candidates(fits []store.Subscription) string {
	const most = 8
	var names []string
	for i, s := range fits {
		if i == most {
			names = append(names, fmt.Sprintf("and %d more", len(fits)-most))
			break
		}
		names = append(names, fmt.Sprintf("%d %s <%s>", s.ID, s.Name(), s.URL))
	}
	return strings.Join(names, ", ")
}

// selectEntries reads entry selectors: numbers, ranges of numbers such as
// 12-15, and URLs.
func selectEntries(selectors []string) (store.EntryFilter, error) {
	var f store.EntryFilter
	for _, selector := range selectors {
		first, last, isRange := strings.Cut(selector, "-")
		from, errFrom := strconv.ParseInt(first, 10, 64)
		to, errTo := from, error(nil)
		if isRange {
			to, errTo = strconv.ParseInt(last, 10, 64)
		}
		switch {
		case errFrom == nil && errTo == nil && from > to:
			return f, usagef("range %s runs backwards", selector)
		case errFrom == nil && errTo == nil:
			f.IDs = append(f.IDs, store.Range{First: from, Last: to})
		case strings.Contains(selector, ":"):
			f.URLs = append(f.URLs, selector)
		default:
			return f, usagef("%q is no entry: use its number, a range such as 12-15, or its URL", selector)
		}
	}
	return f, nil
}
