// Package feed holds what a reader subscribes to, in Atom's words (RFC 4287):
// a [Feed] and its entries.
//
// [Read] reads a text/gemini page as a feed, as the companion specification
// "Subscribing to Gemini pages" says; [Lint] tells the page's author about
// lines that look like entries and are none; [WriteAtom] writes a feed, or
// several merged into one, as an Atom document.
//
// The package fetches nothing and keeps nothing.
package feed
