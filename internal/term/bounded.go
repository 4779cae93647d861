package term

import (
	"io"
	"strings"
)

// A Bounded is a Builder with room for so many bytes.
type Bounded struct {
	strings.Builder
	Room int
}

// Write writes all of p, or nothing where there is no room for it.
func (b *Bounded) Write(p []byte) (int, error) {
	if b.Len()+len(p) > b.Room {
		return 0, io.ErrShortWrite
	}
	return b.Builder.Write(p)
}
