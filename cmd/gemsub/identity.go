package main

import (
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
	"gemsub/internal/fetch"
	"gemsub/internal/shell"
	"gemsub/internal/term"
	"gemsub/internal/words"
	"gemsub/store"
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
				Name:        "new",
				Usage:       "make an identity",
				ArgsUsage:   "NAME",
				Description: "In a pipe the line holds name, SHA-256 of the certificate, and expiry.",
				Flags:       []cli.Flag{&cli.IntFlag{Name: "days", Usage: "let it expire in `N` days", DefaultText: "never"}},
				Action:      p.identityNew,
			},
			{
				Name:      "add",
				Usage:     "take an identity from files in PEM form",
				ArgsUsage: "NAME",
				Description: `The files stay as they are, and are not needed any more. Both flags may name the
same file. In a pipe the line holds name, SHA-256 of the certificate, and expiry.`,
				Flags: []cli.Flag{
					&cli.StringFlag{Name: "cert", Usage: "the certificate is in `FILE`"},
					&cli.StringFlag{Name: "key", Usage: "its private key is in `FILE`, without a passphrase"},
				},
				Action: p.identityAdd,
			},
			{
				Name:      "use",
				Usage:     "show an identity to a capsule",
				ArgsUsage: "NAME FEED|AUTHORITY/PATH",
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
				Name:  "list",
				Usage: "show your identities",
				Description: `In a pipe each line holds name, SHA-256 of the certificate, expiry, and the URLs at
which it is shown, separated by spaces.`,
				Flags:  []cli.Flag{&cli.BoolFlag{Name: "json", Usage: "one JSON object a line"}},
				Action: p.identityList,
			},
			{
				Name:        "remove",
				Usage:       "forget an identity, its key too",
				ArgsUsage:   "NAME",
				Description: "The key is gone then. Where it was shown, none is shown any more.",
				Action:      p.identityRemove,
			},
		},
	}
}

// maxDays is a hundred years.
const maxDays = 36500

func (p *program) identityNew(c *cli.Context) error {
	name, err := identityName(c)
	if err != nil {
		return err
	}
	// Not every capsule's clock is right.
	from, until := p.now().Add(-time.Hour), fetch.Endless
	if c.IsSet("days") {
		days := c.Int("days")
		if days < 1 || days > maxDays {
			return usagef("--days must be from 1 to %d", maxDays)
		}
		until = p.now().AddDate(0, 0, days)
	}
	cert, key, err := fetch.NewIdentity(name, from, until)
	if err != nil {
		return err
	}
	return p.keepIdentity(c, store.Identity{Name: name, Certificate: cert, Key: key})
}

func (p *program) identityAdd(c *cli.Context) error {
	name, err := identityName(c)
	if err != nil {
		return err
	}
	certFile, keyFile := c.String("cert"), c.String("key")
	if certFile == "" || keyFile == "" {
		return usagef("identity add needs --cert and --key")
	}
	cert, err := p.readPEM(certFile, fetch.CertificatePEM)
	if err != nil {
		return err
	}
	key, err := p.readPEM(keyFile, fetch.KeyPEM)
	if errors.Is(err, fetch.ErrEncrypted) {
		return &hintedError{err, "openssl pkey -in " + shell.Word(keyFile) + " -out NEW writes it without a passphrase"}
	}
	if err != nil {
		return err
	}
	if _, err := fetch.ParseIdentity(name, cert, key); err != nil {
		return fmt.Errorf("use %s with %s: %w", certFile, keyFile, err)
	}
	if err := p.keepIdentity(c, store.Identity{Name: name, Certificate: cert, Key: key}); err != nil {
		return err
	}
	if info, err := os.Stat(keyFile); err == nil && info.Mode().Perm()&0o077 != 0 {
		p.Say("%s is readable by others", keyFile)
		p.Hint("chmod 600 %s", shell.Word(keyFile))
	}
	return nil
}

// readPEM reads a file and takes what is needed out of it.
func (p *program) readPEM(name string, take func([]byte) ([]byte, error)) ([]byte, error) {
	data, err := p.readFile(name, maxFile)
	if err != nil {
		return nil, err
	}
	data, err = take(data)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	return data, nil
}

// identityName reads the one argument, the name of a new identity.
func identityName(c *cli.Context) (string, error) {
	if c.NArg() != 1 {
		return "", usagef("identity %s needs one name", c.Command.Name)
	}
	name := c.Args().First()
	if checkTag(name) != nil || term.Safe(name) != name {
		return "", usagef("%q is no name for an identity: it must be one word without commas and quotes", name)
	}
	return name, nil
}

// keepIdentity stores a new identity and says how capsules will know it.
func (p *program) keepIdentity(c *cli.Context, kept store.Identity) error {
	id, err := app.ParseIdentity(kept)
	if err != nil {
		return err
	}
	db, err := p.openStore(c)
	if err != nil {
		return err
	}
	defer db.Close()
	added, err := db.AddIdentity(c.Context, kept)
	if err != nil {
		return err
	}
	if !added {
		return &hintedError{fmt.Errorf("there is an identity %s already", id.Name), "choose another name, or gemsub identity remove " + id.Name}
	}
	p.warnInvalid(id)
	if !p.Out.IsTerminal() {
		_, err := fmt.Fprintf(p.Out, "%s\t%s\t%s\n", id.Name, id.Fingerprint(), expiry(id))
		return err
	}
	until := "expires on " + expiry(id)
	if expiry(id) == never {
		until = "never expires"
	}
	_, err = fmt.Fprintf(p.Out, "identity %s, %s\nSHA-256 %s\n", id.Name, until, id.Fingerprint()) // never cut
	return err
}

func (p *program) warnInvalid(id *fetch.Identity) {
	if why := id.Invalid(p.now()); why != "" {
		p.Say("identity %s: %s, so capsules may refuse it", id.Name, why)
	}
}

// never stands in the place of an expiry.
const never = "never"

// expiry is the day on which a certificate expires, or never.
func expiry(id *fetch.Identity) string {
	if until := id.Certificate.Leaf.NotAfter; until.Before(fetch.Endless) {
		return words.Date(until)
	}
	return never
}

func (p *program) identityRemove(c *cli.Context) error {
	name, err := identityName(c)
	if err != nil {
		return err
	}
	db, err := p.openStore(c)
	if err != nil {
		return err
	}
	defer db.Close()
	known, err := db.RemoveIdentity(c.Context, name)
	if err != nil {
		return err
	}
	if !known {
		return unknownIdentity(name)
	}
	p.Say("removed identity %s", name)
	return nil
}

func unknownIdentity(name string) error {
	return &hintedError{fmt.Errorf("there is no identity %s", name), "gemsub identity list shows yours"}
}
