// Package store keeps subscriptions, their entries and what is known of the
// capsules they live on in one SQLite file.
//
// It gives a page read as a feed its memory ("Subscribing to Gemini pages",
// Entry elements): an entry is known by its subscription and its Atom id, a
// new title replaces the old one, a later date makes the entry unread again,
// and an entry that leaves the page stays. Beside the entries it keeps the
// certificates trusted on first use, each authority's robots.txt as it was
// last answered, and the user's own certificates with their keys.
//
// What one check found is stored whole or not at all, and what [Store.Commit]
// has returned survives the end of the process in any form. Readers are not
// blocked by a writer. All times are kept in whole seconds.
//
// The package does not fetch, parse, or decide when a subscription is due. It
// keeps text as it is given: a caller who prints it makes it safe first.
package store
