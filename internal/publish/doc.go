// Package publish writes a feed, or several merged into one, for people and for other
// programs: as Atom (RFC 4287), RSS 2.0 or JSON Feed 1.1, as a text/gemini page that can be
// subscribed to, or as a static HTML page.
//
// Texts come from strangers and are escaped everywhere. The output depends only on the
// feed, and is written entry by entry.
package publish
