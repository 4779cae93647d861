package main

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"gemsub/internal/address"
	"gemsub/internal/words"
)

// A commandLine is a command line, read word by word, to run or complete it. Flags may stand
// before or after arguments, and "-an1" is "-a -n 1": urfave/cli reads neither.
type commandLine struct {
	commands []*cli.Command // that may come next
	command  *cli.Command   // the last command so far, nil for none
	globals  []cli.Flag     // of gemsub itself
	flags    []cli.Flag     // that may come next: the globals and the command's flags
	waiting  cli.Flag       // the flag whose value comes next, nil for none
	ended    bool           // only arguments follow
	special  string         // "help" or "version" if a flag asks for it; then no command runs
	err      error          // the first mistake

	global, path, local, args []string // the words so far
}

// readLine reads the words behind the program's name.
func readLine(app *cli.App, words []string) *commandLine {
	l := &commandLine{commands: app.Commands, globals: app.Flags, flags: app.Flags}
	for _, word := range words {
		l.read(word)
	}
	return l
}

func (l *commandLine) read(word string) {
	switch {
	case l.waiting != nil:
		l.add(l.waiting, "="+word)
	case l.ended:
		l.args = append(l.args, word)
	case word == "--":
		l.ended = true
	case len(word) > 1 && word[0] == '-':
		l.flag(word)
	case len(l.commands) > 0:
		l.enter(word)
	default:
		l.args = append(l.args, word)
	}
}

// enter reads the name of a command, or help. It records an error if there is no such command.
func (l *commandLine) enter(word string) {
	i := slices.IndexFunc(l.commands, func(c *cli.Command) bool { return c.HasName(word) })
	switch {
	case word == "help" && l.special == "":
		l.special = word
	case i < 0:
		l.err = cmp.Or(l.err, l.unknownCommand(address.WithoutUser(word)))
	default:
		l.command = l.commands[i]
		l.path = append(l.path, l.command.Name)
		l.flags = slices.Concat(l.command.Flags, l.flags)
		l.commands, l.ended = l.command.Subcommands, l.command.SkipFlagParsing
	}
}

// flag reads a flag, or several short ones in one word. An unknown flag is an error of the line.
func (l *commandLine) flag(word string) {
	name, value, hasValue := strings.Cut(strings.TrimLeft(word, "-"), "=")
	f, short := l.find(name), l.find(word[1:2])
	switch {
	case f != nil && f.Names()[0] == "help":
		l.special = "help"
	case name == versionFlag:
		l.special = versionFlag
	case f != nil && hasValue:
		l.add(f, "="+value)
	case f != nil && f.(described).TakesValue():
		l.waiting = f
	case f != nil:
		l.add(f, "")
	case short != nil && short.(described).TakesValue():
		l.add(short, "="+word[2:])
	case short != nil:
		l.add(short, "")
		l.flag("-" + word[2:])
	default:
		l.err = cmp.Or(l.err, l.unknownFlag(word, name))
	}
}

// find returns the flag that has a name, nil for none.
func (l *commandLine) find(name string) cli.Flag {
	i := slices.IndexFunc(l.flags, func(f cli.Flag) bool { return slices.Contains(f.Names(), name) })
	if i < 0 {
		return nil
	}
	return l.flags[i]
}

// add adds a flag, with "=" before its value, to the words where urfave/cli reads it. It records an
// error if a filter other than --feed is given twice, or if the value of a flag for one run is empty.
func (l *commandLine) add(f cli.Flag, value string) {
	l.waiting = nil
	flag := "--" + f.Names()[0]
	word := flag + value
	switch {
	case isFilter(f) && !isFeedFilter(f) && l.has(flag):
		l.err = cmp.Or(l.err, fmt.Errorf("%s can be given only once", flag))
	case value == "=" && isForThisTime(f) && flag != "--title" && flag != "--posts": // probably a shell variable is not set
		l.err = cmp.Or(l.err, needsValue(f))
	}
	if slices.Contains(l.globals, f) {
		l.global = append(l.global, word)
	} else {
		l.local = append(l.local, word)
	}
}

