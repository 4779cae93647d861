package app_test

import (
	"errors"
	"strings"
	"testing"
)

// The copy that is written is a database like the one in use.
func TestWriteBackup(t *testing.T) {
	t.Parallel()
	h := newReader(t)
	var copied strings.Builder
	if err := h.WriteBackup(t.Context(), &copied); err != nil || !strings.HasPrefix(copied.String(), "SQLite format 3\x00") {
		t.Errorf("%d bytes, %v", copied.Len(), err)
	}
	if err := h.WriteBackup(t.Context(), brokenWriter{}); !errors.Is(err, errBroken) {
		t.Errorf("error %v", err)
	}
}

var errBroken = errors.New("broken")

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errBroken }
