package model

import "time"

// A LinkedPost is a post as a conversation knows it. Page and Author are what all URLs of
// a page, and all pages of an author, have in common.
type LinkedPost struct {
	Page   string
	Entry  int64
	Feed   int64 // that owns the page
	URL    string
	Author string
	Date   time.Time // by which lists are ordered
	Seen   time.Time // first; of equal dates the one seen first is older
	Links  []string  // to other pages, known or not, where they were asked for
	Joins  bool      // whether it can be part of a conversation
}

// Answers reports whether p answers another post, to which it links. Feeds know the day
// of a post, so one of the same day counts as written before.
func (p LinkedPost) Answers(to LinkedPost) bool {
	day := func(t time.Time) time.Time { return t.UTC().Truncate(24 * time.Hour) }
	return p.Joins && to.Joins && p.Author != to.Author && !day(to.Date).After(day(p.Date))
}

// A PageLink is a link of a post to a page of another author.
type PageLink struct {
	From, To string
	URL      string // of the page, as the post writes it
}

// MorePosts are posts of a feed that a list leaves out, which has the newest few.
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

// A ThreadPost is a post where it stands in a conversation.
type ThreadPost struct {
	Entry
	Depth int // 0 at the root
	// SeeAlso is set when it has to do with the conversation and stands outside.
	SeeAlso bool
	// Answers are the URLs of the posts that it answers, those of feeds that the user
	// does not follow last.
	Answers []string
}

// Replies are the posts that one answers, and those that answer it.
type Replies struct {
	Answers    []Entry
	AnsweredBy []Entry
	// More are further answers of the same feeds.
	More []MorePosts
	// Elsewhere are the URLs that it answers of authors whom the user does not follow.
	Elsewhere []string
}