// nextUsage returns the usage text of the value or argument that comes next, "" if none does.
func (l *commandLine) nextUsage() string {
	switch {
	case l.waiting != nil:
		return l.waiting.(described).GetUsage()
	case l.command == nil || len(l.commands) > 0:
		return ""
	}
	names := append(strings.Fields(l.command.ArgsUsage), "")
	return names[min(len(l.args), max(len(names)-2, 0))]
}

func needsValue(f cli.Flag) error { return fmt.Errorf("flag --%s needs a value", f.Names()[0]) }

// has reports whether the words have a flag of the command.
func (l *commandLine) has(flag string) bool {
	return slices.ContainsFunc(l.local, func(word string) bool { return word == flag || strings.HasPrefix(word, flag+"=") })
}

// name returns the name of the command that runs: "help" also for the help of a command, "" for
// none.
func (l *commandLine) name() string {
	if l.special != "" || l.command == nil {
		return l.special
	}
	return l.path[0]
}

// arranged returns the words in the order in which urfave/cli reads them, or the line's mistake.
func (l *commandLine) arranged() ([]string, error) {
	program := []string{"gemsub"}
	switch {
	case l.special == versionFlag:
		return append(program, versionFlag), nil
	case l.err != nil:
		return nil, asUsage(l.err)
	case l.special == "help":
		return slices.Concat(program, l.path, []string{"--help"}), nil // urfave/cli would take an argument for a topic
	case l.waiting != nil:
		return nil, asUsage(needsValue(l.waiting))
	case l.command == nil:
		return append(program, l.global...), nil
	case len(l.commands) > 0:
		return nil, usagef("%s needs one of: %s", l.command.Name, strings.Join(commandNames(l.commands), ", "))
	case l.command.SkipFlagParsing:
		return slices.Concat(program, l.global, l.path, l.args), nil
	}
	return slices.Concat(program, l.global, l.path, l.local, []string{"--"}, l.args), l.checkArgs()
}

// checkArgs fails if the number of arguments does not fit the command's help, in which [X] may be
// left out, and X… repeated.
func (l *commandLine) checkArgs() error {
	var mistake string
	names, path := strings.Fields(l.command.ArgsUsage), strings.Join(l.path, " ")
	switch {
	case len(l.args) < len(names)-strings.Count(l.command.ArgsUsage, "["):
		mistake = "missing argument"
	case len(l.args) > len(names) && !strings.Contains(l.command.ArgsUsage, "…"):
		mistake = "too many arguments"
	default:
		return nil
	}
	usage := usagef("%s (usage: gemsub %s)", mistake, strings.TrimSpace(path+" "+l.command.ArgsUsage))
	return words.WithHint(usage, "gemsub help "+path+" shows flags and examples")
}

// unknownCommand returns the error for a word that names no command. Its hint is the nearest
// command, or the command for the number or URL that the word seems to be.
func (l *commandLine) unknownCommand(word string) error {
	known := commandNames(l.commands)
	if l.command != nil {
		message := fmt.Errorf("unknown command %q after %s (one of: %s)", word, strings.Join(l.path, " "), strings.Join(known, ", "))
		return words.WithNearest(message, word, known)
	}
	message := fmt.Errorf("unknown command %q (see gemsub --help)", word)
	switch _, err := strconv.Atoi(word); {
	case err == nil:
		return words.WithHint(message, "gemsub show "+word+" shows that entry")
	case strings.HasPrefix(word, "=>"), strings.ContainsAny(word, ".:/"):
		return words.WithHint(message, "gemsub add URL subscribes to a page, gemsub show URL shows one")
	}
	return words.WithNearest(message, word, known, word)
}

// commandNames returns the names of the commands that help shows.
func commandNames(commands []*cli.Command) (names []string) {
	for _, c := range commands {
		if !c.Hidden {
			names = append(names, c.Name)
		}
	}
	return names
}

// unknownFlag returns the error for word, which gives the unknown flag name. Its hint is the
// nearest flag.
func (l *commandLine) unknownFlag(word, name string) error {
	var known []string
	for _, f := range l.flags {
		if f.(described).IsVisible() {
			known = append(known, "--"+f.Names()[0])
		}
	}
	name = "--" + name
	return words.WithNearest(fmt.Errorf("unknown flag %s", word), name, known, strings.Join(l.path, " ")+" "+name, name)
}
