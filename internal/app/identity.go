package app

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"time"

	"gemsub/internal/address"
	"gemsub/internal/fetch"
	"gemsub/internal/model"
	"gemsub/internal/words"
)

// An IdentityInfo describes an identity, without its private key.
type IdentityInfo struct {
	Name        string
	Fingerprint string    // SHA-256 of the certificate
	NotAfter    time.Time // when it expires; zero: never
	Invalid     string    // why it is not valid now: "expired on 2026-01-31"
	AddedAt     time.Time
	URLs        []string // where it is sent, never nil in a list
	Err         error    // why it cannot be used at all; identities from archives may be broken
}

// NewIdentity makes an identity, without storing it. Its certificate is valid from an hour before
// now until the given time; zero means for ever.
func NewIdentity(name string, now time.Time) (model.Identity, error) {
	from := now.Add(-time.Hour) // not every capsule's clock is right
	cert, key, err := fetch.NewCertificate(name, from, fetch.NoExpiry)
	return model.Identity{Name: name, Certificate: cert, Key: key}, err
}

// AddIdentity stores a new identity and returns its description. It refuses an identity that cannot
// be read, or whose name exists already; it stores an expired one.
func (a *App) AddIdentity(ctx context.Context, id model.Identity) (IdentityInfo, error) {
	info := identityInfo(id, a.Now())
	if info.Err != nil {
		return info, info.Err
	}
	added, err := a.db.AddIdentity(ctx, id)
	if err == nil && !added {
		err = words.WithHint(fmt.Errorf("identity %s exists already", id.Name), "choose another name, or gemsub identity remove "+id.Name)
	}
	return info, err
}

// RemoveIdentity deletes an identity, its key and the list of its uses. An unknown name is an error.
func (a *App) RemoveIdentity(ctx context.Context, name string) error {
	known, err := a.db.RemoveIdentity(ctx, name)
	if err == nil && !known {
		err = unknownIdentity(name)
	}
	return err
}

func unknownIdentity(name string) error {
	return words.WithHint(fmt.Errorf("there is no identity %s", name), "gemsub identity list shows yours")
}

// Identities returns all identities, ordered by name.
func (a *App) Identities(ctx context.Context) ([]IdentityInfo, error) {
	all, err := a.db.Identities(ctx)
	if err != nil {
		return nil, err
	}
	uses, err := a.db.IdentityUses(ctx)
	if err != nil {
		return nil, err
	}
	infos := make([]IdentityInfo, len(all))
	for i, kept := range all {
		infos[i] = identityInfo(kept, a.Now())
		infos[i].URLs = []string{}
		for _, use := range uses {
			if use.Name == kept.Name {
				infos[i].URLs = append(infos[i].URLs, use.URL())
			}
		}
	}
	return infos, nil
}

func identityInfo(kept model.Identity, now time.Time) IdentityInfo {
	info := IdentityInfo{Name: kept.Name, AddedAt: kept.AddedAt}
	id, err := parseIdentity(kept)
	if err != nil {
		info.Err = err
		return info
	}
	info.Fingerprint, info.Invalid = id.Fingerprint(), id.WhyInvalid(now)
	if until := id.Certificate.Leaf.NotAfter; until.Before(fetch.NoExpiry) {
		info.NotAfter = until
	}
	return info
}

// An IdentityUseResult says where an identity is shown from now on.
type IdentityUseResult struct {
	Identity IdentityInfo
	URL      string
	// Paused has the numbers of paused subscriptions there that need an identity.
	Paused []string
}

// UseIdentity lets requests show the identity name at a place, as scope reads it, and below it. An
// unknown name is an error. If the certificate has expired, Invalid in used.Identity warns of that;
// if it cannot be read, Err there says why.
func (a *App) UseIdentity(ctx context.Context, name, place string) (used IdentityUseResult, err error) {
	all, scope, err := a.scope(ctx, place)
	if err != nil {
		return used, err
	}
	known, err := a.db.UseIdentity(ctx, model.IdentityUse{Scope: scope, Name: name})
	if err == nil && !known {
		err = unknownIdentity(name)
	}
	if err != nil {
		return used, err
	}
	kept, _, err := a.db.Identity(ctx, name)
	used = IdentityUseResult{Identity: identityInfo(kept, a.Now()), URL: scope.URL()}
	for _, s := range all {
		u, bad := address.Parse(s.URL)
		if bad == nil && s.State == model.StatePaused && scope.Contains(u) {
			used.Paused = append(used.Paused, strconv.FormatInt(s.ID, 10))
		}
	}
	return used, err
}

// UnuseIdentity stops using an identity at a place, as scope reads it, and returns the place's URL.
// It is an error if none is used at this very place.
func (a *App) UnuseIdentity(ctx context.Context, place string) (url string, err error) {
	_, scope, err := a.scope(ctx, place)
	if err != nil {
		return "", err
	}
	used, err := a.db.UnuseIdentity(ctx, scope.Authority, scope.Path)
	if err == nil && !used {
		err = words.WithHint(fmt.Errorf("no identity is used at %s itself", scope.URL()), "gemsub identity list shows where yours are used")
	}
	return scope.URL(), err
}

// scope returns the scope of FEED or AUTHORITY/PATH, and all subscriptions. A FEED is only a number
// or a URL here: a title could come from a page or a file, whose author wants the identity.
func (a *App) scope(ctx context.Context, place string) ([]model.Subscription, address.Scope, error) {
	all, err := a.db.Subscriptions(ctx, FeedFilter{})
	if err != nil {
		return nil, address.Scope{}, err
	}
	if fits := fitting(all, place, byURL); len(fits) > 0 || !isPlace(place) {
		s, err := single(fits, place)
		if _, isUnknown := errors.AsType[*NoFeedError](err); isUnknown {
			err = words.WithHint(err, "name the feed by number or URL, or the capsule as AUTHORITY/PATH: titles do not count here")
		}
		if err != nil {
			return nil, address.Scope{}, err
		}
		place = s.URL
	}
	u, err := address.Parse(place)
	if err == nil && address.IsGopher(u) {
		err = &address.Error{URL: u.String(), Reason: "identities are for Gemini"}
	}
	if err != nil {
		return nil, address.Scope{}, err
	}
	return all, address.ScopeOf(u), nil
}

// Identity implements update.Store.
func (s *engineStore) Identity(ctx context.Context, u *url.URL) (*fetch.Identity, error) {
	uses, err := s.uses()
	if err != nil {
		return nil, err
	}
	name := identityFor(uses, u)
	if name == "" {
		return nil, nil
	}
	kept, known, err := s.Store.Identity(ctx, name)
	if err != nil || !known {
		return nil, err
	}
	return parseIdentity(kept)
}

// identityFor names the identity to show for u, the most specific one, or "".
func identityFor(uses []model.IdentityUse, u *url.URL) string {
	var best model.IdentityUse
	for _, use := range uses {
		if use.Contains(u) && len(use.Path) > len(best.Path) {
			best = use
		}
	}
	return best.Name
}

// parseIdentity reads what is kept of an identity.
func parseIdentity(kept model.Identity) (*fetch.Identity, error) {
	id, err := fetch.ParseIdentity(kept.Name, kept.Certificate, kept.Key)
	if err != nil {
		return nil, fmt.Errorf("use identity %s: %w", kept.Name, err)
	}
	return id, nil
}
