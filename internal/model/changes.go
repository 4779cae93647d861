package model

// Changes are what one check did to the database.
type Changes struct {
	SubscriptionID int64
	// Known is set when New named a URL that is subscribed already: then
	// SubscriptionID is that subscription, and nothing was stored.
	Known bool
	// Gone is set when the subscription was removed meanwhile, given another URL, or is
	// read in another way; nothing was stored.
	Gone  bool
	Moved bool // the subscription has the URL of MovedTo now
	// Taken is set instead when another subscription has that URL: IfTaken was
	// stored.
	Taken bool
	// New are the entries that became unread, newest first: first seen now,
	// or with a later date than before.
	New []Entry
	// Suppressed is how many more would have become unread if not so many were new.
	Suppressed int
	Added      int // entries first seen
	Updated    int // entries whose title, link, author or date changed
}
