package cmdline

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gemsub/internal/address"
	"gemsub/internal/words"
)

// A Line is a command line in the order in which libraries read one: global flags, the
// command, its flags, "--", its arguments.
type Line struct {
	Args    []string
	Command string // "help" also for that of another command, "" for none
}

// Arrange sorts the words of a command line, of which the first is the program's name.
// It splits short flags that stand together, and makes flags of "help" and a command
// of "--version". What follows "--" stays an argument.
func Arrange(program Command, args []string) (Line, error) {
	a := arranger{globals: program.flags(), commands: program.Commands}
	a.flags = a.globals
	for rest := args[1:]; len(rest) > 0; {
		rest = a.split(rest)
		n, err := a.take(rest)
		if err != nil {
			return Line{}, err
		}
		rest = rest[n:]
	}
	return a.arranged(args[0]), nil
}

// An arranger sorts arguments into their places.
type arranger struct {
	globals  []Flag    // of the program itself
	flags    []Flag    // those, and those of the command found so far
	commands []Command // that may still follow
	raw      bool      // the command reads its words itself
	help     bool      // is all that is wanted
	version  bool      // is all that is wanted

	global, path, local, arguments []string
}

// arranged puts what was sorted together, behind the program's name.
func (a *arranger) arranged(program string) Line {
	if a.version {
		return Line{[]string{program, versionName}, versionName}
	}
	out := slices.Concat([]string{program}, a.global, a.path, a.local)
	if len(a.path) > 0 && len(a.commands) == 0 && !a.raw {
		out = append(out, "--")
	}
	if a.help {
		return Line{out, helpName} // an argument would be taken for a topic
	}
	command := ""
	if len(a.path) > 0 {
		command = a.path[0]
	}
	return Line{append(out, a.arguments...), command}
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
	case f.TakesValue:
		return slices.Concat([]string{word[:2], word[2:]}, rest[1:])
	}
	return slices.Concat([]string{word[:2], "-" + word[2:]}, rest[1:])
}

// take sorts the first word of rest, with its value if it is a flag that has
// one, and returns how many words it took.
func (a *arranger) take(rest []string) (int, error) {
	word := rest[0]
	switch {
	case a.raw:
		a.arguments = append(a.arguments, rest...)
		return len(rest), nil
	case word == "--":
		a.arguments = append(a.arguments, rest[1:]...)
		return len(rest), nil
	case len(word) > 1 && word[0] == '-':
		return a.flag(rest)
	case len(a.commands) > 0:
		return 1, a.command(word)
	}
	a.arguments = append(a.arguments, word)
	return 1, nil
}

func (a *arranger) command(word string) error {
	if word == helpName && !a.help {
		a.help, a.local = true, append(a.local, "--"+helpName)
		return nil
	}
	if c := named(a.commands, word); c != nil {
		a.enter(c)
		return nil
	}
	if c := a.unnamed(); c != nil && words.Nearest(word, a.known()) == "" {
		a.enter(c)
		a.arguments = append(a.arguments, word)
		return nil
	}
	return a.unknownCommand(address.WithoutUser(word))
}

func (a *arranger) enter(c *Command) {
	a.path = append(a.path, c.Name)
	a.flags = slices.Concat(a.flags, c.flags())
	a.commands, a.raw = c.Commands, c.Raw
}

// unnamed is the command that is meant where none is named, nil for none.
func (a *arranger) unnamed() *Command {
	for i, c := range a.commands {
		if c.Default {
			return &a.commands[i]
		}
	}
	return nil
}

// known are the names of the commands that may follow.
func (a *arranger) known() (names []string) {
	for _, c := range a.commands {
		if !c.Hidden {
			names = append(append(names, c.Name), c.Aliases...)
		}
	}
	return names
}

func (a *arranger) unknownCommand(word string) error {
	if len(a.path) > 0 {
		message := fmt.Sprintf("unknown command %q after %s (one of: %s)", word, strings.Join(a.path, " "), strings.Join(a.known(), ", "))
		return words.DidYouMean(message, word, a.known())
	}
	message := fmt.Sprintf("unknown command %q (see gemsub --help)", word)
	switch _, err := strconv.Atoi(word); {
	case err == nil:
		return words.WithHint(message, "gemsub show "+word+" shows that entry")
	case strings.HasPrefix(word, "=>"), strings.Contains(word, "://"):
		return words.WithHint(message, "gemsub add URL subscribes to a page, gemsub show URL shows one")
	}
	return words.DidYouMean(message, cmp.Or(words.Command(word), word), a.known())
}

func (a *arranger) flag(rest []string) (int, error) {
	name, hasValue := flagName(rest[0]), strings.Contains(rest[0], "=")
	f := find(a.flags, name)
	if c := a.unnamed(); f == nil && c != nil && find(c.flags(), name) != nil {
		a.enter(c)
		return a.flag(rest)
	}
	if f == nil {
		return 0, a.unknownFlag(rest[0], name)
	}
	a.help = a.help || f.isHelp()
	a.version = a.version || name == versionName
	n := 1
	if f.TakesValue && !hasValue {
		n = 2
	}
	if n > len(rest) {
		return 0, fmt.Errorf("flag %s needs a value", rest[0])
	}
	own := slices.Clone(rest[:n])
	if name == f.OldName {
		own[0] = strings.Replace(own[0], name, f.Names[0], 1)
	}
	if find(a.globals, name) != nil && !f.isHelp() {
		a.global = append(a.global, own...)
	} else {
		a.local = append(a.local, own...)
	}
	return n, nil
}

func (a *arranger) unknownFlag(word, name string) error {
	var known []string
	for _, f := range a.flags {
		known = append(known, "--"+f.Names[0])
	}
	return words.DidYouMean("unknown flag "+word, "--"+name, known)
}
