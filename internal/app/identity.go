package app

import (
	"context"
	"fmt"
	"net/url"

	"gemsub/internal/address"
	"gemsub/internal/fetch"
	"gemsub/internal/model"
	"gemsub/store"
)

// identity is fetch.Client's Identity.
func (s *engineStore) identity(ctx context.Context, u *url.URL) (*fetch.Identity, error) {
	s.usesRead.Do(func() { s.uses, s.usesErr = s.db.IdentityUses(ctx) })
	if s.usesErr != nil {
		return nil, s.usesErr
	}
	name := IdentityFor(s.uses, u)
	if name == "" {
		return nil, nil
	}
	return ReadIdentity(ctx, s.db, name)
}

// IdentityFor names the identity to show for u, the most specific one, or "".
func IdentityFor(uses []model.IdentityUse, u *url.URL) string {
	var best model.IdentityUse
	for _, use := range uses {
		scope := address.Scope{Authority: use.Authority, Path: use.Path}
		if scope.Contains(u) && len(use.Path) > len(best.Path) {
			best = use
		}
	}
	return best.Name
}

// ReadIdentity returns an identity that is kept, nil for none of that name.
func ReadIdentity(ctx context.Context, db *store.Store, name string) (*fetch.Identity, error) {
	kept, known, err := db.Identity(ctx, name)
	if err != nil || !known {
		return nil, err
	}
	return ParseIdentity(kept)
}

// ParseIdentity reads what is kept of an identity.
func ParseIdentity(kept model.Identity) (*fetch.Identity, error) {
	id, err := fetch.ParseIdentity(kept.Name, kept.Certificate, kept.Key)
	if err != nil {
		return nil, fmt.Errorf("use identity %s: %w", kept.Name, err)
	}
	return id, nil
}
