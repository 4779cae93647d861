package main

import (
	"cmp"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"gemsub/internal/address"
	"gemsub/internal/words"
)

// arrange moves flags in front of the arguments of their command, since
// urfave/cli reads none behind an argument, and global flags in front of the
// command. It splits short flags that stand together, and makes flags of "help" and a
// command of "--version". What follows "--" stays an argument.
func arrange(app *cli.App, args []string) (commandLine, error) {
	a := arranger{flags: app.Flags, commands: app.Commands}
	for rest := args[1:]; len(rest) > 0; {
		rest = a.split(rest)
		n, err := a.take(rest, app)
		if err != nil {
			return commandLine{}, err
		}
		rest = rest[n:]
	}
	return a.arranged(args[0]), nil
}

// A commandLine is what urfave/cli can read.
type commandLine struct {
	args    []string
	command string // "help" also for that of another command, "" for none
}

// arranged puts what was sorted together, behind the program's name.
func (a *arranger) arranged(program string) commandLine {
	if a.version {
		return commandLine{[]string{program, versionFlag}, versionFlag}
	}
	out := slices.Concat([]string{program}, a.global, a.path, a.local)
	if len(a.path) > 0 && len(a.commands) == 0 && !a.raw {
		out = append(out, "--")
	}
	if a.help {
		return commandLine{out, "help"} // urfave/cli would take an argument for a topic
	}
	command := ""
	if len(a.path) > 0 {
		command = a.path[0]
	}
	return commandLine{append(out, a.arguments...), command}
}

// An arranger sorts arguments into their places.
type arranger struct {
	flags    []cli.Flag     // of the command found so far, and the global ones
	commands []*cli.Command // that may still follow
	raw      bool           // the command reads its words itself
	help     bool           // is all that is wanted
	version  bool           // is all that is wanted

	global, path, local, arguments []string
}

// split splits the first word of rest where it is short flags: "-an1" is "-a -n 1".
func (a *arranger) split(rest []string) []string {
	word := rest[0]
	if a.raw || len(word) < 3 || word[0] != '-' || find(a.flags, flagName(word)) != nil {
		return rest
	}
	switch f := find(a.flags, word[1:2]); {
	case f == nil:
		return rest
	case takesValue(f):
		return slices.Concat([]string{word[:2], word[2:]}, rest[1:])
	}
	return slices.Concat([]string{word[:2], "-" + word[2:]}, rest[1:])
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
	if word == "help" && !a.help {
		a.help, a.local = true, append(a.local, "--help")
		return nil
	}
	if i := slices.IndexFunc(a.commands, func(c *cli.Command) bool { return c.HasName(word) }); i >= 0 {
		a.enter(a.commands[i])
		return nil
	}
	if c := a.unnamed(); c != nil && words.Nearest(word, a.known()) == "" {
		a.enter(c)
		a.arguments = append(a.arguments, word)
		return nil
	}
	return a.unknownCommand(address.WithoutUser(word))
}

func (a *arranger) enter(c *cli.Command) {
	a.path = append(a.path, c.Name)
	a.flags = append(a.flags, c.Flags...)
	a.commands = c.Subcommands
	a.raw = c.SkipFlagParsing
}

// unnamed is the command that is meant where none is named, nil for none.
func (a *arranger) unnamed() *cli.Command {
	for _, c := range a.commands {
		if c.Category == whenUnnamed {
			return c
		}
	}
	return nil
}

// known are the names of the commands that may follow.
func (a *arranger) known() (names []string) {
	for _, c := range a.commands {
		if !c.Hidden {
			names = append(names, c.Names()...)
		}
	}
	return names
}

func (a *arranger) unknownCommand(word string) error {
	if len(a.path) > 0 {
		return didYouMean(usagef("unknown command %q after %s (one of: %s)", word, strings.Join(a.path, " "), strings.Join(a.known(), ", ")), word, a.known())
	}
	return didYouMean(usagef("unknown command %q (see gemsub --help)", word), cmp.Or(words.Command(word), word), a.known())
}

func (a *arranger) flag(rest []string, app *cli.App) (int, error) {
	name, hasValue := flagName(rest[0]), strings.Contains(rest[0], "=")
	f := find(a.flags, name)
	if c := a.unnamed(); f == nil && c != nil && find(c.Flags, name) != nil {
		a.enter(c)
		return a.flag(rest, app)
	}
	if f == nil {
		known := each(a.flags, func(f cli.Flag) string { return "--" + f.Names()[0] })
		return 0, didYouMean(usagef("unknown flag %s", rest[0]), "--"+name, known)
	}
	a.help = a.help || f == cli.HelpFlag
	a.version = a.version || name == versionFlag
	n := 1
	if takesValue(f) && !hasValue {
		n = 2
	}
	if n > len(rest) {
		return 0, usagef("flag %s needs a value", rest[0])
	}
	own := slices.Clone(rest[:n])
	if name == oldNameOf(f) {
		own[0] = strings.Replace(own[0], name, f.Names()[0], 1)
	}
	if find(app.Flags, name) != nil && f != cli.HelpFlag {
		a.global = append(a.global, own...)
	} else {
		a.local = append(a.local, own...)
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

// flagName is the name in a word such as "--limit=5".
func flagName(word string) string {
	name, _, _ := strings.Cut(strings.TrimLeft(word, "-"), "=")
	return name
}

func takesValue(f cli.Flag) bool {
	d, ok := f.(cli.DocGenerationFlag)
	return ok && d.TakesValue()
}
