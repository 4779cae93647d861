package main

import (
	"cmp"
	"context"

	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
	"gemsub/internal/show"
)

func (p *program) showCommand() *cli.Command {
	return &cli.Command{
		Name:      "show",
		Usage:     "show the text of a post, and mark it read",
		ArgsUsage: "ENTRY…|URL",
		Description: `A post that is kept is read without the network. Any other is requested, and kept if
it is of an entry. An ENTRY is a number from gemsub entries, a range of numbers, or a
URL. In a pipe the text is printed as it is kept.

Examples:
  gemsub show 12
  gemsub show 12 --link 2
  gemsub show gemini://example.org/gemlog/post.gmi --keep-unread`,
		Flags: append(postFlags(),
			&cli.IntFlag{Name: "link", Category: thisTime, Usage: "show what link `N` of the post leads to", DefaultText: "the post itself"},
			&cli.BoolFlag{Name: "links", Category: thisTime, Usage: "list the links of the post, and leave it unread"},
			&cli.BoolFlag{Name: "raw", Category: thisTime, Usage: "print the text as it is kept"},
			jsonFlag(),
			&cli.BoolFlag{Name: "refresh", Category: thisTime, Usage: "request the post again"},
		),
		Before: p.checkProxy,
		Action: p.showing(p.show, checkNamed),
	}
}

// postFlags are those of all commands that show posts.
func postFlags() []cli.Flag {
	return []cli.Flag{
		&cli.IntFlag{Name: "width", Usage: "lay the text out for `N` columns, in a pipe too", DefaultText: "80 or less"},
		&cli.BoolFlag{Name: "wrap", Usage: "wrap preformatted and plain text too"},
		&cli.BoolFlag{Name: "keep-unread", Usage: "leave the entry unread"},
	}
}

// A postRequest is what a command that shows posts is asked for.
type postRequest struct {
	arguments []string
	query     app.EntryQuery // of next
	postOptions
}

// postOptions say how posts are shown.
type postOptions struct {
	style      show.PostStyle
	link       int  // what this link leads to, 0 for the post itself
	refresh    bool // request it again
	keepUnread bool
	oldest     bool
}

// showing returns the action of a command that shows posts.
func (p *program) showing(run func(context.Context, *app.App, postRequest) error, check func(postRequest) error) cli.ActionFunc {
	return func(c *cli.Context) (err error) {
		want := postRequest{arguments: c.Args().Slice()}
		want.style = show.PostStyle{JSON: c.Bool("json"), Links: c.Bool("links"), Raw: c.Bool("raw"), Width: c.Int("width"), Wrap: c.Bool("wrap")}
		want.link, want.refresh, want.oldest = c.Int("link"), c.Bool("refresh"), c.Bool("oldest")
		want.keepUnread = c.Bool("keep-unread") || want.style.Links
		if want.query, err = p.filters(c, want.arguments); err != nil {
			return err
		}
		if err := cmp.Or(want.check(), check(want)); err != nil {
			return err
		}
		path, err := p.databaseOf(want.arguments)
		if err != nil {
			return err
		}
		return p.withAny(c.Context, path, func(a *app.App) error { return run(c.Context, a, want) })
	}
}

// leastWidth is the least width in columns at which text can be read.
const leastWidth = 10

// check returns an error for flags that cannot be.
func (o postOptions) check() error {
	switch {
	case o.style.Width != 0 && o.style.Width < leastWidth:
		return usagef("--width must be %d or more", leastWidth)
	case o.link < 0:
		return usagef("--link must be the number of a link")
	case o.style.Raw && (o.style.JSON || o.style.Links):
		return usagef("--raw cannot be combined with --json or --links")
	case o.style.JSON && o.style.Links:
		return usagef("--json cannot be combined with --links")
	}
	return nil
}

// checkNamed returns an error for arguments that name no post.
func checkNamed(want postRequest) error {
	_, err := app.ParseSelection(want.arguments)
	return asUsage(err)
}

// show shows the posts that the arguments name.
func (p *program) show(ctx context.Context, a *app.App, want postRequest) error {
	posts, err := a.PostsToShow(ctx, want.arguments)
	if err != nil {
		return placeError(err)
	}
	switch {
	case want.link == 0:
		return p.showPosts(ctx, a, posts, want.postOptions)
	case len(posts) > 1:
		return usagef("--link takes one entry, not several")
	}
	return p.showLink(ctx, a, posts[0], want.postOptions)
}

// showLink shows what a link of a post leads to.
func (p *program) showLink(ctx context.Context, a *app.App, of app.PostToShow, o postOptions) error {
	link, err := p.link(ctx, a, of, o.link)
	if err != nil {
		return err
	}
	linked, err := a.LinkedPost(ctx, of, link)
	if err != nil {
		return err
	}
	return p.showPosts(ctx, a, []app.PostToShow{linked}, o)
}
