package mail

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

func TestCheckOwn(t *testing.T) {
	t.Parallel()
	dir, elsewhere, me := t.TempDir(), t.TempDir(), os.Geteuid()
	box, link := filepath.Join(dir, "folder", "box"), filepath.Join(elsewhere, "link")
	if err := errors.Join(os.MkdirAll(box, 0o700), os.Symlink(box, link), os.Chmod(dir, 0o777|fs.ModeSticky)); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{filepath.Join(dir, "folder"), box, link} {
		if err := checkOwn(path, me); err != nil {
			t.Errorf("own %s: %v", path, err)
		}
		if err := checkOwn(path, me+1); !errors.Is(err, errForeign) {
			t.Errorf("%s of another user: %v", path, err)
		}
	}
}

// A file is replaced as a whole or not at all, keeps its mode, and nothing else is left.
