package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
	"gemsub/internal/model"
	"gemsub/internal/term"
)

// A source lists what a word of the command line may be: words that are known, or
// what the database has, with descriptions behind tabs. The zero value lists
// nothing.
type source struct {
	words []string
	kept  func(ctx context.Context, a *app.App) []string // after an error nothing
}

func oneOf(words ...string) source { return source{words: words} }

// completes makes a command complete its arguments: the first by the first source,
// and so on, further ones by the last.
func (p *program) completes(of ...source) cli.BashCompleteFunc {
	return func(c *cli.Context) {
		for _, candidate := range p.candidates(c.Context, of[min(c.NArg(), len(of)-1)]) {
			fmt.Fprintln(c.App.Writer, candidate)
		}
	}
}

// candidates asks a source. The database is read if there is one: completing a command
// line must not make one, nor fail.
func (p *program) candidates(ctx context.Context, of source) []string {
	if of.kept == nil {
		return of.words
	}
	path, err := p.databasePath()
	if err != nil {
		return nil
	}
	if _, err := os.Stat(path); err != nil {
		return nil
	}
	a, err := app.Open(ctx, path, p.appEnvironment())
	if err != nil {
		return nil
	}
	defer a.Close()
	all := of.kept(ctx, a)
	slices.Sort(all)
	return slices.DeleteFunc(slices.Compact(all), func(candidate string) bool {
		word, _, _ := strings.Cut(candidate, "\t")
		return !isWord(word)
	})
}

// authorities are those of which a key is kept.
func authorities() source {
	return source{kept: func(ctx context.Context, a *app.App) []string {
		keys, _ := a.Keys(ctx)
		return each(keys, func(k model.PinnedKey) string { return k.Authority })
	}}
}

// identities are known by their names.
func identities() source {
	return source{kept: func(ctx context.Context, a *app.App) []string {
		ids, _ := a.Identities(ctx)
		return each(ids, func(id model.IdentityInfo) string { return id.Name })
	}}
}

// uses are the URLs at which identities are shown.
func uses() source {
	return source{kept: func(ctx context.Context, a *app.App) []string {
		ids, _ := a.Identities(ctx)
		return slices.Concat(each(ids, usesOf)...)
	}}
}

// mutes are known by their numbers.
func mutes() source {
	return source{kept: func(ctx context.Context, a *app.App) []string {
		all, _ := a.Mutes(ctx)
		return each(all, func(m model.Mute) string { return fmt.Sprintf("%d\t%s", m.ID, term.Safe(m.Pattern)) })
	}}
}

// tags are those that any feed has.
func tags() source {
	return source{kept: func(ctx context.Context, a *app.App) []string {
		subs, _ := a.Feeds(ctx, app.FeedQuery{})
		return slices.Concat(each(subs, func(s model.Subscription) []string { return s.Tags })...)
	}}
}

// feeds are known by name or URL.
func feeds() source {
	return source{kept: func(ctx context.Context, a *app.App) []string {
		subs, _ := a.Feeds(ctx, app.FeedQuery{})
		return feedWords(subs)
	}}
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
