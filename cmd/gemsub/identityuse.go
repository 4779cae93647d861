package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"gemsub/internal/address"
	"gemsub/internal/app"
	"gemsub/store"
)

func (p *program) identityUse(c *cli.Context) error {
	if c.NArg() != 2 {
		return usagef("identity use needs a name and a feed or AUTHORITY/PATH")
	}
	name := c.Args().First()
	db, err := p.openStore(c)
	if err != nil {
		return err
	}
	defer db.Close()
	all, err := db.Subscriptions(c.Context, store.SubscriptionFilter{})
	if err != nil {
		return err
	}
	scope, err := readScope(all, c.Args().Get(1))
	if err != nil {
		return err
	}
	known, err := db.UseIdentity(c.Context, store.IdentityUse{Authority: scope.Authority, Path: scope.Path, Name: name})
	if err != nil {
		return err
	}
	if !known {
		return unknownIdentity(name)
	}
	p.Say("showing identity %s at %s and below", name, scope.URL())
	id, err := app.ReadIdentity(c.Context, db, name)
	if err != nil || id == nil {
		return err
	}
	p.warnInvalid(id)
	p.hintPaused(all, scope)
	return nil
}

// readScope is app.ReadScope; a URL that is none is wrong usage.
func readScope(all []store.Subscription, arg string) (address.Scope, error) {
	scope, err := app.ReadScope(all, arg)
	if _, bad := errors.AsType[*address.Error](err); bad {
		return scope, asUsage(err)
	}
	return scope, err
}

// hintPaused says how to ask again for the feeds that waited for an identity.
func (p *program) hintPaused(all []store.Subscription, scope address.Scope) {
	var numbers []string
	for _, s := range all {
		u, err := address.Parse(s.URL)
		if err == nil && s.State == store.StatePaused && scope.Contains(u) {
			numbers = append(numbers, strconv.FormatInt(s.ID, 10))
		}
	}
	if len(numbers) > 0 {
		p.Hint("gemsub update %s asks again", strings.Join(numbers, " "))
	}
}

func (p *program) identityUnuse(c *cli.Context) error {
	if c.NArg() != 1 {
		return usagef("identity unuse needs a feed or AUTHORITY/PATH")
	}
	db, err := p.openStore(c)
	if err != nil {
		return err
	}
	defer db.Close()
	all, err := db.Subscriptions(c.Context, store.SubscriptionFilter{})
	if err != nil {
		return err
	}
	scope, err := readScope(all, c.Args().First())
	if err != nil {
		return err
	}
	used, err := db.UnuseIdentity(c.Context, scope.Authority, scope.Path)
	if err != nil {
		return err
	}
	if !used {
		return &hintedError{fmt.Errorf("no identity is used at %s itself", scope.URL()), "gemsub identity list shows where yours are used"}
	}
	p.Say("no longer showing an identity at %s", scope.URL())
	return nil
}
