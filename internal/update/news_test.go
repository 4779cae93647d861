package update

import (
	"testing"

	"gemsub/internal/fetch"
	"gemsub/internal/model"
)

// Each refused key is reported once, even if another key was refused the last time.
func TestNewsOfKeys(t *testing.T) {
	refused := func(fingerprint string) error {
		return &fetch.CertificateError{Authority: "a.example:1965", Seen: model.PinnedKey{Fingerprint: fingerprint}}
	}
	sub := model.Subscription{LastErrorKind: FailureName(refused("B")), LastError: refused("B").Error()}
	for fingerprint, want := range map[string]bool{"B": false, "C": true} {
		r := &model.CheckResult{Subscription: &sub}
		conclude(r, refused(fingerprint), 0)
		if r.IsNews != want {
			t.Errorf("key %s: %+v", fingerprint, r)
		}
	}
}
