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

// applicationID, "gems" in ASCII, stands in the header of every database of this package.
const applicationID = 0x67656d73

// schemaVersion is the version of the current schema, and the user_version of a database
// that has it. Each release that changes schema.sql has the next one.
const schemaVersion = 21

// schema makes an empty database one of this version.
//
//go:embed schema.sql
var schema string

// Versions of earlier schemas. earlier.go migrates all but that of the first release.
const (
	firstRelease  = 9  // 0.1.0
	secondRelease = 19 // 0.2.0
	thirdSchema   = 20
)

// SQLiteVersion returns the version of SQLite that the program was built with, such as 3.46.1.
func SQLiteVersion() string {
	version, _, _ := sqlite3.Version()
	return version
}

// schemaOf returns the version of a database's schema, 0 for an empty database. Its error is
// [ErrForeign] or [ErrTooOld], or wraps [ErrNewer] or [ErrUnreleased], if this version cannot read
// the database.
// It reads all in one statement: another process may be just making the file.
func schemaOf(ctx context.Context, db conn) (version int, err error) {
	var application, changes int // changes counts those of the schema, ever
	err = db.QueryRowContext(ctx, `
		SELECT application_id, user_version, schema_version
		FROM pragma_application_id, pragma_user_version, pragma_schema_version`).Scan(&application, &version, &changes)
	switch {
	case err != nil || application == 0 && version == 0 && changes == 0:
		return 0, err
	case application != applicationID:
		return 0, ErrForeign
	case version > schemaVersion:
		return 0, fmt.Errorf("%w (schema %d, this one knows %d)", ErrNewer, version, schemaVersion)
	case version == firstRelease:
		return 0, ErrTooOld
	case !slices.Contains([]int{secondRelease, thirdSchema, schemaVersion}, version):
		return 0, fmt.Errorf("%w (schema %d)", ErrUnreleased, version)
	}
	return version, nil
}

// migrate brings the schema up to date in one transaction. Another process may have done
// so since its version was read, so the version is read again under the lock.
func migrate(ctx context.Context, db *sql.DB, version int) error {
	if version == schemaVersion {
		return nil
	}
	err := inTx(ctx, db, func(tx *transaction) {
		version, err := schemaOf(ctx, tx)
		if tx.fail(err); tx.err != nil || version == schemaVersion {
			return
		}
		if version == 0 {
			tx.exec(schema)
		} else {
			tx.replaceSchema(version)
		}
		tx.exec(fmt.Sprintf(`PRAGMA application_id = %d; PRAGMA user_version = %d`, applicationID, schemaVersion))
	})
	if err == nil && version > 0 {
		db.ExecContext(ctx, `VACUUM`) // if that fails, new entries use the room of the earlier tables
	}
	return err
}

// beforeSchema comes between the name of a database and the number of the schema to
// come in the name of a copy.
const beforeSchema = ".before-"

// errMigrated is the error when another process has migrated the database meanwhile.
var errMigrated = errors.New("was migrated already")

// copyBeforeMigration copies a database that is to be migrated from a version to a file beside
// it, and removes the copies of earlier migrations.
func copyBeforeMigration(ctx context.Context, db *sql.DB, file string, version int) error {
	old := fmt.Sprintf("%s%s%d", file, beforeSchema, schemaVersion)
	err := writeCopy(ctx, db, old, version)
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
