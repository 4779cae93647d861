package main

import (
	"context"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"gemsub/internal/address"
	"gemsub/internal/app"
	"gemsub/internal/term"
	"gemsub/store"
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
	db, err := store.Open(c.Context, path, p.now)
	if err != nil {
		return nil
	}
	defer db.Close()
	return kept(c.Context, db, kind)
}

// kept lists what the database has of a kind and can be given as an argument; after
// an error nothing.
func kept(ctx context.Context, db *store.Store, kind string) []string {
	var all []string
	switch kind {
	case "authorities":
		hosts, _ := db.Hosts(ctx)
		all = each(hosts, func(h store.KnownHost) string { return h.Authority })
	case "identities":
		ids, _ := db.Identities(ctx)
		all = each(ids, func(id store.Identity) string { return id.Name })
	case "uses":
		uses, _ := db.IdentityUses(ctx)
		all = each(uses, func(use store.IdentityUse) string {
			return address.Scope{Authority: use.Authority, Path: use.Path}.URL() + "\t" + term.Safe(use.Name)
		})
	case "tags":
		subs, _ := db.Subscriptions(ctx, store.SubscriptionFilter{})
		all = slices.Concat(each(subs, func(s store.Subscription) []string { return s.Tags })...)
	case "feeds":
		subs, _ := db.Subscriptions(ctx, store.SubscriptionFilter{})
		all = feedWords(subs)
	}
	slices.Sort(all)
	return slices.DeleteFunc(slices.Compact(all), func(candidate string) bool {
		word, _, _ := strings.Cut(candidate, "\t")
		return !isWord(word)
	})
}

// feedWords lists the words that select feeds: their names or, where a name could
// mean another feed or an option, their URLs.
func feedWords(subs []store.Subscription) []string {
	own := app.OwnNames(subs)
	return each(subs, func(s store.Subscription) string {
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
