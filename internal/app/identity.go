package app

import (
	"context"
	"fmt"
	"net/url"

	"gemsub/internal/address"
	"gemsub/internal/fetch"
	"gemsub/internal/model"
)

// Identity implements update.Store.
func (s *engineStore) Identity(ctx context.Context, u *url.URL) (*fetch.Identity, error) {
	s.usesRead.Do(func() { s.uses, s.usesErr = s.db.IdentityUses(ctx) })
	if s.usesErr != nil {
		return nil, s.usesErr
	}
	name := identityFor(s.uses, u)
	if name == "" {
		return nil, nil
	}
	kept, known, err := s.db.Identity(ctx, name)
	if err != nil || !known {
		return nil, err
	}
	return parseIdentity(kept)
}

// identityFor names the identity to show for u, the most specific one, or "".
func identityFor(uses []model.IdentityUse, u *url.URL) string {
	var best model.IdentityUse
	for _, use := range uses {
		if scopeOf(use).Contains(u) && len(use.Path) > len(best.Path) {
			best = use
		}
	}
	return best.Name
}

func scopeOf(use model.IdentityUse) address.Scope {
	return address.Scope{Authority: use.Authority, Path: use.Path}
}

// parseIdentity reads what is kept of an identity.
func parseIdentity(kept model.Identity) (*fetch.Identity, error) {
	id, err := fetch.ParseIdentity(kept.Name, kept.Certificate, kept.Key)
	if err != nil {
		return nil, fmt.Errorf("use identity %s: %w", kept.Name, err)
	}
	return id, nil
}
