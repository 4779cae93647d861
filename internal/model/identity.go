package model

import "time"

// An Identity is a client certificate of the user's with its private key.
type Identity struct {
	Name        string
	Certificate []byte // in PEM form
	Key         []byte // in PEM form, without a passphrase
	AddedAt     time.Time
}

// An IdentityUse says where an identity is shown.
type IdentityUse struct {
	Authority string // host:port
	Path      string // escaped; the identity is for it and all below
	Name      string // of the identity
}

// An IdentityInfo is what there is to tell of an identity, without its key.
type IdentityInfo struct {
	Name        string
	Fingerprint string    // SHA-256 of the certificate
	NotAfter    time.Time // when it expires; zero: never
	Invalid     string    // why it is not valid now: "expired on 2026-01-31"
	AddedAt     time.Time
	URLs        []string // where it is shown, never nil in a list
	Err         error    // why it cannot be used at all: an archive may bring such a one
}
