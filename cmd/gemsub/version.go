package main

import (
	"fmt"
	"runtime"

	"github.com/urfave/cli/v2"
)

// versionFlag stands for the command.
const versionFlag = "version"

func (p *program) versionCommand() *cli.Command {
	return &cli.Command{
		Name:  "version",
		Usage: "print the version",
		Action: func(c *cli.Context) error {
			if c.NArg() > 0 {
				return usagef("version takes no argument")
			}
			_, err := fmt.Fprintf(p.Out, "gemsub %s (%s %s/%s)\n", version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
			return err
		},
	}
}
