package term

import "gemsub/internal/words"

// Safe is [words.Safe], for those who write to a terminal.
func Safe(s string) string { return words.Safe(s) }
