package app

import (
	"context"
	"fmt"
	"net/url"

	"gemsub/feed"
	"gemsub/internal/fetch"
	"gemsub/internal/update"
)

// A NoHostError reports a URL whose host does not resolve.
type NoHostError struct{ error }

func (e *NoHostError) Unwrap() error { return e.error }

// Page asks for the page at u as one person does. Notices say where robots.txt
// refuses it to an update, and what else was noticed. Its errors may be a
// [*NoHostError].
func (a *App) Page(ctx context.Context, u *url.URL) (page feed.Page, notices []string, err error) {
	s := a.engineStore(nil)
	engine := a.engine(s, Asking{})
	limited, cancel := context.WithTimeoutCause(ctx, update.CheckTime, update.ErrTooLong)
	defer cancel()
	resp, err := engine.Fetch.Get(limited, u, func(ctx context.Context, hop *url.URL) error {
		d, _, err := engine.Decide(ctx, hop)
		if err == nil && !d.Allowed {
			refused := &update.RefusedError{URL: hop.String(), Decision: d}
			notices = append(notices, fmt.Sprintf("warning: %v; gemsub update would not read it", refused))
		}
		return ctx.Err() // an unreachable capsule will say so itself
	})
	if _, commitErr := s.Commit(ctx, update.Batch{}); commitErr != nil {
		return page, notices, commitErr
	}
	if err == nil {
		err = resp.Err()
	}
	if err != nil {
		return page, notices, a.unreachable(ctx, err)
	}
	if resp.Cut {
		notices = append(notices, "warning: the capsule ended the connection without close_notify, so the page may be cut short")
	}
	notices = append(notices, resp.Notices...)
	return feed.Page{URL: resp.URL, Meta: resp.Meta, Body: resp.Body, Fetched: a.Now()}, notices, nil
}

// unreachable is the error of a page, that is about to be told.
func (a *App) unreachable(ctx context.Context, err error) error {
	if fetch.KindOf(err) == fetch.NotFound {
		return &NoHostError{err}
	}
	return a.refusal(ctx, err)
}
