package file

import (
	"bytes"
	"io"
	"path/filepath"
	"strings"
	"testing"
)

func TestRereadable(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	begun := strings.NewReader("skipped rest")
	if _, err := io.CopyN(io.Discard, begun, 8); err != nil {
		t.Fatal(err)
	}
	for name, in := range map[string]io.Reader{"pipe": bytes.NewBufferString("rest"), "file": begun} {
		r, release, err := NewRereadable(in, filepath.Join(dir, "beside"))
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if got, err := io.ReadAll(r); string(got) != "rest" || err != nil {
				t.Errorf("%s: %q, %v", name, got, err)
			}
			if err := r.Rewind(); err != nil {
				t.Error(err)
			}
		}
		if names := list(t, dir); names != "" {
			t.Errorf("%s: there is %s", name, names)
		}
		if err := release(); err != nil {
			t.Error(err)
		}
	}
}
