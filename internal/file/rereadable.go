package file

import (
	"io"
	"os"
	"path/filepath"
)

// A Rereadable is an input that can be read again.
type Rereadable struct {
	io.ReadSeeker
	start int64
}

// NewRereadable returns in, to be read from where it is. What can be read only once,
// as a pipe, is copied to a file without a name in the folder of the file beside, which
// release removes.
func NewRereadable(in io.Reader, beside string) (r *Rereadable, release func() error, err error) {
	if seeker, ok := in.(io.ReadSeeker); ok {
		if start, err := seeker.Seek(0, io.SeekCurrent); err == nil {
			return &Rereadable{seeker, start}, func() error { return nil }, nil
		}
	}
	f, err := os.CreateTemp(filepath.Dir(beside), ".gemsub-")
	if err != nil {
		return nil, nil, err
	}
	_ = os.Remove(f.Name()) // it stays readable until it is closed
	if _, err := io.Copy(f, in); err != nil {
		f.Close()
		return nil, nil, err
	}
	r = &Rereadable{ReadSeeker: f}
	return r, f.Close, r.Rewind()
}

// Rewind goes back to where reading began.
func (r *Rereadable) Rewind() error {
	_, err := r.Seek(r.start, io.SeekStart)
	return err
}
