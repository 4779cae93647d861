// Package exchange reads the subscription files of other programs and writes
// OPML.
//
// It reads OPML (1.0, 1.1 and 2.0, http://opml.org/spec2.opml, Subscription
// lists), plain lists of URLs (newsboat's urls with tags and titles, gmi2email's
// list), the links of a gemtext page (moku-pona's sites.txt), amfora's
// subscriptions.json, and Lagrange's bookmarks.ini and bookmarks.txt.
//
// Nothing is passed over in silence: every entry of a file becomes a
// [Subscription], a [Problem] that names its line, or is counted in
// [List.Skipped] with the reason. Blank lines, comments, text around the links
// of a page and groups that hold something are no entries.
//
// The package fetches and stores nothing, reads neither files nor the clock, and
// looks no closer at a URL than at its scheme: whether it can be requested, and
// whether the same one came twice, is the caller's to find out.
package exchange
