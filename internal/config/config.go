// Package config reads the user's settings from config.toml, and returns the paths of the user's
// files. The TOML file has a table for each command, with a key for each flag.
package config

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/BurntSushi/toml"

	"gemsub/internal/file"
)

// Read reads the file at path, and calls set for each key and value in the order of the file. Keys
// have the form "update.jobs". If path is "" or there is no such file, Read calls nothing.
func Read(path string, set func(key string, value any)) error {
	data, err := os.ReadFile(path)
	if path == "" || errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read %s: %w", path, file.Reason(err))
	}
	var settings map[string]any
	meta, err := toml.Decode(string(data), &settings)
	if fault, ok := errors.AsType[toml.ParseError](err); ok {
		// At the end of a line the library's line number is one too high.
		line := 1 + bytes.Count(data[:min(fault.Position.Start, len(data))], []byte("\n"))
		return fmt.Errorf("%s: line %d: %s", path, line, fault.Message)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	for _, names := range meta.Keys() {
		var value any = settings
		for _, name := range names {
			table, _ := value.(map[string]any)
			value = table[name]
		}
		if _, isTable := value.(map[string]any); isTable {
			continue
		}
		set(strings.Join(names, "."), value)
	}
	return nil
}

// Path returns the path of the user's settings by the XDG Base Directory Specification, "" if no
// variable of the environment names a folder.
func Path(getenv func(string) string) string {
	return inFolder(getenv, "XDG_CONFIG_HOME", ".config", "config.toml")
}

// DatabasePath returns the path of the database by the same specification.
func DatabasePath(getenv func(string) string) (string, error) {
	if path := inFolder(getenv, "XDG_DATA_HOME", filepath.Join(".local", "share"), "gemsub.db"); path != "" {
		return path, nil
	}
	return "", errors.New("no place for the database: set HOME, XDG_DATA_HOME or GEMSUB_DB, or use --db FILE")
}

// inFolder returns the path of one of gemsub's files: in the folder that a variable names, else in
// the folder inHome of the user's home. It returns "" if neither variable nor HOME is set.
func inFolder(getenv func(string) string, variable, inHome, name string) string {
	// The specification says to ignore a relative path.
	if folder := getenv(variable); filepath.IsAbs(folder) {
		return filepath.Join(folder, "gemsub", name)
	}
	if home := getenv("HOME"); home != "" {
		return filepath.Join(home, inHome, "gemsub", name)
	}
	return ""
}

// Text returns a value that is a string or a number as text.
func Text(value any) (string, error) {
	switch v := value.(type) {
	case string:
		return v, nil
	case int64:
		return strconv.FormatInt(v, 10), nil
	}
	return "", errors.New("must be a string")
}

// Strings returns a value that is a list of strings, or one string or number. It fails for other
// values.
func Strings(value any) (all []string, err error) {
	if text, err := Text(value); err == nil {
		return []string{text}, nil
	}
	list, ok := value.([]any)
	for _, item := range list {
		s, isString := item.(string)
		ok = ok && isString
		all = append(all, s)
	}
	if !ok {
		return nil, errors.New("must be a list of strings")
	}
	return all, nil
}
