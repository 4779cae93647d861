package model

import "time"

// A LinkedPost is a post in a conversation. Page is the key that all URLs of one page
// share, Author the key that all pages of one author share.
type LinkedPost struct {
	Page   string
	Entry  int64
	Feed   int64 // that owns the page
	URL    string
	Author string
	Date   time.Time // by which lists are ordered
	Seen   time.Time // when first seen; of equal dates, earlier is older
	Links  []string  // to other pages, known or not, where they were asked for
	Joins  bool      // whether it can be part of a conversation
}

// Answers reports whether p, which links to another post, answers it. Feeds may give only
// the day, so a linked post of the same day counts as older.
func (p LinkedPost) Answers(to LinkedPost) bool {
	day := func(t time.Time) time.Time { return t.UTC().Truncate(24 * time.Hour) }
	return p.Joins && to.Joins && p.Author != to.Author && !day(to.Date).After(day(p.Date))
}

// A PageLink is a link of a post to a page of another author.
type PageLink struct {
	From, To string
	URL      string // of the page, as the post writes it
}

// MorePosts are the older posts of a feed that a list leaves out.
type MorePosts struct {
	SubscriptionID int64
	FeedTitle      string
	Posts          int
}

// A Mention is a post that links to pages under a URL.
type Mention struct {
	Entry
	Links []string // the URLs of these pages, sorted
}

// A LinkedSite is a capsule or hole, or the folder of one of its users, to which posts
// link.
type LinkedSite struct {
	URL      string
	Feeds    int      // that link to it
	Links    int      // of their posts
	Examples []string // URLs there, those of most feeds first
}

// A ThreadPost is a post and its place in a conversation.
type ThreadPost struct {
	Entry
	Depth int // 0 at the root
	// SeeAlso is set when it is related but not part of the conversation.
	SeeAlso bool
	// Answers are the URLs of the posts that it answers; those of feeds that the user
	// does not follow come last.
	Answers []string
}

// Replies are the posts that a post answers, and those that answer it.
type Replies struct {
	Answers    []Entry
	AnsweredBy []Entry
	// More are further answers of the same feeds.
	More []MorePosts
	// Elsewhere are the URLs it answers whose authors the user does not follow.
	Elsewhere []string
}
