// Package term puts text on a terminal: safe, cut to the width, in columns
// that line up; and the same rows tab-separated into a pipe. It knows nothing
// of feeds, and whether a stream is a terminal is told to it.
package term
