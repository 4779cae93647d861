package main

import (
	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
)

// versionFlag stands for the command.
const versionFlag = "version"

// version is the release that is built, which the Makefile has the linker write here.
var version string

func (p *program) versionCommand() *cli.Command {
	return &cli.Command{
		Name:  "version",
		Usage: "print the version",
		Flags: []cli.Flag{&cli.BoolFlag{Name: "json", Usage: "one JSON object, with the commit and the version of SQLite"}},
		Action: func(c *cli.Context) error {
			if c.NArg() > 0 {
				return usagef("version takes no argument")
			}
			show := p.Version
			if c.Bool("json") {
				show = p.VersionJSON
			}
			return show(app.ReadBuild(version))
		},
	}
}
