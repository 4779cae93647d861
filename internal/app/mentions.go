package app

import (
	"context"
	"fmt"

	"gemsub/internal/address"
	"gemsub/internal/model"
	"gemsub/store"
)

// Mentions returns the kept posts that link to a page under any of some URLs, newest
// first, without those of the authors of these. The error of a URL that is none is an
// [address.Error]. Of each feed there are the newest ten, and how many more.
func (a *App) Mentions(ctx context.Context, under []string) ([]model.Mention, []model.MorePosts, error) {
	urls, err := mentionable(under)
	if err != nil {
		return nil, nil, err
	}
	all, more, err := a.db.Mentions(ctx, store.MentionFilter{Under: urls})
	entries := make([]model.Entry, len(all))
	for i, m := range all {
		entries[i] = m.Entry
	}
	return all, morePosts(entries, more), err
}

// LinkedSites returns the capsules and holes that kept posts of others link to and of
// which the user follows nothing, those of most feeds first. The user's own URLs are left
// out. It asks nobody. There are 50 of a feed and 200 in all, and how many more.
func (a *App) LinkedSites(ctx context.Context, own []string) (sites []model.LinkedSite, more int, err error) {
	urls, err := mentionable(own)
	if err != nil {
		return nil, 0, err
	}
	return a.db.LinkedSites(ctx, urls)
}

// CheckURLs returns an error if not all are URLs.
func CheckURLs(raw []string) error {
	if _, err := mentionable(raw); err != nil {
		return fmt.Errorf("must be a list of URLs: %w", err)
	}
	return nil
}

// mentionable returns URLs in the form of links.
func mentionable(raw []string) (urls []string, err error) {
	for _, r := range raw {
		u, err := address.Parse(r)
		if err != nil {
			return nil, err
		}
		urls = append(urls, u.String())
	}
	return urls, nil
}
