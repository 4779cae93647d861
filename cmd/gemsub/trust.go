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
				needs: keptDatabase, columns: view.Keys.Names,
				run: listing("no certificates yet", (*app.App).PinnedKeys, view.Keys),
			},
			{
				name: "accept", arguments: "AUTHORITY [FINGERPRINT]", usage: "trust a key that was refused",
				needs: keptDatabase, run: withOptions((*call).acceptOptions, (*call).acceptKey),
			},
			{
				name: "forget", alias: "rm", arguments: "AUTHORITY", usage: "trust the next key, whatever it is",
				needs: keptDatabase, run: withOptions((*call).url, (*call).forgetKey),
			},
		},
	}
}

// url is the URL or authority that the first argument names.
func (c *call) url() *url.URL {
	u, err := address.Parse(c.flags.Args().First())
	c.fail(asUsage(err))
	return u
}

// acceptOptions are a key and whose it is.
type acceptOptions struct {
	capsule     *url.URL
	fingerprint string
}

func (c *call) acceptOptions() acceptOptions {
	fingerprint, err := app.ParseFingerprint(c.flags.Args().Get(1))
	c.fail(asUsage(err))
	return acceptOptions{c.url(), fingerprint}
}

func (c *call) acceptKey(o acceptOptions) error {
	authority := address.Authority(o.capsule)
	key, err := c.app.AcceptKey(c.ctx, authority, o.fingerprint)
	return c.done(err, "trusting %s with key %s", authority, key.Fingerprint)
}

func (c *call) forgetKey(capsule *url.URL) error {
	authority := address.Authority(capsule)
	return c.done(c.app.ForgetKey(c.ctx, authority), "forgot the key of %s", authority)
}
