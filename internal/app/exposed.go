package app

import (
	"os"
	"path/filepath"

	"gemsub/internal/model"
	"gemsub/internal/shell"
)

// ExposedFiles finds files that others may read or change: the database tells
// whom its owner reads and has keys of client certificates, the configuration
// may name a command that is run.
func ExposedFiles(path, config string) []model.Finding {
	var found []model.Finding
	files := []string{path, path + "-wal", path + "-shm"}
	if config != "" {
		files = append(files, config)
	}
	for _, file := range files {
		if exposed(file) {
			found = append(found, warning(file, "can be read by others", "chmod 600 "+shell.Word(file)))
		}
	}
	folder := filepath.Dir(path)
	if info, err := os.Stat(folder); err == nil && info.Mode().Perm()&0o002 != 0 && info.Mode()&os.ModeSticky == 0 {
		found = append(found, warning(folder, "can be changed by others", "chmod go-w "+shell.Word(folder)))
	}
	return found
}

// exposed reports whether others than its owner may read or change a file.
func exposed(file string) bool {
	info, err := os.Stat(file)
	return err == nil && info.Mode().IsRegular() && info.Mode().Perm()&0o066 != 0
}
