// Package publish writes feeds as what people read and other programs count: a
// text/gemini page that can be subscribed to, a static HTML page, and a table.
//
// The feeds are mostly merged ones. Their texts come from strangers; wherever they
// stand, they stay text. What is written depends on the feed alone, and goes out
// entry by entry. Atom, RSS and JSON Feed are written by package feed.
package publish
