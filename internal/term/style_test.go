package term

import (
	"math"
	"strconv"
	"testing"
)

// luminance returns the relative luminance (WCAG 2.2) of one of the 256 colours.
func luminance(n int) (sum float64) {
	red, green, blue := step(n/36%6), step(n/6%6), step(n%6)
	if n >= 216 {
		red = 8 + 10*(n-216)
		green, blue = red, red
	}
	for i, part := range []int{red, green, blue} {
		value := float64(part) / 255
		if value <= 0.04045 {
			value /= 12.92
		} else {
			value = math.Pow((value+0.055)/1.055, 2.4)
		}
		sum += value * []float64{0.2126, 0.7152, 0.0722}[i]
	}
	return sum
}

func step(n int) int {
	if n == 0 {
		return 0
	}
	return 55 + 40*n
}

// Each colour can be read on a dark terminal and on a light one.
func TestContrast(t *testing.T) {
	t.Parallel()
	for style, look := range DefaultPalette() {
		if look.Color == "" {
			continue
		}
		n, err := strconv.Atoi(look.Color)
		if err != nil || n < 16 || n > 255 {
			t.Fatalf("%s: %q is no colour", style, look.Color)
		}
		l := luminance(n - 16)
		if onWhite, onBlack := 1.05/(l+0.05), (l+0.05)/0.05; onWhite < 3.7 || onBlack < 3.7 {
			t.Errorf("%s: contrast %.1f to white, %.1f to black", style, onWhite, onBlack)
		}
	}
}

// The user's choice takes precedence over the defaults, for styles with names.
func TestPalette(t *testing.T) {
	t.Parallel()
	p := DefaultPalette()
	for name, text := range map[string]string{"heading": "underline", "unread": "plain"} {
		if err := p.Choose(name, text); err != nil {
			t.Error(err)
		}
	}
	for style, want := range map[Style]string{Heading: "4", Unread: "", LinkHere: "38;5;27", Starred: "", Dim: "2", Plain: ""} {
		if got := p[style].parameters(); got != want {
			t.Errorf("%s: %q, want %q", style, got, want)
		}
	}
	for _, name := range []string{"red", "160", "", "Heading"} {
		if p.Choose(name, "bold") == nil {
			t.Errorf("%q is a style", name)
		}
	}
}

// A look consists of known words only.
func TestParseLook(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"": "", "Bold cyan": "1;38;5;6", "255 underline": "4;38;5;255", "plain": "", "reverse italic black": "3;7;38;5;0"} {
		if got, err := ParseLook(text); err != nil || got.parameters() != want {
			t.Errorf("%q is %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{"blod", "256", "-1", "red blue", "1;31", "\x1b[31m", "#ff0000"} {
		if got, err := ParseLook(text); err == nil {
			t.Errorf("%q is %+v", text, got)
		}
	}
	for _, look := range DefaultLooks() {
		if _, err := ParseLook(look); err != nil {
			t.Error(err)
		}
	}
}
