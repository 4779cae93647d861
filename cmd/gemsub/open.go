package main

import (
	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
	"gemsub/internal/launch"
)

func openCommand() *command {
	return &command{
		name:      "open",
		usage:     "open an entry in your Gemini browser and mark it read",
		arguments: "ENTRY|URL",
		description: `The browser is $GEMSUB_BROWSER, or browser in config.toml: a program with its arguments,
which is given the URL as its last one. Otherwise it is the first that is installed. The
entry stays unread if that fails at once, and with --link: gemsub show numbers links.

Examples:
  gemsub open 12 --link 2
  GEMSUB_BROWSER="lagrange --new-tab" gemsub open 12`,
		flags: []cli.Flag{linkFlag("open what link `N` of the post leads to")},
		needs: network,
		run:   withOptions((*call).showOptions, (*call).open),
	}
}

// open starts the browser on an entry, which it marks as read, on a page, or on a link of one of
// these.
func (c *call) open(o postOptions) error {
	posts, err := c.app.PostsToShow(c.ctx, o.posts)
	switch {
	case err != nil:
		return placeError(err)
	case len(posts) > 1:
		return usagef("open takes one entry, not a range")
	}
	url := posts[0].Entry.URL
	switch {
	case o.link > 0:
		if url, err = c.link(posts[0], o.link); err != nil {
			return err
		}
	case url == "":
		url = posts[0].URL.String()
	}
	wait, err := c.browse(url)
	if err != nil {
		return err
	}
	if e := posts[0].Entry; o.link == 0 && e.ID != 0 {
		if _, err := c.app.MarkUnread(c.ctx, app.These(e), false); err != nil {
			return err
		}
	}
	return wait()
}

// browse starts the browser, and returns a function that waits for its end and returns its
// error. Until then interrupts go to the browser.
func (p *program) browse(link string) (wait func() error, err error) {
	back := p.interrupts.lend()
	browser := launch.Browser{
		Command: p.globals["browser"].value, Web: p.getenv("BROWSER"), Config: p.configPath(),
		Stdin: p.stdin, Stdout: p.stdout, Stderr: p.stderr,
	}
	ended, err := browser.Open(link)
	if err != nil {
		back()
		return nil, err
	}
	return func() error { defer back(); return <-ended }, nil
}
