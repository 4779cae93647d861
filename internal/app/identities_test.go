package app_test

import (
	"cmp"
	"errors"
	"os"
	"slices"
	"testing"
	"time"

	"gemsub/internal/address"
	"gemsub/internal/app"
	"gemsub/internal/fetch"
	"gemsub/internal/model"
)

// identity makes an identity and keeps it.
func (h *home) identity(name string, until time.Time) app.IdentityInfo {
	h.t.Helper()
	info, err := h.AddIdentity(h.t.Context(), newIdentity(h.t, name, h.now(), until))
	if err != nil {
		h.t.Fatal(err)
	}
	return info
}

// newIdentity makes an identity that is valid until a time, or always if this is zero.
func newIdentity(t *testing.T, name string, now, until time.Time) model.Identity {
	t.Helper()
	cert, key, err := fetch.NewCertificate(name, now.Add(-time.Hour), cmp.Or(until, fetch.NoExpiry))
	if err != nil {
		t.Fatal(err)
	}
	return model.Identity{Name: name, Certificate: cert, Key: key}
}

func TestIdentities(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	until := h.now().Add(30 * day)
	me, brief := h.identity("me", time.Time{}), h.identity("brief", until)
	if me.Fingerprint == "" || me.Fingerprint == brief.Fingerprint || !me.NotAfter.IsZero() || !brief.NotAfter.Equal(until) || brief.Invalid != "" {
		t.Errorf("%+v, %+v", me, brief)
	}
	again, err := app.NewIdentity("me", h.now())
	if err != nil {
		t.Fatal(err)
	}
	_, err = h.AddIdentity(t.Context(), again)
	expect(t, err, "identity me exists already", "choose another name, or gemsub identity remove me")
	h.sleep(31 * day)
	all, err := h.Identities(t.Context())
	if err != nil || len(all) != 2 || all[0].Name != "brief" || all[0].Invalid == "" || all[1].Fingerprint != me.Fingerprint ||
		all[1].Invalid != "" || all[1].URLs == nil {
		t.Errorf("%+v, %v", all, err)
	}
	if err := h.RemoveIdentity(t.Context(), "brief"); err != nil {
		t.Error(err)
	}
	expect(t, h.RemoveIdentity(t.Context(), "brief"), "there is no identity brief", "gemsub identity list shows yours")
}

// An identity is shown where the user chose, and nowhere else.
func TestUseIdentity(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.subscribe(page, "Garden", "Worms")
	h.subscribe("gemini://a.example/open/", "Open", "X")
	h.subscribe("gemini://b.example/log/", "Paused elsewhere", "Y")
	a := h.host("a.example")
	a.Require("/log/")
	h.host("b.example").Require("/log/")
	h.checked(app.UpdateOptions{Force: true})
	me := h.identity("me", time.Time{})
	used, err := h.UseIdentity(t.Context(), "me", "1")
	if err != nil || used.URL != page || !slices.Equal(used.Paused, []string{"1"}) || used.Identity.Fingerprint != me.Fingerprint {
		t.Errorf("%+v, %v", used, err)
	}
	before := len(a.Requests())
	for _, c := range h.checked(app.UpdateOptions{Feeds: []string{"1", "2"}}) {
		if c.Err != nil {
			t.Error(c.Err)
		}
	}
	for _, r := range a.Requests()[before:] {
		if got, want := r.Visitor != "", r.URL == page; got != want {
			t.Errorf("%s: shown %t", r.URL, got)
		}
	}
	if all, err := h.Identities(t.Context()); err != nil || len(all) != 1 || !slices.Equal(all[0].URLs, []string{page}) {
		t.Errorf("%+v, %v", all, err)
	}
	if url, err := h.UnuseIdentity(t.Context(), "a.example/log/"); url != page || err != nil {
		t.Errorf("%s, %v", url, err)
	}
	if h.works() {
		t.Error("it is shown still")
	}
	_, err = h.UnuseIdentity(t.Context(), "1")
	expect(t, err, "no identity is used at "+page+" itself", "gemsub identity list shows where yours are used")
}

func TestUseIdentityFails(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.subscribe(page, "That one", "Worms")
	h.identity("me", time.Time{})
	_, err := h.UseIdentity(t.Context(), "you", "1")
	expect(t, err, "there is no identity you", "gemsub identity list shows yours")
	_, err = h.UseIdentity(t.Context(), "me", "nobody")
	const hint = "name the feed by number or URL, or the capsule as AUTHORITY/PATH: titles do not count here"
	expect(t, err, `no feed fits "nobody"`, hint)
	_, err = h.UseIdentity(t.Context(), "me", "that one")
	expect(t, err, `no feed fits "that one"`, hint)
	_, err = h.UseIdentity(t.Context(), "me", "mailto:x/y")
	if _, ok := errors.AsType[*address.Error](err); !ok {
		t.Errorf("got %v", err)
	}
	title := "this/that" // a title may come from a file that somebody sent
	if _, err := h.Set(t.Context(), []string{"1"}, model.Settings{Title: &title}); err != nil {
		t.Fatal(err)
	}
	for place, want := range map[string]string{"this/that": "gemini://this/that", "1": page, "a.example": "gemini://a.example/", "b.example/~me/": "gemini://b.example/~me/", "gemini://c.example:7/": "gemini://c.example:7/"} {
		if used, err := h.UseIdentity(t.Context(), "me", place); err != nil || used.URL != want {
			t.Errorf("%s: %s, %v", place, used.URL, err)
		}
	}
	// If the capsule refuses the identity (61), the hint says how to show another.
	h.host("a.example").Require("/log/", "nobody's")
	c := one(t, h.checked(app.UpdateOptions{Feeds: []string{"1"}}))
	expect(t, c.Err, "61", "gemsub identity use NAME 1 shows another certificate")
}

func TestReadIdentity(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 10, 0, 0, 0, 0, time.UTC)
	id, other := newIdentity(t, "me", now, now.Add(day)), newIdentity(t, "other", now, now.Add(day))
	dir := t.TempDir() + "/"
	for name, data := range map[string][]byte{
		"c.pem": id.Certificate, "k.pem": id.Key, "o.pem": other.Key, "both.pem": append(slices.Clone(id.Key), id.Certificate...),
		"my key.pem": []byte("-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n"),
	} {
		if err := os.WriteFile(dir+name, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, files := range [][2]string{{"c.pem", "k.pem"}, {"both.pem", "both.pem"}} {
		if got, err := input("").Identity("me", dir+files[0], dir+files[1]); err != nil || got.Name != "me" || string(got.Key) != string(id.Key) {
			t.Errorf("%s: %+v, %v", files, got, err)
		}
	}
	for _, test := range []struct{ cert, key, text, hint string }{
		{"k.pem", "k.pem", "read " + dir + "k.pem: ", ""},
		{"c.pem", "c.pem", "read " + dir + "c.pem: ", ""},
		{"c.pem", "o.pem", "use " + dir + "c.pem with " + dir + "o.pem: ", ""},
		{"c.pem", "my key.pem", "read " + dir + "my key.pem: ", "openssl pkey -in '" + dir + "my key.pem' -out NEW writes it without a passphrase"},
	} {
		_, err := input("").Identity("me", dir+test.cert, dir+test.key)
		expect(t, err, test.text, test.hint)
	}
}
