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
)

// If a page is read by its headings or as twtxt, its entries are its sections or lines, and the text
// of an entry is its section.

// entriesToShow returns the entries that a selector names. For the URL of a page whose sections
// are entries it returns none, so that the page itself is shown.
func (a *App) entriesToShow(ctx context.Context, selector string) ([]model.Entry, error) {
	entries, err := a.EntriesOf(ctx, selector)
	if err != nil || len(entries) == 0 || !isURL(selector) || strings.Contains(selector, "#") {
		return entries, err
	}
	if entries[0].IsSection {
		return nil, nil
	}
	return entries, nil
}

// isURL reports whether a selector names an entry by its URL, not by its number.
func isURL(selector string) bool { return strings.Trim(selector, "0123456789-") != "" }

// section returns the section of the answered page that is the text of e. It returns an error if
// the page no longer has this section.
func (a *App) section(e model.Entry, answer update.Answer) (model.Post, error) {
	_, part, _ := strings.Cut(e.AtomID, "#")
	page := a.pageOf(answer)
	for _, page.Format = range []feed.Format{feed.Headings, feed.Twtxt} {
		f, err := feed.Read(page)
		if err != nil {
			return model.Post{}, err
		}
		for _, s := range f.Entries {
			if strings.HasSuffix(s.ID, "#"+part) && s.Content != nil {
				return model.CarriedPost(answer.URL.String(), s.Content, a.Now()), nil
			}
		}
	}
	return model.Post{}, words.WithHint(errors.New("its page does not have it any more"), "gemsub show "+shell.Quote(e.URL)+" shows the page")
}
