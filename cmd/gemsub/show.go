package main

import (
	"cmp"
	"context"

	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
	"gemsub/internal/model"
	"gemsub/internal/show"
	"gemsub/internal/view"
)

func (p *program) showCommand() *cli.Command {
	return &cli.Command{
		Name:      "show",
		Usage:     "show the text of a post, and mark it read",
		ArgsUsage: "ENTRY…|URL",
		Description: `A kept post needs no network; any other is requested. An ENTRY is a number from gemsub
entries, a range of numbers, or a URL. In a pipe the text is printed without layout.

Examples:
  gemsub show 12
  gemsub show 12 --link 2
  gemsub show gemini://example.org/gemlog/post.gmi --keep-unread`,
		Flags: append(postFlags(),
			linkFlag("show what link `N` of the post leads to"),
			&cli.BoolFlag{Name: "links", Category: thisTime, Usage: "list the links of the post, and leave it unread"},
			&cli.BoolFlag{Name: "raw", Category: thisTime, Usage: "print the text without layout"},
			p.jsonFlag(),
			&cli.BoolFlag{Name: "refresh", Category: thisTime, Usage: "request the post again"},
		),
		Before: p.checkNetwork,
		Action: p.show,
	}
}

// postFlags are those of all commands that show posts.
func postFlags() []cli.Flag {
	return []cli.Flag{
		&cli.IntFlag{Name: "width", Usage: "wrap the text at `N` columns, in a pipe too", DefaultText: "80 or less"},
		&cli.BoolFlag{Name: "wrap", Usage: "wrap preformatted and plain text too"},
		&cli.BoolFlag{Name: "keep-unread", Usage: "leave the entry unread"},
	}
}

// postOptions say how posts are shown.
type postOptions struct {
	style      show.PostStyle
	refresh    bool // request them again
	keepUnread bool
}

// leastWidth is the least width in columns at which text can be read.
const leastWidth = 10

func (p *program) postOptions(c *cli.Context) (o postOptions, err error) {
	o.style = show.PostStyle{Links: c.Bool("links"), Raw: c.Bool("raw"), Width: c.Int("width"), Wrap: c.Bool("wrap")}
	o.refresh, o.keepUnread = c.Bool("refresh"), c.Bool("keep-unread") || o.style.Links
	switch {
	case o.style.Width != 0 && o.style.Width < leastWidth:
		return o, usagef("--width must be %d or more", leastWidth)
	case o.style.Raw && (p.JSON || o.style.Links):
		return o, usagef("--raw cannot be combined with --json or --links")
	case p.JSON && o.style.Links:
		return o, usagef("--json cannot be combined with --links")
	}
	return o, nil
}

// linkFlag says which link of a post is meant.
func linkFlag(usage string) cli.Flag {
	return &cli.IntFlag{Name: "link", Category: thisTime, Usage: usage, DefaultText: "the post itself"}
}

// linkNumber reads it; 0 is for the post itself.
func linkNumber(c *cli.Context) (int, error) {
	if c.IsSet("link") && c.Int("link") < 1 {
		return 0, usagef("--link must be the number of a link")
	}
	return c.Int("link"), nil
}

// show shows the posts that the arguments name, or what a link of one leads to.
func (p *program) show(c *cli.Context) error {
	o, err := p.postOptions(c)
	if err != nil {
		return err
	}
	number, err := linkNumber(c)
	if err != nil {
		return err
	}
	if _, err := app.ParseSelection(c.Args().Slice()); err != nil {
		return asUsage(err)
	}
	return p.with(c, func(a *app.App) error {
		posts, err := a.PostsToShow(c.Context, c.Args().Slice())
		switch {
		case err != nil:
			return placeError(err)
		case number == 0:
			return p.showPosts(c.Context, a, posts, o)
		case len(posts) > 1:
			return usagef("--link takes one entry, not several")
		}
		link, err := p.link(c.Context, a, posts[0], number)
		if err != nil {
			return err
		}
		linked, err := a.LinkedPost(c.Context, posts[0], link)
		if err != nil {
			return err
		}
		return p.showPosts(c.Context, a, []app.PostToShow{linked}, o)
	})
}

// showPosts shows posts one after the other, and marks the entries of those that were
// shown as read. A post that cannot be fetched is reported, and stays unread.
func (p *program) showPosts(ctx context.Context, a *app.App, wanted []app.PostToShow, o postOptions) error {
	var read []model.Entry
	failed := 0
	err := p.pagedNames(ctx, a, func() error {
		for i, w := range wanted {
			post, err := p.post(ctx, a, w, o.refresh)
			if err != nil && (len(wanted) == 1 || ctx.Err() != nil) {
				return err
			}
			if err != nil {
				p.Error(err)
				failed++
				continue
			}
			shown := view.PostView{Entry: w.Entry, Post: post}
			if err := p.showPost(ctx, a, shown, o.style, i > failed); err != nil {
				return err
			}
			read = append(read, w.Entry)
		}
		return nil
	})
	if !o.keepUnread {
		if markErr := a.MarkShown(ctx, read); err == nil {
			err = markErr
		}
	}
	return cmp.Or(err, partly(failed > 0, failed < len(wanted)))
}

// showPost prints a post; another follows one that was printed before.
func (p *program) showPost(ctx context.Context, a *app.App, post view.PostView, style show.PostStyle, another bool) (err error) {
	if p.JSON || style.Links || p.LaysOut(style) {
		if post.Replies, err = a.Replies(ctx, post.Entry); err != nil {
			return err
		}
	}
	return p.Post(post, style, another)
}

// post returns a post that can be shown, and says what was noticed on the way.
func (p *program) post(ctx context.Context, a *app.App, wanted app.PostToShow, refresh bool) (model.Post, error) {
	waiting := p.Waiting()
	post, notices, err := a.TextPost(ctx, wanted, refresh)
	waiting.Done()
	p.Notices(notices)
	return post, err
}

// link returns where a link of a post leads.
func (p *program) link(ctx context.Context, a *app.App, of app.PostToShow, number int) (string, error) {
	post, err := p.post(ctx, a, of, false)
	if err != nil {
		return "", err
	}
	replies, err := a.Replies(ctx, of.Entry)
	if err != nil {
		return "", err
	}
	links := view.PostView{Post: post, Replies: replies}.Links()
	if number > len(links) {
		return "", app.NoLinkError(number, len(links))
	}
	return links[number-1].URL, nil
}
