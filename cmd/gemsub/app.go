package main

import (
	"context"
	"errors"
	"io"
	"net"
	"net/netip"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"gemsub/internal/show"
	"gemsub/internal/term"
)

const version = "0.1.0"

// An environment is all that the program takes from outside.
type environment struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	getenv         func(string) string
	environ        func() []string // for the user's own programs
	now            func() time.Time
	dial           func(ctx context.Context, network, addr string) (net.Conn, error)
	private        func(netip.AddrPort) bool                                           // addresses that no public capsule may lead to; nil: fetch.Private
	resolve        func(ctx context.Context, host string) (ip netip.Addr, remote bool) // nil: all is local
	makeRoom       func(feeds int)                                                     // before so many are checked; nil: nothing to do
}

// A program is one run of gemsub.
type program struct {
	environment
	*show.Printer
}

// run is the whole program; it returns the exit code.
func run(ctx context.Context, args []string, env environment) int {
	color := env.getenv("NO_COLOR") == "" && env.getenv("TERM") != "dumb"
	p := &program{
		environment: env,
		Printer:     &show.Printer{Out: term.NewOutput(env.stdout, color), Err: term.NewOutput(env.stderr, color), Now: env.now},
	}
	err := p.start(ctx, args)
	if err != nil && ctx.Err() != nil && errors.Is(err, context.Canceled) {
		err = errInterrupted
	}
	return p.tell(err)
}

// start reads the configuration and runs the command.
func (p *program) start(ctx context.Context, args []string) error {
	app := p.app()
	settings, err := p.loadConfig()
	if err != nil {
		return err
	}
	if err := settings.apply(app); err != nil {
		return err
	}
	if args, err = arrange(app, args); err != nil {
		return err
	}
	return app.RunContext(ctx, args)
}

func (p *program) app() *cli.App {
	app := &cli.App{
		Name:      "gemsub",
		Usage:     "subscribe to gemlogs and see what is new",
		UsageText: "gemsub [--db FILE] COMMAND [flags] [arguments]",
		Version:   version,
		Description: "Gemsub reads pages on the Gemini protocol whose links begin with a date as feeds.\n" +
			"It asks each capsule's robots.txt first and keeps everything in one SQLite file.\n\n" +
			"Begin with:\n" +
			"  gemsub add gemini://example.org/gemlog/\n" +
			"  gemsub update\n" +
			"  gemsub entries",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "db", Usage: "keep everything in `FILE`, not $GEMSUB_DB or the data folder"},
			&cli.StringFlag{Name: "browser", Usage: "open links with `CMD`, not $GEMSUB_BROWSER or the first browser that is installed"},
		},
		Commands: []*cli.Command{
			p.addCommand(), p.discoverCommand(), p.importCommand(), p.removeCommand(),
			p.listCommand(), p.tagCommand(), p.renameCommand(), p.setCommand(), p.updateCommand(),
			p.entriesCommand(), p.searchCommand(), p.readCommand(), p.unreadCommand(), p.starCommand(), p.unstarCommand(),
			p.openCommand(), p.muteCommand(), p.unmuteCommand(),
			p.exportCommand(), p.checkCommand(), p.robotsCommand(), p.trustCommand(), p.identityCommand(), p.backupCommand(), p.pruneCommand(),
			p.demoCommand(), p.configCommand(), p.doctorCommand(), p.completionCommand(), p.completeCommand(), p.completeBashCommand(), p.versionCommand(),
		},
		Reader:                    p.stdin,
		Writer:                    p.Out,
		ErrWriter:                 p.Err,
		HideHelpCommand:           true,
		HideVersion:               true,
		DisableSliceFlagSeparator: true,
		OnUsageError:              onUsageError,
		ExitErrHandler:            func(*cli.Context, error) {}, // run decides the exit code
		Action: func(*cli.Context) error {
			return usagef("no command given (see gemsub --help)")
		},
	}
	prepare(app.Commands)
	return app
}

// prepare gives every command what urfave/cli wants to be told per command.
func prepare(commands []*cli.Command) {
	for _, c := range commands {
		c.OnUsageError = onUsageError
		c.HideHelpCommand = true
		c.CustomHelpTemplate = helpTemplate
		for _, f := range c.Flags {
			if b, ok := f.(*cli.BoolFlag); ok {
				b.DisableDefaultText = true
			}
		}
		if c.Action == nil {
			c.Action = missingSubcommand(c)
		}
		prepare(c.Subcommands)
	}
}

func missingSubcommand(parent *cli.Command) cli.ActionFunc {
	return func(c *cli.Context) error {
		var names []string
		for _, sub := range parent.Subcommands {
			names = append(names, sub.Name)
		}
		return usagef("%s needs one of: %s", parent.Name, strings.Join(names, ", "))
	}
}

// onUsageError turns the flag package's messages into ours.
func onUsageError(_ *cli.Context, err error, _ bool) error {
	message := err.Error()
	message = strings.ReplaceAll(message, "flag provided but not defined: -", "unknown flag --")
	message = strings.ReplaceAll(message, "flag needs an argument: -", "flag needs a value: --")
	message = strings.ReplaceAll(message, "for flag -", "for -")
	message = strings.ReplaceAll(message, "\" for -", "\" for --")
	message = strings.TrimSuffix(message, ": parse error")
	return usagef("%s", message)
}

const helpTemplate = `{{.HelpName}} - {{.Usage}}

Usage: {{.HelpName}}{{if .VisibleFlags}} [flags]{{end}}{{if .ArgsUsage}} {{.ArgsUsage}}{{end}}{{if .Aliases}}
Also:  {{join .Aliases ", "}}{{end}}
{{if .Subcommands}}
Commands:{{range .VisibleCommands}}
   {{.Name}}{{"\t"}}{{.Usage}}{{end}}
{{end}}{{if .VisibleFlags}}
Flags:{{range .VisibleFlags}}
   {{.}}{{end}}
{{end}}{{if .Description}}
{{.Description}}
{{end}}`
