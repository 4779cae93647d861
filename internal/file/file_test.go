package file

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

func TestFollowLinks(t *testing.T) {
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
		"file": "file", "new": "new", "link": "file", "absolute": "file", "twice": "file", "dangling": "dangling", "folder": "",
	} {
		if got, err := FollowLinks(at(name)); got != filepath.Clean(at(want)) || err != nil {
			t.Errorf("%s: %s, %v; want %s", name, got, err, want)
		}
	}
	if got, err := FollowLinks(at("loop")); err == nil {
		t.Errorf("loop: %s", got)
	}
	if got, err := FollowLinks(at("file/x")); !errors.Is(err, syscall.ENOTDIR) {
		t.Errorf("below a file: %s, %v", got, err)
	}
}

// A path below a file is no file: the host of a URL may have the name of the file.
func TestIsFileName(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "example.org", "x")
	for arg, want := range map[string]bool{
		"example.org": true, "example.org/": false, "example.org/log/": false, "nowhere": false, "./nowhere": true, "/nowhere": true, "-": true,
	} {
		if IsFileName(arg) != want {
			t.Errorf("%s names a file: %t", arg, !want)
		}
	}
}

// Write replaces the file to which a link leads, as a whole or not at all.
func TestWrite(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	write(t, path, "old")
	if err := errors.Join(os.Chmod(path, 0o640), os.Symlink("file", link)); err != nil {
		t.Fatal(err)
	}
	put := func(text string, after error) error {
		return Write(link, func(w io.Writer) error {
			_, err := io.WriteString(w, text)
			return errors.Join(err, after)
		})
	}
	if err := put("new", nil); err != nil {
		t.Fatal(err)
	}
	broken := errors.New("broken")
	if err := put("half", broken); !errors.Is(err, broken) || err.Error() != "write "+link+": broken" {
		t.Errorf("error %v", err)
	}
	text, err := os.ReadFile(path)
	info, statErr := os.Lstat(path)
	if err := errors.Join(err, statErr); err != nil || string(text) != "new" || info.Mode() != 0o640 {
		t.Errorf("got %q, %v, %v", text, info.Mode(), err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 2 {
		t.Errorf("there is %v, %v", entries, err)
	}
}

// Write writes to a pipe and does not replace it.
func TestWriteThrough(t *testing.T) {
	t.Parallel()
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	read := make(chan string)
	go func() {
		text, _ := os.ReadFile(pipe)
		read <- string(text)
	}()
	err := Write(pipe, func(w io.Writer) error {
		_, err := io.WriteString(w, "text")
		return err
	})
	if got := <-read; err != nil || got != "text" {
		t.Errorf("read %q, %v", got, err)
	}
	if info, err := os.Lstat(pipe); err != nil || info.Mode()&fs.ModeNamedPipe == 0 {
		t.Errorf("there is %v, %v", info, err)
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
