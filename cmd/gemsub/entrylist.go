package main

import (
	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
	"gemsub/internal/show"
)

// entryOptions are what the commands that list entries have in common.
type entryOptions struct {
	query app.EntryQuery
	style show.EntryStyle
	count bool // instead of the entries
}

func entryListFlags() []cli.Flag {
	return append(entryFilters(),
		&cli.StringFlag{Name: "template", Usage: "print each entry with template `T`"},
		&cli.BoolFlag{Name: "json", Usage: "one JSON object a line"},
	)
}

// entryOptions reads the flags of [entryListFlags], and feeds, which arguments name.
func (p *program) entryOptions(c *cli.Context, feeds []string) (o entryOptions, err error) {
	if o.query, err = p.filters(c, feeds); err != nil {
		return o, err
	}
	switch {
	case c.IsSet("json") && c.IsSet("template"):
		return o, usagef("--json and --template exclude each other")
	case c.Bool("json") && !c.IsSet("template"):
		o.style.JSON = true
	case c.String("template") != "":
		if o.style.Template, err = show.ParseTemplate(c.String("template")); err != nil {
			return o, asUsage(err)
		}
	}
	o.query.WithTags = o.style.JSON || o.style.Template != nil
	return o, nil
}
