package main

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
	"gemsub/internal/config"
	"gemsub/internal/shell"
	"gemsub/internal/show"
	"gemsub/internal/term"
	"gemsub/internal/tui"
	"gemsub/internal/view"
	"gemsub/internal/words"
)

func configCommand() *command {
	return &command{
		name:  "config",
		usage: "show the settings that you changed, or all",
		description: `The command also says where each setting comes from. db is the file with all your data, by
default ~/.local/share/gemsub/gemsub.db. ~/.config/gemsub/config.toml gives flags other defaults:
a table for each command, a key for each flag. Its table [views] has names for filters, [keys]
and [colors] are for the full-screen reader and the text of posts.

Example of a file:
  db = "/home/abelard/gemsub.db"

  [update]
  jobs = 64

  [views]
  friends = "--tag friends --since 30d"

  [keys]
  w = '!echo "$GEMSUB_URL" >>~/urls'`,
		flags:   []cli.Flag{&cli.BoolFlag{Name: "all", Category: thisTime, Usage: "show defaults too"}},
		columns: view.Settings.Names,
		needs:   noDatabase,
		run:     unchecked((*call).config),
	}
}

// configure makes the values of the user's file the defaults of app's flags, and keeps its views,
// and keys and colours of the reader. An unknown key is an error: a mistyped one should not go
// unnoticed for years. Valid settings still apply.
func (p *program) configure(app *cli.App) error {
	p.chosen = map[string]string{}
	p.keys, p.Out.Palette = tui.NewKeymap(), term.DefaultPalette()
	p.Err.Palette = p.Out.Palette
	flags := flagsByKey(app)
	tables := map[string]func(name string, value any) (text string, err error){
		"keys": func(name string, value any) (string, error) {
			keys, err := config.Strings(value)
			return strings.Join(keys, " "), cmp.Or(err, p.keys.Set(name, keys))
		},
		"colors": func(name string, value any) (string, error) {
			look, err := config.Text(value)
			return look, cmp.Or(err, p.Out.Palette.Choose(name, look))
		},
		"views": func(_ string, value any) (string, error) { return fmt.Sprint(value), nil }, // only commands that name a view report its errors
	}
	return config.Read(config.Path(p.getenv), func(key string, value any) error {
		table, name, _ := strings.Cut(key, ".")
		if set := tables[table]; set != nil {
			text, err := set(name, value)
			if err != nil {
				return fmt.Errorf("%s: %w", key, err)
			}
			p.chosen[key] = text
			return nil
		}
		if key == "posts" { // update.posts, which counts if the file has both
			if _, isSet := p.chosen["update.posts"]; isSet {
				return nil
			}
			key = "update.posts"
		}
		if _, isRemoved := removedSettings()[key]; isRemoved {
			return nil
		}
		flag := flags[key]
		if flag == nil {
			known := slices.Collect(maps.Keys(flags))
			for right := range tables {
				known = append(known, strings.Replace(key, table, right, 1))
			}
			return words.WithNearest(fmt.Errorf("unknown setting %s", key), key, known)
		}
		if err := setDefault(flag, value); err != nil {
			return fmt.Errorf("%s %w", key, err)
		}
		p.chosen[key] = "" // the value is in the flag
		return nil
	})
}

// removedSettings returns the keys that earlier versions had, each with what to do instead, "" for
// nothing. They are ignored, so that an upgrade stops no command.
func removedSettings() map[string]string {
	return map[string]string{"add.unread": "add.backlog", "add.format": "add.as", "next.oldest": "next.reverse"}
}

// flagsByKey returns all flags, by the keys of settings.
func flagsByKey(app *cli.App) map[string]described {
	all := map[string]described{}
	for _, c := range append([]*cli.Command{{Flags: app.Flags}}, app.Commands...) {
		for _, f := range c.Flags {
			key := strings.TrimPrefix(c.Name+"."+f.Names()[0], ".") // flags of gemsub itself have no table
			all[key] = f.(described)
		}
	}
	return all
}

// setDefault gives a flag the file's value as its default. It fails if the value does not fit.
func setDefault(flag cli.Flag, value any) (err error) {
	if isForThisTime(flag) {
		return errors.New("is for the command line alone")
	}
	switch f := flag.(type) {
	case *cli.StringFlag:
		f.Value, err = config.Text(value)
		switch {
		case f.Name == "limit" || f.Name == "per-feed":
			_, err = words.ParseCount(fmt.Sprint(value))
		case f.Name == "sort" && f.Hidden && !slices.Contains(app.EntryOrders(), f.Value):
			err = errors.New("must be " + strings.Join(app.EntryOrders(), " or "))
		}
	case *cli.BoolFlag:
		on, ok := value.(bool)
		if !ok {
			return errors.New("must be true or false")
		}
		f.Value = on
	case *cli.IntFlag:
		n, ok := value.(int64)
		if !ok {
			return errors.New("must be a number")
		}
		f.Value, f.DefaultText = int(n), ""
	case *cli.DurationFlag:
		if f.Value, err = time.ParseDuration(fmt.Sprint(value)); err != nil {
			return errors.New("must be a time such as \"90s\"")
		}
		if f.Name == "reader.update" && f.Value != 0 && f.Value < time.Minute {
			return errors.New("must be 1m or more, or 0 for never")
		}
	case *cli.StringSliceFlag:
		var all []string
		if all, err = config.Strings(value); err == nil && f.Name == "my" {
			err = app.CheckURLs(all)
		}
		f.Value = cli.NewStringSlice(all...)
	}
	return err
}

