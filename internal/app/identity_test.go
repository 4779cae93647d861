package app

import (
	"testing"

	"gemsub/internal/address"
	"gemsub/internal/model"
)

func TestIdentityFor(t *testing.T) {
	t.Parallel()
	const here, there = "example.org:1965", "example.net:1965"
	uses := []model.IdentityUse{
		{Scope: address.Scope{Authority: there, Path: "/"}, Name: "there"},
		{Scope: address.Scope{Authority: here, Path: "/a"}, Name: "a"},
		{Scope: address.Scope{Authority: here, Path: "/a/b/c"}, Name: "c"},
		{Scope: address.Scope{Authority: here, Path: "/a/b"}, Name: "b"},
		{Scope: address.Scope{Authority: here, Path: "/ab"}, Name: "ab"},
	}
	for text, want := range map[string]string{
		"example.org/":        "",
		"example.org/b":       "",
		"example.org/a":       "a",
		"example.org/a/x":     "a",
		"example.org/a/bc":    "a",
		"example.org/a/b/x":   "b",
		"example.org/a/b/c/d": "c",
		"example.org/ab":      "ab",
		"example.org/abc":     "",
		"example.net/a":       "there",
		"example.com/a":       "",
	} {
		u, err := address.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := identityFor(uses, u); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
