package app

import (
	"bytes"
	"fmt"
	"os"

	"gemsub/internal/shell"
)

// CheckEmpty returns an error if a file holds a document with entries: one without
// should not replace it, since a mistyped --db or --tag must not empty what is published.
func CheckEmpty(file, format string) error {
	if !hasEntries(file, format) {
		return nil
	}
	err := fmt.Errorf("write %s: there is nothing to export, and the file has entries", file)
	return WithHint(err, "rm "+shell.Word(file)+" first, if that is meant")
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
		OPML:      "<outline",
		"gemtext": "\n=> ",
		"html":    "<section>",
		"csv":     "\n", // behind the header
	}
}
