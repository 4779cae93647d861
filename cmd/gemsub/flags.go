package main

import (
	"cmp"

	"github.com/urfave/cli/v2"

	"gemsub/internal/address"
	"gemsub/internal/words"
)

// Categories of flags that are not both a flag and a setting in config.toml.
const (
	// A flag that says what to do this time has no default in the file: that would
	// turn a command into another.
	thisTime = "this time"
	// A setting that the command line does not take.
	settingAlone = "config.toml"
)

func isForThisTime(f cli.Flag) bool  { return categoryOf(f) == thisTime }
func isSettingAlone(f cli.Flag) bool { return categoryOf(f) == settingAlone }

func categoryOf(f cli.Flag) string {
	if c, ok := f.(cli.CategorizableFlag); ok {
		return c.GetCategory()
	}
	return ""
}

func takesValue(f cli.Flag) bool {
	d, ok := f.(cli.DocGenerationFlag)
	return ok && d.TakesValue()
}

func isVisible(f cli.Flag) bool {
	v, ok := f.(cli.VisibleFlag)
	return ok && v.IsVisible()
}

// oldNames are those that flags had in earlier versions, behind their command's, and the
// names that they have. They are read on the command line and in the configuration.
func oldNames() map[string]string {
	return map[string]string{
		"add.unread": "backlog", "add.format": "as",
		"set.unread": "backlog", "set.format": "as",
		"import.format": "as",
	}
}

func jsonFlag() cli.Flag {
	return &cli.BoolFlag{Name: "json", Category: thisTime, Usage: "print JSON, one object a line"}
}

// countFlag takes a number, or "all" for no limit.
func countFlag(name, usage string, aliases ...string) cli.Flag {
	return &cli.StringFlag{Name: name, Aliases: aliases, Usage: usage, Value: "all"}
}

// countOf reads the value of a countFlag; 0 means no limit.
func countOf(name, value string) (int, error) {
	n, err := words.ParseCount(value)
	if err != nil {
		return 0, usagef("--%s %v", name, err)
	}
	return n, nil
}

// prepareFlags keeps "(default: false)" out of help, and quotes and passwords out of
// other defaults. The flag of urfave/cli itself has no default, and all apps of a
// process share it.
func prepareFlags(flags []cli.Flag) {
	for _, f := range flags {
		switch f := f.(type) {
		case *cli.BoolFlag:
			if f != cli.HelpFlag {
				f.DisableDefaultText = true
			}
		case *cli.StringFlag:
			f.DefaultText = cmp.Or(address.WithoutUser(f.Value), f.DefaultText)
		}
	}
}
