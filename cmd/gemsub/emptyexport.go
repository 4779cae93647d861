package main

import (
	"bytes"
	"fmt"
	"os"

	"gemsub/internal/app"
)

// checkEmpty returns an error where a document without entries would replace a file
// that has some, unless the user allowed that: a mistyped --db or --tag must not empty
// what is published.
func checkEmpty(o exportOptions) error {
	if o.allowEmpty || !hasEntries(o.file, o.format) {
		return nil
	}
	err := fmt.Errorf("write %s: there is nothing to export, and the file has entries", o.file)
	return app.WithHint(err, "--allow-empty replaces it all the same")
}

// hasEntries reports whether a file holds a document with entries.
func hasEntries(file, format string) bool {
	if info, err := os.Stat(file); err != nil || !info.Mode().IsRegular() {
		return false
	}
	data, err := os.ReadFile(file)
	return err == nil && bytes.Contains(bytes.TrimSpace(data), []byte(entryMarks()[format]))
}

// entryMarks are what a document of each format holds only if it has entries, or feeds.
func entryMarks() map[string]string {
	return map[string]string{
		"atom":    "<entry",
		"rss":     "<item",
		"json":    `"id":`,
		outlines:  "<outline",
		"gemtext": "\n=> ",
		"html":    "<section>",
		"csv":     "\n", // behind the header
	}
}
