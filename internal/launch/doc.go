// Package launch starts the user's programs: a browser for a link, a pager for long
// lists, a command for each new entry. No text that a capsule wrote becomes a part of a
// shell's command line.
package launch
