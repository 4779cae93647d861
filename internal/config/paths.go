package config

import (
	"errors"
	"path/filepath"
)

// Path returns where the user's file of settings is by the XDG Base Directory
// Specification, "" if the environment does not say.
func Path(getenv func(string) string) string {
	return inFolder(getenv, "XDG_CONFIG_HOME", ".config", "config.toml")
}

// DatabasePath returns where the database is by that specification.
func DatabasePath(getenv func(string) string) (string, error) {
	if path := inFolder(getenv, "XDG_DATA_HOME", filepath.Join(".local", "share"), "gemsub.db"); path != "" {
		return path, nil
	}
	return "", errors.New("no place for the database: set HOME, XDG_DATA_HOME or GEMSUB_DB, or use --db FILE")
}

// inFolder returns the path of a file of gemsub in the folder that a variable names, or
// in another of the user's home.
func inFolder(getenv func(string) string, variable, inHome, name string) string {
	// A relative path in the variable is to be ignored, says the specification.
	if folder := getenv(variable); filepath.IsAbs(folder) {
		return filepath.Join(folder, "gemsub", name)
	}
	if home := getenv("HOME"); home != "" {
		return filepath.Join(home, inHome, "gemsub", name)
	}
	return ""
}
