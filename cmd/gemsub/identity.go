package main

import (
	"os"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
	"gemsub/internal/model"
	"gemsub/internal/shell"
	"gemsub/internal/term"
)

func (p *program) identityCommand() *cli.Command {
	return &cli.Command{
		Name:  "identity",
		Usage: "keep client certificates, and choose which capsules see them",
		Description: `Some capsules recognise visitors by a client certificate. An identity is a certificate
with its key, kept in the database. A capsule sees it only if it asks, and only below the
path that you name, or the feed's.

Examples:
  gemsub identity new abelard
  gemsub identity use abelard example.org/members/
  gemsub identity add art --cert art.crt --key art.key
  gemsub identity use art 3
  gemsub identity list`,
		Subcommands: []*cli.Command{
			subcommand("new", "NAME", "make an identity", p.identityNew,
				&cli.IntFlag{Name: "days", Usage: "expire in `N` days", DefaultText: "never"}),
			subcommand("add", "NAME", "copy an identity from files", p.identityAdd,
				&cli.StringFlag{Name: "cert", Usage: "the certificate is in `FILE`, - for standard input"},
				&cli.StringFlag{Name: "key", Usage: "its private key is in `FILE`, without a passphrase"}),
			subcommand("use", "IDENTITY FEED|AUTHORITY/PATH", "show an identity to a capsule", p.identityUse),
			subcommand("unuse", "FEED|AUTHORITY/PATH", "no longer show an identity", p.identityUnuse),
			subcommand("list", "", "show your identities", p.identityList, p.jsonFlag()),
			subcommand("remove|rm", "IDENTITY", "delete an identity and its key", p.identityRemove),
		},
	}
}

// maxDays is a hundred years.
const maxDays = 36500

func (p *program) identityNew(c *cli.Context) error {
	days, until := c.Int("days"), time.Time{}
	if c.IsSet("days") {
		if days < 1 || days > maxDays {
			return usagef("--days must be from 1 to %d", maxDays)
		}
		until = p.now().AddDate(0, 0, days)
	}
	return p.addIdentity(c, func(name string) (model.Identity, error) { return app.NewIdentity(name, p.now(), until) })
}

func (p *program) identityAdd(c *cli.Context) error {
	certFile, keyFile := c.String("cert"), c.String("key")
	if certFile == "" || keyFile == "" {
		return usagef("identity add needs --cert and --key")
	}
	err := p.addIdentity(c, func(name string) (model.Identity, error) { return p.input().Identity(name, certFile, keyFile) })
	if info, statErr := os.Stat(keyFile); err == nil && statErr == nil && info.Mode().Perm()&0o077 != 0 {
		p.Say("%s is readable by others", keyFile)
		p.Hint("chmod 600 %s", shell.Word(keyFile))
	}
	return err
}

// addIdentity keeps an identity that has the name of the argument, and says how capsules
// will know it.
func (p *program) addIdentity(c *cli.Context, read func(name string) (model.Identity, error)) error {
	name := c.Args().First()
	if model.CheckTag(name) != nil || term.Safe(name) != name {
		return usagef("%q is not a name for an identity: use one word without commas and quotes", name)
	}
	id, err := read(name)
	if err != nil {
		return err
	}
	return p.withNew(c, func(a *app.App) error {
		info, err := a.AddIdentity(c.Context, id)
		if err != nil {
			return err
		}
		return p.AddedIdentity(info)
	})
}

func (p *program) identityUse(c *cli.Context) error {
	return p.with(c, func(a *app.App) error {
		used, err := a.UseIdentity(c.Context, c.Args().First(), c.Args().Get(1))
		if err != nil {
			return placeError(err)
		}
		p.Say("showing identity %s at %s and below", used.Identity.Name, used.URL)
		p.WarnInvalid(used.Identity)
		if len(used.Paused) > 0 {
			p.Hint("gemsub update %s tries again", strings.Join(used.Paused, " "))
		}
		return used.Identity.Err
	})
}

func (p *program) identityUnuse(c *cli.Context) error {
	return p.report(c, func(a *app.App) (string, error) {
		url, err := a.UnuseIdentity(c.Context, c.Args().First())
		return "no longer showing an identity at " + url, placeError(err)
	})
}

func (p *program) identityRemove(c *cli.Context) error {
	name := c.Args().First()
	return p.report(c, func(a *app.App) (string, error) {
		return "removed identity " + name, a.RemoveIdentity(c.Context, name)
	})
}

func (p *program) identityList(c *cli.Context) error {
	return p.with(c, func(a *app.App) error {
		all, err := a.Identities(c.Context)
		if err != nil {
			return err
		}
		if len(all) == 0 && p.Err.IsTerminal() {
			p.Say("no identities yet")
		}
		return p.paged(c.Context, func() error { return p.Identities(all) })
	})
}
