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
	"time"

	"github.com/BurntSushi/toml"
	"github.com/urfave/cli/v2"

	"gemsub/internal/address"
	"gemsub/internal/file"
	"gemsub/internal/show"
)

func (p *program) configCommand() *cli.Command {
	return &cli.Command{
		Name:  "config",
		Usage: "show the settings in force and where they come from",
		Description: `The file $XDG_CONFIG_HOME/gemsub/config.toml gives flags other defaults: a table for
each command, a key for each flag. A flag on the command line goes before it.

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
	path   string
	meta   toml.MetaData
	values map[string]toml.Primitive
}

// loadConfig reads the user's file; where there is none it says nothing.
func (p *program) loadConfig() (config, error) {
	c := config{path: p.configPath(), values: map[string]toml.Primitive{}}
	if c.path == "" {
		return c, nil
	}
	data, err := os.ReadFile(c.path)
	if errors.Is(err, fs.ErrNotExist) {
		return c, nil
	}
	if err != nil {
		return c, fmt.Errorf("read %s: %w", c.path, file.Reason(err))
	}
	var file map[string]toml.Primitive
	if c.meta, err = toml.Decode(string(data), &file); err != nil {
		return c, c.located(err)
	}
	c.flatten("", file)
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

// flatten takes over the values of a table and of those in it.
func (c config) flatten(prefix string, table map[string]toml.Primitive) {
	for key, value := range table {
		var inner map[string]toml.Primitive
		if err := c.meta.PrimitiveDecode(value, &inner); err == nil && inner != nil {
			c.flatten(prefix+key+".", inner)
		} else {
			c.values[prefix+key] = value
		}
	}
}

// located is an error with the file's name, and the line if it has one.
func (c config) located(err error) error {
	if wrong, ok := errors.AsType[toml.ParseError](err); ok {
		return fmt.Errorf("%s: line %d: %s", c.path, max(wrong.Position.Line, 1), wrong.Message)
	}
	return fmt.Errorf("%s: %w", c.path, err)
}

// apply makes the file's values the defaults of app's flags. Keys that are no
// flag are errors: a slip of the pen should not go unnoticed for years. Of several
// errors it returns the first in the file; what is right is applied all the same.
func (c config) apply(app *cli.App) (first error) {
	if len(c.values) == 0 {
		return nil
	}
	flags := settingFlags(app)
	for _, path := range c.meta.Keys() {
		key := strings.Join(path, ".")
		value, ok := c.values[key]
		if !ok {
			continue // a table
		}
		if err := c.meta.PrimitiveDecode(value, &setting{key, flags[key]}); err != nil {
			delete(c.values, key)
			first = cmp.Or(first, c.located(err))
		}
	}
	return first
}

// A setting gives a flag the file's value as its default.
type setting struct {
	key  string
	flag cli.Flag // nil for an unknown one
}

// UnmarshalTOML implements toml.Unmarshaler, which gives its errors their lines.
func (s *setting) UnmarshalTOML(value any) error {
	if s.flag == nil {
		return fmt.Errorf("unknown setting %s", s.key)
	}
	if err := setDefault(s.flag, value); err != nil {
		return fmt.Errorf("%s %w", s.key, err)
	}
	return nil
}

// settingFlags are the flags that a file may set, by key and by the keys of earlier
// versions.
func settingFlags(app *cli.App) map[string]cli.Flag {
	all := settings(app)
	for key, f := range settings(app) {
		command, _, _ := strings.Cut(key, ".")
		old := command + "." + oldNameOf(f)
		if oldNameOf(f) != "" && all[old] == nil {
			all[old] = f
		}
	}
	return all
}

// settings are the flags that a file may set, by key.
func settings(app *cli.App) map[string]cli.Flag {
	all := map[string]cli.Flag{}
	for _, f := range app.Flags {
		if f.Names()[0] != "help" && !isForThisTime(f) {
			all[f.Names()[0]] = f
		}
	}
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
	if f, ok := flag.(countFlag); ok {
		f.Value = fmt.Sprint(value)
		_, err := parseCount(f.Value)
		return err
	}
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
	case *cli.DurationFlag:
		text, _ := value.(string)
		d, err := time.ParseDuration(text)
		if err != nil {
			return errors.New("must be a time such as \"90s\"")
		}
		f.Value = d
	case *cli.StringSliceFlag:
		all, ok := listOf(value)
		if !ok {
			return errors.New("must be a list of strings")
		}
		f.Value = cli.NewStringSlice(all...)
	}
	return nil
}

func listOf(value any) (all []string, ok bool) {
	list, ok := value.([]any)
	for _, item := range list {
		s, isString := item.(string)
		ok = ok && isString
		all = append(all, s)
	}
	return all, ok
}

// config prints the settings.
func (p *program) config(c *cli.Context) error {
	if c.NArg() > 0 {
		return usagef("config takes no argument")
	}
	file, _ := p.loadConfig() // start told of an error
	var inForce []show.Setting
	all, set := settings(c.App), map[cli.Flag]bool{}
	for key := range file.values {
		set[plain(settingFlags(c.App)[key])] = true
	}
	for _, key := range slices.Sorted(maps.Keys(all)) {
		value, from := valueOf(all[key]), "default"
		if set[plain(all[key])] {
			from = file.path
		}
		if _, isGlobal := globals()[key]; isGlobal {
			value, from = p.globalSetting(c, key, from)
		}
		inForce = append(inForce, show.Setting{Key: key, Value: value, From: from})
	}
	return p.paged(c.Context, func() error { return p.Settings(inForce) })
}

// globalSetting returns the value of a global flag, and its origin where that is not
// origin.
func (p *program) globalSetting(c *cli.Context, key, origin string) (value, from string) {
	value, from = p.global(c, key)
	switch key {
	case "db":
		value, _ = p.databasePath(c) // without a home there is none
	case "proxy":
		value = address.WithoutUser(value) // nor its password
	}
	return value, cmp.Or(from, origin)
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
	case *cli.DurationFlag:
		return f.Value.String()
	case *cli.StringSliceFlag:
		if f.Value != nil {
			return strings.Join(f.Value.Value(), ", ")
		}
	}
	return ""
}
