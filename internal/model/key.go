package model

import "time"

// A PinnedKey is the key that an authority was seen with.
type PinnedKey struct {
	Authority string // host:port
	// Fingerprint is the SHA-256 of the certificate's SubjectPublicKeyInfo in
	// lower-case hex, so it outlives a renewal with the same key.
	Fingerprint string
	NotAfter    time.Time // when the certificate expires
	SeenAt      time.Time // when this key and expiry were first seen
	// VisitedAt is when the authority showed them last, kept to the day; zero
	// counts as SeenAt.
	VisitedAt time.Time
}
