package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"gemsub/internal/address"
	"gemsub/internal/app"
	"gemsub/internal/file"
	"gemsub/internal/launch"
	"gemsub/internal/mail"
	"gemsub/internal/model"
	"gemsub/internal/publish"
	"gemsub/internal/term"
	"gemsub/internal/view"
	"gemsub/internal/words"
)

func exportCommand() *command {
	return &command{
		name:      "export",
		usage:     "write entries as a feed or a page, or the subscriptions",
		arguments: strings.Join(app.DocumentFormats(), "|") + " [FEED…]",
		description: `atom, rss and json write a feed, gemtext and html a page to publish, and opml
your subscriptions. One FEED stays a feed of its own; none or several are merged,
newest first, and each entry names its source. Read entries are included. Entries of
"Read later" are left out unless a FEED names it.

Examples:
  gemsub export atom 3 -o abelard.atom
  gemsub export html --tag friends --limit 100 --title Friends -o index.html
  gemsub export gemtext --since 30d --per-feed 5 -o index.gmi
  gemsub export opml -o feeds.opml`,
		flags: append(entryFilters(""),
			countFlag(&cli.StringFlag{Name: "per-feed", Usage: "at most the newest `N` entries of each feed", Value: "all"}),
			&cli.StringFlag{Name: "title", Usage: "give the result the title `T`"},
			checked(&cli.StringFlag{Name: "url", Usage: "the `URL` where the result will be published"}, func(url string) error {
				if !publish.IsURL(url) {
					return fmt.Errorf("--url needs a URL with scheme and host, not %q", address.WithoutUser(url))
				}
				return nil
			}),
			&cli.BoolFlag{Name: "content", Usage: "include the text of kept posts in atom, rss, json and html"},
			&cli.StringSliceFlag{Name: "agent", Usage: "leave out posts that robots.txt refuses to virtual agent `A`"},
			&cli.StringFlag{Name: "output", Category: thisTime, Aliases: []string{"o"}, Usage: "write to `FILE`, replaced at the end; - for standard output"},
		),
		run: (*call).export,
	}
}

// export writes a document to a file, though never over the database, or to standard output. It
// removes, or in JSON escapes, characters on which a terminal or editor would act.
func (c *call) export() func() error {
	o := app.DocumentOptions{
		EntryQuery: c.filters(c.flags.Args().Tail()), PerFeed: c.count("per-feed"),
		Format: c.flags.Args().First(), Title: c.flags.String("title"), URL: c.flags.String("url"),
		Content: c.flags.Bool("content"), Agents: c.flags.StringSlice("agent"),
	}
	if o.Format == "csv" {
		c.fail(words.WithHint(usagef("export writes no CSV"), "gemsub entries --all writes a table in a pipe, with --json objects"))
	}
	c.fail(asUsage(checkOneOf("format", o.Format, app.DocumentFormats())))
	for _, flag := range []string{"limit", "per-feed", "url", "content", "agent"} {
		c.refuseIf(o.Format == app.OPML && c.flags.IsSet(flag), "export opml writes subscriptions, without --%s", flag)
	}
	contentFormats := app.ContentFormats()
	c.refuseIf(c.flags.IsSet("content") && !slices.Contains(contentFormats, o.Format), "--content is for %s alone", strings.Join(contentFormats, ", "))
	c.refuseIf(c.flags.IsSet("agent") && !o.Content, "--agent is for --content alone")
	path := c.flags.String("output")
	toFile := path != "" && path != "-"
	if database, err := c.databasePath(); toFile && (err != nil || file.Same(path, database)) {
		c.fail(cmp.Or(err, fmt.Errorf("write %s: this is the database itself", path)))
	}
	clean := term.CleanText
	if o.Format == "json" {
		clean = term.CleanJSON
	}
	return func() error {
		document, err := c.app.Document(c.ctx, o)
		if err != nil {
			return err
		}
		if document.Empty { // a mistyped --db or --tag must not empty a published file
			return errors.New("nothing to export")
		}
		var withheld app.WithheldPosts
		write := func(w io.Writer) (err error) {
			withheld, err = document.Write(clean(w))
			return err
		}
		if toFile {
			err = file.Write(path, write)
		} else {
			err = write(c.Out)
		}
		c.Tell(view.Withheld(withheld))
		return err
	}
}

