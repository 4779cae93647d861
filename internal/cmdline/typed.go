package cmdline

import (
	"context"
	"slices"
	"strings"
)

// A Typed is a command line that is being typed, up to the word that is completed.
type Typed struct {
	last     string            // the word that is completed
	flags    []Flag            // of the command that came last, and the global ones
	commands []Command         // that may come next
	command  *Command          // the last that came, nil for none
	args     []string          // its arguments so far
	waiting  *Flag             // the one whose value comes next, nil for none
	values   map[string]string // of the flags so far, by name
}

// Read reads the words of a command line behind the program's name, of which the last
// is being typed.
func Read(program Command, words []string) Typed {
	if len(words) == 0 {
		words = []string{""}
	}
	t := Typed{last: words[len(words)-1], flags: program.flags(), commands: program.Commands, values: map[string]string{}}
	for _, word := range words[:len(words)-1] {
		t.read(word)
	}
	return t
}

func (t *Typed) read(word string) {
	switch c := named(t.commands, word); {
	case word == helpName && t.waiting == nil && len(t.commands) > 0: // a command may follow
	case t.waiting != nil:
		t.values[t.waiting.Names[0]] = word
		t.waiting = nil
	case strings.HasPrefix(word, "-") && word != "-":
		t.flag(word)
	case c != nil:
		t.command, t.commands = c, c.Commands
		t.flags = slices.Concat(t.flags, c.flags())
	default:
		t.args = append(t.args, word)
	}
}

func (t *Typed) flag(word string) {
	_, value, hasValue := strings.Cut(word, "=")
	switch f := find(t.flags, flagName(word)); {
	case f == nil || !f.TakesValue:
	case hasValue:
		t.values[f.Names[0]] = value
	default:
		t.waiting = f
	}
}

// Value is what the line says of a flag, "" for nothing.
func (t Typed) Value(flag string) string { return t.values[flag] }

// Candidates returns what the last word may become, with descriptions behind tabs.
func (t Typed) Candidates(ctx context.Context) []string {
	return slices.DeleteFunc(t.all(ctx), func(candidate string) bool {
		return !strings.HasPrefix(strings.ToLower(candidate), strings.ToLower(t.last))
	})
}

// all returns what may stand in the place of the last word.
func (t Typed) all(ctx context.Context) (all []string) {
	switch {
	case t.waiting != nil:
		if t.waiting.Words != nil {
			all = t.waiting.Words(ctx)
		}
	case strings.HasPrefix(t.last, "-"):
		for _, f := range t.flags {
			all = append(all, "--"+f.Names[0]+"\t"+strings.ReplaceAll(f.Usage, "`", ""))
		}
	case len(t.commands) > 0:
		for _, c := range t.commands {
			if !c.Hidden {
				all = append(all, c.Name+"\t"+c.Usage)
			}
		}
	case t.command != nil && t.command.Words != nil:
		all = t.command.Words(ctx, t.args)
	}
	return all
}
