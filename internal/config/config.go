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
	"slices"
	"strings"

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
