package main

import (
	"github.com/urfave/cli/v2"

	"gemsub/internal/address"
	"gemsub/internal/app"
)

func (p *program) trustCommand() *cli.Command {
	return &cli.Command{
		Name:  "trust",
		Usage: "show and change which certificates are trusted",
		Description: `The first key that a capsule shows is trusted from then on. Another one is
accepted when the old certificate has expired since the last visit, less than 90
days ago, or when the new one is valid by the system's roots. Else the feeds there
fail until you accept it.

Examples:
  gemsub trust list
  gemsub trust accept example.org d33aff4d
  gemsub trust forget example.org:1966`,
		Subcommands: []*cli.Command{
			{
				Name:   "list",
				Usage:  "show the keys that are kept",
				Flags:  []cli.Flag{jsonFlag()},
				Action: listed(p, "no certificates yet", (*app.App).Keys, p.Keys),
			},
			{
				Name:      "accept",
				Usage:     "trust a key that was refused",
				ArgsUsage: "AUTHORITY [FINGERPRINT]",
				Description: `A key is named by the first digits of its fingerprint, 8 or more. That may be
left out where one key alone was refused. Compare the fingerprint with what the
capsule's owner says, if you can.`,
				Action: p.trustAccept,
			},
			{
				Name:      "forget",
				Aliases:   []string{"rm"},
				Usage:     "trust the next key, whatever it is",
				ArgsUsage: "AUTHORITY",
				Action:    p.trustForget,
			},
		},
	}
}

func (p *program) trustAccept(c *cli.Context) error {
	authority, err := address.ParseAuthority(c.Args().First())
	if err != nil {
		return asUsage(err)
	}
	fingerprint, err := app.ParseFingerprint(c.Args().Get(1))
	if err != nil {
		return asUsage(err)
	}
	return p.with(c, func(a *app.App) error {
		key, err := a.AcceptKey(c.Context, authority, fingerprint)
		if err == nil {
			p.Say("trusting %s with key %s", authority, key.Fingerprint)
		}
		return err
	})
}

func (p *program) trustForget(c *cli.Context) error {
	authority, err := address.ParseAuthority(c.Args().First())
	if err != nil {
		return asUsage(err)
	}
	return p.with(c, func(a *app.App) error {
		err := a.ForgetKey(c.Context, authority)
		if err == nil {
			p.Say("forgot the key of %s", authority)
		}
		return err
	})
}
