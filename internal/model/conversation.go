package model

import "time"

// A LinkedPost is a post as a conversation knows it. Page and Author are numbers that
// the store makes of URLs, equal for equal pages and authors.
type LinkedPost struct {
	Page    int64
	URL     string // of the entry that is preferred for the page
	Author  int64
	Date    time.Time // by which lists are ordered
	Seen    time.Time // first
	Authors int       // how many others it links to
	Growths int       // how many times it came back longer
	OnePage bool      // its feed is one page, without a page for each post
}

// A PageLink is a link of a post to a page.
type PageLink struct {
	From, To int64
	URL      string // of the page, as a post writes it
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
	// Elsewhere are the URLs that it answers of authors whom the user does not follow.
	Elsewhere []string
}
