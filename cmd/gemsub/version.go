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
		Flags: []cli.Flag{p.jsonFlag()},
		Action: func(c *cli.Context) error {
			return p.Version(app.ReadBuild(version))
		},
	}
}
