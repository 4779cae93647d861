package main

import (
	"cmp"

	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
	"gemsub/internal/launch"
	"gemsub/internal/term"
)

// globalFlags are the flags of gemsub itself.
func (p *program) globalFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "db", Usage: "use the database `FILE` instead of $GEMSUB_DB"},
		&cli.StringFlag{Name: "proxy", Usage: "send all requests through the SOCKS5 proxy at `URL`; '' for none"},
		&cli.StringFlag{Name: "dns", Hidden: true},
		&cli.StringSliceFlag{Name: "my", Usage: "your own pages are under `URL`: updates report posts that link there"},
		&cli.StringFlag{Name: "browser", Hidden: true},
		&cli.StringFlag{Name: "sync", Hidden: true},
		&cli.StringFlag{Name: "pager", Hidden: true, Value: cmp.Or(p.getenv("PAGER"), launch.Less)},
		&cli.BoolFlag{Name: "plain", Usage: "no colour, pager or moving cursor; without a command, read line by line"},
		&cli.StringFlag{Name: "sort", Category: settingAlone, Hidden: true, Value: app.EntryOrders()[0]},
		&cli.BoolFlag{Name: "mouse", Category: settingAlone, Hidden: true, Value: true},
		&cli.BoolFlag{Name: "no-pager", Category: thisTime, Usage: "show long lists without a pager"},
		&cli.BoolFlag{Name: versionFlag, Category: thisTime, Usage: "print the version"},
		cli.HelpFlag, // which urfave/cli adds only where no command is called help
	}
}

// globalVariables are the flags of gemsub itself, each with the variables of the
// environment that set it too, the first of them first.
func globalVariables() map[string][]string {
	return map[string][]string{
		"db":      {"GEMSUB_DB"},
		"browser": {"GEMSUB_BROWSER"},
		"pager":   {"GEMSUB_PAGER"},
		"dns":     {"GEMSUB_DNS"},
		"sync":    {},
		"sort":    {},
		"proxy":   {"ALL_PROXY", "all_proxy"},
	}
}

// A global is the value of a flag of gemsub itself.
type global struct {
	value  string
	origin string // "" for the configuration file or the default
}

const fromCommandLine = "command line"

// readGlobals reads the global flags: what the command line says, else the environment,
// else the configuration file.
func (p *program) readGlobals(c *cli.Context) {
	p.globals = map[string]global{}
	for name, variables := range globalVariables() {
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

// setPlain keeps colours from the screen, and the cursor from moving back.
func (p *program) setPlain(plain bool) {
	for _, o := range []*term.Output{p.Out, p.Err} {
		o.Plain = o.Plain || plain
		o.Color = o.Color && !o.Plain
	}
}

// choosePager finds out which pager the user wants before a command begins.
func (p *program) choosePager(command string, none bool) (err error) {
	if none || !p.Out.IsTerminal() {
		return nil
	}
	p.pager, err = launch.Pager(command, p.getenv, p.environ())
	p.pager.Stderr = p.stderr
	return err
}

// paged lets print write to standard output, through the pager where that is longer
// than the terminal's screen.
func (c *call) paged(print func() error) error {
	failure, err := c.Out.Page(c.ctx, c.pager, print)
	if failure != nil {
		c.Say("%v", failure)
		c.Hint("set GEMSUB_PAGER, or pager in config.toml, to a pager that is installed, or to cat")
	}
	return err
}

// pagedNames is paged for what has the names of feeds. It tells feeds of one name apart for
// a person, who sees no URLs: programs get titles as they are.
func (c *call) pagedNames(print func() error) (err error) {
	if c.Out.IsTerminal() {
		if c.Names, err = c.app.DistinctNames(c.ctx); err != nil {
			return err
		}
	}
	return c.paged(print)
}
