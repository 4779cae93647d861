// Package fetch requests one URL and returns one response, as the Gemini
// network protocol 0.24.1 has it: TLS, trust on first use, redirects, and
// limits on time and size that hold whatever the server does.
//
// It does not read robots.txt; an [Asker] is asked before every hop instead.
// It does not keep what it learns about servers; [Keys] does. It does not
// choose identities: it shows what [Client.Identity] names. It does not
// interpret the media type, never retries, and does not wait between requests.
//
// Every error is one short line for a person, safe to print: what a server
// sent appears in it without control characters.
package fetch
