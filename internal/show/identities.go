package show

import (
	"cmp"
	"fmt"
	"strings"

	"gemsub/internal/model"
	"gemsub/internal/term"
	"gemsub/internal/words"
)

type jsonIdentity struct {
	Name        string   `json:"name"`
	Fingerprint string   `json:"fingerprint"`
	NotAfter    Time     `json:"not_after"` // null: never expires
	AddedAt     Time     `json:"added_at"`
	Uses        []string `json:"uses"` // URLs
}

// IdentitiesJSON prints identities, one object a line, and a message for each that
// cannot be used.
func (p *Printer) IdentitiesJSON(all []model.IdentityInfo) error {
	for _, id := range p.usable(all) {
		if err := WriteJSON(p.Out, jsonIdentity{id.Name, id.Fingerprint, Time(id.NotAfter), Time(id.AddedAt), id.URLs}); err != nil {
			return err
		}
	}
	return nil
}

// Identities prints identities, and a message for each that cannot be used.
func (p *Printer) Identities(all []model.IdentityInfo) error {
	t := term.NewTable(p.Out, identityColumns()...)
	for _, id := range p.usable(all) {
		style := term.Plain
		if id.Invalid != "" {
			style = term.Red
		}
		err := t.Row(term.Cell{Text: id.Name}, term.Cell{Text: id.Fingerprint},
			term.Cell{Text: expiry(id), Style: style}, term.Cell{Text: p.shortURLs(id.URLs)})
		if err != nil {
			return err
		}
	}
	return t.Flush()
}

func identityColumns() []term.Column {
	return append(addedIdentityColumns(), term.Column{Title: "SHOWN AT", Name: "URLs where it is shown", Min: 16})
}

func addedIdentityColumns() []term.Column {
	return []term.Column{
		{Title: "NAME"},
		{Title: "SHA-256", Name: "SHA-256 of the certificate", Min: 12},
		{Title: "EXPIRES", Name: "expiry", Drop: 1},
	}
}

// usable returns the identities that can be used, and reports the others.
func (p *Printer) usable(all []model.IdentityInfo) (usable []model.IdentityInfo) {
	for _, id := range all {
		if id.Err != nil {
			p.Say("%v", id.Err)
			continue
		}
		usable = append(usable, id)
	}
	return usable
}

func (p *Printer) shortURLs(urls []string) string {
	var short []string
	for _, url := range urls {
		short = append(short, p.shortURL(url))
	}
	return strings.Join(short, " ")
}

// never is shown in place of an expiry.
const never = "never"

// expiry returns the day on which a certificate expires, or never.
func expiry(id model.IdentityInfo) string { return cmp.Or(words.Date(id.NotAfter), never) }

// AddedIdentity prints the fingerprint by which capsules recognise a new identity.
func (p *Printer) AddedIdentity(id model.IdentityInfo) error {
	p.WarnInvalid(id)
	if !p.Out.IsTerminal() {
		return p.row(addedIdentityColumns(), id.Name, id.Fingerprint, expiry(id))
	}
	until := "expires on " + expiry(id)
	if expiry(id) == never {
		until = "never expires"
	}
	_, err := fmt.Fprintf(p.Out, "identity %s, %s\nSHA-256 %s\n", id.Name, until, id.Fingerprint) // never cut
	return err
}

// WarnInvalid warns if an identity is not valid now.
func (p *Printer) WarnInvalid(id model.IdentityInfo) {
	if id.Invalid != "" {
		p.Say("identity %s: %s, so capsules may refuse it", id.Name, id.Invalid)
	}
}
