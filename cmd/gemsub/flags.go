package main

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"gemsub/feed"
	"gemsub/internal/address"
	"gemsub/internal/app"
	"gemsub/internal/model"
	"gemsub/internal/shell"
	"gemsub/internal/show"
	"gemsub/internal/view"
	"gemsub/internal/words"
)

// A flag of the category thisTime applies to one run and is no setting in config.toml: a default
// would turn one command into another.
const thisTime = "this time"

// A described flag has a category and a usage text, as all flags of urfave/cli have.
type described interface {
	cli.CategorizableFlag
	cli.DocGenerationFlag
}

func isForThisTime(f cli.Flag) bool { return f.(described).GetCategory() == thisTime }

// checked gives a flag the parser of its values. The command line and config.toml are read by it.
func checked(f *cli.StringFlag, parse func(string) error) *cli.StringFlag {
	f.Action = func(_ *cli.Context, text string) error { return asUsage(parse(text)) }
	return f
}

// settingFlag reads the values of a flag as the table of settings of feeds does.
func settingFlag(f *cli.StringFlag) *cli.StringFlag {
	i := slices.IndexFunc(model.AllSettings(), func(s model.Setting) bool { return s.Flag == f.Name })
	return checked(f, func(text string) error { return model.AllSettings()[i].Parse(text, new(model.Settings)) })
}

// oneOf reads the values of a flag that has few; what names their kind.
func oneOf(f *cli.StringFlag, what string, known []string) *cli.StringFlag {
	return checked(f, func(text string) error { return checkOneOf(what, text, known) })
}

// checkOneOf fails unless a text is known; what names its kind.
func checkOneOf(what, text string, known []string) error {
	if slices.Contains(known, text) {
		return nil
	}
	return words.UnknownValue(what, address.WithoutUser(text), known)
}

// dateFlag reads the values of a flag as dates.
func dateFlag(f *cli.StringFlag) *cli.StringFlag {
	return checked(f, func(text string) error {
		_, err := words.ParseDate(text, time.Now())
		return err
	})
}

// countFlag reads the values of a flag as numbers, or "all".
func countFlag(f *cli.StringFlag) *cli.StringFlag {
	return checked(f, func(text string) error {
		if _, err := words.ParseCount(text); err != nil {
			return fmt.Errorf("--%s %w", f.Name, err)
		}
		return nil
	})
}

// Flags of several commands.

// helpFlag replaces the flag of urfave/cli, which is one for all programs of a process.
func helpFlag() cli.Flag {
	return &cli.BoolFlag{Name: "help", Aliases: []string{"h"}, Category: thisTime, Usage: "show help"}
}

func jsonFlag() cli.Flag {
	return &cli.BoolFlag{Name: "json", Category: thisTime, Usage: "print JSON, one object a line"}
}

// backlogFlag says how many of the entries that a page lists at first stay unread.
func backlogFlag() *cli.StringFlag {
	return settingFlag(&cli.StringFlag{Name: "backlog", Usage: "leave the newest `N` entries unread, or all, or none", Value: "10"})
}

// postsFlag says which posts an update fetches.
func postsFlag() *cli.StringFlag {
	return settingFlag(&cli.StringFlag{Name: "posts", Usage: "which posts updates fetch: `all|new|none`", DefaultText: "new"})
}

// asFlag says how a document is read.
func asFlag() *cli.StringFlag {
	return settingFlag(&cli.StringFlag{Name: "as", Usage: "read the page as `FORMAT`: " + strings.Join(model.FormatNames(), ", ") + "; headings, links and page (every change) need no dates", Value: string(feed.Auto)})
}

func intervalFlag() *cli.StringFlag {
	return settingFlag(&cli.StringFlag{Name: "interval", Usage: "ask every `D` (1h to 30d, such as 6h), or auto: by how often it has entries", Value: "auto"})
}

