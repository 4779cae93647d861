package config

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestRead(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(path, []byte("db = \"a.db\"\n[update]\njobs = 64\nbad = 1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var keys []string
	err := Read(path, func(key string, value any) { keys = append(keys, fmt.Sprint(key, "=", value)) })
	if got := strings.Join(keys, " "); err != nil || got != "db=a.db update.jobs=64 update.bad=1" {
		t.Errorf("read %s, %v", got, err)
	}
}

// An error of TOML names the right line, even where the library names the next.
func TestReadBroken(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "config.toml")
	for text, want := range map[string]string{
		"[update\njobs = 3\n":           "line 1: ",
		"[update":                       "line 1: ",
		"db = 'a'\n\n[update\njobs = 3": "line 3: ",
		"db = '\r\n'":                   "line 1: ",
		"[a]\nb = 1\nb = 2\n":           "line 3: ",
		"a = [1,\n2\n":                  "line 2: ",
	} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := Read(path, func(string, any) {}); err == nil || !strings.HasPrefix(err.Error(), path+": "+want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

func TestReadNothing(t *testing.T) {
	t.Parallel()
	set := func(key string, _ any) { t.Errorf("%s is set", key) }
	for _, path := range []string{"", filepath.Join(t.TempDir(), "config.toml")} {
		if err := Read(path, set); err != nil {
			t.Errorf("%q: %v", path, err)
		}
	}
	if err := Read(t.TempDir(), set); err == nil {
		t.Error("a folder is read")
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
