package app_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"gemsub/internal/app"
)

// A document without entries should replace none that has some, in any format.
func TestDocument(t *testing.T) {
	t.Parallel()
	h := newReader(t)
	for _, format := range app.DocumentFormats() {
		o := app.DocumentOptions{Format: format}
		full := h.written(o)
		o.StarredOnly = true
		empty := h.written(o)
		if err := app.CheckEmpty(full, format); err == nil {
			t.Errorf("%s: a document with entries counts as empty", format)
		}
		if err := app.CheckEmpty(empty, format); err != nil {
			t.Errorf("%s: %v", format, err)
		}
	}
}

// written returns a file with the document that o describes.
func (h *home) written(o app.DocumentOptions) (file string) {
	h.t.Helper()
	d, err := h.Document(h.t.Context(), o)
	if err != nil {
		h.t.Fatal(err)
	}
	if d.Empty != o.StarredOnly {
		h.t.Errorf("%s: empty %v, want %v", o.Format, d.Empty, o.StarredOnly)
	}
	var text bytes.Buffer
	if _, err := d.Write(&text); err != nil {
		h.t.Fatal(err)
	}
	file = filepath.Join(h.t.TempDir(), o.Format)
	if err := os.WriteFile(file, text.Bytes(), 0o600); err != nil {
		h.t.Fatal(err)
	}
	return file
}