// config prints the settings that the user made, with --all every setting, each with its source.
func (c *call) config() error {
	values := map[string]string{}
	for style, look := range term.DefaultLooks() {
		values["colors."+string(style)] = look
	}
	for _, a := range c.keys.Actions() {
		values["keys."+a.Name] = strings.Join(a.Keys, " ")
	}
	maps.Copy(values, c.chosen)
	for key, flag := range flagsByKey(c.flags.App) {
		if !isForThisTime(flag) {
			values[key] = flag.GetDefaultText()
		}
	}
	var inForce []view.Setting
	for _, key := range slices.Sorted(maps.Keys(values)) {
		value, from := values[key], ""
		if _, chosen := c.chosen[key]; chosen {
			from = c.configPath()
		}
		if g, isGlobal := c.globals[key]; isGlobal {
			value, from = g.value, cmp.Or(g.origin, from)
		}
		switch key {
		case "db":
			value, _ = c.databasePath() // without a home there is no path
		case "proxy":
			value = app.ProxyName(value)
		}
		if from != "" || c.flags.Bool("all") {
			inForce = append(inForce, view.Setting{Key: key, Value: value, From: cmp.Or(from, "default")})
		}
	}
	return c.paged(func() error { return show.Print(c.Printer, view.Settings, inForce) })
}

// configPath returns the path of the user's settings, for messages.
func (p *program) configPath() string { return cmp.Or(config.Path(p.getenv), "config.toml") }

// addView adds to a command line the filters of the view that it names, except filters that the
// line has itself. It fails if the view is unknown or not valid.
func (p *program) addView(l *commandLine) error {
	i := slices.IndexFunc(l.local, func(word string) bool { return strings.HasPrefix(word, "--view=") })
	if i < 0 {
		return nil
	}
	filters, q := p.view(strings.TrimPrefix(l.local[i], "--view="))
	filters = slices.DeleteFunc(filters, func(filter string) bool {
		flag, _, _ := strings.Cut(filter, "=")
		return l.has(flag)
	})
	l.local = append(l.local, filters...)
	return q.Err
}

// views returns the views of the configuration for the reader, by name.
func (p *program) views() map[string]app.EntryQuery {
	all := map[string]app.EntryQuery{}
	for key := range p.chosen {
		if name, isView := strings.CutPrefix(key, "views."); isView {
			_, all[name] = p.view(name)
		}
	}
	return all
}

// view returns the filters of a view as words of a command line, and the query for them. The
// query's error names the view and the file.
func (p *program) view(name string) (filters []string, q app.EntryQuery) {
	text, isKnown := p.chosen["views."+name]
	if !isKnown {
		q.Err = words.WithNearest(fmt.Errorf("there is no view %q below [views] in config.toml", name), "views."+name, slices.Collect(maps.Keys(p.chosen)))
		return nil, q
	}
	l := &commandLine{flags: slices.DeleteFunc(entryFilters(""), func(f cli.Flag) bool { return f.Names()[0] == "view" })}
	typed, err := shell.Split(text)
	for _, word := range typed {
		l.read(word)
	}
	if err == nil {
		_, err = l.arranged()
	}
	switch {
	case slices.Contains(typed, "--all"):
		err = fmt.Errorf("--all is not a filter: it stands beside --view, as in gemsub entries --all --view %s", shell.Quote(name))
	case err != nil:
	case len(l.args) > 0:
		err = words.WithHint(fmt.Errorf("%q is not a filter", l.args[0]), "gemsub entries --help lists filters, such as --feed FEED")
	case len(l.local) == 0:
		err = errors.New("there are no filters in it")
	default:
		var c *call
		if c, err = p.callWithin(append([]string{"entries"}, l.local...)...); err == nil {
			q = c.filters(nil)
			err = c.err
		}
	}
	if usage, isUsage := errors.AsType[*usageError](err); isUsage { // the mistake is in the file, not on the command line
		err = usage.error
	}
	if err != nil {
		q.Err = fmt.Errorf("%s: views.%s: %w", p.configPath(), name, err)
	}
	return l.local, q
}
