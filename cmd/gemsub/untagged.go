package main

import (
	"context"
	"slices"

	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
)

// filteredTag is the tag that a command was asked to keep to, "" for none. The tags that
// add and set give to feeds are no filters.
func filteredTag(c *cli.Context) string {
	isFilter := func(f cli.Flag) bool { _, ok := f.(*cli.StringFlag); return ok && f.Names()[0] == "tag" }
	if !slices.ContainsFunc(c.Command.Flags, isFilter) {
		return ""
	}
	return c.String("tag")
}

// knownTag returns an error if no feed has a tag.
func knownTag(ctx context.Context, a *app.App, tag string) error {
	untagged, err := a.Untagged(ctx, tag)
	if untagged {
		return app.UnknownTagError(tag)
	}
	return err
}
