package app

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"gemsub/internal/address"
	"gemsub/store"
)

// KeepLater keeps pages as entries of "Read later", see [store.Store.KeepLater], and fetches them
// for a person, even if robots.txt refuses them. The label of a link line is an entry's title until
// the page's own is known. Of web pages it keeps only the link. It returns a
// query for the entries that stand for the pages, the reasons why texts are missing, and notices.
// If some of given are no URLs, it fails with a [BadURLsError] and keeps nothing. from says which
// link led to the pages, if any: then no public capsule leads to a private address, now or when an
// update fetches a missing text.
func (a *App) KeepLater(ctx context.Context, given []string, from LinkOrigin) (kept EntryQuery, failures []error, notices []string, err error) {
	kept.WithKept = true
	urls, err := parseGiven(given, address.ParseLink)
	if err != nil {
		return kept, nil, nil, err
	}
	labels := map[string]string{}
	for i, line := range given {
		if words := strings.Fields(strings.TrimPrefix(strings.TrimSpace(line), "=>")); len(words) > 1 {
			labels[urls[i]] = strings.Join(words[1:], " ")
		}
	}
	ids, err := a.db.KeepLater(ctx, urls, labels, from.exists())
	for i, id := range ids {
		only := store.EntryFilter{IDs: []store.Range{{First: id, Last: id}}}
		kept.IDs = append(kept.IDs, only.IDs...)
		if _, isWeb := address.Parse(urls[i]); isWeb != nil || err != nil {
			continue
		}
		e, err := a.firstEntry(ctx, only)
		if err != nil {
			return kept, failures, notices, err
		}
		opened, err := a.OpenPost(ctx, PostToShow{Entry: e, Link: from, Asked: !from.exists()}, false)
		notices = append(notices, opened.Notices...)
		switch {
		case ctx.Err() != nil:
			return kept, failures, notices, ctx.Err()
		case err != nil:
			failures = append(failures, fmt.Errorf("%s is kept without its text: %w", urls[i], errors.Unwrap(err)))
		}
	}
	return kept, failures, notices, err
}
