package main

import "github.com/urfave/cli/v2"

// thisTime is the category of flags that say what to do this time. The
// configuration file sets no default for them: that would turn a command into
// another.
const thisTime = "this time"

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

// plain is a flag without what is known of its values.
func plain(f cli.Flag) cli.Flag {
	switch f := f.(type) {
	case stringFlag:
		return f.StringFlag
	case stringSliceFlag:
		return f.StringSliceFlag
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
