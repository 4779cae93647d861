// Package store keeps subscriptions, their entries and what is known of the
// capsules they live on in one SQLite file.
//
// It remembers the entries of pages ("Subscribing to Gemini pages", Entry elements):
// an entry is known by its subscription and Atom id (recognise.go), a new title replaces the old
// one, a later date makes the entry unread again, and an entry that leaves the page
// stays. It also stores the keys trusted on first use, each authority's robots.txt as
// it was last answered, and the user's own certificates with their keys.
//
// What one check found is stored whole or not at all. What [Store.Commit] has
// returned is on the disk. Readers do not wait for a writer. All times are stored in
// whole seconds.
//
// The package does not fetch, parse, or decide when a subscription is due. It stores
// text as given: callers clean it before they print it.
package store
