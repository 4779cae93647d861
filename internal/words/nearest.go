package words

import "github.com/xrash/smetrics"

// Nearest returns the word that a mistyped one was probably meant to be, "" for none.
func Nearest(mistyped string, words []string) (nearest string) {
	// The last two are the usual ones of Jaro and Winkler. Below the first, two words
	// of four letters have more than one of them in another place.
	const alike, boost, prefix = 0.85, 0.7, 4
	best := alike
	for _, word := range words {
		if likeness := smetrics.JaroWinkler(mistyped, word, boost, prefix); likeness > best {
			nearest, best = word, likeness
		}
	}
	return nearest
}
