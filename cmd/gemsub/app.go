package main

import (
	"cmp"
	"context"
	"errors"
	"io"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
	"gemsub/internal/launch"
	"gemsub/internal/show"
	"gemsub/internal/term"
	"gemsub/internal/tui"
	"gemsub/internal/view"
)

// An environment is all that the program takes from outside. What settings say is not yet in its
// environment for package app.
type environment struct {
	app.Environment
	stdin          io.Reader
	stdout, stderr io.Writer
	getenv         func(string) string
	environ        func() []string // for the user's own programs
	interrupts     *interrupts
}

// A program is one run of gemsub.
type program struct {
	environment
	*show.Printer
	given   []string          // the flags of gemsub itself on the command line
	globals map[string]global // their values, by name
	pager   launch.Pager      // for long lists on a terminal
	// chosen has the keys of the user's file, with the texts of those without a flag: views, and
	// keys and colours of the reader.
	chosen   map[string]string
	mistakes []settingMistake // in the user's file
	keys     tui.Keymap       // of the reader
	called   *call            // what the command line says; nil if it asks for help
	shown    string           // the last post that show or next showed, as commands name it
	// inReader says that a reader runs, or that the command was typed in one.
	inReader bool
}

// run is the whole program; it returns the exit code.
func run(ctx context.Context, args []string, env environment) int {
	color := env.getenv("NO_COLOR") == ""
	p := &program{
		environment: env,
		Printer:     show.NewPrinter(term.NewOutput(env.stdout, color), term.NewOutput(env.stderr, color), env.Now),
	}
	defer p.Progress.End()
	p.setPlain(env.getenv("TERM") == "dumb")
	err := p.start(ctx, args[1:])
	if err != nil && ctx.Err() != nil && errors.Is(err, context.Canceled) {
		err = errInterrupted
	}
	return p.tell(err)
}

// start runs a command line, or prints the help that it asks for.
func (p *program) start(ctx context.Context, words []string) error {
	help, err := p.parse(words)
	switch {
	case err != nil:
		return err
	case p.called != nil:
		return p.called.execute(ctx)
	}
	_, err = io.WriteString(p.Out, term.WrapHelp(help, p.Out.Width))
	return err
}

// parse reads the configuration and a command line into a call, or returns the help that the line
// asks for. Some commands, such as help and config, run in spite of a mistake in the configuration.
func (p *program) parse(words []string) (help string, err error) {
	app := p.cliApp()
	line := readLine(app, words)
	if _, err := line.arranged(); err != nil {
		return "", err
	}
	p.given = line.global
	if err := p.configure(app); err != nil {
		switch line.name() {
		case "help", "version", "completion":
			p.Say("%v", err)
		case "config", "doctor": // they show all mistakes
			p.mistakes = append(p.mistakes, settingMistake{err: err})
		case completeName, completeBashName: // completion prints no messages
		default:
			return "", err
		}
	}
	if err := p.addView(line); err != nil {
		return "", err
	}
	prepareFlags(app.Flags, app.Commands)
	var written strings.Builder
	app.Writer = &written
	arranged, _ := line.arranged() // as above
	err = app.Run(arranged)
	if p.called != nil {
		p.called.name = line.name()
	}
	return written.String(), err
}

// cliApp returns the commands and flags as urfave/cli takes them.
func (p *program) cliApp() *cli.App {
	groups := p.commandGroups()
	app := &cli.App{
		Name:      "gemsub",
		Usage:     "a feed reader for Gemini and Gopher",
		UsageText: "gemsub [global flags] COMMAND [flags] [arguments]",
		Flags:     p.globalFlags(),
		Before: func(c *cli.Context) (err error) {
			p.readGlobals(c)
			p.setPlain(c.Bool("plain"))
			if p.Out.IsTerminal() && !c.Bool("no-pager") && !c.Bool("plain") {
				p.pager, err = launch.NewPager(p.globals["pager"].value, p.getenv, p.environ(), p.stderr)
			}
			return err
		},
		Metadata:                  map[string]any{"groups": groups},
		CustomAppHelpTemplate:     show.AppHelpTemplate,
		HideHelp:                  true,
		DisableSliceFlagSeparator: true,
		OnUsageError:              onUsageError,
		ExitErrHandler:            func(*cli.Context, error) {}, // run decides the exit code
		Action:                    p.toCall(&command{needs: createDatabase, run: (*call).openReader}),
	}
	for _, group := range groups {
		app.Commands = append(app.Commands, group.Commands...)
	}
	return app
}

