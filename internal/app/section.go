package app

import (
	"context"
	"errors"
	"strings"

	"gemsub/feed"
	"gemsub/internal/model"
	"gemsub/internal/shell"
	"gemsub/internal/update"
	"gemsub/internal/words"
	"gemsub/store"
)

// If a page is read by its headings, its entries are its sections, and the text of an entry is
// its section.

// entriesToShow returns the entries that a selector names. For the URL of a page whose sections
// are entries it returns none, so that the page itself is shown.
func (a *App) entriesToShow(ctx context.Context, selector string) ([]model.Entry, error) {
	entries, err := a.EntriesOf(ctx, selector)
	if err != nil || len(entries) == 0 || !isURL(selector) || strings.Contains(selector, "#") {
		return entries, err
	}
	isSection, err := a.isSection(ctx, entries[0])
	if isSection {
		return nil, err
	}
	return entries, err
}

// isURL reports whether a selector names an entry by its URL, not by its number.
func isURL(selector string) bool { return strings.Trim(selector, "0123456789-") != "" }

// isSection reports whether an entry is a section of its feed's page.
func (a *App) isSection(ctx context.Context, e model.Entry) (bool, error) {
	if !strings.HasPrefix(e.AtomID, e.URL+"#") {
		return false, nil
	}
	subs, err := a.db.Subscriptions(ctx, store.SubscriptionFilter{IDs: []int64{e.SubscriptionID}, Brief: true})
	return len(subs) > 0 && feed.Format(subs[0].Format) == feed.Headings, err
}

// section returns the section of the answered page that is the text of e. It returns an error if
// the page no longer has this section.
func (a *App) section(e model.Entry, answer update.Answer) (model.Post, error) {
	page := a.pageOf(answer)
	page.Format = feed.Headings
	f, err := feed.Read(page)
	if err != nil {
		return model.Post{}, err
	}
	_, part, _ := strings.Cut(e.AtomID, "#")
	for _, s := range f.Entries {
		if strings.HasSuffix(s.ID, "#"+part) && s.Content != nil {
			return model.CarriedPost(answer.URL.String(), s.Content, a.Now()), nil
		}
	}
	return model.Post{}, words.WithHint(errors.New("its page does not have it any more"), "gemsub show "+shell.Quote(e.URL)+" shows the page")
}
