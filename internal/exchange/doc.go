// Package exchange reads the subscription files of other programs and writes
// OPML.
//
// It reads OPML (1.0, 1.1 and 2.0, http://opml.org/spec2.opml, Subscription
// lists), plain lists of URLs (newsboat's urls with tags and titles, gmi2email's
// list), the links of a gemtext page (moku-pona's sites.txt), amfora's
// subscriptions.json, and Lagrange's bookmarks.ini.
//
// Every entry of a file becomes a [Subscription] or a problem that names its line, or is
// counted in [List.Skipped] with the reason. Blank lines, comments, text around the links
// of a page and groups that are not empty do not count as entries.
//
// The package does no input or output of its own and has no clock. Callers look for
// duplicates.
package exchange
