package app

import (
	"context"
	"fmt"
	"net/url"
	"strings"

	"gemsub/internal/model"
	"gemsub/internal/update"
)

// Linked returns the document at a URL of no entry, which its capsule sends to one
// person and which is not kept. If the post of an entry led to it, from is that entry,
// and a post of a public capsule leads to no private address.
func (a *App) Linked(ctx context.Context, from model.Entry, u *url.URL) (p model.Post, notices []string, err error) {
	if from.ID != 0 {
		return a.ledPost(ctx, from, u)
	}
	return a.requestPost(ctx, update.Request{URL: u, Purpose: update.ForPerson})
}

// EntriesOf returns the entries that a selector names, those of several feeds with one
// URL as one: none for a URL that is of no entry, an error for a number that is not
// there.
func (a *App) EntriesOf(ctx context.Context, selector string) ([]model.Entry, error) {
	named, err := ParseSelection([]string{selector})
	if err != nil {
		return nil, err
	}
	var found []model.Entry
	seen := map[string]bool{}
	for e, err := range a.Entries(ctx, EntryQuery{Named: named}) {
		if err != nil {
			return nil, err
		}
		if !seen[e.URL] {
			seen[e.URL] = true
			found = append(found, e)
		}
	}
	if len(found) == 0 && len(named.urls) == 0 {
		return nil, &NoEntryError{[]string{selector}}
	}
	if page, _, isPart := strings.Cut(selector, "#"); isPart && len(found) == 0 {
		return a.partOf(ctx, page, selector)
	}
	return found, nil
}

// partOf returns the entry whose id is the URL of a part of a page, such as a heading;
// none if there is no such entry.
func (a *App) partOf(ctx context.Context, page, part string) ([]model.Entry, error) {
	named, err := ParseSelection([]string{page})
	if err != nil {
		return nil, err
	}
	for e, err := range a.Entries(ctx, EntryQuery{Named: named}) {
		if err != nil || e.AtomID == part {
			return []model.Entry{e}, err
		}
	}
	return nil, nil
}

// TheseEntries selects entries that are there.
func TheseEntries(entries []model.Entry) Selection {
	var s Selection
	for _, e := range entries {
		one := ThisEntry(e)
		s.Selectors, s.ids = append(s.Selectors, one.Selectors...), append(s.ids, one.ids...)
	}
	return s
}

// A NoLinkError reports a number that no link of a post has.
type NoLinkError struct{ Number, Links int }

func (e *NoLinkError) Error() string {
	return fmt.Sprintf("there is no link %d: the post has %d", e.Number, e.Links)
}

// Hint names the flag that lists what there is.
func (e *NoLinkError) Hint() string { return "gemsub show ENTRY --links lists them" }
