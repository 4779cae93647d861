package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"gemsub/internal/address"
	"gemsub/internal/show"
	"gemsub/internal/term"
)

func (p *program) trustCommand() *cli.Command {
	return &cli.Command{
		Name:  "trust",
		Usage: "show and change which certificates are trusted",
		Description: `The first key that a capsule shows is trusted from then on. When it changes,
without the old certificate having expired or the new one being valid by the
system's roots, its feeds fail until you accept the new key.

Examples:
  gemsub trust list
  gemsub trust accept example.org
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
				Usage:     "trust the key that was refused last",
				ArgsUsage: "AUTHORITY",
				Action:    p.trustAccept,
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
	authority, err := authorityArg(c)
	if err != nil {
		return err
	}
	db, err := p.openStore(c)
	if err != nil {
		return err
	}
	defer db.Close()
	refused, ok, err := db.Refused(c.Context, authority)
	if err != nil {
		return err
	}
	if !ok {
		return &hintedError{fmt.Errorf("no certificate of %s was refused", authority), "gemsub trust list shows what is trusted"}
	}
	if err := db.SaveHost(c.Context, refused); err != nil {
		return err
	}
	p.Say("trusting %s with key %s", authority, refused.Fingerprint)
	return nil
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

// authorityArg reads the one argument, HOST or HOST:PORT.
func authorityArg(c *cli.Context) (string, error) {
	if c.NArg() != 1 {
		return "", usagef("trust %s needs one authority", c.Command.Name)
	}
	u, err := address.Parse(strings.TrimSuffix(c.Args().First(), "/") + "/")
	if err != nil {
		return "", usagef("%v", err)
	}
	return address.Authority(u), nil
}
