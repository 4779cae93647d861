package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"gemsub/internal/address"
	"gemsub/internal/app"
	"gemsub/internal/show"
	"gemsub/internal/term"
	"gemsub/store"
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
				Name:        "list",
				Usage:       "show the keys that are kept",
				Description: "In a pipe each line holds authority, fingerprint, expiry and when the key was first seen.",
				Flags:       []cli.Flag{&cli.BoolFlag{Name: "json", Usage: "print one JSON object a line"}},
				Action:      p.trustList,
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
				Usage:     "trust the next key, whatever it is",
				ArgsUsage: "AUTHORITY",
				Action:    p.trustForget,
			},
		},
	}
}

type jsonKey struct {
	Authority   string    `json:"authority"`
	Fingerprint string    `json:"fingerprint"`
	NotAfter    show.Time `json:"not_after"`
	SeenAt      show.Time `json:"seen_at"`
}

func (p *program) trustList(c *cli.Context) error {
	if c.NArg() > 0 {
		return usagef("trust list takes no argument")
	}
	db, err := p.openStore(c)
	if err != nil {
		return err
	}
	defer db.Close()
	hosts, err := db.Hosts(c.Context)
	if err != nil {
		return err
	}
	if len(hosts) == 0 {
		p.Say("no certificates yet")
	}
	t := term.NewTable(p.Out,
		term.Column{Title: "AUTHORITY", Min: 16},
		term.Column{Title: "SHA-256 OF THE KEY", Min: 12},
		term.Column{Title: "EXPIRES", Drop: 2},
		term.Column{Title: "FIRST SEEN", Drop: 1},
	)
	for _, h := range hosts {
		if c.Bool("json") {
			err = show.WriteJSON(p.Out, jsonKey{h.Authority, h.Fingerprint, show.Time(h.NotAfter), show.Time(h.SeenAt)})
		} else {
			err = t.Row(term.Cell{Text: h.Authority}, term.Cell{Text: h.Fingerprint},
				term.Cell{Text: h.NotAfter.UTC().Format(time.DateOnly)}, term.Cell{Text: p.Ago(h.SeenAt)})
		}
		if err != nil {
			return err
		}
	}
	return t.Flush()
}

func (p *program) trustAccept(c *cli.Context) error {
	if c.NArg() != 1 && c.NArg() != 2 {
		return usagef("trust accept needs an authority, and may have a fingerprint")
	}
	authority, err := parseAuthority(c.Args().First())
	if err != nil {
		return err
	}
	fingerprint, err := fingerprintArg(c.Args().Get(1))
	if err != nil {
		return err
	}
	db, err := p.openStore(c)
	if err != nil {
		return err
	}
	defer db.Close()
	refused, err := db.Refused(c.Context, authority)
	if err != nil {
		return err
	}
	key, err := chooseKey(authority, refused, fingerprint)
	if err != nil {
		return err
	}
	if err := db.SaveHost(c.Context, key); err != nil {
		return err
	}
	p.Say("trusting %s with key %s", authority, key.Fingerprint)
	return nil
}

// minFingerprint is how many digits name a key.
const minFingerprint = 8

// fingerprintArg reads the beginning of a fingerprint, or nothing.
func fingerprintArg(arg string) (string, error) {
	arg = strings.ToLower(arg)
	if arg != "" && (len(arg) < minFingerprint || strings.Trim(arg, "0123456789abcdef") != "") {
		return "", usagef("a fingerprint is named by %d hexadecimal digits or more", minFingerprint)
	}
	return arg, nil
}

// chooseKey returns the refused key that a fingerprint begins like, or the only
// one there is.
func chooseKey(authority string, refused []store.KnownHost, fingerprint string) (store.KnownHost, error) {
	var fits []store.KnownHost
	for _, key := range refused {
		if strings.HasPrefix(key.Fingerprint, fingerprint) {
			fits = append(fits, key)
		}
	}
	switch {
	case len(fits) == 1:
		return fits[0], nil
	case len(refused) == 0:
		return store.KnownHost{}, &hintedError{fmt.Errorf("no certificate of %s was refused", authority), "gemsub trust list shows what is trusted"}
	case len(fits) == 0:
		return store.KnownHost{}, fmt.Errorf("no key of %s that begins with %s was refused", authority, fingerprint)
	}
	var commands []string
	for _, key := range fits {
		commands = append(commands, app.AcceptCommand(authority, key.Fingerprint))
	}
	return store.KnownHost{}, &hintedError{
		fmt.Errorf("%d keys of %s were refused: name the one that you know to be right", len(fits), authority),
		strings.Join(commands, ", or "),
	}
}

func (p *program) trustForget(c *cli.Context) error {
	authority, err := authorityArg(c)
	if err != nil {
		return err
	}
	db, err := p.openStore(c)
	if err != nil {
		return err
	}
	defer db.Close()
	known, err := db.ForgetHost(c.Context, authority)
	if err != nil {
		return err
	}
	if !known {
		return fmt.Errorf("no certificate of %s is kept", authority)
	}
	p.Say("forgot the key of %s", authority)
	return nil
}

// authorityArg reads the one argument.
func authorityArg(c *cli.Context) (string, error) {
	if c.NArg() != 1 {
		return "", usagef("trust %s needs one authority", c.Command.Name)
	}
	return parseAuthority(c.Args().First())
}

// parseAuthority reads HOST or HOST:PORT.
func parseAuthority(arg string) (string, error) {
	u, err := address.Parse(strings.TrimSuffix(arg, "/") + "/")
	if err != nil {
		return "", usagef("%v", err)
	}
	return address.Authority(u), nil
}
