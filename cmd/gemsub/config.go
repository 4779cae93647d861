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

// A settingMistake is a mistake in the user's file of settings.
type settingMistake struct {
	key       string
	err       error // names file and key
	isRemoved bool  // the key is no setting any more
}

// configure makes the values of the user's file the defaults of app's flags, and keeps its views,
// and keys and colours of the reader. Each value is read by the parser of its flag. A mistake is an
// error of the commands that use the key, see [call.wrongSetting]; the error of configure is one of
// the file as a whole. Valid settings still apply.
func (p *program) configure(app *cli.App) error {
	p.chosen, p.mistakes = map[string]string{}, nil
	p.keys, p.Out.Palette = tui.NewKeymap(), term.DefaultPalette()
	p.Err.Palette = p.Out.Palette
	flags := flagsByKey(app)
	return config.Read(config.Path(p.getenv), func(key string, value any) {
		if key == "posts" { // update.posts, which counts if the file has both
			if _, isSet := p.chosen["update.posts"]; isSet {
				return
			}
			key = "update.posts"
		}
		if removed := removedSettings()[key]; removed != "" {
			p.mistakes = append(p.mistakes, settingMistake{key, fmt.Errorf("%s: %s %s", p.configPath(), key, removed), true})
		} else if err := p.choose(flags, key, value); err != nil {
			p.mistakes = append(p.mistakes, settingMistake{key, fmt.Errorf("%s: %s: %w", p.configPath(), key, err), false})
		}
	})
}

// choose applies a setting of the user's file.
func (p *program) choose(flags map[string][]described, key string, value any) error {
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
	table, name, _ := strings.Cut(key, ".")
	if set := tables[table]; set != nil {
		text, err := set(name, value)
		if err == nil {
			p.chosen[key] = text
		}
		return err
	}
	if flags[key] == nil {
		known := slices.Collect(maps.Keys(flags))
		for right := range tables {
			known = append(known, strings.Replace(key, table, right, 1))
		}
		return words.WithNearest(errors.New("unknown setting"), key, known)
	}
	for _, flag := range flags[key] {
		if err := setDefault(flag, value); err != nil {
			return err
		}
	}
	p.chosen[key] = "" // the value is in the flag
	return nil
}

// wrongSetting returns the first mistake in the settings that the command uses, nil for none. What
// stands on the command line replaces the setting.
func (c *call) wrongSetting() error {
	i := slices.IndexFunc(c.mistakes, func(m settingMistake) bool { return !m.isRemoved && c.uses(m.key) })
	if i < 0 {
		return nil
	}
	return c.mistakes[i].err
}

// uses reports whether the command uses a setting. A mistyped one, for which no command is known,
// counts as used by all: it may be the proxy.
func (c *call) uses(key string) bool {
	table, name, isInTable := strings.Cut(key, ".")
	users := map[string][]string{ // of settings that few commands use; "" is the reader
		"keys": {""}, "reader": {""}, "mouse": {""}, "my": {"update", "mentions", ""}, "browser": {"open", ""}, "sync": {"sync", "update", ""},
	}
	isTable := func(other *cli.Command) bool { return other.Name == table }
	switch {
	case slices.Contains([]string{"config", "doctor", "version", "completion", completeName, completeBashName}, c.name):
		return false
	case c.flags.IsSet(key), table == c.name && c.flags.IsSet(name):
		return false
	case isInTable && slices.ContainsFunc(c.flags.App.Commands, isTable):
		return table == c.name
	case users[table] != nil:
		return slices.Contains(users[table], c.name)
	case table == "colors":
		return c.Out.Color
	case table == "pager":
		return c.Out.IsTerminal()
	case table == "proxy":
		return c.network || c.name == ""
	}
	return true
}

// removedSettings returns the keys that earlier versions had, each with what to say of it. They are
// ignored, so that an upgrade stops no command.
func removedSettings() map[string]string {
	const removed = "is no longer a setting, and is ignored"
	return map[string]string{
		"add.unread": removed + "; use add.backlog", "add.format": removed + "; use add.as", "next.oldest": removed + "; use next.reverse",
		"dns":                 removed + "; use the variable GEMSUB_DNS of the environment",
		"update.exec-timeout": removed, "update.feed-room": removed, "prune.keep": removed, "discover.agent": removed, "robots.agent": removed, "keys.redraw": removed,
	}
}

// flagsByKey returns all flags, by the keys of settings. The flags of a group's parts are in the
// table of the group.
func flagsByKey(app *cli.App) map[string][]described {
	all := map[string][]described{}
	add := func(table string, flags []cli.Flag) {
		for _, f := range flags {
			key := strings.TrimPrefix(table+"."+f.Names()[0], ".") // flags of gemsub itself have no table
			all[key] = append(all[key], f.(described))
		}
	}
	add("", app.Flags)
	for _, c := range app.Commands {
		add(c.Name, c.Flags)
		for _, part := range c.Subcommands {
			add(c.Name, part.Flags)
		}
	}
	return all
}

// setDefault gives a flag the file's value as its default. It fails if the flag's parser refuses
// the value.
func setDefault(flag cli.Flag, value any) (err error) {
	if isForThisTime(flag) {
		return errors.New("is for the command line alone")
	}
	switch f := flag.(type) {
	case *cli.StringFlag:
		text, err := config.Text(value)
		return cmp.Or(err, assign(&f.Value, text, f.Action))
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
		f.DefaultText = ""
		return assign(&f.Value, int(n), f.Action)
	case *cli.DurationFlag:
		d, err := time.ParseDuration(fmt.Sprint(value))
		if err != nil {
			return errors.New("must be a time such as \"90s\"")
		}
		return assign(&f.Value, d, f.Action)
	case *cli.StringSliceFlag:
		all, err := config.Strings(value)
		if err == nil && f.Action != nil {
			err = asSetting(f.Action(nil, all))
		}
		f.Value = cli.NewStringSlice(all...)
		return err
	}
	return nil
}

// assign gives a flag a value, unless its parser, which may be nil, refuses it.
func assign[T any](to *T, value T, parse func(*cli.Context, T) error) error {
	if parse != nil {
		if err := parse(nil, value); err != nil {
			return asSetting(err)
		}
	}
	*to = value
	return nil
}

// asSetting returns the error of a flag's parser for a mistake in a file.
func asSetting(err error) error {
	if usage, isUsage := errors.AsType[*usageError](err); isUsage {
		return usage.error
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
	for key, flags := range flagsByKey(c.flags.App) {
		if !isForThisTime(flags[0]) {
			values[key] = flags[0].GetDefaultText()
		}
	}
	for _, m := range c.mistakes {
		c.Error(m.err)
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
	if err != nil {
		q.Err = fmt.Errorf("%s: views.%s: %w", p.configPath(), name, asSetting(err)) // not a mistake of the command line
	}
	return l.local, q
}
