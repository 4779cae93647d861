package main

import (
	"context"

	"gemsub/internal/app"
)

// warnUntagged says so if no feed has a tag that was asked for.
func (p *program) warnUntagged(ctx context.Context, a *app.App, tag string) error {
	_, err := p.untagged(ctx, a, tag)
	return err
}

// untagged is warnUntagged that reports whether it said so.
func (p *program) untagged(ctx context.Context, a *app.App, tag string) (told bool, err error) {
	none, err := a.Untagged(ctx, tag)
	if none {
		p.Untagged(tag)
	}
	return none, err
}
