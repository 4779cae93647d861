package main

import (
	"context"
	"fmt"
	"os"

	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
	"gemsub/internal/model"
	"gemsub/internal/show"
)

// A source lists what a word of the command line may be: words that are known, or
// what the database has, with descriptions behind tabs. The zero value lists
// nothing.
type source struct {
	words []string
	kept  func(ctx context.Context, a *app.App) []string // after an error nothing
}

func oneOf(words ...string) source { return source{words: words} }

// kept is a source of what the database has.
func kept[T any](all func(*app.App, context.Context) ([]T, error), words func([]T) []string) source {
	return source{kept: func(ctx context.Context, a *app.App) []string {
		list, _ := all(a, ctx)
		return words(list)
	}}
}

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
	return of.kept(ctx, a)
}

// What commands name by a word.
func authorities() source { return kept((*app.App).Keys, show.AuthorityWords) }
func identities() source  { return kept((*app.App).Identities, show.IdentityWords) }
func uses() source        { return kept((*app.App).Identities, show.UseWords) }
func mutes() source       { return kept((*app.App).Mutes, show.MuteWords) }
func tags() source        { return kept(subscriptions, show.TagWords) }
func feeds() source       { return kept(subscriptions, feedWords) }

func feedWords(subs []model.Subscription) []string { return show.FeedWords(subs, app.OwnNames(subs)) }

func subscriptions(a *app.App, ctx context.Context) ([]model.Subscription, error) {
	return a.Feeds(ctx, app.FeedQuery{})
}
