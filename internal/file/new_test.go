package file

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What is there already is never overwritten, be it a link that leads nowhere.
func TestNew(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path, link := filepath.Join(dir, "a"), filepath.Join(dir, "link")
	if err := New(path, "first"); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(dir, "elsewhere"), link); err != nil {
		t.Fatal(err)
	}
	for _, there := range []string{path, link, dir} {
		if err := New(there, "second"); err == nil || !strings.HasSuffix(err.Error(), there+": it exists already") {
			t.Errorf("%s: %v", there, err)
		}
	}
	if err := New(filepath.Join(dir, "none", "b"), ""); err == nil || !strings.Contains(err.Error(), "no such file") {
		t.Errorf("without a folder: %v", err)
	}
	if got, err := os.ReadFile(path); string(got) != "first" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
}
