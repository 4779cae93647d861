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

// beforeSchema comes between the name of a database and the number of the schema to
// come in the name of a copy.
const beforeSchema = ".before-"

// errMigrated is the error when another process has migrated the database meanwhile.
var errMigrated = errors.New("was migrated already")

// copyBeforeMigration copies a database that is to be migrated to a file beside it,
// and removes the copies of earlier migrations.
func copyBeforeMigration(ctx context.Context, db *sql.DB, file string) error {
	old := fmt.Sprintf("%s%s%d", file, beforeSchema, schemaVersion())
	err := writeCopy(ctx, db, old, func(id schemaInfo) error {
		if id.version == schemaVersion() {
			return errMigrated
		}
		return id.check()
	})
	if errors.Is(err, errMigrated) {
		return nil // by a process that made a copy
	}
	if err != nil {
		return err
	}
	return removeOlderCopies(file, old)
}

// removeOlderCopies removes the copies of file from migrations, except keep.
func removeOlderCopies(file, keep string) error {
	dir, base := filepath.Split(file)
	names, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, name := range names {
		schema, ok := strings.CutPrefix(name.Name(), base+beforeSchema)
		if !ok || strings.Trim(schema, "0123456789") != "" || name.Name() == filepath.Base(keep) {
			continue
		}
		if err := os.Remove(filepath.Join(dir, name.Name())); err != nil {
			return err
		}
	}
	return nil
}
