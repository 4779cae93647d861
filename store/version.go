package store

import "github.com/mattn/go-sqlite3"

// SQLiteVersion returns the version of SQLite that the program was built with, such as
// 3.46.1.
func SQLiteVersion() string {
	version, _, _ := sqlite3.Version()
	return version
}
