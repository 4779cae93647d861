package main

import (
	"fmt"
	"io"
	"os"
)

// readFile reads the first limit bytes of a file, or of standard input for "-".
func (p *program) readFile(name string, limit int64) ([]byte, error) {
	in := p.stdin
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", name, reason(err))
		}
		defer f.Close()
		in = f
	}
	data, err := io.ReadAll(io.LimitReader(in, limit))
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, reason(err))
	}
	return data, nil
}
