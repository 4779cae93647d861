package file

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// New writes a new file. It never overwrites one.
func New(path, text string) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("write %s: it exists already", path)
	}
	if err == nil {
		_, err = f.WriteString(text)
		if err = errors.Join(err, f.Close()); err != nil {
			_ = os.Remove(path)
		}
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", path, Reason(err))
	}
	return nil
}
