package model

import "time"

// A PinnedKey is the key that an authority was seen with.
type PinnedKey struct {
	Authority   string // host:port
	Fingerprint string
	NotAfter    time.Time // when its certificate expires
	SeenAt      time.Time
	VisitedAt   time.Time // when the authority showed it last; zero: not known
}
