package app_test

import (
	"bufio"
	"bytes"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"gemsub/internal/app"
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

// Another database is merged from its file, or as it comes, and adds its own once. No
// update runs meanwhile.
func TestMerge(t *testing.T) {
	t.Parallel()
	h := newReader(t)
	var copied bytes.Buffer
	if err := h.WriteBackup(t.Context(), &copied); err != nil {
		t.Fatal(err)
	}
	if !app.IsDatabase(bufio.NewReader(bytes.NewReader(copied.Bytes()))) || app.IsDatabase(bufio.NewReader(strings.NewReader("<opml>"))) {
		t.Error("a database is not told from other files")
	}
	other := newHome(t)
	done, err := other.Merge(t.Context(), "-", bytes.NewReader(copied.Bytes()), []string{"Laptop"})
	if err != nil || done.Feeds != 2 || done.Entries != 4 || len(done.LeftOut) > 0 {
		t.Errorf("%+v, %v", done, err)
	}
	if !sameTitles(other.unread(), h.unread()) || strings.Join(other.feed("Shed").Tags, " ") != "home laptop" {
		t.Errorf("got %s, %q", other.unread(), other.feed("Shed").Tags)
	}
	file := filepath.Join(t.TempDir(), "copy.db")
	if err := h.Backup(t.Context(), file); err != nil {
		t.Fatal(err)
	}
	again, err := other.Merge(t.Context(), file, nil, nil)
	if err != nil || again.Feeds+again.Entries+again.Posts+again.Tags > 0 {
		t.Errorf("again: %+v, %v", again, err)
	}
}

var errBroken = errors.New("broken")

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errBroken }
