package mail

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func openDir(t *testing.T, dir string) *Maildir {
	t.Helper()
	m, err := OpenMaildir(dir)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// files returns the names of the files in a folder.
func files(t *testing.T, dir string) (names []string) {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range list {
		names = append(names, f.Name())
	}
	return names
}

// A message that is written again exists once.
func TestMaildir(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "mail")
	if err := os.MkdirAll(filepath.Join(dir, "tmp"), 0o700); err != nil { // a run was killed while it made the folders
		t.Fatal(err)
	}
	message := write(t, letter(entry("Log", "A"), "text\n"))
	m := openDir(t, dir)
	name := digest(message.ID) + ".gemsub"
	for range 2 {
		if err := m.Write(t.Context(), message); err != nil {
			t.Fatal(err)
		}
	}
	written := filepath.Join(dir, "new", name)
	data, err := os.ReadFile(written)
	if err != nil || string(data) != string(message.Data) {
		t.Errorf("%v %q", err, data)
	}
	for _, path := range []string{dir, filepath.Join(dir, "cur"), written} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s: %v, %v", path, info.Mode(), err)
		}
	}
	if left := append(files(t, filepath.Join(dir, "new")), files(t, filepath.Join(dir, "tmp"))...); len(left) != 1 {
		t.Errorf("%q", left)
	}
}

// A message that could not be written leaves no file behind.
func TestMaildirFails(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	m := openDir(t, dir)
	if err := os.Remove(filepath.Join(dir, "new")); err != nil {
		t.Fatal(err)
	}
	err := m.Write(t.Context(), write(t, letter(entry("Log", "A"), "")))
	if err == nil || !strings.HasPrefix(err.Error(), "write to maildir "+dir+": ") || len(files(t, filepath.Join(dir, "tmp"))) > 0 {
		t.Errorf("%v, left %q", err, files(t, filepath.Join(dir, "tmp")))
	}
}

// Other folders and files are left alone, and no link is followed out of a maildir.
func TestNoMaildir(t *testing.T) {
	t.Parallel()
	other, file, linked := t.TempDir(), filepath.Join(t.TempDir(), "file"), t.TempDir()
	for _, name := range []string{filepath.Join(other, "notes.txt"), file} {
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, to := range map[string]string{"tmp": other, "new": other, "cur": other} {
		if err := os.Symlink(to, filepath.Join(linked, name)); err != nil {
			t.Fatal(err)
		}
	}
	for _, dir := range []string{other, file, linked, filepath.Join(file, "b")} {
		if _, err := OpenMaildir(dir); err == nil || !strings.HasPrefix(err.Error(), "open maildir "+dir+": ") {
			t.Errorf("%s: %v", dir, err)
		}
	}
	if left := files(t, other); len(left) != 1 {
		t.Errorf("%q", left)
	}
}

// Another user's maildir in a folder for everyone is not written to. Only root can
// make one; package file tests the rule as any user.
func TestForeignInSharedFolder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	maildir := filepath.Join(dir, "mail")
	if _, err := OpenMaildir(maildir); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o777|fs.ModeSticky); err != nil {
		t.Fatal(err)
	}
	open := func(why string, foreign bool) {
		_, err := OpenMaildir(maildir)
		if (err != nil) != foreign {
			t.Errorf("%s: %v", why, err)
		}
	}
	open("the user's own", false)
	const nobody = 65534
	if err := os.Chown(maildir, nobody, nobody); err != nil {
		t.Skipf("only root can give a folder away, in a namespace that has another user: %v", err)
	}
	open("another's", true)
}
