package store

import (
	"context"
	"database/sql"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/mattn/go-sqlite3"
)

// applicationID, "gems" in ASCII, stands in the header of every database of
// this package.
const applicationID = 0x67656d73

// schemaVersion is the version of the current schema, and the user_version of a database
// that has it. Each release that changes schema.sql has the next one.
const schemaVersion = 20

// schema makes an empty database one of this version.
//
//go:embed schema.sql
var schema string

// The versions of the releases, which earlier.go migrates.
const (
	firstRelease  = 9  // 0.1.0
	secondRelease = 19 // 0.2.0
)

// SQLiteVersion returns the version of SQLite that the program was built with, such as
// 3.46.1.
func SQLiteVersion() string {
	version, _, _ := sqlite3.Version()
	return version
}

// schemaInfo shows whether a file is a database of this package, and which
// schema it has.
type schemaInfo struct {
	application, version int // application_id and user_version
	changes              int // of the schema, ever: 0 in an empty file
}

// readSchemaInfo reads it in one statement: another process may be just making the file.
func readSchemaInfo(ctx context.Context, q conn) (id schemaInfo, err error) {
	err = q.QueryRowContext(ctx, `
		SELECT application_id, user_version, schema_version
		FROM pragma_application_id, pragma_user_version, pragma_schema_version`).Scan(&id.application, &id.version, &id.changes)
	return id, err
}

// check returns nil for an empty database and for one of ours that this
// version knows.
func (id schemaInfo) check() error {
	switch {
	case id == schemaInfo{}:
		return nil
	case id.application != applicationID:
		return ErrForeign
	case id.version > schemaVersion:
		return fmt.Errorf("%w (schema %d, this one knows %d)", ErrNewer, id.version, schemaVersion)
	case !slices.Contains([]int{firstRelease, secondRelease, schemaVersion}, id.version):
		return fmt.Errorf("%w (schema %d)", ErrUnreleased, id.version)
	}
	return nil
}

// migrate brings the schema up to date in one transaction. Another process may have done
// so since its version was read, so the version is read again under the lock.
func migrate(ctx context.Context, db *sql.DB, id schemaInfo) error {
	if id.version == schemaVersion {
		return nil
	}
	err := inTx(ctx, db, func(tx *transaction) error {
		id, err := readSchemaInfo(ctx, tx)
		if err == nil {
			err = id.check()
		}
		if err != nil || id.version == schemaVersion {
			return err
		}
		if id.version == 0 {
			tx.exec(schema)
		} else {
			tx.replaceSchema(id.version)
		}
		tx.exec(fmt.Sprintf(`PRAGMA application_id = %d; PRAGMA user_version = %d`, applicationID, schemaVersion))
		return tx.err
	})
	if err == nil && id.version > 0 {
		db.ExecContext(ctx, `VACUUM`) // if that fails, new entries use the room of the earlier tables
	}
	return err
}

// beforeSchema comes between the name of a database and the number of the schema to
// come in the name of a copy.
const beforeSchema = ".before-"

// errMigrated is the error when another process has migrated the database meanwhile.
var errMigrated = errors.New("was migrated already")

// copyBeforeMigration copies a database that is to be migrated to a file beside it,
// and removes the copies of earlier migrations.
func copyBeforeMigration(ctx context.Context, db *sql.DB, file string) error {
	old := fmt.Sprintf("%s%s%d", file, beforeSchema, schemaVersion)
	err := writeCopy(ctx, db, old, func(id schemaInfo) error {
		if id.version == schemaVersion {
			return errMigrated
		}
		return id.check()
	})
	if errors.Is(err, errMigrated) {
		return nil // the process that migrated it made a copy
	}
	if err != nil {
		return err
	}
	for version := range schemaVersion {
		_ = os.Remove(fmt.Sprintf("%s%s%d", file, beforeSchema, version))
	}
	return nil
}
