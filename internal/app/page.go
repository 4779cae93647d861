package app

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"strings"

	"gemsub/feed"
	"gemsub/internal/fetch"
	"gemsub/internal/update"
)

// Page asks for the page at u as one person does. Notices say where robots.txt
// refuses it to an update, and what else was noticed. Where no such host is known the error
// hints that u may have been meant as a file.
func (a *App) Page(ctx context.Context, u *url.URL) (page feed.Page, notices []string, err error) {
	answer, notices, err := a.askOnce(ctx, update.Request{URL: u, Purpose: update.ForPerson})
	if fetch.KindOf(err) == fetch.NotFound {
		err = WithHint(err, "neither a host nor a file of that name was found")
	}
	if err != nil {
		return page, notices, about(u, err)
	}
	if answer.Cut {
		notices = append(notices, "warning: the capsule ended the connection without close_notify, so the page may be cut short")
	}
	return a.pageOf(answer), notices, nil
}

// about is err with the URL that was asked for, unless it names the capsule.
func about(u *url.URL, err error) error {
	if strings.Contains(err.Error(), u.Host) {
		return err
	}
	return fmt.Errorf("%s: %w", u, err)
}

// askOnce is ask in a session of its own.
func (a *App) askOnce(ctx context.Context, want update.Request) (answer update.Answer, notices []string, err error) {
	session := a.engine(&engineStore{}, Asking{}).NewSession()
	answer, notices, err = a.ask(ctx, session, want)
	return answer, notices, cmp.Or(session.Close(ctx), err)
}

// ask makes the request of a person.
func (a *App) ask(ctx context.Context, session *update.Session, want update.Request) (answer update.Answer, notices []string, err error) {
	answer, err = session.Get(ctx, want)
	for _, refused := range answer.Refusals {
		notices = append(notices, fmt.Sprintf("warning: %v; gemsub update would not read it", refused))
	}
	notices = append(notices, answer.Notices...)
	if err != nil {
		err = a.refusal(ctx, err)
	}
	return answer, notices, err
}

// pageOf is the document of an answer.
func (a *App) pageOf(answer update.Answer) feed.Page {
	return feed.Page{URL: answer.URL, Meta: answer.Meta, Body: answer.Body, Fetched: a.Now()}
}
