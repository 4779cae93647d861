package main

import (
	"errors"

	"gemsub/internal/app"
)

// maxURLs bounds what add reads of standard input, in bytes.
const maxURLs = 1 << 20

// givenURLs returns URLs with those of standard input, one a line, in the place of
// "-".
func (p *program) givenURLs(args []string) (urls []string, err error) {
	for _, arg := range args {
		if arg != "-" {
			urls = append(urls, arg)
			continue
		}
		text, err := p.readFile(arg, maxURLs)
		if err != nil {
			return nil, err
		}
		urls = append(urls, app.LinkedURLs(string(text))...)
	}
	if len(urls) == 0 {
		return nil, errors.New("no URL on standard input")
	}
	return urls, nil
}
