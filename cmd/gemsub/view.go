package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
	"gemsub/internal/shell"
	"gemsub/internal/tui"
	"gemsub/internal/words"
)

// setView takes a view from the configuration without checking it: only commands that name it
// report its errors.
func (p *program) setView(name string, value any) error {
	p.chosen["views."+name] = fmt.Sprint(value)
	return nil
}

// withView returns a command line in the order in which urfave/cli reads it, with the filters of
// the view that it names, except filters that it has itself.
func (p *program) withView(l *commandLine) ([]string, error) {
	for _, word := range slices.Clone(l.local) {
		name, isView := strings.CutPrefix(word, "--view=")
		if !isView || name == "" {
			continue
		}
		filters, _, err := p.view(name)
		if err != nil {
			return nil, err
		}
		for _, filter := range filters {
			flag, _, _ := strings.Cut(filter, "=")
			if !slices.ContainsFunc(l.local, func(word string) bool { return word == flag || strings.HasPrefix(word, flag+"=") }) {
				l.local = append(l.local, filter)
			}
		}
	}
	return l.arranged()
}

// views returns the views of the configuration for the reader, ordered by name.
func (p *program) views() (all []tui.View) {
	for _, key := range slices.Sorted(maps.Keys(p.chosen)) {
		if name, isView := strings.CutPrefix(key, "views."); isView {
			_, q, err := p.view(name)
			all = append(all, tui.View{Name: name, Query: q, Err: err})
		}
	}
	return all
}

// view returns the filters of a view as words of a command line, and the query for them. Its
// error names the view and the file.
func (p *program) view(name string) (filters []string, q app.EntryQuery, err error) {
	text, isKnown := p.chosen["views."+name]
	if !isKnown {
		return nil, q, words.WithNearest(fmt.Errorf("there is no view %q below [views] in config.toml", name), "views."+name, slices.Collect(maps.Keys(p.chosen)))
	}
	filters, q, err = p.parseView(text)
	if usage, isUsage := errors.AsType[*usageError](err); isUsage { // the mistake is in the file, not on the command line
		err = usage.error
	}
	if err != nil {
		err = fmt.Errorf("%s: views.%s: %w", p.configPath(), name, err)
	}
	return filters, q, err
}

// parseView reads the filters of a view and checks their values.
func (p *program) parseView(text string) (filters []string, q app.EntryQuery, err error) {
	typed, err := shell.Split(text)
	if err != nil {
		return nil, q, err
	}
	flags := slices.DeleteFunc(entryFilters(""), func(f cli.Flag) bool { return f.Names()[0] == "view" })
	l, set := &commandLine{flags: flags}, flag.NewFlagSet("view", flag.ContinueOnError)
	for _, word := range typed {
		l.read(word)
	}
	_, err = l.arranged()
	switch {
	case err != nil:
		return nil, q, err
	case len(l.args) > 0:
		return nil, q, words.WithHint(fmt.Errorf("%q is not a filter", l.args[0]), "gemsub entries --help lists filters, such as --feed FEED")
	case len(l.local) == 0:
		return nil, q, errors.New("there are no filters in it")
	}
	set.SetOutput(io.Discard)
	for _, f := range flags {
		_ = f.Apply(set) // no default makes it fail
	}
	if err := set.Parse(l.local); err != nil {
		return nil, q, onUsageError(nil, err, false)
	}
	c := &call{program: p, flags: cli.NewContext(nil, set, nil)}
	q = c.filters(nil)
	return l.local, q, c.err
}
