// Package config reads the user's file of settings, and knows where the user's files
// are. The format is TOML: a table for each command, in it a key for each flag.
package config

import (
	"cmp"
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

// Read reads the file at path, and calls set for each key, which has the form
// "update.jobs", with its value. Where set fails it goes on, and returns the first error
// with its line. A file that does not exist, or has no path, sets nothing.
func Read(path string, set func(key string, value any) error) (first error) {
	data, err := os.ReadFile(path)
	if path == "" || errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read %s: %w", path, file.Reason(err))
	}
	var tables map[string]toml.Primitive
	meta, err := toml.Decode(string(data), &tables)
	if err != nil {
		return located(path, err, nil)
	}
	values := map[string]toml.Primitive{}
	flatten(meta, "", tables, values)
	for _, names := range meta.Keys() { // in the order of the file
		key := strings.Join(names, ".")
		value, ok := values[key]
		if !ok {
			continue // a table
		}
		s := &setting{key: key, set: set}
		if err := meta.PrimitiveDecode(value, s); err != nil {
			first = cmp.Or(first, located(path, err, s.err))
		}
	}
	return first
}

// flatten copies the values of a table and its subtables.
func flatten(meta toml.MetaData, prefix string, table, values map[string]toml.Primitive) {
	for key, value := range table {
		var inner map[string]toml.Primitive
		if err := meta.PrimitiveDecode(value, &inner); err == nil && inner != nil {
			flatten(meta, prefix+key+".", inner, values)
		} else {
			values[prefix+key] = value
		}
	}
}

// located is an error with the file's path, and the line if it has one. The library keeps
// only the words of its cause.
func located(path string, err, cause error) error {
	if wrong, ok := errors.AsType[toml.ParseError](err); ok {
		return fmt.Errorf("%s: line %d: %w", path, max(wrong.Position.Line, 1), cmp.Or(cause, errors.New(wrong.Message)))
	}
	return fmt.Errorf("%s: %w", path, err)
}

// A setting is a key whose value is to be set.
type setting struct {
	key string
	set func(key string, value any) error
	err error // of set
}

// UnmarshalTOML implements toml.Unmarshaler, which gives its errors their lines.
func (s *setting) UnmarshalTOML(value any) error {
	s.err = s.set(s.key, value)
	return s.err
}

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

// Text reads a value that is a string or a number.
func Text(value any) (string, error) {
	switch v := value.(type) {
	case string:
		return v, nil
	case int64:
		return strconv.FormatInt(v, 10), nil
	}
	return "", errors.New("must be a string")
}

// Strings reads a value that is a list of strings.
func Strings(value any) (all []string, err error) {
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
