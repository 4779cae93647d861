package main

import (
	"context"
	"fmt"

	"github.com/urfave/cli/v2"

	"gemsub/internal/address"
	"gemsub/internal/app"
	"gemsub/internal/view"
)

func (p *program) trustCommand() *cli.Command {
	return &cli.Command{
		Name:  "trust",
		Usage: "show and change which certificates are trusted",
		Description: `The first key that a capsule shows is trusted. Another one is refused until you accept
it, unless the old certificate has expired or the system's roots vouch for the new one:
compare its fingerprint with what the capsule's owner says. The first 8 digits are enough.

Examples:
  gemsub trust list
  gemsub trust accept example.org d33aff4d
  gemsub trust forget example.org:1966`,
		Subcommands: []*cli.Command{
			subcommand("list", "", "show the keys that are kept",
				listed(p, "no certificates yet", (*app.App).PinnedKeys, view.Keys()), p.jsonFlag()),
			subcommand("accept", "AUTHORITY [FINGERPRINT]", "trust a key that was refused", p.trustAccept),
			subcommand("forget|rm", "AUTHORITY", "trust the next key, whatever it is", acting(authorityOf, p.with, p.trustForget)),
		},
	}
}

// authorityOf reads the authority that the first argument names.
func authorityOf(c *cli.Context) (string, error) {
	u, err := address.Parse(c.Args().First())
	if err != nil {
		return "", asUsage(err)
	}
	return address.Authority(u), nil
}

func (p *program) trustAccept(c *cli.Context) error {
	authority, err := authorityOf(c)
	if err != nil {
		return err
	}
	fingerprint, err := app.ParseFingerprint(c.Args().Get(1))
	if err != nil {
		return asUsage(err)
	}
	return p.report(c, func(a *app.App) (string, error) {
		key, err := a.AcceptKey(c.Context, authority, fingerprint)
		return fmt.Sprintf("trusting %s with key %s", authority, key.Fingerprint), err
	})
}

func (p *program) trustForget(ctx context.Context, a *app.App, authority string) error {
	err := a.ForgetKey(ctx, authority)
	if err == nil {
		p.Say("forgot the key of %s", authority)
	}
	return err
}
