package store

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gemsub/internal/address"

	"github.com/google/go-cmp/cmp"
)

// did returns a function that fails the test unless a change was made, or not made, as wanted.
func did(t *testing.T, what string, want bool) func(bool, error) {
	t.Helper()
	return func(got bool, err error) {
		t.Helper()
		if err != nil || got != want {
			t.Errorf("%s: %t, %v, want %t", what, got, err, want)
		}
	}
}

func TestIdentities(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	ctx := t.Context()
	me := Identity{Name: "me", Certificate: []byte("C1"), Key: []byte("K1"), AddedAt: start}
	art := Identity{Name: "art", Certificate: []byte("C2"), Key: []byte("K2"), AddedAt: start}
	did(t, "add me", true)(s.AddIdentity(ctx, me))
	did(t, "add art", true)(s.AddIdentity(ctx, art))
	did(t, "add me again", false)(s.AddIdentity(ctx, Identity{Name: "me", Certificate: []byte("x"), Key: []byte("x")}))

	got, known, err := s.Identity(ctx, "me")
	if err != nil || !known {
		t.Errorf("known %t, %v", known, err)
	}
	if diff := cmp.Diff(me, got); diff != "" {
		t.Errorf("identity (-want +got):\n%s", diff)
	}
	if _, known, err := s.Identity(ctx, "nobody"); err != nil || known {
		t.Errorf("nobody known %t, %v", known, err)
	}
	all, err := s.Identities(ctx)
	if diff := cmp.Diff([]Identity{art, me}, all); err != nil || diff != "" {
		t.Errorf("%v, identities (-want +got):\n%s", err, diff)
	}
}

func TestIdentityUses(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	ctx := t.Context()
	for _, name := range []string{"me", "art"} {
		did(t, "add "+name, true)(s.AddIdentity(ctx, Identity{Name: name, Certificate: []byte("C"), Key: []byte("K")}))
	}
	const a, b = "a.example:1965", "b.example:1965"
	wantUses := func(want ...IdentityUse) {
		t.Helper()
		got, err := s.IdentityUses(ctx)
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%v, uses (-want +got):\n%s", err, diff)
		}
	}
	wantUses()
	did(t, "use", true)(s.UseIdentity(ctx, IdentityUse{Scope: address.Scope{Authority: b, Path: "/"}, Name: "me"}))
	did(t, "use", true)(s.UseIdentity(ctx, IdentityUse{Scope: address.Scope{Authority: a, Path: "/x"}, Name: "me"}))
	did(t, "use", true)(s.UseIdentity(ctx, IdentityUse{Scope: address.Scope{Authority: a, Path: "/"}, Name: "me"}))
	did(t, "use of nobody", false)(s.UseIdentity(ctx, IdentityUse{Scope: address.Scope{Authority: a, Path: "/"}, Name: "nobody"}))
	did(t, "use of another", true)(s.UseIdentity(ctx, IdentityUse{Scope: address.Scope{Authority: a, Path: "/"}, Name: "art"}))
	wantUses(IdentityUse{Scope: address.Scope{Authority: a, Path: "/"}, Name: "art"}, IdentityUse{Scope: address.Scope{Authority: a, Path: "/x"}, Name: "me"}, IdentityUse{Scope: address.Scope{Authority: b, Path: "/"}, Name: "me"})

	did(t, "unuse", true)(s.UnuseIdentity(ctx, a, "/x"))
	did(t, "unuse", false)(s.UnuseIdentity(ctx, a, "/x"))
	did(t, "remove", true)(s.RemoveIdentity(ctx, "me"))
	did(t, "remove", false)(s.RemoveIdentity(ctx, "me"))
	wantUses(IdentityUse{Scope: address.Scope{Authority: a, Path: "/"}, Name: "art"})
}

// A removed key, however large, is neither in the file nor in its log any more.
func TestRemovedKeyIsGone(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "gemsub.db")
	s := open(t, path)
	for _, secret := range []string{"small secret", strings.Repeat("large secret ", 1000)} {
		did(t, "add", true)(s.AddIdentity(t.Context(), Identity{Name: secret[:5], Certificate: []byte("C"), Key: []byte(secret)}))
	}
	for _, name := range []string{"small", "large"} {
		if !holds(t, path, name+" secret") {
			t.Errorf("no %s secret in the file to begin with", name)
		}
		did(t, "remove", true)(s.RemoveIdentity(t.Context(), name))
	}
	for _, name := range []string{"small", "large"} {
		if holds(t, path, name+" secret") {
			t.Errorf("the %s secret is still in the file", name)
		}
	}
}

// holds reports whether text stands in a database's file or in its log.
func holds(t *testing.T, path, text string) bool {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	log, err := os.ReadFile(path + "-wal")
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	return bytes.Contains(append(data, log...), []byte(text))
}
