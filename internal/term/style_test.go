package term

import (
	"math"
	"strconv"
	"strings"
	"testing"
)

// luminance is that of a colour of the 256 (WCAG 2.2, relative luminance).
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
	all := []Look{{"red", Red, ""}, {"green", Green, ""}, {"yellow", Yellow, ""}, {"cyan", Cyan, ""}}
	for _, look := range append(all, Looks()...) {
		_, shade, isColor := strings.Cut(string(look.Parameters), "38;5;")
		if !isColor {
			continue
		}
		n, err := strconv.Atoi(shade)
		if err != nil || n < 16 || n > 255 {
			t.Fatalf("%s: %q is no colour", look.Name, look.Parameters)
		}
		l := luminance(n - 16)
		if onWhite, onBlack := 1.05/(l+0.05), (l+0.05)/0.05; onWhite < 3.7 || onBlack < 3.7 {
			t.Errorf("%s: contrast %.1f to white, %.1f to black", look.Name, onWhite, onBlack)
		}
	}
}

// What the user chose goes before the table, for styles with names.
func TestPalette(t *testing.T) {
	t.Parallel()
	p := Palette{Heading: "4"}
	for style, want := range map[Style]Style{Heading: "4", Unread: "1", Starred: "", Red: Red} {
		if got := p.Parameters(style); got != want {
			t.Errorf("%s: %q, want %q", style, got, want)
		}
	}
}

// Words make a style, and nothing else does.
func TestParseStyle(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Style{"": "0", "Bold cyan": "0;1;38;5;6", "255 underline": "0;4;38;5;255", "plain": "0;0"} {
		if got, err := ParseStyle(text); err != nil || got != want {
			t.Errorf("%q is %q, %v", text, got, err)
		}
	}
	for _, text := range []string{"blod", "256", "-1", "red blue", "1;31", "\x1b[31m", "#ff0000"} {
		if got, err := ParseStyle(text); err == nil {
			t.Errorf("%q is %q", text, got)
		}
	}
	for _, look := range Looks() {
		if err := CheckStyle(string(look.Name)); err != nil {
			t.Error(err)
		}
		if got, err := ParseStyle(look.Words); err != nil || strings.Trim(string(got), "0;") != strings.Trim(string(look.Parameters), "0;") {
			t.Errorf("%s: %q is %q, %v", look.Name, look.Words, got, err)
		}
	}
}
