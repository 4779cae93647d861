package main

import (
	"cmp"
	"path/filepath"
	"time"

	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
	"gemsub/internal/launch"
	"gemsub/internal/mail"
	"gemsub/internal/model"
	"gemsub/internal/view"
)

func deliverCommand() *command {
	run := withOptions((*call).deliverOptions, (*call).deliver)
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
				flags: deliverFlags("DIR"), run: run,
			},
			{
				name: "sendmail", arguments: "ADDRESS [FEED…]", usage: "send entries to ADDRESS",
				flags: append(deliverFlags("ADDRESS"),
					&cli.StringFlag{Name: "program", Usage: "run `CMD` instead of sendmail, with -i -- ADDRESS"},
					&cli.DurationFlag{Name: "timeout", Usage: "stop CMD after `D`", Value: time.Minute}),
				run: run,
			},
		},
	}
}

func deliverFlags(destination string) []cli.Flag {
	return append(entryFilters(thisTime),
		&cli.StringFlag{Name: "backlog", Usage: "the first time, deliver the newest `N|all|none` entries", Value: "all"},
		&cli.BoolFlag{Name: "mark-read", Usage: "mark delivered entries as read"},
		&cli.BoolFlag{Name: "html", Usage: "add an HTML version of the text"},
		&cli.StringFlag{Name: "name", Category: thisTime, Usage: "remember deliveries under the name `N`, so that " + destination + " may change"},
	)
}

func (c *call) deliverOptions() (o app.DeliverOptions) {
	var err error
	o.EntryQuery = c.filters(c.flags.Args().Tail())
	o.Backlog, err = model.ParseBacklog(c.flags.String("backlog"))
	c.fail(asUsage(err))
	o.MarkRead, o.HTML, o.Destination = c.flags.Bool("mark-read"), c.flags.Bool("html"), c.flags.String("name")
	if c.flags.IsSet("name") {
		c.fail(asUsage(app.CheckDestination(o.Destination)))
	}
	to := c.flags.Args().First()
	switch {
	case to == "": // a shell variable is not set
		c.fail(usagef("deliver %s needs %s", c.flags.Command.Name, c.flags.Command.ArgsUsage))
	case c.flags.Command.Name == "sendmail":
		c.sendTo(to, &o)
	default:
		path, err := filepath.Abs(to)
		c.fail(err)
		o.Destination = cmp.Or(o.Destination, "maildir "+path)
		o.Open = func() (app.MailWriter, error) { return mail.OpenMaildir(path) }
	}
	return o
}

// sendTo adds to the options an address, and the program that sends mail to it. It fails if the
// address, --timeout or --program is not valid.
func (c *call) sendTo(address string, o *app.DeliverOptions) {
	limit := c.flags.Duration("timeout")
	switch {
	case !mail.IsAddress(address):
		c.fail(usagef("%q is not a mail address", address))
	case limit < time.Millisecond || limit > maxHookTime:
		c.fail(usagef("--timeout must be from 1ms to %v", maxHookTime))
	}
	if c.err != nil {
		return
	}
	sendmail, err := launch.NewSendmail(c.flags.String("program"), address, limit, c.environ())
	c.fail(asUsage(err))
	o.Destination, o.To = cmp.Or(o.Destination, "sendmail "+address), mail.WithHost(address)
	o.Open = func() (app.MailWriter, error) { return sendmail, nil }
}

// deliver delivers entries, and reports each one that was refused. It tells a person, see attended,
// how many were delivered; others learn this only after an error.
func (c *call) deliver(o app.DeliverOptions) (err error) {
	delivered, refused := 0, 0
	waiting, end := c.Waiting(), c.Waits.Begin(o.Destination)
	for d, failure := range c.app.Deliver(c.ctx, o) {
		switch {
		case failure != nil:
			err = failure
		case d.Err != nil:
			refused++
			waiting.Clear()
			c.Tell(view.NotDelivered(d.Entry.ID, d.Err))
		default:
			delivered++
		}
	}
	end()
	waiting.Done()
	if err != nil || c.attended() {
		c.Tell(view.Delivered(delivered, err != nil || refused > 0))
	}
	if err != nil && c.ctx.Err() == nil && delivered > 0 {
		c.Error(err)
		return errPartly
	}
	return cmp.Or(err, partly(refused > 0, delivered > 0))
}
