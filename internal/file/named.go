// Package file tells files from URLs and replaces files as a whole.
package file

import (
	"errors"
	"net/url"
	"os"
	"path/filepath"
	"strings"
)

// IsNamed reports whether an argument that may be a URL names a file; files come before
// hosts of that name. "-" is standard input. What begins like a path is a file even if
// it does not exist.
func IsNamed(arg string) bool {
	for _, prefix := range []string{"/", "./", "../"} {
		if strings.HasPrefix(arg, prefix) && !strings.HasPrefix(arg, "//") {
			return true
		}
	}
	_, err := os.Stat(arg)
	return arg == "-" || !errors.Is(err, os.ErrNotExist)
}

// URL returns the URL of a file; "-" is standard input.
func URL(name string) (*url.URL, error) {
	if name == "-" {
		name = "/dev/stdin"
	}
	path, err := filepath.Abs(name)
	if err != nil {
		return nil, err
	}
	return &url.URL{Scheme: "file", Path: path}, nil
}
