package app

import (
	"os"
	"path/filepath"
	"regexp"

	"gemsub/internal/model"
	"gemsub/internal/shell"
)

// exposedFiles finds files that others may read or change: the database tells
// whom its owner reads and has keys of client certificates. The configuration may name a
// command that is run; it may be read by all unless it has a password.
func (d *Diagnosis) exposedFiles(path, config string) {
	for _, file := range []string{path, path + "-wal", path + "-shm"} {
		if allows(file, 0o066) {
			d.add(model.LevelWarning, file, "chmod 600 "+shell.Word(file), "can be read by others")
		}
	}
	switch {
	case allows(config, 0o044) && hasPassword(config):
		d.add(model.LevelWarning, config, "chmod 600 "+shell.Word(config), "has a password and can be read by others")
	case allows(config, 0o022):
		d.add(model.LevelWarning, config, "chmod go-w "+shell.Word(config), "can be changed by others")
	}
	folder := filepath.Dir(path)
	if info, err := os.Stat(folder); err == nil && info.Mode().Perm()&0o002 != 0 && info.Mode()&os.ModeSticky == 0 {
		d.add(model.LevelWarning, folder, "chmod go-w "+shell.Word(folder), "can be changed by others")
	}
}

// allows reports whether a file gives others than its owner any of some permissions.
func allows(file string, others os.FileMode) bool {
	info, err := os.Stat(file)
	return err == nil && info.Mode().IsRegular() && info.Mode().Perm()&others != 0
}

// hasPassword reports whether a file has a URL with a user and password.
func hasPassword(file string) bool {
	text, err := os.ReadFile(file)
	return err == nil && regexp.MustCompile(`//[^/?#\s"']*:[^/?#\s"']*@`).Match(text)
}