// givenSettings returns the settings that the given flags ask for, and these flags. With
// withDefaults, the settings include the defaults of flags that are not given.
func (c *call) givenSettings(withDefaults bool) (to model.Settings, given []app.GivenFlag) {
	for _, s := range model.AllSettings() {
		values := []string{c.flags.String(s.Flag)}
		if s.Flag == "tag" {
			values = c.flags.StringSlice(s.Flag)
		}
		isGiven := c.flags.IsSet(s.Flag)
		for _, text := range values {
			if !isGiven && (!withDefaults || text == "") {
				continue
			}
			c.fail(asUsage(s.Parse(text, &to)))
			if flag := (app.GivenFlag{Text: "--" + s.Flag}); isGiven {
				if s.Flag != "ignore-robots" && s.Flag != "pause" {
					flag.Text += " " + shell.Quote(text)
				}
				_ = s.Parse(text, &flag.Settings) // as above
				given = append(given, flag)
			}
		}
	}
	return to, given
}

func jobsFlag() cli.Flag {
	return &cli.IntFlag{
		Name: "jobs", Aliases: []string{"j"}, Usage: "run at most `N` requests in parallel", Value: app.DefaultJobs,
		Action: func(_ *cli.Context, n int) error {
			if n < 1 || n > maxJobs {
				return usagef("--jobs must be from 1 to %d", maxJobs)
			}
			return nil
		},
	}
}

// agentFlag is for users who do more than read: to publish entries on the web, for example, add
// webproxy.
func agentFlag() cli.Flag {
	return &cli.StringSliceFlag{Name: "agent", Usage: "also obey the rules of robots.txt for virtual agent `A`"}
}

// maxJobs keeps a mistyped number from opening a connection to every capsule.
const maxJobs = 1024

// requestOptions reads the options for requests.
func (c *call) requestOptions() app.RequestOptions {
	return app.RequestOptions{Jobs: c.flags.Int("jobs"), Agents: c.flags.StringSlice("agent")}
}

// fail records the first mistake in flags and arguments.
func (c *call) fail(err error) {
	if c.err == nil {
		c.err = err
	}
}

// refuseIf records a mistake in flags and arguments if something is wrong.
func (c *call) refuseIf(wrong bool, format string, args ...any) {
	if wrong {
		c.fail(usagef(format, args...))
	}
}

// given reports whether the command line has a flag and does not switch it off.
func (c *call) given(flag string) bool {
	return c.flags.IsSet(flag) && c.flags.Value(flag) != false
}

// exclude fails if a flag is given together with one of the others.
func (c *call) exclude(flag string, others ...string) {
	both := c.given(flag) && slices.ContainsFunc(others, c.given)
	c.refuseIf(both, "--%s cannot be combined with --%s", flag, strings.Join(others, " or --"))
}

// date reads a flag that takes a date.
func (c *call) date(flag string) time.Time {
	t, _ := words.ParseDate(c.flags.String(flag), c.Now()) // as dateFlag did
	return t
}

// count reads a flag that takes a number, or "all" for no limit, which is 0.
func (c *call) count(flag string) int {
	n, _ := words.ParseCount(c.flags.String(flag)) // as countFlag did; 0 if the command does not have the flag
	return n
}

// prepareFlags gives all commands --help. It keeps "(default: false)" out of help, and quotes and
// passwords out of other defaults.
func prepareFlags(flags []cli.Flag, commands []*cli.Command) {
	for _, c := range commands {
		c.Flags = append(c.Flags, helpFlag())
		prepareFlags(c.Flags, c.Subcommands)
	}
	for _, f := range flags {
		switch f := f.(type) {
		case *cli.BoolFlag:
			f.DisableDefaultText = true
		case *cli.StringFlag:
			f.DefaultText = cmp.Or(address.WithoutUser(f.Value), f.DefaultText)
		}
	}
}

