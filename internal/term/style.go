package term

import (
	"cmp"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

	"gemsub/internal/words"
)

// A Style is how a piece of text looks on a terminal with colour: parameters of the SGR
// control sequence (ECMA-48), or the name of one of [Looks].
type Style string

// The styles without a name. The colours are of the 256 that are the same everywhere:
// each has a contrast of about 4 or more to black and to white.
const (
	Plain  Style = ""
	Bold   Style = "1"
	Dim    Style = "2"
	Red    Style = "38;5;160"
	Green  Style = "38;5;28"
	Yellow Style = "38;5;100"
	Cyan   Style = "38;5;30"
)

// The styles with names. Links are told apart by where they lead: to the capsule or hole
// of the post, to another one, to the web, or to what gemsub does not know.
const (
	Heading       Style = "heading"
	Quote         Style = "quote"
	Preformatted  Style = "preformatted"
	LinkHere      Style = "link-here"
	LinkElsewhere Style = "link-elsewhere"
	LinkWeb       Style = "link-web"
	LinkUnknown   Style = "link-unknown"
	Unread        Style = "unread"
	Starred       Style = "starred"
)

// A Look is a style with a name, its parameters, and these in words of [ParseStyle].
type Look struct {
	Name, Parameters Style
	Words            string
}

// Looks is the table of styles with names, as they look unless the user chooses otherwise.
// People who confuse red and green, or see neither, tell the colours of links apart.
func Looks() []Look {
	return []Look{
		{Heading, "1;38;5;30", "bold 30"},
		{Quote, "38;5;64", "64"},
		{Preformatted, "38;5;66", "66"},
		{LinkHere, "38;5;27", "27"},
		{LinkElsewhere, "38;5;133", "133"},
		{LinkWeb, "38;5;130", "130"},
		{LinkUnknown, "38;5;243", "243"},
		{Unread, Bold, "bold"},
		{Starred, Plain, "plain"},
	}
}

// A Palette is the parameters that the user chose for styles with names.
type Palette map[Style]Style

// Parameters returns the parameters of a style.
func (p Palette) Parameters(s Style) Style {
	for _, look := range Looks() {
		if look.Name == s {
			return cmp.Or(p[s], look.Parameters)
		}
	}
	return s
}

// ParseStyle returns the parameters for words such as "bold cyan" or "underline 27":
// attributes, and a colour by its name or its number of the 256. No words are "plain".
func ParseStyle(text string) (Style, error) {
	attributes := map[string]string{"plain": "0", "bold": "1", "dim": "2", "italic": "3", "underline": "4", "reverse": "7"}
	colors := []string{"black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"}
	parameters, shade := attributes["plain"], ""
	for word := range strings.FieldsSeq(strings.ToLower(text)) {
		n, err := strconv.Atoi(word)
		if i := slices.Index(colors, word); i >= 0 {
			n, err = i, nil
		}
		switch {
		case attributes[word] != "":
			parameters += ";" + attributes[word]
		case err != nil || n < 0 || n > 255:
			known := append(slices.Sorted(maps.Keys(attributes)), colors...)
			return "", words.UnknownValue("colour", word, append(known, "0 to 255"))
		case shade != "":
			return "", errors.New("there is one colour at most")
		default:
			shade = ";38;5;" + strconv.Itoa(n)
		}
	}
	return Style(parameters + shade), nil
}

// CheckStyle returns an error for a name that no style has.
func CheckStyle(name string) error {
	var names []string
	for _, look := range Looks() {
		names = append(names, string(look.Name))
	}
	if !slices.Contains(names, name) {
		return words.UnknownValue("style", name, names)
	}
	return nil
}
