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
		Usage: "client certificates, and which capsules see them",
		Description: `Some capsules want to know their visitors by a certificate. An identity is a
certificate with its key; both are kept in the database. It is shown to the capsule
that you name, at the path that you name and below it, if that capsule asks, and
nowhere else.

Examples:
  gemsub identity new abelard
  gemsub identity use abelard example.org/members/
  gemsub identity add art --cert art.crt --key art.key
  gemsub identity use art 3
  gemsub identity list`,
		Subcommands: []*cli.Command{
			{
				Name:      "new",
				Usage:     "make an identity",
				ArgsUsage: "NAME",
				Flags:     []cli.Flag{&cli.IntFlag{Name: "days", Usage: "let it expire in `N` days", DefaultText: "never"}},
				Action:    p.identityNew,
			},
			{
				Name:      "add",
				Usage:     "take an identity from files in PEM form",
				ArgsUsage: "NAME",
				Description: `The files stay as they are, and are not needed any more. Both flags may name the
same file.`,
				Flags: []cli.Flag{
					&cli.StringFlag{Name: "cert", Usage: "the certificate is in `FILE`, - for standard input"},
					&cli.StringFlag{Name: "key", Usage: "its private key is in `FILE`, without a passphrase"},
				},
				Action: p.identityAdd,
			},
			{
				Name:      "use",
				Usage:     "show an identity to a capsule",
				ArgsUsage: "IDENTITY FEED|AUTHORITY/PATH",
				Description: `It is shown at that path, or the feed's, and below; where paths lie in one another,
the longest decides.`,
				Action: p.identityUse,
			},
			{
				Name:      "unuse",
				Usage:     "no longer show an identity",
				ArgsUsage: "FEED|AUTHORITY/PATH",
				Action:    p.identityUnuse,
			},
			{
				Name:   "list",
				Usage:  "show your identities",
				Flags:  []cli.Flag{jsonFlag()},
				Action: listed(p, "no identities yet", (*app.App).Identities, p.Identities),
			},
			{
				Name:        "remove",
				Aliases:     []string{"rm"},
				Usage:       "forget an identity, its key too",
				ArgsUsage:   "IDENTITY",
				Description: "The key is gone then. Where it was shown, none is shown any more.",
				Action:      p.identityRemove,
			},
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
		return usagef("%q is no name for an identity: it must be one word without commas and quotes", name)
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
			p.Hint("gemsub update %s asks again", strings.Join(used.Paused, " "))
		}
		return used.Identity.Err
	})
}

func (p *program) identityUnuse(c *cli.Context) error {
	return p.with(c, func(a *app.App) error {
		url, err := a.UnuseIdentity(c.Context, c.Args().First())
		if err == nil {
			p.Say("no longer showing an identity at %s", url)
		}
		return placeError(err)
	})
}

func (p *program) identityRemove(c *cli.Context) error {
	name := c.Args().First()
	return p.with(c, func(a *app.App) error {
		err := a.RemoveIdentity(c.Context, name)
		if err == nil {
			p.Say("removed identity %s", name)
		}
		return err
	})
}
