// Package cmdline reads command lines as people write them, and says what the word that
// is being typed may become. It knows a program by its commands and flags alone, not by
// the library that runs them.
package cmdline

import (
	"context"
	"slices"
	"strings"
)

// A Command is one that a command line may name, or the program itself.
type Command struct {
	Name     string
	Aliases  []string
	Usage    string
	Flags    func() []Flag // asked once it is named; nil for none
	Commands []Command     // of which one follows; none where arguments do
	Hidden   bool          // neither listed nor proposed
	Default  bool          // meant where no command is named
	Raw      bool          // it reads its words itself
	// Words lists what the argument behind args may be, with descriptions behind tabs;
	// nil lists nothing.
	Words func(ctx context.Context, args []string) []string
}

// flags are those of the command itself.
func (c *Command) flags() []Flag {
	if c.Flags == nil {
		return nil
	}
	return c.Flags()
}

// A Flag is one of a command.
type Flag struct {
	Names      []string // without hyphens
	OldName    string   // that it had in an earlier version, "" for none
	Usage      string
	TakesValue bool
	// Words lists what its value may be, as that of a [Command]; nil lists nothing.
	Words func(ctx context.Context) []string
}

// The flags that stand for a command.
const (
	helpName    = "help"
	versionName = "version"
)

func (f *Flag) isHelp() bool { return f.Names[0] == helpName }

// find returns the flag of a name, else the one that had the name in an earlier
// version, nil for none.
func find(flags []Flag, name string) *Flag {
	var old *Flag
	for i, f := range flags {
		if slices.Contains(f.Names, name) {
			return &flags[i]
		}
		if name != "" && name == f.OldName {
			old = &flags[i]
		}
	}
	return old
}

// named returns the command of a name or alias, nil for none.
func named(commands []Command, name string) *Command {
	i := slices.IndexFunc(commands, func(c Command) bool { return c.Name == name || slices.Contains(c.Aliases, name) })
	if i < 0 {
		return nil
	}
	return &commands[i]
}

// flagName is the name in a word such as "--limit=5".
func flagName(word string) string {
	name, _, _ := strings.Cut(strings.TrimLeft(word, "-"), "=")
	return name
}
