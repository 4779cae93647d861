package main

import (
	"context"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
	"gemsub/internal/model"
	"gemsub/internal/term"
)

// values reads candidates from the database, if there is one: completing a
// command line must not make one, nor fail.
func (p *program) values(c *cli.Context, path, kind string) []string {
	if path == "" {
		var err error
		if path, err = p.databasePath(c); err != nil {
			return nil
		}
	}
	if _, err := os.Stat(path); err != nil {
		return nil
	}
	a, err := app.Open(c.Context, path, p.appEnvironment())
	if err != nil {
		return nil
	}
	defer a.Close()
	return kept(c.Context, a, kind)
}

// kept lists what the database has of a kind and can be given as an argument; after
// an error nothing.
func kept(ctx context.Context, a *app.App, kind string) []string {
	var all []string
	switch kind {
	case "authorities":
		keys, _ := a.Keys(ctx)
		all = each(keys, func(k model.PinnedKey) string { return k.Authority })
	case "identities":
		ids, _ := a.Identities(ctx)
		all = each(ids, func(id model.IdentityInfo) string { return id.Name })
	case "uses":
		ids, _ := a.Identities(ctx)
		all = slices.Concat(each(ids, usesOf)...)
	case "tags":
		subs, _ := a.Feeds(ctx, app.FeedFilter{})
		all = slices.Concat(each(subs, func(s model.Subscription) []string { return s.Tags })...)
	case "feeds":
		subs, _ := a.Feeds(ctx, app.FeedFilter{})
		all = feedWords(subs)
	}
	slices.Sort(all)
	return slices.DeleteFunc(slices.Compact(all), func(candidate string) bool {
		word, _, _ := strings.Cut(candidate, "\t")
		return !isWord(word)
	})
}

// usesOf lists the URLs at which an identity is shown.
func usesOf(id model.IdentityInfo) []string {
	return each(id.URLs, func(url string) string { return url + "\t" + term.Safe(id.Name) })
}

// feedWords lists the words that select feeds: their names or, where a name could
// mean another feed or an option, their URLs.
func feedWords(subs []model.Subscription) []string {
	own := app.OwnNames(subs)
	return each(subs, func(s model.Subscription) string {
		if name := s.Name(); own[name] && isWord(name) {
			return name + "\t" + term.Safe(s.URL)
		}
		return s.URL + "\t" + term.Safe(s.Name())
	})
}

// isWord reports a text that can be given as an argument: it is no option, no home
// folder (fish does not quote a tilde), and all of it can be seen.
func isWord(s string) bool {
	return s != "" && s[0] != '-' && s[0] != '~' && s == term.Safe(s)
}

func each[T, U any](list []T, of func(T) U) []U {
	all := make([]U, len(list))
	for i, v := range list {
		all[i] = of(v)
	}
	return all
}
