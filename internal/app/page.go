package app

import (
	"context"
	"fmt"
	"net/url"

	"gemsub/feed"
	"gemsub/internal/fetch"
	"gemsub/internal/update"
)

// Page asks for the page at u as one person does. Notices say where robots.txt
// refuses it to an update, and what else was noticed.
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
		return page, notices, a.refusal(ctx, err)
	}
	if resp.Cut {
		notices = append(notices, "warning: the capsule ended the connection without close_notify, so the page may be cut short")
	}
	notices = append(notices, resp.Notices...)
	return feed.Page{URL: resp.URL, Meta: resp.Meta, Body: resp.Body, Fetched: a.Now()}, notices, nil
}

// IsNoHost reports that the host of a URL does not resolve.
func IsNoHost(err error) bool { return fetch.KindOf(err) == fetch.NotFound }
