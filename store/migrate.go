package store

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
)

// applicationID, "gems" in ASCII, stands in the header of every database of
// this package.
const applicationID = 0x67656d73

// migrations are the scripts that lead to the current schema, in the order of their
// names. The number that a name begins with is the version that its script leads to,
// and the user_version of a database: 9 is that of gemsub 0.1.0, 18 that of 0.2.0. A
// released script never changes.
//
//go:embed migrations/*.sql
var migrations embed.FS

// schema makes in one go what the migrations make of an empty database: they take
// four times as long. A test compares the two, and "make golden" writes the file.
//
//go:embed schema.sql
var schema string

// scripts returns the migrations' paths in order.
func scripts() []string {
	names, err := fs.Glob(migrations, "migrations/*.sql")
	if err != nil {
		panic(err) // only for a bad pattern
	}
	return names
}

// versionOf returns the version that a script leads to.
func versionOf(script string) int {
	number, _, _ := strings.Cut(path.Base(script), "_")
	version, err := strconv.Atoi(number)
	if err != nil {
		panic(err) // only for a bad name
	}
	return version
}

// schemaVersion returns the version of the current schema.
func schemaVersion() int {
	all := scripts()
	return versionOf(all[len(all)-1])
}

// isKnown reports whether a script leads to a version.
func isKnown(version int) bool {
	return slices.ContainsFunc(scripts(), func(name string) bool { return versionOf(name) == version })
}

// schemaInfo is what tells whether a file is a database of this package, and which
// schema it has.
type schemaInfo struct {
	application, version int // application_id and user_version
	changes              int // of the schema, ever: 0 in an empty file
}

// readSchemaInfo reads it in one statement: another process may be just making the file.
func readSchemaInfo(ctx context.Context, q querier) (id schemaInfo, err error) {
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
	case id.version > schemaVersion():
		return fmt.Errorf("%w (schema %d, this one knows %d)", ErrNewer, id.version, schemaVersion())
	case !isKnown(id.version):
		return fmt.Errorf("%w (schema %d)", ErrUnreleased, id.version)
	}
	return nil
}

// migrate brings the schema up to date in one transaction. Another process may have done
// so since its version was read, so it is read again under the lock.
func migrate(ctx context.Context, db *sql.DB, id schemaInfo) error {
	if id.version == schemaVersion() {
		return nil
	}
	return inTx(ctx, db, func(tx *sql.Tx) error {
		id, err := readSchemaInfo(ctx, tx)
		if err != nil {
			return err
		}
		if err := id.check(); err != nil {
			return err
		}
		if id.version == 0 {
			return apply(ctx, tx, schema, schemaVersion())
		}
		return applyScripts(ctx, tx, id.version, schemaVersion())
	})
}

// applyScripts applies the scripts that lead from a version to a later one.
func applyScripts(ctx context.Context, tx *sql.Tx, from, upTo int) error {
	for _, name := range scripts() {
		to := versionOf(name)
		if to <= from || to > upTo {
			continue
		}
		script, err := migrations.ReadFile(name)
		if err != nil {
			return err
		}
		if err := apply(ctx, tx, string(script), to); err != nil {
			return fmt.Errorf("apply %s: %w", name, err)
		}
	}
	return nil
}

// apply runs a script that leads to a version of the schema.
func apply(ctx context.Context, tx *sql.Tx, script string, version int) error {
	if _, err := tx.ExecContext(ctx, script); err != nil {
		return err
	}
	if version == foldedTags {
		if err := foldTags(ctx, tx); err != nil {
			return err
		}
	}
	if version == linkedPosts {
		if err := linkPosts(ctx, tx); err != nil {
			return err
		}
	}
	_, err := tx.ExecContext(ctx, fmt.Sprintf(
		`PRAGMA application_id = %d; PRAGMA user_version = %d`, applicationID, version))
	return err
}
