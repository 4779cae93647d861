package model

// A PostLink is a link of a post to one of another author. Posts are known by the entries
// that stand for them.
type PostLink struct {
	From    int64
	To      int64 // 0 if the post is not known
	URL     string
	Answers bool // whether From answers To
	// Feed is that of From, and Place the place among such links of that feed to To, the newest
	// first, from 1. Both are 0 where links of From were asked for.
	Feed  int64
	Place int
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

// An OpenedPost is a post that somebody reads.
type OpenedPost struct {
	Entry   Entry // without number if the post belongs to none
	Post    Post
	Replies Replies
	Notices []string // what was noticed when it was fetched
}
