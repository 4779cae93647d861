package main

import (
	"cmp"
	"errors"
	"slices"

	"github.com/urfave/cli/v2"

	"gemsub/internal/address"
	"gemsub/internal/app"
	"gemsub/internal/launch"
	"gemsub/internal/model"
	"gemsub/internal/shell"
	"gemsub/internal/show"
	"gemsub/internal/view"
)

func showCommand() *command {
	return &command{
		name:      "show",
		usage:     "show the text of a post, and mark it read",
		arguments: "ENTRY…|URL",
		description: `A kept post needs no network; any other is requested. An ENTRY is a number from gemsub
entries, a range of numbers, or a URL. In a pipe the text is printed without layout.

Examples:
  gemsub show 12 --link 2
  gemsub show gemini://example.org/gemlog/post.gmi --keep-unread`,
		flags: append(postFlags(),
			linkFlag("show what link `N` of the post leads to"),
			&cli.BoolFlag{Name: "links", Category: thisTime, Usage: "list the links of the post, and leave it unread"},
			jsonFlag(),
			&cli.BoolFlag{Name: "refresh", Category: thisTime, Usage: "request the post again"},
		),
		network: true,
		columns: view.Links.Names,
		run:     (*call).show,
	}
}

// postFlags returns the flags of all commands that show posts.
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

func (c *call) postOptions() (o postOptions) {
	o.style = show.PostStyle{Links: c.flags.Bool("links"), Width: c.flags.Int("width"), Wrap: c.flags.Bool("wrap")}
	o.refresh, o.keepUnread = c.flags.Bool("refresh"), c.flags.Bool("keep-unread") || o.style.Links
	c.refuseIf(o.style.Width != 0 && o.style.Width < leastWidth, "--width must be %d or more", leastWidth)
	c.exclude("json", "links")
	return o
}

// linkFlag says which link of a post is meant.
func linkFlag(usage string) cli.Flag {
	return &cli.IntFlag{Name: "link", Category: thisTime, Usage: usage, DefaultText: "the post itself"}
}

// linkNumber returns the number of the link in --link, 0 for none.
func (c *call) linkNumber() int {
	number := c.flags.Int("link")
	c.refuseIf(c.flags.IsSet("link") && number < 1, "--link must be the number of a link")
	return number
}

// show shows the posts that the arguments name, or the target of a link in one.
func (c *call) show() func() error {
	c.selection()
	c.spareDatabase()
	names, number, o := c.arguments(), c.linkNumber(), c.postOptions()
	return func() error {
		posts, err := c.app.PostsToShow(c.ctx, names, address.Parse)
		switch {
		case err != nil:
			return placeError(err)
		case number == 0:
			return c.showPosts(posts, o)
		case len(posts) > 1:
			return usagef("--link takes one entry, not several")
		}
		url, from, err := c.link(posts[0], number)
		if err != nil {
			return err
		}
		linked, err := c.app.LinkedPost(c.ctx, from, url)
		if err != nil {
			return err
		}
		return c.showPosts([]app.PostToShow{linked}, o)
	}
}

// showPosts shows posts one after the other, and marks the entries of the shown ones as read,
// unless o.keepUnread is set. A post that cannot be fetched is reported, and its entry stays
// unread.
func (c *call) showPosts(wanted []app.PostToShow, o postOptions) error {
	var read []model.Entry
	failed := 0
	err := c.pagedNames(func() error {
		for i, w := range wanted {
			post, err := c.post(w, o.refresh)
			if err != nil && (len(wanted) == 1 || c.ctx.Err() != nil) {
				return err
			}
			if err != nil {
				c.Error(err)
				failed++
				continue
			}
			if err := c.Post(post, o.style, i > failed); err != nil {
				return err
			}
			read, c.shown = append(read, w.Entry), shell.Quote(w.Selector())
		}
		return nil
	})
	if !o.keepUnread {
		if markErr := c.app.MarkShown(c.ctx, read); err == nil {
			err = markErr
		}
	}
	return cmp.Or(err, partly(failed > 0, failed < len(wanted)))
}

// post returns a post that can be shown, and reports notices.
func (c *call) post(wanted app.PostToShow, refresh bool) (view.Post, error) {
	opened, err := c.app.OpenPost(c.ctx, wanted, refresh)
	c.Tell(view.Notices(opened.Notices))
	return view.Post(opened), err
}

// link returns the URL of the link in a post that has the number, and where the link stands. It
// fails if the post has fewer.
func (c *call) link(of app.PostToShow, number int) (url string, from app.LinkOrigin, err error) {
	post, err := c.post(of, false)
	if err != nil {
		return "", from, err
	}
	links := post.Links()
	if number > len(links) {
		return "", from, app.NoLinkError(number, len(links))
	}
	return links[number-1].URL, post.Link, nil
}

