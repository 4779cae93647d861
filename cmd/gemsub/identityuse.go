package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"gemsub/internal/address"
	"gemsub/internal/app"
	"gemsub/internal/fetch"
	"gemsub/internal/shell"
	"gemsub/internal/update"
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
	id, err := readIdentity(c.Context, db, name)
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

// identity is fetch.Client's Identity.
func (k *keeper) identity(ctx context.Context, u *url.URL) (*fetch.Identity, error) {
	k.usesRead.Do(func() { k.uses, k.usesErr = k.db.IdentityUses(ctx) })
	if k.usesErr != nil {
		return nil, k.usesErr
	}
	name := identityFor(k.uses, u)
	if name == "" {
		return nil, nil
	}
	return readIdentity(ctx, k.db, name)
}

// identityFor names the identity to show for u, the most specific one, or "".
func identityFor(uses []store.IdentityUse, u *url.URL) string {
	var best store.IdentityUse
	for _, use := range uses {
		scope := address.Scope{Authority: use.Authority, Path: use.Path}
		if scope.Contains(u) && len(use.Path) > len(best.Path) {
			best = use
		}
	}
	return best.Name
}

// readIdentity returns an identity that is kept, nil for none of that name.
func readIdentity(ctx context.Context, db *store.Store, name string) (*fetch.Identity, error) {
	kept, known, err := db.Identity(ctx, name)
	if err != nil || !known {
		return nil, err
	}
	return parseIdentity(kept)
}

func parseIdentity(kept store.Identity) (*fetch.Identity, error) {
	id, err := fetch.ParseIdentity(kept.Name, kept.Certificate, kept.Key)
	if err != nil {
		return nil, fmt.Errorf("use identity %s: %w", kept.Name, err)
	}
	return id, nil
}

// identityHint says what to do where a capsule answers 6x: nobody was shown to
// it, or somebody whom it does not want.
func identityHint(res update.Result, status *fetch.StatusError) string {
	asked := status.URL.String() // a redirect may have led there
	place, id := shell.Word(asked), res.Subscription.ID
	switch {
	case status.Away && id != 0:
		return fmt.Sprintf("gemsub set %d --url %s asks there at once, and may show an identity", id, place)
	case status.Away:
		return "no identity is shown after a redirect to another capsule: ask for " + place + " itself"
	case id != 0 && res.Subscription.URL == asked:
		place = strconv.FormatInt(id, 10)
	}
	if status.Identity == "" {
		return fmt.Sprintf("gemsub identity use NAME %s shows a certificate, gemsub identity new NAME makes one", place)
	}
	return fmt.Sprintf("gemsub identity use NAME %s shows another certificate", place)
}
