package model

import "time"

// An Authority is what is known of a capsule's host:port beside its key: the
// robots.txt that all its subscriptions share ("robots.txt for Gemini"), and
// when it may be asked again. Zero times mean never.
type Authority struct {
	Authority string // host:port
	// Robots is the policy that was last answered. With RobotsKnown set an
	// empty one means that there is none.
	Robots             []byte
	RobotsKnown        bool
	RobotsStatus       string    // the last answer or error, in one line
	RobotsAt           time.Time // of the last answer about the policy
	RobotsFailingSince time.Time // zero: the last question was answered
	RequestedAt        time.Time // our last request there
	DeferUntil         time.Time // asked to slow down (44) until then
	DeferFor           time.Duration
	// Key is what its server showed last; package store keeps it apart.
	Key PinnedKey
}
