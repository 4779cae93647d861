package app

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"gemsub/internal/exchange"
	"gemsub/internal/file"
)

// AutoKind is for a list whose kind its content says.
const AutoKind = "auto"

// ImportKinds lists the kinds of files that can be imported.
func ImportKinds() []string {
	names := []string{AutoKind}
	for _, k := range exchange.Kinds() {
		names = append(names, string(k))
	}
	return names
}

// archiveStart is how an archive begins that the command export gemsub of 0.2.0 wrote.
const archiveStart = `{"type":"gemsub",`

// ReadList reads a list of another program, which may be of [AutoKind]. Name is that of
// the file.
func ReadList(in io.Reader, name string, kind exchange.Kind) (*exchange.List, error) {
	data, err := io.ReadAll(io.LimitReader(in, exchange.MaxSize+1))
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, file.Reason(err))
	}
	if bytes.HasPrefix(data, []byte(archiveStart)) {
		return nil, WithHint(fmt.Errorf("read %s: this is an archive that gemsub 0.2.0 wrote", name),
			"gemsub 0.2.0 makes a database of it by import --as gemsub; import that file here")
	}
	if !exchange.IsText(data) {
		return nil, fmt.Errorf("read %s: this is no text, but binary data", name)
	}
	if kind == AutoKind {
		if kind, err = exchange.Detect(data); err != nil {
			return nil, WithHint(fmt.Errorf("read %s: %w", name, err), "--as names the kind of file: "+strings.Join(ImportKinds(), ", "))
		}
	}
	list, err := exchange.Parse(data, kind)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	return list, nil
}
