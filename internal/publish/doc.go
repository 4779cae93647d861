// Package publish writes feeds for people and for other programs: as a text/gemini
// page that can be subscribed to, a static HTML page, or a table.
//
// Most of these feeds are merged ones. Their texts come from strangers and are escaped
// everywhere. The output depends only on the feed, and is written entry by entry.
// Package feed writes Atom, RSS and JSON Feed.
package publish
