package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestExposedFiles(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "a folder")
	db, config := filepath.Join(dir, "gemsub.db"), filepath.Join(dir, "config.toml")
	make := func(name string, mode os.FileMode) {
		t.Helper()
		if err := os.WriteFile(name, nil, mode); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(name, mode); err != nil { // whatever the umask
			t.Fatal(err)
		}
	}
	commands := func() string {
		var all []string
		var d Diagnosis
		d.exposedFiles(db, config, "")
		for _, f := range d.Found {
			all = append(all, f.Command)
		}
		return strings.ReplaceAll(strings.Join(all, "; "), dir, "DIR")
	}
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	make(db, 0o600)
	make(config, 0o644)
	if got := commands(); got != "" {
		t.Errorf("got %s", got)
	}
	make(db, 0o640)
	make(db+"-wal", 0o602)
	make(config, 0o620)
	if got := commands(); got != "chmod 600 'DIR/gemsub.db'; chmod 600 'DIR/gemsub.db-wal'; chmod go-w 'DIR/config.toml'" {
		t.Errorf("got %s", got)
	}
	for mode, want := range map[os.FileMode]bool{0o702: true, 0o702 | os.ModeSticky: false, 0o755: false} {
		if err := os.Chmod(dir, mode); err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(commands(), "chmod go-w 'DIR'"); got != want {
			t.Errorf("%v: %t", mode, got)
		}
	}
}
