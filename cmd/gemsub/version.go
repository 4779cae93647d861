package main

import (
	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
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
		run:   func(c *call) error { return c.Version(app.ReadBuild(version)) },
	}
}
