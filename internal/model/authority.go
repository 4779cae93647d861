package model

import (
	"time"

	"gemsub/internal/address"
)

// An Authority is what is known of a capsule's host:port: the robots.txt that all subscriptions
// there share ("robots.txt for Gemini"), its key, and when it may be asked again. Zero times
// mean never.
type Authority struct {
	Authority string // host:port
	// Robots is the last robots.txt received. If it is empty and RobotsKnown is
	// set, the authority has no robots.txt.
	Robots             []byte
	RobotsKnown        bool
	RobotsStatus       string    // the last answer or error, in one line
	RobotsAt           time.Time // when robots.txt was last answered
	RobotsFailingSince time.Time // since when no request for robots.txt was answered; zero if the last one was
	RequestedAt        time.Time // our last request there
	DeferUntil         time.Time // told to slow down (44) until then
	DeferFor           time.Duration
	// Key is the server's latest key, StoredKey the key that was stored when this value was
	// read.
	Key, StoredKey PinnedKey
}

// A PinnedKey is the TLS key pinned for an authority.
type PinnedKey struct {
	Authority string // host:port
	// Fingerprint is the SHA-256 of the certificate's SubjectPublicKeyInfo in
	// lower-case hex, so it outlives a renewal with the same key.
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
