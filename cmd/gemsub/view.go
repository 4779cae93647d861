package main

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
	"gemsub/internal/shell"
	"gemsub/internal/words"
)

// addView adds to a command line the filters of the view that it names, except filters that it
// has itself.
func (p *program) addView(l *commandLine) error {
	i := slices.IndexFunc(l.local, func(word string) bool { return strings.HasPrefix(word, "--view=") })
	if i < 0 {
		return nil
	}
	filters, q := p.view(strings.TrimPrefix(l.local[i], "--view="))
	for _, filter := range filters {
		if flag, _, _ := strings.Cut(filter, "="); !l.has(flag) {
			l.local = append(l.local, filter)
		}
	}
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
