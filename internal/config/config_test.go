package config

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestApply(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(path, []byte("db = \"a.db\"\n[update]\njobs = 64\nbad = 1\nworse = 2\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := Read(path)
	if got := strings.Join(file.Keys(), " "); err != nil || got != "db update.bad update.jobs update.worse" {
		t.Fatalf("keys %s, %v", got, err)
	}
	err = file.Apply(func(key string, value any) error {
		if key == "update.jobs" {
			_, err := Int(value)
			return err
		}
		_, err := Text(value)
		if key != "db" {
			err = errors.New("unknown setting " + key)
		}
		return err
	})
	if want := path + ": line 4: unknown setting update.bad"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
	if got := strings.Join(file.Keys(), " "); got != "db update.jobs" {
		t.Errorf("what is right is %s", got)
	}
}

func TestReadNothing(t *testing.T) {
	t.Parallel()
	for _, path := range []string{"", filepath.Join(t.TempDir(), "config.toml")} {
		if file, err := Read(path); err != nil || len(file.Keys()) > 0 {
			t.Errorf("%q: %v, %v", path, file.Keys(), err)
		}
	}
	if file, err := Read(t.TempDir()); err == nil {
		t.Errorf("a folder sets %v", file.Keys())
	}
}

func TestPath(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ home, folder, want string }{
		{"/home/a", "", "/home/a/.config/gemsub/config.toml"},
		{"/home/a", "/etc/a", "/etc/a/gemsub/config.toml"},
		{"/home/a", "relative", "/home/a/.config/gemsub/config.toml"},
		{"", "", ""},
	} {
		getenv := func(name string) string {
			return map[string]string{"HOME": test.home, "XDG_CONFIG_HOME": test.folder}[name]
		}
		if got := Path(getenv); got != test.want {
			t.Errorf("%+v: %s", test, got)
		}
		if path, err := DatabasePath(getenv); (err == nil) != (test.home != "") {
			t.Errorf("%+v: the database is at %q, %v", test, path, err)
		}
	}
}
