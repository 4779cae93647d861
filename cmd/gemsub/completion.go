package main

import (
	"embed"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

//go:embed completion
var completionScripts embed.FS

var shells = []string{"bash", "zsh", "fish"}

func (p *program) completionCommand() *cli.Command {
	return &cli.Command{
		Name:      "completion",
		Usage:     "print a shell's completion script",
		ArgsUsage: "bash|zsh|fish",
		Description: `The script completes commands, flags and the names of your feeds.

Examples:
  source <(gemsub completion bash)
  gemsub completion zsh > "${fpath[1]}/_gemsub"
  gemsub completion fish > ~/.config/fish/completions/gemsub.fish`,
		Action: func(c *cli.Context) error {
			shell := c.Args().First()
			if c.NArg() != 1 || !slices.Contains(shells, shell) {
				return usagef("completion needs one of: %s", strings.Join(shells, ", "))
			}
			script, err := completionScripts.ReadFile("completion/gemsub." + shell)
			if err != nil {
				return err
			}
			_, err = p.Out.Write(script)
			return err
		},
	}
}

// completeCommand is what the scripts call with the words of the command line
// up to the cursor. It prints a candidate and its description a line.
func (p *program) completeCommand() *cli.Command {
	return &cli.Command{
		Name:            "__complete",
		Hidden:          true,
		SkipFlagParsing: true,
		Action: func(c *cli.Context) error {
			for _, candidate := range p.complete(c, c.Args().Slice()) {
				if _, err := io.WriteString(p.Out, candidate+"\n"); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

// complete returns what the last of words may become, with descriptions behind
// tabs.
func (p *program) complete(c *cli.Context, words []string) []string {
	if len(words) == 0 {
		words = []string{""}
	}
	s := scan(p.app(), words[:len(words)-1])
	values := func(kind string) []string { return p.values(c, s.database, kind) }
	return s.candidates(values, words[len(words)-1])
}

// A scanned command line up to the word that is being completed.
type scanned struct {
	flags    []cli.Flag
	commands []*cli.Command
	path     string // "trust accept"
	args     int    // arguments so far
	waiting  string // the flag whose value comes next
	database string // the value of --db
}

func scan(app *cli.App, words []string) scanned {
	s := scanned{flags: app.Flags, commands: app.Commands}
	for _, word := range words {
		switch i := slices.IndexFunc(s.commands, func(c *cli.Command) bool { return c.HasName(word) }); {
		case s.waiting != "":
			s.value(s.waiting, word)
			s.waiting = ""
		case strings.HasPrefix(word, "-") && word != "-":
			s.flag(strings.TrimLeft(word, "-"))
		case i >= 0:
			s.path = strings.TrimSpace(s.path + " " + s.commands[i].Name)
			s.flags = append(slices.Clone(s.flags), s.commands[i].Flags...)
			s.commands = s.commands[i].Subcommands
		default:
			s.args++
		}
	}
	return s
}

func (s *scanned) flag(word string) {
	name, value, hasValue := strings.Cut(word, "=")
	switch f := find(s.flags, name); {
	case f == nil || !takesValue(f):
	case hasValue:
		s.value(f.Names()[0], value)
	default:
		s.waiting = f.Names()[0]
	}
}

func (s *scanned) value(flag, value string) {
	if flag == "db" {
		s.database = value
	}
}

// candidates lists what may stand in place of last. values gives those that
// come from the database.
func (s scanned) candidates(values func(kind string) []string, last string) []string {
	var all []string
	switch {
	case s.waiting != "":
		all = s.flagValues(values)
	case strings.HasPrefix(last, "-"):
		for _, f := range s.flags {
			all = append(all, "--"+f.Names()[0]+"\t"+usageOf(f))
		}
	case len(s.commands) > 0:
		for _, c := range s.commands {
			if !c.Hidden {
				all = append(all, c.Name+"\t"+c.Usage)
			}
		}
	default:
		all = s.arguments(values)
	}
	return slices.DeleteFunc(all, func(c string) bool {
		return !strings.HasPrefix(strings.ToLower(c), strings.ToLower(last))
	})
}

func (s scanned) flagValues(values func(kind string) []string) []string {
	switch {
	case s.waiting == "feed":
		return values("feeds")
	case s.waiting == "tag":
		return values("tags")
	case s.waiting == "unread":
		return []string{"all", "none"}
	case s.waiting == "format" && s.path == "check":
		return []string{"text", "json", "atom"}
	case s.waiting == "format":
		return formatNames()
	}
	return nil
}

func (s scanned) arguments(values func(kind string) []string) []string {
	switch {
	case s.path == "completion":
		return shells
	case s.path == "export" && s.args == 0:
		return exportFormats()
	case s.path == "tag add" && s.args == 0, s.path == "tag remove" && s.args == 0:
		return values("tags")
	case s.path == "remove", s.path == "update", s.path == "export", s.path == "rename", s.path == "set", strings.HasPrefix(s.path, "tag "):
		return values("feeds")
	case s.path == "trust accept", s.path == "trust forget":
		return values("authorities")
	case s.path == "identity remove", s.path == "identity use" && s.args == 0:
		return values("identities")
	case s.path == "identity use":
		return values("feeds")
	case s.path == "identity unuse":
		return values("uses")
	}
	return nil
}

func usageOf(f cli.Flag) string {
	if d, ok := f.(cli.DocGenerationFlag); ok {
		return strings.ReplaceAll(d.GetUsage(), "`", "")
	}
	return ""
}
