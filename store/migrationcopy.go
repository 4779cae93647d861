package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// before stands between the name of a database and the schema that it had not yet
// when the copy of that name was made.
const before = ".before-"

// errMigrated reports that another process migrated the database meanwhile.
var errMigrated = errors.New("was migrated already")

// copyBeforeMigration copies a database that is to be migrated to a file beside it, which
// replaces the copies from earlier migrations.
func copyBeforeMigration(ctx context.Context, db *sql.DB, file string) error {
	old := fmt.Sprintf("%s%s%d", file, before, schemaVersion())
	err := writeCopy(ctx, db, old, func(id schemaInfo) error {
		if id.version == schemaVersion() {
			return errMigrated
		}
		return id.check()
	})
	if errors.Is(err, errMigrated) {
		return nil // and whoever did it kept a copy
	}
	if err != nil {
		return err
	}
	return removeOlderCopies(file, old)
}

// removeOlderCopies removes all copies of file that copyBeforeMigration made, but for keep.
func removeOlderCopies(file, keep string) error {
	dir, base := filepath.Split(file)
	names, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, name := range names {
		schema, ok := strings.CutPrefix(name.Name(), base+before)
		if !ok || strings.Trim(schema, "0123456789") != "" || name.Name() == filepath.Base(keep) {
			continue
		}
		if err := os.Remove(filepath.Join(dir, name.Name())); err != nil {
			return err
		}
	}
	return nil
}
