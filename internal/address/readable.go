package address

import (
	"regexp"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/net/idna"
	"golang.org/x/text/unicode/rangetable"
)

// punycode matches host names with a label in punycode.
var punycode = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`[a-z0-9.-]*\bxn--[a-z0-9.-]+[a-z0-9]`)
})

// Readable replaces punycode in a text's host names by Unicode where no name can be
// mistaken for another.
func Readable(s string) string {
	if !strings.Contains(s, "xn--") {
		return s
	}
	return punycode().ReplaceAllStringFunc(s, readableHost)
}

// readableHost returns the name in Unicode, or unchanged if a label could be mistaken
// for another: each label must be in one script, and one in Cyrillic, Greek or Armenian
// that could be read as Latin must be under a domain in its own script. Right-to-left
// scripts stay in punycode, since they would reorder the parts of a URL.
func readableHost(name string) string {
	text, err := idna.Lookup.ToUnicode(name)
	if err != nil {
		return name
	}
	labels := strings.Split(text, ".")
	top := scriptOf(labels[len(labels)-1])
	for _, label := range labels {
		s := scriptOf(label)
		if s == nil || s != top && looksLatin(label) {
			return name
		}
	}
	if back, err := idna.Lookup.ToASCII(text); err != nil || back != name {
		return name
	}
	return text
}

// Latin letters that are shown: those of European languages and Vietnamese, except for
// those that look like another.
var latin = &unicode.RangeTable{
	R16: []unicode.Range16{
		{'a', 'z', 1},
		{0xDF, 0xF6, 1},
		{0xF8, 0x130, 1},
		{0x132, 0x137, 1},
		{0x139, 0x148, 1},
		{0x14A, 0x17E, 1},
		{0x1E00, 0x1EFF, 1},
	},
	LatinOffset: 2,
}

// scripts returns the scripts in which names are shown. Those of East Asia are used
// together in one word, with a sign for long vowels that is of no script.
var scripts = sync.OnceValue(func() []*unicode.RangeTable {
	eastAsian := rangetable.Merge(
		unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Bopomofo, rangetable.New('ー'))
	return []*unicode.RangeTable{
		latin, unicode.Cyrillic, unicode.Greek, unicode.Armenian, unicode.Georgian, unicode.Ethiopic, eastAsian,
		unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi, unicode.Gujarati, unicode.Oriya, unicode.Tamil,
		unicode.Telugu, unicode.Kannada, unicode.Malayalam, unicode.Sinhala, unicode.Thai, unicode.Lao,
		unicode.Khmer, unicode.Myanmar, unicode.Tibetan,
	}
})

// scriptOf returns the script of a label, nil if it has several or another one. Digits
// and hyphens belong to every script; a label of only those is Latin.
func scriptOf(label string) *unicode.RangeTable {
	letters := strings.Map(func(r rune) rune {
		if r == '-' || '0' <= r && r <= '9' {
			return -1
		}
		return r
	}, label)
	for _, s := range scripts() {
		if !strings.ContainsFunc(letters, func(r rune) bool { return !unicode.Is(s, r) }) {
			return s
		}
	}
	return nil
}

// lookalikes are letters of Cyrillic, Greek and Armenian that could be read as Latin
// ones (Unicode Technical Standard 39, whole-script confusables).
const lookalikes = "асԁеһіјӏорԛѕԝхуъьҽпгѵѡ" + "αικνρυωηοτ" + "ագզէլհյոսւօ"

// looksLatin reports whether a label could be read as Latin.
func looksLatin(label string) bool {
	return scriptOf(label) != latin && !strings.ContainsFunc(label, func(r rune) bool {
		return r > unicode.MaxASCII && !strings.ContainsRune(lookalikes, r)
	})
}
