package file

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestTarget(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	write(t, at("file"), "x")
	for name, to := range map[string]string{
		"link": "file", "absolute": at("file"), "twice": "link", "dangling": "nowhere", "loop": "loop", "folder": ".",
	} {
		if err := os.Symlink(to, at(name)); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]string{
		"file": "file", "new": "new", "link": "file", "absolute": "file", "twice": "file", "dangling": "nowhere", "folder": "",
	} {
		if got, err := Target(at(name)); got != filepath.Clean(at(want)) || err != nil {
			t.Errorf("%s: %s, %v; want %s", name, got, err, want)
		}
	}
	if got, err := Target(at("loop")); err == nil {
		t.Errorf("loop: %s", got)
	}
	if got, err := Target(at("file/x")); !errors.Is(err, syscall.ENOTDIR) {
		t.Errorf("below a file: %s, %v", got, err)
	}
}

// Links and pipes that the system alone can follow stay as they are.
func TestTargetOfStream(t *testing.T) {
	t.Parallel()
	if !exists("/dev/stdout") {
		t.Skip("there is no /dev/stdout")
	}
	got, err := Target("/dev/stdout")
	if err != nil || !exists(got) {
		t.Errorf("/dev/stdout is %s, %v", got, err)
	}
}

func TestIsPlanted(t *testing.T) {
	t.Parallel()
	const me, other, root = 1000, 1001, 0
	tests := []struct {
		folder             fs.FileMode
		owner, folderOwner int
		want               bool
	}{
		{0o755, other, me, false},
		{0o755, other, root, false},
		{0o777 | fs.ModeSticky, me, root, false},
		{0o777 | fs.ModeSticky, root, root, false},
		{0o777 | fs.ModeSticky, other, root, true},
		{0o777, other, root, true},
		{0o777, other, me, true},
		{0o772, -1, root, true},
	}
	for _, test := range tests {
		if got := isPlanted(test.folder, test.owner, test.folderOwner, me); got != test.want {
			t.Errorf("%+v: %v", test, got)
		}
	}
}

// In a folder for everyone another user's links and pipes are refused, the user's
// own are followed.
func TestTargetInSharedFolder(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		t.Skip("only root can make another user's link")
	}
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o777|fs.ModeSticky); err != nil {
		t.Fatal(err)
	}
	link, pipe := filepath.Join(dir, "link"), filepath.Join(dir, "pipe")
	if err := errors.Join(os.Symlink("victim", link), syscall.Mkfifo(pipe, 0o666)); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{link, pipe} {
		if _, err := Target(name); err != nil {
			t.Errorf("own %s: %v", name, err)
		}
		const nobody = 65534
		if err := os.Lchown(name, nobody, nobody); err != nil {
			t.Fatal(err)
		}
		if got, err := Target(name); !errors.Is(err, errPlanted) {
			t.Errorf("another's %s: %s, %v", name, got, err)
		}
	}
}

// In a folder for everyone only what is the user's own can be written to, and what lies
// below that; also where a link leads there from elsewhere.
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

func TestReplace(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	target := filepath.Join(dir, "file")
	for _, text := range []string{"old", "new"} {
		if err := Replace(target, func(name string) error { return os.WriteFile(name, []byte(text), 0o600) }); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(target); string(got) != text {
			t.Errorf("got %q, %v", got, err)
		}
	}
	broken := errors.New("broken")
	err := Replace(target, func(name string) error {
		write(t, name, "half")
		if info, err := os.Stat(filepath.Dir(name)); err != nil || info.Mode().Perm() != 0o700 {
			t.Errorf("others may read the folder: %v, %v", info, err)
		}
		return broken
	})
	if got, _ := os.ReadFile(target); !errors.Is(err, broken) || string(got) != "new" {
		t.Errorf("got %q, %v", got, err)
	}
	if names := list(t, dir); names != "file" {
		t.Errorf("there is %s", names)
	}
}

// What killed processes left behind is cleared, and nothing else: not what is still
// in use, not what another program or the user made.
func TestReplaceClears(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	random := strings.Repeat("A", 26)
	kept := []string{".x.gemsub-short", ".x.gemsub-" + strings.Repeat("a", 26), "x.gemsub-" + random, ".x.other-" + random}
	for _, name := range append([]string{".x.gemsub-" + random}, kept...) {
		if err := os.Mkdir(filepath.Join(dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, name, "x"), "secret")
	}
	file, link := ".y.gemsub-"+random, ".z.gemsub-"+random
	write(t, filepath.Join(dir, file), "no folder")
	if err := os.Symlink(kept[0], filepath.Join(dir, link)); err != nil {
		t.Fatal(err)
	}
	inUse, release, err := hide(filepath.Join(dir, ".x"+mark))
	if err != nil {
		t.Fatal(err)
	}
	kept = append(kept, file, link, filepath.Base(inUse), "new")
	if err := Replace(filepath.Join(dir, "new"), func(name string) error { return os.WriteFile(name, nil, 0o600) }); err != nil {
		t.Fatal(err)
	}
	for _, name := range kept {
		if _, err := os.Lstat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
	if _, err := os.Lstat(filepath.Join(dir, ".x.gemsub-"+random)); err == nil {
		t.Error("what was left behind is still there")
	}
	release()
	if names := list(t, dir); strings.Contains(names, filepath.Base(inUse)) {
		t.Errorf("there is %s", names)
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func list(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names bytes.Buffer
	for _, entry := range entries {
		names.WriteString(entry.Name())
	}
	return names.String()
}
