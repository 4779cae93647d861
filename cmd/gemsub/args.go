package main

import (
	"slices"
	"strings"

	"gemsub/internal/address"

	"github.com/urfave/cli/v2"
)

// arrange moves flags in front of the arguments of their command, since
// urfave/cli reads none behind an argument, and global flags in front of the
// command. What follows "--" stays an argument.
func arrange(app *cli.App, args []string) ([]string, error) {
	a := arranger{flags: slices.Concat(app.Flags, []cli.Flag{cli.HelpFlag}), commands: app.Commands}
	for rest := args[1:]; len(rest) > 0; {
		n, err := a.take(rest, app)
		if err != nil {
			return nil, err
		}
		rest = rest[n:]
	}
	out := slices.Concat(args[:1], a.global, a.path, a.local)
	if len(a.path) > 0 && len(a.commands) == 0 && !a.raw {
		out = append(out, "--")
	}
	if a.help {
		return out, nil // urfave/cli would take an argument for a topic
	}
	return append(out, a.arguments...), nil
}

// An arranger sorts arguments into their places.
type arranger struct {
	flags    []cli.Flag     // of the command found so far, and the global ones
	commands []*cli.Command // that may still follow
	raw      bool           // the command reads its words itself
	help     bool           // is all that is wanted

	global, path, local, arguments []string
}

// take sorts the first word of rest, with its value if it is a flag that has
// one, and returns how many words it took.
func (a *arranger) take(rest []string, app *cli.App) (int, error) {
	word := rest[0]
	switch {
	case a.raw:
		a.arguments = append(a.arguments, rest...)
		return len(rest), nil
	case word == "--":
		a.arguments = append(a.arguments, rest[1:]...)
		return len(rest), nil
	case len(word) > 1 && word[0] == '-':
		return a.flag(rest, app)
	case len(a.commands) > 0:
		return 1, a.command(word)
	}
	a.arguments = append(a.arguments, word)
	return 1, nil
}

func (a *arranger) command(word string) error {
	i := slices.IndexFunc(a.commands, func(c *cli.Command) bool { return c.HasName(word) })
	if i < 0 {
		word = address.WithoutUser(word)
		if len(a.path) > 0 {
			return usagef("unknown command %q after %s", word, strings.Join(a.path, " "))
		}
		return usagef("unknown command %q (see gemsub --help)", word)
	}
	c := a.commands[i]
	a.path = append(a.path, c.Name)
	a.flags = append(a.flags, c.Flags...)
	a.commands = c.Subcommands
	a.raw = c.SkipFlagParsing
	return nil
}

func (a *arranger) flag(rest []string, app *cli.App) (int, error) {
	name, _, hasValue := strings.Cut(strings.TrimLeft(rest[0], "-"), "=")
	f := find(a.flags, name)
	if f == nil {
		return 0, usagef("unknown flag %s", rest[0])
	}
	a.help = a.help || f == cli.HelpFlag
	n := 1
	if takesValue(f) && !hasValue {
		n = 2
	}
	if n > len(rest) {
		return 0, usagef("flag %s needs a value", rest[0])
	}
	words := slices.Clone(rest[:n])
	if name == oldNameOf(f) {
		words[0] = strings.Replace(words[0], name, f.Names()[0], 1)
	}
	if find(app.Flags, name) != nil {
		a.global = append(a.global, words...)
	} else {
		a.local = append(a.local, words...)
	}
	return n, nil
}

// find returns the flag of a name, else the one that had the name in an earlier
// version.
func find(flags []cli.Flag, name string) cli.Flag {
	var old cli.Flag
	for _, f := range flags {
		if slices.Contains(f.Names(), name) {
			return f
		}
		if name != "" && name == oldNameOf(f) {
			old = f
		}
	}
	return old
}

func takesValue(f cli.Flag) bool {
	d, ok := f.(cli.DocGenerationFlag)
	return ok && d.TakesValue()
}
