package main

import (
	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
	"gemsub/internal/model"
	"gemsub/internal/show"
	"gemsub/internal/term"
	"gemsub/internal/view"
)

// versionFlag stands for the command.
const versionFlag = "version"

// version is the release that is built, which the Makefile has the linker write here.
var version string

func versionCommand() *command {
	return &command{
		name:  "version",
		usage: "print the version",
		flags: []cli.Flag{jsonFlag()},
		run: func(c *call) error {
			build := app.ReadBuild(version)
			if c.JSON {
				return show.Print(c.Printer, view.Builds, []model.Build{build})
			}
			return c.Out.Line(term.Plain, "%s", view.Version(build))
		},
	}
}
