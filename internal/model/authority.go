package model

import (
	"time"

	"gemsub/internal/address"
)

// An Authority is the stored state of a capsule's host:port: the robots.txt that all subscriptions
// there share ("robots.txt for Gemini"), the server's key, and when the next request may be sent.
// Zero times mean never.
type Authority struct {
	Authority string // host:port
	// Robots is the last robots.txt received. Empty with RobotsKnown means that the authority has
	// no robots.txt.
	Robots             []byte
	RobotsKnown        bool
	RobotsStatus       string    // the last answer or error, in one line
	RobotsAt           time.Time // when robots.txt was last answered
	RobotsFailingSince time.Time // when requests for robots.txt began to fail; zero if the last one was answered
	RequestedAt        time.Time // our last request there
	DeferUntil         time.Time // the server wants no request until then (44)
	DeferFor           time.Duration
	// Key is the server's latest key. StoredKey is the key in the database when this value was
	// read from there.
	Key, StoredKey PinnedKey
}

// A PinnedKey is the TLS key pinned for an authority.
type PinnedKey struct {
	Authority string // host:port
	// Fingerprint is the SHA-256 of the certificate's SubjectPublicKeyInfo in lower-case hex.
	// A renewed certificate with the same key has the same fingerprint.
	Fingerprint string
	NotAfter    time.Time // when the certificate expires
	SeenAt      time.Time // when this key and expiry were first seen
	// VisitedAt is when both were last seen, to the day; zero means SeenAt.
	VisitedAt time.Time
}

// An Identity is a client certificate of the user and its private key.
type Identity struct {
	Name        string
	Certificate []byte // in PEM form
	Key         []byte // in PEM form, without a passphrase
	AddedAt     time.Time
}

// An IdentityUse says where an identity is sent.
type IdentityUse struct {
	address.Scope
	Name string // of the identity
}
