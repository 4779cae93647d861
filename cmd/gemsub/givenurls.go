package main

import (
	"errors"
	"strings"

	"gemsub/internal/app"
)

// maxURLs bounds what add reads of standard input, in bytes.
const maxURLs = 1 << 20

// givenURLs returns URLs with those of standard input, one a line, in the place of
// "-". Empty lines and comments are none.
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
		for line := range strings.Lines(string(text)) {
			words := strings.Fields(app.LinkedURL(line))
			if len(words) > 0 && !strings.HasPrefix(words[0], "#") {
				urls = append(urls, words[0])
			}
		}
	}
	if len(urls) == 0 {
		return nil, errors.New("no URL on standard input")
	}
	return urls, nil
}
