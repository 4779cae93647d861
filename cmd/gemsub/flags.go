package main

import (
	"github.com/urfave/cli/v2"

	"gemsub/internal/words"
)

// thisTime is the category of flags that say what to do this time. The
// configuration file sets no default for them: that would turn a command into
// another.
const thisTime = "this time"

// whenUnnamed is the category of the subcommand that is meant where none is named, as
// in an earlier version that had no others.
const whenUnnamed = "when unnamed"

func isForThisTime(f cli.Flag) bool {
	c, ok := f.(cli.CategorizableFlag)
	return ok && c.GetCategory() == thisTime
}

// A stringFlag is one of whose values completion knows some, or that had another
// name in an earlier version.
type stringFlag struct {
	*cli.StringFlag
	values  source
	oldName string // still read, on the command line and in the configuration; "" for none
}

// A stringSliceFlag is the same for a flag that may be repeated.
type stringSliceFlag struct {
	*cli.StringSliceFlag
	values source
}

// IsSliceFlag keeps "[ --tag T ]" out of help, which says that it may be repeated.
func (stringSliceFlag) IsSliceFlag() bool { return false }

// String is what help shows.
func (f stringSliceFlag) String() string { return cli.FlagStringer(f) }

// A numberFlag is a number without a default: it is 0 where it is not set.
type numberFlag struct{ *cli.IntFlag }

// GetDefaultText keeps "(default: 0)" out of help.
func (numberFlag) GetDefaultText() string { return "" }

// String is what help shows.
func (f numberFlag) String() string { return cli.FlagStringer(f) }

// A countFlag takes a number, or "all" for no limit.
type countFlag struct{ *cli.StringFlag }

func newCountFlag(name, usage string, aliases ...string) countFlag {
	return countFlag{&cli.StringFlag{Name: name, Aliases: aliases, Usage: usage, Value: "all"}}
}

// countOf reads the value of a countFlag; 0 means no limit.
func countOf(name, value string) (int, error) {
	n, err := words.ParseCount(value)
	if err != nil {
		return 0, usagef("--%s %v", name, err)
	}
	return n, nil
}

// plain is a flag without what is known of its values.
func plain(f cli.Flag) cli.Flag {
	switch f := f.(type) {
	case stringFlag:
		return f.StringFlag
	case stringSliceFlag:
		return f.StringSliceFlag
	case countFlag:
		return f.StringFlag
	case numberFlag:
		return f.IntFlag
	}
	return f
}

// oldNameOf is the name that a flag had in an earlier version, "" for none.
func oldNameOf(f cli.Flag) string {
	if f, ok := f.(stringFlag); ok {
		return f.oldName
	}
	return ""
}

// valuesOf is what completion knows of a flag's values.
func valuesOf(f cli.Flag) source {
	switch f := f.(type) {
	case stringFlag:
		return f.values
	case stringSliceFlag:
		return f.values
	}
	return source{}
}
