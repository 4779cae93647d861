package app

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"gemsub/internal/exchange"
	"gemsub/internal/file"
)

// AutoKind is for a list whose kind its content says; an archive is never found so.
const AutoKind = "auto"

// ImportKinds lists the kinds of files that can be imported.
func ImportKinds() []string {
	names := []string{AutoKind}
	for _, k := range exchange.Kinds() {
		names = append(names, string(k))
	}
	return append(names, Archive)
}

// ReadList reads a list of another program, which may be of [AutoKind]. Name is that of
// the file. An archive, which brings more than subscriptions, is only read where the
// user says so.
func ReadList(in io.Reader, name string, kind exchange.Kind) (*exchange.List, error) {
	start := bufio.NewReader(in)
	if IsArchive(start) {
		return nil, WithHint(fmt.Errorf("read %s: this is an archive of a whole database", name), "gemsub import --as gemsub reads it, with the keys and identities in it")
	}
	data, err := io.ReadAll(io.LimitReader(start, exchange.MaxSize+1))
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, file.Reason(err))
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
