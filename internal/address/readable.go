package address

import (
	"regexp"
	"strings"
	"sync"

	"golang.org/x/net/idna"
)

// punycode matches host names with a label in punycode.
var punycode = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`[a-z0-9.-]*\bxn--[a-z0-9.-]+[a-z0-9]`)
})

// Readable replaces punycode in a text's host names by Unicode, where the names are valid
// for display (UTS 46).
func Readable(s string) string {
	if !strings.Contains(s, "xn--") {
		return s
	}
	return punycode().ReplaceAllStringFunc(s, func(name string) string {
		text, err := idna.Display.ToUnicode(name)
		if err != nil {
			return name
		}
		return text
	})
}