// onUsageError returns err, which the flag package has for a value, as a usage error. The value
// may be a password in the wrong place, and is not repeated.
func onUsageError(_ *cli.Context, err error, _ bool) error {
	text := strings.TrimSuffix(err.Error(), ": parse error")
	return usagef("invalid value for --%s", text[strings.LastIndex(text, " -")+len(" -"):])
}

// globalFlags are the flags of gemsub itself.
func (p *program) globalFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "db", Usage: "use the database `FILE` instead of $GEMSUB_DB"},
		checked(&cli.StringFlag{Name: "proxy", Usage: "send all requests through the SOCKS5 proxy at `URL`"}, func(url string) error {
			return new(app.Environment).UseProxy(url)
		}),
		&cli.StringSliceFlag{
			Name: "my", Usage: "your own pages are under `URL`: see gemsub mentions",
			Action: func(_ *cli.Context, urls []string) error { return asUsage(app.CheckURLs(urls)) },
		},
		&cli.StringFlag{Name: "browser", Hidden: true},
		&cli.StringFlag{Name: "browser.default", Hidden: true},
		&cli.StringFlag{Name: "browser.gemini", Hidden: true},
		&cli.StringFlag{Name: "browser.http", Hidden: true},
		&cli.StringSliceFlag{Name: "browser.terminal", Hidden: true},
		&cli.StringFlag{Name: "sync", Hidden: true},
		&cli.StringFlag{Name: "pager", Hidden: true, Value: cmp.Or(p.getenv("PAGER"), launch.Less)},
		&cli.BoolFlag{Name: "plain", Usage: "no colour, no pager, lists as whole lines"},
		oneOf(&cli.StringFlag{Name: "sort", Hidden: true, Value: app.EntryOrders()[0]}, "order", app.EntryOrders()),
		&cli.BoolFlag{Name: "mouse", Hidden: true, Value: true},
		&cli.DurationFlag{Name: "reader.update", Hidden: true, Action: func(_ *cli.Context, every time.Duration) error {
			if every != 0 && every < time.Minute {
				return usagef("must be 1m or more, or 0 for never")
			}
			return nil
		}},
		&cli.IntFlag{Name: "reader.width", Hidden: true, Value: 80, Action: func(_ *cli.Context, n int) error {
			if n < leastWidth {
				return usagef("must be %d or more", leastWidth)
			}
			return nil
		}},
		&cli.BoolFlag{Name: "reader.keep-order", Hidden: true},
		&cli.BoolFlag{Name: "no-pager", Category: thisTime, Usage: "show long lists without a pager"},
		&cli.BoolFlag{Name: versionFlag, Category: thisTime, Usage: "print the version"},
		helpFlag(),
	}
}

// A global is the value of a flag of gemsub itself.
type global struct {
	value  string
	origin string // "" for the configuration file or the default
}

const fromCommandLine = "command line"

// readGlobals reads the global flags from the command line, otherwise from the environment,
// otherwise from the configuration file.
func (p *program) readGlobals(c *cli.Context) {
	p.globals = map[string]global{}
	for name, variables := range map[string][]string{ // of the environment, the first of them first
		"db":      {"GEMSUB_DB"},
		"browser": {"GEMSUB_BROWSER"},
		"pager":   {"GEMSUB_PAGER"},
		"sync":    {},
		"sort":    {},
		"proxy":   {"ALL_PROXY", "all_proxy"},
	} {
		g := global{value: c.String(name)}
		if c.IsSet(name) {
			g.origin = fromCommandLine
		}
		for _, variable := range variables {
			if value := p.getenv(variable); value != "" && g.origin == "" {
				g = global{value, "environment"}
			}
		}
		p.globals[name] = g
	}
}

// setPlain turns off colours and movements of the cursor if plain is true.
func (p *program) setPlain(plain bool) {
	for _, o := range []*term.Output{p.Out, p.Err} {
		o.Plain = o.Plain || plain
		o.Color = o.Color && !o.Plain
	}
}

// paged lets print write to standard output, through the pager if the text is longer than the
// terminal's screen.
func (c *call) paged(print func() error) error {
	failure, err := c.pager.Page(c.ctx, c.Out, print)
	if failure != nil {
		c.Tell(view.NoPager(failure))
	}
	return err
}

// pagedNames is paged for output with names of feeds. On a terminal, which shows no URLs, it
// tells feeds of one name apart; programs get the titles as they are.
func (c *call) pagedNames(print func() error) (err error) {
	if c.Out.IsTerminal() {
		if c.Names, err = c.app.DistinctNames(c.ctx); err != nil {
			return err
		}
	}
	return c.paged(print)
}
