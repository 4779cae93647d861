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
		return "", fmt.Errorf("give %d or more hexadecimal digits of a fingerprint", minFingerprint)
	}
	return s, nil
}

// AcceptKey trusts the key of an authority that was refused and whose fingerprint
// begins as given; with "" the only one that was refused. It returns the key.
func (a *App) AcceptKey(ctx context.Context, authority, fingerprint string) (key model.PinnedKey, err error) {
	refused, err := a.db.RefusedKeys(ctx, authority)
	if err != nil {
		return key, err
	}
	var commands []string // that trust a key that fits
	for _, r := range refused {
		if strings.HasPrefix(r.Fingerprint, fingerprint) {
			key, commands = r, append(commands, acceptCommand(authority, r.Fingerprint))
		}
	}
	switch {
	case len(commands) == 1:
		return key, a.db.PinKey(ctx, key)
	case len(refused) == 0:
		return key, WithHint(fmt.Errorf("no certificate of %s was refused", authority), "gemsub trust list shows what is trusted")
	case len(commands) == 0:
		return key, fmt.Errorf("no key of %s that begins with %s was refused", authority, fingerprint)
	}
	err = fmt.Errorf("%d keys of %s were refused: name the right one", len(commands), authority)
	return key, WithHint(err, strings.Join(commands, ", or "))
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
