package show

import (
	"cmp"
	"strings"

	"gemsub/internal/model"
	"gemsub/internal/term"
	"gemsub/internal/words"
)

// Identities prints identities, and a message for each that cannot be used.
func (p *Printer) Identities(all []model.IdentityInfo) error {
	return print(p, identityList(), p.usable(all), p.identityRow)
}

func identityList() list {
	const columns = "name fingerprint not_after uses"
	return list{terminal: columns, pipe: columns, fields: []field{
		{"name", term.Column{Title: "NAME"}},
		{"fingerprint", term.Column{Title: "SHA-256", Name: "SHA-256 of the certificate", Min: 12}},
		{"not_after", term.Column{Title: "EXPIRES", Name: "expiry", Drop: 1}},
		{key: "added_at"},
		{"uses", term.Column{Title: "SHOWN AT", Name: "URLs where it is shown", Min: 16}},
	}}
}

// addedIdentityList is what a pipe shows of a new identity.
func addedIdentityList() list {
	l := identityList()
	l.pipe = "name fingerprint not_after"
	return l
}

func (p *Printer) identityRow(id model.IdentityInfo) row {
	expires := shown{id.NotAfter, expiry(id), term.Plain}
	if id.Invalid != "" {
		expires.style = term.Red
	}
	return row{id.Name, id.Fingerprint, expires, id.AddedAt, shown{id.URLs, p.shortURLs(id.URLs), term.Plain}}
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

// expiry returns the day on which a certificate expires, or never.
func expiry(id model.IdentityInfo) string { return cmp.Or(words.Date(id.NotAfter), "never") }

// AddedIdentity prints the fingerprint by which capsules recognise a new identity.
func (p *Printer) AddedIdentity(id model.IdentityInfo) error {
	p.WarnInvalid(id)
	if !p.Out.IsTerminal() {
		return print(p, addedIdentityList(), []model.IdentityInfo{id}, p.identityRow)
	}
	return p.facts(fact("identity", id.Name), fact("expires", expiry(id)), fact("SHA-256", id.Fingerprint))
}

// WarnInvalid warns if an identity is not valid now.
func (p *Printer) WarnInvalid(id model.IdentityInfo) {
	if id.Invalid != "" {
		p.Say("identity %s: %s, so capsules may refuse it", id.Name, id.Invalid)
	}
}
