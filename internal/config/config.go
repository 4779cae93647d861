// Package config reads the user's file of settings, and knows where the user's files
// are. The format is TOML: a table for each command, in it a key for each flag.
package config

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/BurntSushi/toml"

	"gemsub/internal/file"
)

// A File is what the file says. Its keys have the form "update.jobs".
type File struct {
	Path   string
	meta   toml.MetaData
	values map[string]toml.Primitive
}

// Read reads the file at path. A file that does not exist, or has no path, sets nothing.
func Read(path string) (File, error) {
	f := File{Path: path, values: map[string]toml.Primitive{}}
	if path == "" {
		return f, nil
	}
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return f, nil
	}
	if err != nil {
		return f, fmt.Errorf("read %s: %w", path, file.Reason(err))
	}
	var tables map[string]toml.Primitive
	if f.meta, err = toml.Decode(string(data), &tables); err != nil {
		return f, f.located(err, nil)
	}
	f.flatten("", tables)
	return f, nil
}

// flatten copies the values of a table and its subtables.
func (f File) flatten(prefix string, table map[string]toml.Primitive) {
	for key, value := range table {
		var inner map[string]toml.Primitive
		if err := f.meta.PrimitiveDecode(value, &inner); err == nil && inner != nil {
			f.flatten(prefix+key+".", inner)
		} else {
			f.values[prefix+key] = value
		}
	}
}

// located is an error with the file's name, and the line if it has one. The library keeps
// only the words of its cause.
func (f File) located(err, cause error) error {
	if wrong, ok := errors.AsType[toml.ParseError](err); ok {
		return fmt.Errorf("%s: line %d: %w", f.Path, max(wrong.Position.Line, 1), cmp.Or(cause, errors.New(wrong.Message)))
	}
	return fmt.Errorf("%s: %w", f.Path, err)
}

// Keys returns the keys that the file sets.
func (f File) Keys() []string { return slices.Sorted(maps.Keys(f.values)) }

// Apply calls set for each key of the file with its value. If set fails several times,
// it returns the first error in the file, with its line, and drops the failed keys.
func (f File) Apply(set func(key string, value any) error) (first error) {
	for _, path := range f.meta.Keys() {
		key := strings.Join(path, ".")
		value, ok := f.values[key]
		if !ok {
			continue // a table
		}
		s := &setting{key: key, set: set}
		if err := f.meta.PrimitiveDecode(value, s); err != nil {
			delete(f.values, key)
			first = cmp.Or(first, f.located(err, s.err))
		}
	}
	return first
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

// Bool reads a value that is true or false.
func Bool(value any) (bool, error) {
	v, ok := value.(bool)
	if !ok {
		return false, errors.New("must be true or false")
	}
	return v, nil
}

// Int reads a value that is a number.
func Int(value any) (int, error) {
	v, ok := value.(int64)
	if !ok || int64(int(v)) != v {
		return 0, errors.New("must be a number")
	}
	return int(v), nil
}

// Duration reads a value such as "90s".
func Duration(value any) (time.Duration, error) {
	text, _ := value.(string)
	d, err := time.ParseDuration(text)
	if err != nil {
		return 0, errors.New("must be a time such as \"90s\"")
	}
	return d, nil
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