func nextCommand() *command {
	return &command{
		name:      "next",
		usage:     "show the next unread post, and mark it read",
		arguments: "[FEED…]",
		description: `If a post cannot be fetched, its entry is named and stays unread, and the next one is tried.
Entries that gemsub cannot read, such as those of the web, are passed over and counted.

Example: gemsub next --reverse --tag friends`,
		flags: slices.Concat(entryFilters(""), postFlags(), []cli.Flag{
			jsonFlag(),
			&cli.BoolFlag{Name: "all", Aliases: []string{"a"}, Usage: "read posts too"},
			&cli.BoolFlag{Name: "reverse", Usage: "the oldest unread post, not the newest"},
		}),
		network: true,
		run:     (*call).next,
	}
}

// next shows the first of the selected entries whose post can be shown. It passes over those for a
// browser, reports the posts that cannot be shown, and fails if only such entries are left.
func (c *call) next() func() error {
	o, q := c.postOptions(), c.filters(c.arguments())
	q.UnreadOnly, q.OldestFirst = c.unreadOnly(), c.flags.Bool("reverse")
	return func() error {
		entries, err := c.app.Next(c.ctx, q)
		if err != nil {
			return err
		}
		if len(entries) == 0 {
			return c.nothingShown(q)
		}
		var passed []model.Entry
		for _, e := range entries {
			if app.IsForBrowser(e) {
				passed = append(passed, e)
				continue
			}
			err := c.showPosts([]app.PostToShow{{Entry: e, Passing: true}}, o)
			if _, unfit := errors.AsType[*app.PostError](err); !unfit || c.ctx.Err() != nil {
				c.Tell(view.ForBrowser(passed))
				return err
			}
			c.Error(err)
		}
		c.Tell(view.NothingReadable(passed))
		return errReported
	}
}

func openCommand() *command {
	return &command{
		name:      "open",
		usage:     "open an entry in your Gemini browser and mark it read",
		arguments: "ENTRY|URL",
		description: `The browser is the command in $GEMSUB_BROWSER, else browser in config.toml, else the first known
one that is installed. It gets only the URL, and goes past gemsub's proxy and identities. The entry
stays unread if the browser fails within 2 seconds, and with --link N, a number in gemsub show.

Examples:
  gemsub open 12 --link 2
  GEMSUB_BROWSER="lagrange --new-tab" gemsub open 12`,
		flags:   []cli.Flag{linkFlag("open what link `N` of the post leads to")},
		network: true,
		run:     (*call).open,
	}
}

// open starts the browser on an entry, which it marks as read, on a page, or on a link of one of
// these.
func (c *call) open() func() error {
	c.selection()
	names, number := c.arguments(), c.linkNumber()
	parse := address.Parse
	if number == 0 {
		parse = address.ParseLink // the browser opens web pages too
	}
	return func() error {
		posts, err := c.app.PostsToShow(c.ctx, names, parse)
		switch {
		case err != nil:
			return placeError(err)
		case len(posts) > 1:
			return usagef("open takes one entry, not a range")
		}
		url := posts[0].Entry.URL
		switch {
		case number > 0:
			if url, _, err = c.link(posts[0], number); err != nil {
				return err
			}
		case url == "":
			url = posts[0].URL.String()
		}
		wait, err := c.browse(url)
		if err != nil {
			return err
		}
		if number == 0 {
			if err := c.app.MarkShown(c.ctx, []model.Entry{posts[0].Entry}); err != nil {
				return err
			}
		}
		return wait()
	}
}

// browser returns the user's browser.
func (c *call) browser() launch.Browser {
	b := launch.Browser{
		Command: cmp.Or(c.globals["browser"].value, c.flags.String("browser.default")), Terminal: c.flags.StringSlice("browser.terminal"),
		Web: c.getenv("BROWSER"), Config: c.configPath(), Stdin: c.stdin, Stdout: c.stdout, Stderr: c.stderr,
	}
	if c.globals["browser"].origin == "" { // GEMSUB_BROWSER is for all links
		b.Schemes = map[string]string{"gemini": c.flags.String("browser.gemini"), "http": c.flags.String("browser.http")}
	}
	return b
}

// browse starts the browser, and returns a function that waits for its end and returns its
// error. Until then interrupts go to the browser. In a reader it waits only for a browser in the
// terminal.
func (c *call) browse(link string) (wait func() error, err error) {
	browser := c.browser()
	if browser.Beside = c.inReader && !browser.RunsInTerminal(link); browser.Beside {
		_, err := browser.Open(link)
		return func() error { return nil }, err
	}
	c.Progress.Hide()
	back := c.interrupts.lend()
	ended, err := browser.Open(link)
	if err != nil {
		back()
		return nil, err
	}
	return func() error {
		defer back()
		return <-ended
	}, nil
}
