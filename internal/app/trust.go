package app

import (
	"context"
	"fmt"
	"strings"

	"gemsub/internal/model"
	"gemsub/internal/shell"
	"gemsub/internal/words"
)

// minFingerprint is how many digits of a fingerprint are needed to name a key.
const minFingerprint = 8

// ParseFingerprint returns s in lower case, which must be "" or 8 or more digits of a fingerprint.
func ParseFingerprint(s string) (string, error) {
	s = strings.ToLower(s)
	if s != "" && (len(s) < minFingerprint || strings.Trim(s, "0123456789abcdef") != "") {
		return "", fmt.Errorf("give %d or more hexadecimal digits of a fingerprint", minFingerprint)
	}
	return s, nil
}

// AcceptKey trusts the key that was refused last at an authority, if its fingerprint begins with
// the given digits. It returns the key, or an error if none was refused or the digits differ.
func (a *App) AcceptKey(ctx context.Context, authority, fingerprint string) (key model.PinnedKey, err error) {
	key, some, err := a.db.RefusedKey(ctx, authority)
	switch {
	case err != nil:
		return key, err
	case !some:
		return key, words.WithHint(fmt.Errorf("no certificate of %s was refused", authority), "gemsub trust list shows what is trusted")
	case !strings.HasPrefix(key.Fingerprint, fingerprint):
		return key, fmt.Errorf("the last key of %s that was refused is %s: it does not begin with %s", authority, key.Fingerprint, fingerprint)
	}
	return key, a.db.PinKey(ctx, key)
}

// acceptCommand returns the command that trusts a key.
func acceptCommand(authority, fingerprint string) string {
	return "gemsub trust accept " + shell.Quote(authority) + " " + fingerprint[:minFingerprint]
}

// ForgetKey forgets the keys of an authority, so that the next one is trusted. None is an error.
func (a *App) ForgetKey(ctx context.Context, authority string) error {
	known, err := a.db.ForgetKeys(ctx, authority)
	if err == nil && !known {
		err = fmt.Errorf("no certificate of %s is kept", authority)
	}
	return err
}
