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
