package term

import (
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

	"gemsub/internal/words"
)

// A Style says how a piece of text looks: in the words that [ParseLook] reads, or by a name in
// [DefaultLooks].
type Style string

// The styles without a name. The colours are the same on all terminals. Each has a contrast of
// about 4 or more to black and to white.
const (
	Plain  Style = ""
	Bold   Style = "bold"
	Dim    Style = "dim"
	Red    Style = "160"
	Green  Style = "28"
	Yellow Style = "100"
	Cyan   Style = "30"
)

// The styles with names. Links have different styles by target: the post's own capsule or hole,
// another one, the web, or a URL of an unknown scheme.
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

// DefaultLooks returns the looks of all styles with names, in the words that [ParseLook] reads. The
// user can change them. The colours of links are different even for people who confuse red and
// green, or see neither.
func DefaultLooks() map[Style]string {
	return map[Style]string{
		Heading:       "bold 30",
		Quote:         "64",
		Preformatted:  "66",
		LinkHere:      "27",
		LinkElsewhere: "133",
		LinkWeb:       "130",
		LinkUnknown:   "243",
		Unread:        "bold",
		Starred:       "plain",
	}
}

// A Look is the attributes and the colour of a text on a terminal.
type Look struct {
	Bold, Dim, Italic, Underline, Reverse bool

	Color string // a number from 0 to 255, "" for the terminal's own colour
}

// A Palette says how each style looks.
type Palette map[Style]Look

// DefaultPalette returns the palette of a user who has chosen nothing.
func DefaultPalette() Palette {
	p := Palette{}
	for _, style := range []Style{Bold, Dim, Red, Green, Yellow, Cyan} {
		p[style], _ = ParseLook(string(style))
	}
	for name, text := range DefaultLooks() {
		p[name], _ = ParseLook(text)
	}
	return p
}

// Choose sets the look of the style name to the look that text describes. It fails if the name or a
// word of text is unknown.
func (p Palette) Choose(name, text string) (err error) {
	var names []string
	for known := range DefaultLooks() {
		names = append(names, string(known))
	}
	if !slices.Contains(names, name) {
		return words.UnknownValue("style", name, slices.Sorted(slices.Values(names)))
	}
	p[Style(name)], err = ParseLook(text)
	return err
}

// parameters returns the parameters of the SGR control sequence (ECMA-48), "" for plain text.
func (l Look) parameters() string {
	var all []string
	for parameter, isOn := range []bool{1: l.Bold, 2: l.Dim, 3: l.Italic, 4: l.Underline, 7: l.Reverse} {
		if isOn {
			all = append(all, strconv.Itoa(parameter))
		}
	}
	if l.Color != "" {
		all = append(all, "38;5;"+l.Color)
	}
	return strings.Join(all, ";")
}

// ParseLook reads words such as "bold cyan" or "underline 27": attributes, and a colour by its
// name or by its number among 256. An empty text means "plain".
func ParseLook(text string) (look Look, err error) {
	attributes := map[string]*bool{
		"plain": new(bool), "bold": &look.Bold, "dim": &look.Dim,
		"italic": &look.Italic, "underline": &look.Underline, "reverse": &look.Reverse,
	}
	colors := []string{"black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"}
	for word := range strings.FieldsSeq(strings.ToLower(text)) {
		n, err := strconv.Atoi(word)
		if i := slices.Index(colors, word); i >= 0 {
			n, err = i, nil
		}
		switch isOn := attributes[word]; {
		case isOn != nil:
			*isOn = true
		case err != nil || n < 0 || n > 255:
			known := append(slices.Sorted(maps.Keys(attributes)), colors...)
			return Look{}, words.UnknownValue("colour", word, append(known, "0 to 255"))
		case look.Color != "":
			return Look{}, errors.New("use one colour at most")
		default:
			look.Color = strconv.Itoa(n)
		}
	}
	return look, nil
}
