package tui

import (
	"strings"
	"unicode"
)

// What changes the emoji before it. Terminals do not agree on how wide that is.
const (
	joiner       = '\u200D'
	emojiVariant = '\uFE0F'
	lightest     = '\U0001F3FB' // of the five skin tones
	darkest      = '\U0001F3FF'
	flagA        = '\U0001F1E6' // two of the letters from here to Z make a flag
	flagZ        = '\U0001F1FF'
)

// separate leaves of emoji that are joined to one, or changed by what follows them, the
// first alone: where a terminal shows the others too, the rest of the line would be
// somewhere else than the reader thinks. Flags become the letters that they are made of.
func separate(text string) string {
	if !strings.ContainsFunc(text, changesEmoji) {
		return text
	}
	var b strings.Builder
	emoji, skip := false, false
	for _, r := range text {
		switch {
		case r == emojiVariant, emoji && lightest <= r && r <= darkest:
			continue
		case emoji && r == joiner:
			skip = true
			continue
		case skip:
			skip = false
			continue
		case flagA <= r && r <= flagZ:
			r += 'A' - flagA
		}
		emoji = unicode.Is(unicode.So, r)
		b.WriteRune(r)
	}
	return b.String()
}

func changesEmoji(r rune) bool {
	return r == joiner || r == emojiVariant || lightest <= r && r <= darkest || flagA <= r && r <= flagZ
}
