package file

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Create never overwrites anything, not even a link to a missing file.
func TestCreate(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path, link := filepath.Join(dir, "a"), filepath.Join(dir, "link")
	if err := Create(path, "first"); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(dir, "elsewhere"), link); err != nil {
		t.Fatal(err)
	}
	for _, there := range []string{path, link, dir} {
		if err := Create(there, "second"); err == nil || err.Error() != "not saved: "+there+" exists already" {
			t.Errorf("%s: %v", there, err)
		}
	}
	if err := Create(filepath.Join(dir, "none", "b"), ""); err == nil || !strings.Contains(err.Error(), "no such file") {
		t.Errorf("without a folder: %v", err)
	}
	if got, err := os.ReadFile(path); string(got) != "first" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
}
