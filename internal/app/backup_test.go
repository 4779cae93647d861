package app_test

import (
	"bufio"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gemsub/internal/app"
)

// Another database is merged from its file, and adds its own once.
func TestMerge(t *testing.T) {
	t.Parallel()
	h := newReader(t)
	copied := filepath.Join(t.TempDir(), "copy.db")
	if err := h.Backup(t.Context(), copied); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(copied)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if !app.IsDatabase(bufio.NewReader(f)) || app.IsDatabase(bufio.NewReader(strings.NewReader("<opml>"))) {
		t.Error("a database is not told from other files")
	}
	other := newHome(t)
	done, err := other.Merge(t.Context(), copied, []string{"Laptop"})
	if err != nil || done.Feeds != 2 || done.Entries != 4 || len(done.LeftOut) > 0 {
		t.Errorf("%+v, %v", done, err)
	}
	if !sameTitles(other.unread(), h.unread()) || strings.Join(other.feed("Shed").Tags, " ") != "home laptop" {
		t.Errorf("got %s, %q", other.unread(), other.feed("Shed").Tags)
	}
	again, err := other.Merge(t.Context(), copied, nil)
	if err != nil || again.Feeds+again.Entries+again.Posts+again.Tags > 0 {
		t.Errorf("again: %+v, %v", again, err)
	}
}
