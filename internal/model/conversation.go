package model

// A PostLink is a link from a post to a post of another author. A post is named by the entry
// that stands for it.
type PostLink struct {
	From    int64
	To      int64 // 0 if the post is not known
	URL     string
	Answers bool // whether From answers To
	// Feed is the feed of From, and Place counts the answers of this feed to To from 1, the
	// newest first. Both are 0 in a link that was looked up by From.
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
	// SeeAlso is set if the post is related to the conversation, but not part of it.
	SeeAlso bool
	// Answers are the URLs of the posts that this post answers; posts of feeds that the user
	// does not follow come last.
	Answers []string
}

// Replies are the posts that a post answers, and those that answer it.
type Replies struct {
	Answers    []Entry
	AnsweredBy []Entry
	// More counts further answers of the same feeds.
	More []MorePosts
	// Elsewhere has the URLs of answered posts whose authors the user does not follow.
	Elsewhere []string
}

// An OpenedPost is a post for reading, with its conversation.
type OpenedPost struct {
	Entry   Entry // its number is 0 if the post belongs to no entry
	Post    Post
	Replies Replies
	Notices []string // what was noticed when it was fetched
}
