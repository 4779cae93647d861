package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
	"gemsub/internal/config"
	"gemsub/internal/show"
	"gemsub/internal/term"
	"gemsub/internal/tui"
	"gemsub/internal/words"
)

func (p *program) configCommand() *cli.Command {
	return &cli.Command{
		Name:  "config",
		Usage: "show the settings that you changed, or all",
		Description: `It says where each setting comes from. The file
$XDG_CONFIG_HOME/gemsub/config.toml gives flags other defaults: a table for each
command, a key for each flag. A flag on the command line overrides it. Its tables [keys]
and [colors] are for the full-screen reader and the text of posts; --all lists their keys.

Example of a file:
  db = "/home/abelard/gemsub.db"

  [update]
  jobs = 64

  [entries]
  limit = 50

  [keys]
  star = ["*", "f2"]

  [colors]
  heading = "bold cyan"`,
		Flags:  []cli.Flag{&cli.BoolFlag{Name: "all", Category: thisTime, Usage: "show defaults too"}},
		Action: p.config,
	}
}

// configure makes the values of the user's file the defaults of app's flags. Keys
// without a flag are errors: a mistyped one should not go unnoticed for years. What is
// right is applied all the same.
func (p *program) configure(app *cli.App, file config.File) error {
	if len(file.Keys()) == 0 {
		return nil
	}
	p.configured, p.chosen = map[cli.Flag]string{}, map[string]string{}
	p.keys, p.palette = map[string][]string{}, term.Palette{}
	p.Out.Palette, p.Err.Palette = p.palette, p.palette
	flags := settings(app)
	return file.Apply(func(key string, value any) error {
		set := map[string]func(string, any) error{"keys": p.setKeys, "colors": p.setColors}
		if table, name, _ := strings.Cut(key, "."); set[table] != nil {
			if err := set[table](name, value); err != nil {
				return fmt.Errorf("%s: %w", key, err)
			}
			return nil
		}
		command, _, _ := strings.Cut(key, ".")
		flag := cmp.Or(flags[key], flags[command+"."+oldNames()[key]])
		if key == "posts" {
			flag = flags["update.posts"]
		}
		if flag == nil {
			return words.DidYouMean(fmt.Errorf("unknown setting %s", key), key, slices.Collect(maps.Keys(flags)))
		}
		if err := setDefault(flag, value); err != nil {
			return fmt.Errorf("%s %w", key, err)
		}
		if flag == flags["update.posts"] {
			p.posts = fmt.Sprint(value)
		}
		p.configured[flag] = file.Path
		return nil
	})
}

// settings are the flags that a file may set, by key.
func settings(app *cli.App) map[string]cli.Flag {
	all := map[string]cli.Flag{}
	add := func(table string, flags []cli.Flag) {
		for _, f := range flags {
			if f != cli.HelpFlag && !isForThisTime(f) {
				all[table+f.Names()[0]] = f
			}
		}
	}
	add("", app.Flags)
	for _, c := range app.Commands {
		add(c.Name+".", c.Flags)
	}
	return all
}

// setDefault gives a flag the file's value as its default.
func setDefault(flag cli.Flag, value any) error {
	switch f := flag.(type) {
	case *cli.StringFlag:
		err := setTo(&f.Value, config.Text, value)
		if f.Name == "limit" || f.Name == "per-feed" {
			_, err = words.ParseCount(fmt.Sprint(value))
		}
		return err
	case *cli.BoolFlag:
		return setTo(&f.Value, config.Bool, value)
	case *cli.IntFlag:
		f.DefaultText = ""
		return setTo(&f.Value, config.Int, value)
	case *cli.DurationFlag:
		return setTo(&f.Value, config.Duration, value)
	case *cli.StringSliceFlag:
		all, err := config.Strings(value)
		if err == nil && f.Name == "my" {
			err = app.CheckURLs(all)
		}
		if err == nil {
			f.Value = cli.NewStringSlice(all...)
		}
		return err
	}
	return nil
}

// setTo sets a default to what read makes of the file's value, unless that is an error.
func setTo[T any](to *T, read func(any) (T, error), value any) error {
	v, err := read(value)
	if err == nil {
		*to = v
	}
	return err
}

// config prints the settings.
func (p *program) config(c *cli.Context) error {
	var inForce []show.Setting
	all := settings(c.App)
	for _, key := range slices.Sorted(maps.Keys(all)) {
		value, from := all[key].(described).GetDefaultText(), p.configured[all[key]]
		if g, isGlobal := p.globals[key]; isGlobal {
			value, from = p.shownGlobal(key), cmp.Or(g.origin, from)
		}
		if from != "" || c.Bool("all") {
			inForce = append(inForce, show.Setting{Key: key, Value: value, From: cmp.Or(from, "default")})
		}
	}
	defaults := readerDefaults()
	for _, key := range slices.Sorted(maps.Keys(defaults)) {
		if value, chosen := p.chosen[key]; chosen {
			inForce = append(inForce, show.Setting{Key: key, Value: value, From: p.configPath()})
		} else if c.Bool("all") {
			inForce = append(inForce, show.Setting{Key: key, Value: defaults[key], From: "default"})
		}
	}
	if len(inForce) == 0 {
		p.Say("no setting differs from its default")
		p.Hint("gemsub config --all lists every setting")
	}
	return p.paged(c.Context, func() error { return p.Settings(inForce) })
}

// configPath is where the user's file of settings is, for people.
func (p *program) configPath() string { return cmp.Or(config.Path(p.getenv), "config.toml") }

// readerDefaults are the keys of the reader and the styles, by the key of the setting.
func readerDefaults() map[string]string {
	defaults := map[string]string{}
	for _, look := range term.Looks() {
		defaults["colors."+string(look.Name)] = look.Words
	}
	for _, key := range tui.Keys() {
		defaults["keys."+key.Action] = key.Keys
	}
	return defaults
}

// shownGlobal is the value of a global flag for people to see.
func (p *program) shownGlobal(name string) string {
	value := p.globals[name].value
	switch name {
	case "db":
		value, _ = p.databasePath() // without a home there is none
	case "proxy":
		value = app.ProxyName(value)
	}
	return value
}
