package app

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gemsub/internal/fetch"
	"gemsub/internal/model"
	"gemsub/internal/shell"
)

// NewIdentity makes an identity that is valid from now on until a time; the zero
// time is never.
func NewIdentity(name string, now, until time.Time) (model.Identity, error) {
	if until.IsZero() {
		until = fetch.Endless
	}
	from := now.Add(-time.Hour) // not every capsule's clock is right
	cert, key, err := fetch.NewIdentity(name, from, until)
	return model.Identity{Name: name, Certificate: cert, Key: key}, err
}

// A PEMFile is a file with a certificate or a private key in PEM form.
type PEMFile struct {
	Name string
	Data []byte
}

// ReadIdentity takes an identity from the files of its certificate and its key.
func ReadIdentity(name string, cert, key PEMFile) (model.Identity, error) {
	id := model.Identity{Name: name}
	var err error
	if id.Certificate, err = fetch.CertificatePEM(cert.Data); err != nil {
		return id, fmt.Errorf("read %s: %w", cert.Name, err)
	}
	if id.Key, err = fetch.KeyPEM(key.Data); err != nil {
		return id, unreadableKey(key.Name, err)
	}
	if _, err := fetch.ParseIdentity(name, id.Certificate, id.Key); err != nil {
		return id, fmt.Errorf("use %s with %s: %w", cert.Name, key.Name, err)
	}
	return id, nil
}

func unreadableKey(file string, err error) error {
	told := fmt.Errorf("read %s: %w", file, err)
	if errors.Is(err, fetch.ErrEncrypted) {
		return WithHint(told, "openssl pkey -in "+shell.Word(file)+" -out NEW writes it without a passphrase")
	}
	return told
}

// AddIdentity keeps a new identity.
func (a *App) AddIdentity(ctx context.Context, id model.Identity) (model.IdentityInfo, error) {
	info := identityInfo(id, a.Now())
	if info.Err != nil {
		return info, info.Err
	}
	added, err := a.db.AddIdentity(ctx, id)
	if err == nil && !added {
		err = WithHint(fmt.Errorf("there is an identity %s already", id.Name), "choose another name, or gemsub identity remove "+id.Name)
	}
	return info, err
}

// RemoveIdentity forgets an identity, its key, and where it was shown.
func (a *App) RemoveIdentity(ctx context.Context, name string) error {
	known, err := a.db.RemoveIdentity(ctx, name)
	if err == nil && !known {
		err = unknownIdentity(name)
	}
	return err
}

func unknownIdentity(name string) error {
	return WithHint(fmt.Errorf("there is no identity %s", name), "gemsub identity list shows yours")
}

// Identities returns all identities, ordered by name.
func (a *App) Identities(ctx context.Context) ([]model.IdentityInfo, error) {
	all, err := a.db.Identities(ctx)
	if err != nil {
		return nil, err
	}
	uses, err := a.db.IdentityUses(ctx)
	if err != nil {
		return nil, err
	}
	infos := make([]model.IdentityInfo, len(all))
	for i, kept := range all {
		infos[i] = identityInfo(kept, a.Now())
		infos[i].URLs = []string{}
		for _, use := range uses {
			if use.Name == kept.Name {
				infos[i].URLs = append(infos[i].URLs, scopeOf(use).URL())
			}
		}
	}
	return infos, nil
}

func identityInfo(kept model.Identity, now time.Time) model.IdentityInfo {
	info := model.IdentityInfo{Name: kept.Name, AddedAt: kept.AddedAt}
	id, err := parseIdentity(kept)
	if err != nil {
		info.Err = err
		return info
	}
	info.Fingerprint, info.Invalid = id.Fingerprint(), id.Invalid(now)
	if until := id.Certificate.Leaf.NotAfter; until.Before(fetch.Endless) {
		info.NotAfter = until
	}
	return info
}
