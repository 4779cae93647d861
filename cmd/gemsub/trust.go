package main

import (
	"net/url"

	"github.com/urfave/cli/v2"

	"gemsub/internal/address"
	"gemsub/internal/app"
	"gemsub/internal/view"
)

func trustCommand() *command {
	return &command{
		name:  "trust",
		usage: "show and change which certificates are trusted",
		description: `The first key that a capsule shows is trusted. Another one is refused until you accept
it, unless the old certificate has expired or the system's roots vouch for the new one:
compare its fingerprint with what the capsule's owner says. The first 8 digits are enough.

Examples:
  gemsub trust list
  gemsub trust accept example.org d33aff4d
  gemsub trust forget example.org:1966`,
		parts: []*command{
			{
				name: "list", usage: "show the keys that are kept", flags: []cli.Flag{jsonFlag()},
				needs: keptDatabase, columns: view.Keys().Names,
				run: listing("no certificates yet", (*app.App).PinnedKeys, view.Keys()),
			},
			{
				name: "accept", arguments: "AUTHORITY [FINGERPRINT]", usage: "trust a key that was refused",
				needs: keptDatabase, run: (*call).acceptKey,
			},
			{
				name: "forget", alias: "rm", arguments: "AUTHORITY", usage: "trust the next key, whatever it is",
				needs: keptDatabase, run: withOptions((*call).url, (*call).forgetKey),
			},
		},
	}
}

// url is the URL or authority that the first argument names.
func (c *call) url() (*url.URL, error) {
	u, err := address.Parse(c.flags.Args().First())
	return u, asUsage(err)
}

func (c *call) acceptKey() error {
	u, err := c.url()
	if err != nil {
		return err
	}
	fingerprint, err := app.ParseFingerprint(c.flags.Args().Get(1))
	if err != nil {
		return asUsage(err)
	}
	if err := c.openDatabase(); err != nil {
		return err
	}
	authority := address.Authority(u)
	key, err := c.app.AcceptKey(c.ctx, authority, fingerprint)
	if err == nil {
		c.Say("trusting %s with key %s", authority, key.Fingerprint)
	}
	return err
}

func (c *call) forgetKey(u *url.URL) error {
	authority := address.Authority(u)
	err := c.app.ForgetKey(c.ctx, authority)
	if err == nil {
		c.Say("forgot the key of %s", authority)
	}
	return err
}
