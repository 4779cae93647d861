package app_test

import (
	"testing"

	"gemsub/internal/app"
	"gemsub/internal/capsule"
)

// rekey gives a host another certificate and returns the fingerprint of its key.
func (h *home) rekey(name string) string {
	h.t.Helper()
	if err := h.host(name).NewCertificate(capsule.CertOptions{Names: []string{name}}); err != nil {
		h.t.Fatal(err)
	}
	return h.host(name).Fingerprint()
}

// works reports whether the first feed can be read.
func (h *home) works() bool {
	h.t.Helper()
	return one(h.t, h.checked(app.UpdateOptions{Feeds: []string{"1"}})).Err == nil
}

func TestAcceptKey(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.subscribe(page, "Garden", "Worms")
	const authority = "a.example:1965"
	accept := func(fingerprint, text, hint string) {
		t.Helper()
		_, err := h.AcceptKey(t.Context(), authority, fingerprint)
		expect(t, err, text, hint)
	}
	accept("", "no certificate of "+authority+" was refused", "gemsub trust list shows what is trusted")
	key := h.rekey("a.example")
	if h.works() {
		t.Fatal("another key was taken without a word")
	}
	accept("0000", "the last key of "+authority+" that was refused is "+key+": it does not begin with 0000", "")
	got, err := h.AcceptKey(t.Context(), authority, key[:8])
	if err != nil || got.Fingerprint != key || got.Authority != authority || !h.works() {
		t.Errorf("%+v, %v", got, err)
	}
	keys, err := h.PinnedKeys(t.Context())
	if err != nil || len(keys) != 1 || keys[0].Fingerprint != key || keys[0].Authority != authority {
		t.Errorf("%+v, %v", keys, err)
	}
}

// If several keys were refused, the last one is kept.
func TestAcceptOneOfSeveral(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.subscribe(page, "Garden", "Worms")
	older := h.rekey("a.example")
	h.works()
	h.sleep(hour)
	newer := h.rekey("a.example")
	h.works()
	_, err := h.AcceptKey(t.Context(), "a.example:1965", older)
	expect(t, err, "the last key of a.example:1965 that was refused is "+newer+": it does not begin with "+older, "")
	if got, err := h.AcceptKey(t.Context(), "a.example:1965", ""); err != nil || got.Fingerprint != newer || !h.works() {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestForgetKey(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.subscribe(page, "Garden", "Worms")
	h.rekey("a.example")
	if err := h.ForgetKey(t.Context(), "a.example:1965"); err != nil || !h.works() {
		t.Errorf("got %v", err)
	}
	expect(t, h.ForgetKey(t.Context(), "b.example:1965"), "no certificate of b.example:1965 is kept", "")
}

// A key that was refused in a request for a person can be accepted as well; one of a page that
// discover found through a link cannot, since nobody saw it.
func TestRefusedKeys(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.subscribe("gemini://b.example/feed/", "Other", "X")
	h.serve("gemini://a.example/", "# Home\n=> gemini://b.example/feed/ Feed\n")
	key := h.rekey("b.example")
	if _, _, err := h.Discover(t.Context(), h.url("gemini://a.example/")); err != nil {
		t.Fatal(err)
	}
	_, err := h.AcceptKey(t.Context(), "b.example:1965", key)
	expect(t, err, "no certificate of b.example:1965 was refused", "gemsub trust list shows what is trusted")
	if _, _, err := h.Page(t.Context(), h.url("gemini://b.example/feed/")); err == nil {
		t.Fatal("another key was taken without a word")
	}
	if _, err := h.AcceptKey(t.Context(), "b.example:1965", key); err != nil {
		t.Error(err)
	}
}

func TestParseFingerprint(t *testing.T) {
	t.Parallel()
	for arg, want := range map[string]string{"": "", "D33AFF4D": "d33aff4d", "d33aff4": "error", "d33aff4g": "error"} {
		got, err := app.ParseFingerprint(arg)
		if err != nil {
			got = "error"
		}
		if got != want {
			t.Errorf("%q: %q, want %q", arg, got, want)
		}
	}
}
