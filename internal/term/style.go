package term

import "cmp"

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

// A Look is a style with a name, and its parameters.
type Look struct{ Name, Parameters Style }

// Looks is the table of styles with names, as they look unless the user chooses otherwise.
// People who confuse red and green, or see neither, tell the colours of links apart.
func Looks() []Look {
	return []Look{
		{Heading, "1;38;5;30"},
		{Quote, "38;5;64"},
		{Preformatted, "38;5;66"},
		{LinkHere, "38;5;27"},
		{LinkElsewhere, "38;5;133"},
		{LinkWeb, "38;5;130"},
		{LinkUnknown, "38;5;243"},
		{Unread, Bold},
		{Starred, Plain},
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
