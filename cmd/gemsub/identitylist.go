package main

import (
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"gemsub/internal/address"
	"gemsub/internal/app"
	"gemsub/internal/fetch"
	"gemsub/internal/show"
	"gemsub/internal/term"
	"gemsub/store"
)

type jsonIdentity struct {
	Name        string    `json:"name"`
	Fingerprint string    `json:"fingerprint"`
	NotAfter    show.Time `json:"not_after"` // null: never expires
	AddedAt     show.Time `json:"added_at"`
	Uses        []string  `json:"uses"` // URLs
}

func (p *program) identityList(c *cli.Context) error {
	if c.NArg() > 0 {
		return usagef("identity list takes no argument")
	}
	db, err := p.openStore(c)
	if err != nil {
		return err
	}
	defer db.Close()
	all, err := db.Identities(c.Context)
	if err != nil {
		return err
	}
	uses, err := db.IdentityUses(c.Context)
	if err != nil {
		return err
	}
	if len(all) == 0 && p.Err.IsTerminal() {
		p.Say("no identities yet")
	}
	t := term.NewTable(p.Out,
		term.Column{Title: "NAME"},
		term.Column{Title: "SHA-256", Min: 12},
		term.Column{Title: "EXPIRES", Drop: 1},
		term.Column{Title: "SHOWN AT", Min: 16},
	)
	for _, kept := range all {
		id, err := app.ParseIdentity(kept)
		if err != nil { // it came with an archive, and can be removed
			p.Say("%v", err)
			continue
		}
		urls := usesOf(uses, id.Name)
		if c.Bool("json") {
			err = show.WriteJSON(p.Out, newJSONIdentity(id, kept.AddedAt, urls))
		} else {
			err = p.identityRow(t, id, urls)
		}
		if err != nil {
			return err
		}
	}
	return t.Flush()
}

// usesOf lists the URLs at which an identity is shown, never nil.
func usesOf(uses []store.IdentityUse, name string) []string {
	urls := []string{}
	for _, use := range uses {
		if use.Name == name {
			urls = append(urls, address.Scope{Authority: use.Authority, Path: use.Path}.URL())
		}
	}
	return urls
}

func newJSONIdentity(id *fetch.Identity, added time.Time, urls []string) jsonIdentity {
	j := jsonIdentity{Name: id.Name, Fingerprint: id.Fingerprint(), AddedAt: show.Time(added), Uses: urls}
	if until := id.Certificate.Leaf.NotAfter; until.Before(fetch.Endless) {
		j.NotAfter = show.Time(until)
	}
	return j
}

func (p *program) identityRow(t *term.Table, id *fetch.Identity, urls []string) error {
	style := term.Plain
	if id.Invalid(p.now()) != "" {
		style = term.Red
	}
	for i, url := range urls {
		urls[i] = p.ShortURL(url)
	}
	return t.Row(term.Cell{Text: id.Name}, term.Cell{Text: id.Fingerprint()},
		term.Cell{Text: expiry(id), Style: style}, term.Cell{Text: strings.Join(urls, " ")})
}
