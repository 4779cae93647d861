package app

import (
	"context"
	"fmt"
	"strings"

	"gemsub/internal/model"
	"gemsub/internal/shell"
)

// Keys returns the keys that are trusted, ordered by authority.
func (a *App) Keys(ctx context.Context) ([]model.PinnedKey, error) { return a.db.PinnedKeys(ctx) }

// minFingerprint is how many digits name a key.
const minFingerprint = 8

// ParseFingerprint reads the beginning of a fingerprint, or nothing.
func ParseFingerprint(s string) (string, error) {
	s = strings.ToLower(s)
	if s != "" && (len(s) < minFingerprint || strings.Trim(s, "0123456789abcdef") != "") {
		return "", fmt.Errorf("a fingerprint is named by %d hexadecimal digits or more", minFingerprint)
	}
	return s, nil
}

// AcceptKey trusts the key of an authority that was refused and whose fingerprint
// begins as given; with "" the only one that was refused. It returns the key.
func (a *App) AcceptKey(ctx context.Context, authority, fingerprint string) (model.PinnedKey, error) {
	refused, err := a.db.RefusedKeys(ctx, authority)
	if err != nil {
		return model.PinnedKey{}, err
	}
	key, err := chooseKey(authority, refused, fingerprint)
	if err != nil {
		return key, err
	}
	return key, a.db.PinKey(ctx, key)
}

// chooseKey returns the one refused key whose fingerprint begins as given.
func chooseKey(authority string, refused []model.PinnedKey, fingerprint string) (model.PinnedKey, error) {
	var fits []model.PinnedKey
	for _, key := range refused {
		if strings.HasPrefix(key.Fingerprint, fingerprint) {
			fits = append(fits, key)
		}
	}
	switch {
	case len(fits) == 1:
		return fits[0], nil
	case len(refused) == 0:
		return model.PinnedKey{}, WithHint(fmt.Errorf("no certificate of %s was refused", authority), "gemsub trust list shows what is trusted")
	case len(fits) == 0:
		return model.PinnedKey{}, fmt.Errorf("no key of %s that begins with %s was refused", authority, fingerprint)
	}
	var commands []string
	for _, key := range fits {
		commands = append(commands, acceptCommand(authority, key.Fingerprint))
	}
	err := fmt.Errorf("%d keys of %s were refused: name the one that you know to be right", len(fits), authority)
	return model.PinnedKey{}, WithHint(err, strings.Join(commands, ", or "))
}

// acceptCommand is the command that trusts a key.
func acceptCommand(authority, fingerprint string) string {
	return "gemsub trust accept " + shell.Word(authority) + " " + fingerprint
}

// ForgetKey forgets all keys of an authority: the next one is trusted.
func (a *App) ForgetKey(ctx context.Context, authority string) error {
	known, err := a.db.ForgetKeys(ctx, authority)
	if err == nil && !known {
		err = fmt.Errorf("no certificate of %s is kept", authority)
	}
	return err
}