// entryFilters select entries. They mean the same in every command that has them, also in
// commands with only one of them.
func entryFilters(category string) []cli.Flag {
	return append(feedFilters(category),
		&cli.BoolFlag{Name: "unread", Category: category, Usage: "only unread entries"},
		&cli.BoolFlag{Name: "starred", Category: category, Usage: "only entries with a star"},
		dateFlag(&cli.StringFlag{Name: "since", Category: category, Usage: "only entries dated `DATE` or later; 7d means the last seven days"}),
		dateFlag(&cli.StringFlag{Name: "before", Category: category, Usage: "only entries dated before `DATE`; 2w means over two weeks ago"}),
		countFlag(&cli.StringFlag{Name: "limit", Category: category, Aliases: []string{"n"}, Usage: "at most the newest `N` entries", Value: "all"}),
		&cli.StringFlag{Name: "view", Category: thisTime, Usage: "only entries of view `VIEW` of config.toml"},
		oneOf(&cli.StringFlag{Name: "sort", Category: thisTime, Usage: "the newest by `date|arrival`", DefaultText: "date"}, "order", app.EntryOrders()),
	)
}

// feedFilters select entries by their feed.
func feedFilters(category string) []cli.Flag {
	return []cli.Flag{
		&cli.StringSliceFlag{Name: "feed", Category: category, Usage: "only entries of `FEED`; may be repeated"},
		tagFilter(category, "only entries of feeds tagged `TAG`"),
	}
}

func tagFilter(category, usage string) cli.Flag {
	return &cli.StringFlag{Name: "tag", Category: category, Usage: usage}
}

// isFilter reports whether a flag is a filter with a value. The --tag of add, which is a list, is
// not one.
func isFilter(f cli.Flag) bool {
	_, isOne := f.(*cli.StringFlag)
	return isFeedFilter(f) || isOne && slices.Contains([]string{"tag", "since", "before", "limit", "view"}, f.Names()[0])
}

// isFeedFilter reports whether a flag is --feed, the only filter that may be repeated.
func isFeedFilter(f cli.Flag) bool { return f.Names()[0] == "feed" }

// filters reads the filters that a command has. The feeds, which arguments name, are added to those
// of --feed on the command line, but replace feeds of the configuration.
func (c *call) filters(feeds []string) (q app.EntryQuery) {
	q.Feeds, q.Tag = slices.Clone(feeds), c.flags.String("tag")
	if len(feeds) == 0 || c.flags.IsSet("feed") {
		q.Feeds = append(q.Feeds, c.flags.StringSlice("feed")...)
	}
	q.UnreadOnly, q.StarredOnly = c.flags.Bool("unread"), c.flags.Bool("starred")
	q.Since, q.Before = c.date("since"), c.date("before")
	q.Order = app.EntryOrder(c.flags.String("sort"))
	q.Limit = c.count("limit")
	return q
}

// entryListFlags returns the flags of commands that list entries.
func entryListFlags(more ...cli.Flag) []cli.Flag {
	return slices.Concat(entryFilters(""), more, []cli.Flag{
		templateFlag(),
		jsonFlag(),
	})
}

func templateFlag() cli.Flag {
	return checked(&cli.StringFlag{Name: "template", Usage: "print each entry with template `T`"}, func(text string) error {
		_, err := show.ParseTemplate(text)
		return err
	})
}

// template reads the template by which entries are printed, and adds to a query the fields that
// will be printed.
func (c *call) template(q *app.EntryQuery) {
	c.exclude("json", "template")
	if text := c.flags.String("template"); !c.JSON && text != "" {
		c.Template, _ = show.ParseTemplate(text) // as templateFlag did
	}
	q.WithAnswers = c.Out.IsTerminal()
	q.WithKept = c.JSON || c.Template != nil || c.Out.IsTerminal()
}

// printEntries prints entries, on a terminal with distinct names of feeds, and returns how many.
func (c *call) printEntries(entries iter.Seq2[model.Entry, error]) (n int, err error) {
	err = c.pagedNames(func() (err error) {
		n, err = show.PrintEach(c.Printer, view.Entries, entries)
		return err
	})
	return n, err
}
