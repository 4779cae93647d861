package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"github.com/urfave/cli/v2"

	"gemsub/internal/address"
	"gemsub/internal/show"
	"gemsub/internal/update"
	"gemsub/store"
)

// borrowStore opens the database or, where there is none, an empty one that goes
// with the command.
func (p *program) borrowStore(c *cli.Context) (db *store.Store, done func(), err error) {
	path, err := p.databasePath(c)
	if err != nil {
		return nil, nil, err
	}
	dir := ""
	if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
		if dir, err = os.MkdirTemp("", "gemsub"); err != nil {
			return nil, nil, fmt.Errorf("make a temporary folder: %w", reason(err))
		}
		path = filepath.Join(dir, "gemsub.db")
	}
	db, err = store.Open(c.Context, path, p.now)
	done = func() {
		if db != nil {
			db.Close()
		}
		if dir != "" {
			os.RemoveAll(dir)
		}
	}
	if err != nil {
		done()
	}
	return db, done, err
}

// subscribedThere returns the subscriptions at the authority of u.
func subscribedThere(ctx context.Context, db *store.Store, u *url.URL) ([]update.Subscription, error) {
	all, err := db.Subscriptions(ctx, store.SubscriptionFilter{})
	if err != nil {
		return nil, err
	}
	var there []update.Subscription
	for _, s := range subscriptions(all) {
		if address.AuthorityOf(s.URL) == address.Authority(u) {
			there = append(there, s)
		}
	}
	return there, nil
}

// whenAsked says when the capsule was and will be asked.
func (p *program) whenAsked(j jsonRobots) (facts [][2]string) {
	add := func(name, format string, args ...any) {
		facts = append(facts, [2]string{name, fmt.Sprintf(format, args...)})
	}
	at := func(t show.Time) string { return time.Time(t).Local().Format("15:04 on 2006-01-02") }
	is := func(t show.Time) bool { return !time.Time(t).IsZero() }
	if is(j.PolicyAt) && is(j.PolicyUntil) {
		add("asked", "%s, again not before %s", p.Ago(time.Time(j.PolicyAt)), at(j.PolicyUntil))
	}
	if is(j.FailingSince) {
		add("outage", "no answer about robots.txt since %s; the last one holds for 30 days, and each update asks again", at(j.FailingSince))
	}
	if is(j.DeferredUntil) {
		add("deferred", "asked to slow down (44): nothing is requested before %s", at(j.DeferredUntil))
	}
	if j.Ignored {
		add("ignored", "you subscribed with --ignore-robots")
	}
	switch {
	case j.NextURL != "" && !time.Time(j.NextAt).After(p.now()):
		add("next", "%s, at the next update", j.NextURL)
	case j.NextURL != "":
		add("next", "%s, at the first update after %s", j.NextURL, at(j.NextAt))
	case is(j.PolicyAt):
		add("next", "nothing: no feed of this capsule is due")
	}
	return facts
}