func deliverCommand() *command {
	return &command{
		name:  "deliver",
		usage: "deliver unread entries by mail",
		description: `Each unread entry is delivered once to each destination, with the text of its post if
that is kept. It makes no request: run gemsub update first.

Examples:
  gemsub deliver maildir ~/Maildir/.gemlogs
  gemsub deliver maildir ~/Maildir/.friends --tag friends --backlog 20 --mark-read
  gemsub deliver sendmail me@example.org --html --program msmtp`,
		parts: []*command{
			{
				name: "maildir", arguments: "DIR [FEED…]", usage: "write each entry to a file of maildir DIR",
				flags: deliverFlags("DIR"), run: (*call).deliver,
			},
			{
				name: "sendmail", arguments: "ADDRESS [FEED…]", usage: "send entries to ADDRESS",
				flags: append(deliverFlags("ADDRESS"),
					&cli.StringFlag{Name: "program", Usage: "run `CMD` instead of sendmail, with -i -- ADDRESS"}),
				run: (*call).deliver,
			},
		},
	}
}

func deliverFlags(destination string) []cli.Flag {
	return append(entryFilters(thisTime),
		settingFlag(&cli.StringFlag{Name: "backlog", Usage: "the first time, deliver the newest `N|all|none` entries", Value: "all"}),
		&cli.BoolFlag{Name: "mark-read", Usage: "mark delivered entries as read"},
		&cli.BoolFlag{Name: "html", Usage: "add an HTML version of the text"},
		&cli.StringFlag{Name: "name", Category: thisTime, Usage: "remember deliveries under the name `N`, so that " + destination + " may change"},
	)
}

// deliver delivers entries, and reports each one that was refused. It tells a person, see attended,
// how many were delivered; others learn this only after an error.
func (c *call) deliver() func() error {
	o := app.DeliverOptions{
		EntryQuery: c.filters(c.flags.Args().Tail()), Destination: c.flags.String("name"), MarkRead: c.flags.Bool("mark-read"), HTML: c.flags.Bool("html"),
	}
	o.Backlog, _ = model.ParseBacklog(c.flags.String("backlog")) // as its flag did
	if c.flags.IsSet("name") {
		c.fail(asUsage(app.CheckDestination(o.Destination)))
	}
	to := c.flags.Args().First()
	c.refuseIf(to == "", "deliver %s needs %s", c.flags.Command.Name, c.flags.Command.ArgsUsage) // a shell variable is not set
	if c.flags.Command.Name == "sendmail" {
		c.refuseIf(!mail.IsAddress(to), "%q is not a mail address", to)
		sendmail, err := launch.NewSendmail(c.flags.String("program"), to, time.Minute, c.environ())
		c.fail(asUsage(err))
		o.Destination, o.To = cmp.Or(o.Destination, "sendmail "+to), mail.WithHost(to)
		o.Open = func() (app.MailWriter, error) { return sendmail, nil }
	} else {
		path, err := filepath.Abs(to)
		c.fail(err)
		o.Destination = cmp.Or(o.Destination, "maildir "+path)
		o.Open = func() (app.MailWriter, error) { return mail.OpenMaildir(path) }
	}
	return func() (err error) {
		delivered, refused := 0, 0
		defer c.Progress.Begin(o.Destination)()
		for d, failure := range c.app.Deliver(c.ctx, o) {
			switch {
			case failure != nil:
				err = failure
			case d.Err != nil:
				refused++
				c.Tell(view.NotDelivered(d.Entry.ID, d.Err))
			default:
				delivered++
			}
		}
		if err != nil || c.attended() {
			c.Tell(view.Delivered(delivered, err != nil || refused > 0))
		}
		if err != nil && c.ctx.Err() == nil && delivered > 0 {
			c.Error(err)
			return errPartly
		}
		return cmp.Or(err, partly(refused > 0, delivered > 0))
	}
}
