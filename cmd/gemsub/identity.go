package main

import (
	"net/url"
	"os"

	"github.com/urfave/cli/v2"

	"gemsub/internal/address"
	"gemsub/internal/app"
	"gemsub/internal/model"
	"gemsub/internal/show"
	"gemsub/internal/view"
	"gemsub/internal/words"
)

func identityCommand() *command {
	return &command{
		name:  "identity",
		usage: "keep client certificates, and choose which capsules see them",
		description: `Some capsules recognise visitors by a client certificate. An identity is a certificate
with its key, kept in the database. A capsule sees it only if it asks, and only below the
path that you name, or the feed's.

Examples:
  gemsub identity new abelard
  gemsub identity add art --cert art.crt --key art.key
  gemsub identity use abelard example.org/members/
  gemsub identity use art 3
  gemsub identity unuse example.org/members/
  gemsub identity list
  gemsub identity remove art`,
		parts: []*command{
			{
				name: "new", arguments: "NAME", usage: "make an identity",
				needs: createDatabase, columns: view.NewIdentities.Names, run: (*call).newIdentity,
			},
			{
				name: "add", arguments: "NAME", usage: "copy an identity from files",
				flags: []cli.Flag{
					&cli.StringFlag{Name: "cert", Usage: "the certificate is in `FILE`, - for standard input"},
					&cli.StringFlag{Name: "key", Usage: "its private key is in `FILE`, without a passphrase"},
				},
				needs: createDatabase, columns: view.NewIdentities.Names, run: (*call).copyIdentity,
			},
			{
				name: "use", arguments: "IDENTITY FEED|AUTHORITY/PATH", usage: "show an identity to a capsule",
				run: unchecked((*call).useIdentity),
			},
			{
				name: "unuse", arguments: "FEED|AUTHORITY/PATH", usage: "no longer show an identity",
				run: unchecked((*call).unuseIdentity),
			},
			{
				name: "list", usage: "show your identities", flags: []cli.Flag{jsonFlag()},
				columns: view.Identities.Names, run: listing((*app.App).Identities, view.Identities),
			},
			{
				name: "remove", aliases: []string{"rm"}, arguments: "IDENTITY", usage: "delete an identity and its key",
				run: unchecked((*call).removeIdentity),
			},
		},
	}
}

// newIdentity makes an identity that never expires.
func (c *call) newIdentity() func() error {
	id, err := app.NewIdentity(c.identityName(), c.Now())
	c.fail(err)
	return c.addIdentity(id)
}

// copyIdentity reads --cert and --key, and warns if others can read the key.
func (c *call) copyIdentity() func() error {
	certFile, keyFile, name := c.flags.String("cert"), c.flags.String("key"), c.identityName()
	c.refuseIf(certFile == "" || keyFile == "", "identity add needs --cert and --key")
	var id model.Identity
	if c.err == nil {
		id, c.err = c.input().Identity(name, certFile, keyFile)
	}
	if file, err := os.Stat(keyFile); c.err == nil && err == nil && file.Mode().Perm()&0o077 != 0 {
		c.Tell(view.KeyReadable(keyFile))
	}
	return c.addIdentity(id)
}

// identityName returns the first argument. It fails if this cannot be the name of an identity.
func (c *call) identityName() string {
	name := c.flags.Args().First()
	isName := model.CheckTag(name) == nil && words.Safe(name) == name
	c.refuseIf(!isName, "%q is not a name for an identity: use one word without commas and quotes", name)
	return name
}

// addIdentity stores an identity, prints its fingerprint, and warns if it is not valid now.
func (c *call) addIdentity(id model.Identity) func() error {
	return func() error {
		info, err := c.app.AddIdentity(c.ctx, id)
		if err != nil {
			return err
		}
		c.Tell(view.InvalidIdentity(info))
		return show.One(c.Printer, view.NewIdentities, info, view.NewIdentity(info))
	}
}

// useIdentity shows an identity at a place from now on, and says which paused feeds wait for it. An
// expired certificate is only a warning; an identity that cannot be read is an error.
func (c *call) useIdentity() error {
	used, err := c.app.UseIdentity(c.ctx, c.flags.Args().Get(0), c.flags.Args().Get(1))
	if err != nil {
		return placeError(err)
	}
	c.Tell(view.IdentityUsed(used.Identity, used.URL, used.Paused))
	return used.Identity.Err
}

func (c *call) unuseIdentity() error {
	url, err := c.app.UnuseIdentity(c.ctx, c.flags.Args().First())
	return c.told(placeError(err), view.IdentityUnused(url))
}

func (c *call) removeIdentity() error {
	name := c.flags.Args().First()
	return c.told(c.app.RemoveIdentity(c.ctx, name), view.IdentityRemoved(name))
}

func trustCommand() *command {
	return &command{
		name:  "trust",
		usage: "show and change which certificates are trusted",
		description: `The first key that a capsule shows is trusted. Another one is refused until you accept it, unless
the old certificate has expired since a visit in the last 90 days, or the system's roots vouch for
the new one. Compare 8 digits or more of its fingerprint with what the capsule's owner says.
AUTHORITY is a host, with its port if that is not 1965.

Examples:
  gemsub trust list
  gemsub trust accept example.org d33aff4d
  gemsub trust forget example.org:1966`,
		parts: []*command{
			{
				name: "list", usage: "show the keys that are kept", flags: []cli.Flag{jsonFlag()},
				columns: view.Keys.Names,
				run:     listing((*app.App).PinnedKeys, view.Keys),
			},
			{
				name: "accept", arguments: "AUTHORITY [FINGERPRINT]", usage: "trust a key that was refused",
				run: (*call).acceptKey,
			},
			{
				name: "forget", aliases: []string{"rm"}, arguments: "AUTHORITY", usage: "forget a key, so that the next one is trusted",
				run: (*call).forgetKey,
			},
		},
	}
}

// url returns the URL or authority that the first argument names.
func (c *call) url() *url.URL {
	u, err := address.Parse(c.flags.Args().First())
	c.fail(asUsage(err))
	return u
}

func (c *call) acceptKey() func() error {
	fingerprint, err := app.ParseFingerprint(c.flags.Args().Get(1))
	c.fail(asUsage(err))
	capsule := c.url()
	return func() error {
		authority := address.Authority(capsule)
		key, err := c.app.AcceptKey(c.ctx, authority, fingerprint)
		return c.told(err, view.KeyAccepted(authority, key.Fingerprint))
	}
}

func (c *call) forgetKey() func() error {
	capsule := c.url()
	return func() error {
		authority := address.Authority(capsule)
		return c.told(c.app.ForgetKey(c.ctx, authority), view.KeyForgotten(authority))
	}
}
