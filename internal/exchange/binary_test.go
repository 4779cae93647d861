package exchange_test

import (
	"math/rand/v2"
	"testing"

	"gemsub/internal/exchange"
)

// isText reports whether data is read as a list.
func isText(data string) bool {
	_, err := exchange.Parse("", []byte(data), exchange.URLs)
	return err == nil
}

func TestIsText(t *testing.T) {
	for name, data := range map[string]string{
		"list":         "gemini://a.example/\tnews\r\ngemini://b.example/\n",
		"koi8-r":       "gemini://a.example/ \"~\xcd\xcf\xca \xcc\xcf\xc7\"\n",
		"utf-16":       "\xff\xfeg\x00e\x00m\x00\n\x00",
		"utf-16 (big)": "\xfe\xff\x00g\x00e\x00m\x00\n",
		"one escape":   "gemini://a.example/ a \x1b[1mloud title\x1b[0m of many words\n",
	} {
		if !isText(data) {
			t.Errorf("%s is taken for no text", name)
		}
	}
	for name, data := range map[string]string{
		"a NUL": "gemini://a.example/\x00\n",
		"png":   "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR",
		"gzip":  "\x1f\x8b\x08\x00",
	} {
		if isText(data) {
			t.Errorf("%s is taken for text", name)
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 100 {
		data := make([]byte, 8000)
		for i := range data {
			data[i] = byte(random.IntN(256))
		}
		if isText(string(data)) {
			t.Fatalf("random bytes are taken for text: %q", data)
		}
	}
}
