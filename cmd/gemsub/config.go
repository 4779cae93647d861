package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/BurntSushi/toml"
	"github.com/urfave/cli/v2"

	"gemsub/internal/term"
)

func (p *program) configCommand() *cli.Command {
	return &cli.Command{
		Name:  "config",
		Usage: "show the settings in force and where they come from",
		Description: `The file $XDG_CONFIG_HOME/gemsub/config.toml gives flags other defaults: a table for
each command, a key for each flag. A flag on the command line goes before it. In a
pipe each line holds key, value and origin, separated by tabs.

Example of a file:
  db = "/home/abelard/gemsub.db"

  [update]
  jobs = 64

  [entries]
  limit = 50`,
		Action: p.config,
	}
}

// A config is what the file says: values by key, "update.jobs".
type config struct {
	path, text string
	values     map[string]any
}

// loadConfig reads the user's file; where there is none it says nothing.
func (p *program) loadConfig() (config, error) {
	c := config{path: p.configPath(), values: map[string]any{}}
	if c.path == "" {
		return c, nil
	}
	data, err := os.ReadFile(c.path)
	if errors.Is(err, fs.ErrNotExist) {
		return c, nil
	}
	if err != nil {
		return c, fmt.Errorf("read %s: %w", c.path, reason(err))
	}
	c.text = string(data)
	var tables map[string]any
	if _, err := toml.Decode(c.text, &tables); err != nil {
		if wrong, ok := errors.AsType[toml.ParseError](err); ok {
			return c, fmt.Errorf("%s: line %d: %s", c.path, max(wrong.Position.Line, 1), wrong.Message)
		}
		return c, fmt.Errorf("%s: %w", c.path, err)
	}
	c.flatten("", tables)
	return c, nil
}

func (p *program) configPath() string {
	if base := p.getenv("XDG_CONFIG_HOME"); filepath.IsAbs(base) {
		return filepath.Join(base, "gemsub", "config.toml")
	}
	if home := p.getenv("HOME"); home != "" {
		return filepath.Join(home, ".config", "gemsub", "config.toml")
	}
	return ""
}

func (c config) flatten(prefix string, table map[string]any) {
	for key, value := range table {
		if inner, ok := value.(map[string]any); ok {
			c.flatten(prefix+key+".", inner)
			continue
		}
		c.values[prefix+key] = value
	}
}

// apply makes the file's values the defaults of app's flags. Keys that are no
// flag are errors: a slip of the pen should not go unnoticed for years.
func (c config) apply(app *cli.App) error {
	if len(c.values) == 0 {
		return nil
	}
	left := map[string]bool{}
	for key := range c.values {
		left[key] = true
	}
	for key, flag := range settings(app) {
		value, ok := c.values[key]
		if !ok {
			continue
		}
		delete(left, key)
		if err := setDefault(flag, value); err != nil {
			return fmt.Errorf("%s: line %d: %s %w", c.path, c.line(key), key, err)
		}
	}
	if len(left) > 0 {
		first := slices.MinFunc(slices.Collect(maps.Keys(left)), func(a, b string) int { return cmp.Compare(c.line(a), c.line(b)) })
		return fmt.Errorf("%s: line %d: unknown setting %s", c.path, c.line(first), first)
	}
	return nil
}

// settings are the flags that a file may set, by key.
func settings(app *cli.App) map[string]cli.Flag {
	all := map[string]cli.Flag{}
	for _, f := range app.Flags {
		all[f.Names()[0]] = f
	}
	delete(all, "help")
	for _, c := range app.Commands {
		for _, f := range c.Flags {
			if f.Names()[0] != "help" && !isForThisTime(f) {
				all[c.Name+"."+f.Names()[0]] = f
			}
		}
	}
	return all
}

// setDefault gives a flag the file's value as its default.
func setDefault(flag cli.Flag, value any) error {
	switch f := plain(flag).(type) {
	case *cli.StringFlag:
		switch v := value.(type) {
		case string:
			f.Value = v
			return nil
		case int64:
			f.Value = strconv.FormatInt(v, 10)
			return nil
		}
		return errors.New("must be a string")
	case *cli.BoolFlag:
		v, ok := value.(bool)
		if !ok {
			return errors.New("must be true or false")
		}
		f.Value = v
	case *cli.IntFlag:
		v, ok := value.(int64)
		if !ok || int64(int(v)) != v {
			return errors.New("must be a number")
		}
		f.Value = int(v)
	case *cli.StringSliceFlag:
		list, ok := value.([]any)
		var all []string
		for _, item := range list {
			s, isString := item.(string)
			ok = ok && isString
			all = append(all, s)
		}
		if !ok {
			return errors.New("must be a list of strings")
		}
		f.Value = cli.NewStringSlice(all...)
	}
	return nil
}

// line finds the line of the file that sets key; 0 if it cannot be told.
func (c config) line(key string) int {
	table, number := "", 0
	for line := range strings.Lines(c.text) {
		number++
		line = strings.TrimSpace(line)
		if name, ok := strings.CutPrefix(line, "["); ok {
			name, _, _ = strings.Cut(name, "]")
			table = strings.TrimSpace(name) + "."
			continue
		}
		name, _, ok := strings.Cut(line, "=")
		if ok && table+strings.Trim(strings.TrimSpace(name), `"'`) == key {
			return number
		}
	}
	return 0
}

// config prints the settings.
func (p *program) config(c *cli.Context) error {
	if c.NArg() > 0 {
		return usagef("config takes no argument")
	}
	file, err := p.loadConfig()
	if err != nil {
		return err
	}
	t := term.NewTable(p.Out,
		term.Column{Title: "SETTING"},
		term.Column{Title: "VALUE", Min: 16},
		term.Column{Title: "FROM", Min: 8, Drop: 1},
	)
	all := settings(c.App)
	for _, key := range slices.Sorted(maps.Keys(all)) {
		value, from := valueOf(all[key]), "default"
		if _, ok := file.values[key]; ok {
			from = file.path
		}
		if key == "db" {
			value, from = p.databaseSetting(c, from)
		}
		if err := t.Row(term.Cell{Text: key}, term.Cell{Text: value}, term.Cell{Text: from, Style: term.Dim}); err != nil {
			return err
		}
	}
	return t.Flush()
}

// databaseSetting is the one setting that the environment and a flag before
// the command can change.
func (p *program) databaseSetting(c *cli.Context, from string) (value, origin string) {
	value, err := p.databasePath(c)
	switch {
	case err != nil:
		return "", from
	case c.IsSet("db"):
		return value, "command line"
	case p.getenv("GEMSUB_DB") != "":
		return value, "environment"
	}
	return value, from
}

func valueOf(flag cli.Flag) string {
	switch f := plain(flag).(type) {
	case *cli.StringFlag:
		return f.Value
	case *cli.BoolFlag:
		return strconv.FormatBool(f.Value)
	case *cli.IntFlag:
		if f.Value == 0 {
			return f.DefaultText
		}
		return strconv.Itoa(f.Value)
	case *cli.StringSliceFlag:
		if f.Value != nil {
			return strings.Join(f.Value.Value(), ", ")
		}
	}
	return ""
}
