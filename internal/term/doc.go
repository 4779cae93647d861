// Package term writes text to a terminal: made safe, cut to the width, in aligned
// columns. To a pipe it writes the same rows separated by tabs. It knows nothing of
// feeds.
package term
