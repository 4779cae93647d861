package main

import (
	"fmt"
	"io"
	"os"

	"gemsub/internal/address"
	"gemsub/internal/file"
)

// maxFile bounds what is read of a file, as the body of a response is.
const maxFile = 5 << 20

// openInput opens a file, or standard input for "-".
func (p *program) openInput(name string) (io.ReadCloser, error) {
	if name == "-" {
		return io.NopCloser(p.stdin), nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", address.WithoutUser(name), file.Reason(err))
	}
	return f, nil
}

// readFile reads the first limit bytes of a file, or of standard input for "-".
func (p *program) readFile(name string, limit int64) ([]byte, error) {
	in, err := p.openInput(name)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	data, err := io.ReadAll(io.LimitReader(in, limit))
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, file.Reason(err))
	}
	return data, nil
}
