package exchange

import (
	"math/rand/v2"
	"testing"
)

func TestIsText(t *testing.T) {
	for name, data := range map[string]string{
		"empty":        "",
		"list":         "gemini://a.example/\tnews\r\ngemini://b.example/\n",
		"koi8-r":       "gemini://a.example/ \"~\xcd\xcf\xca \xcc\xcf\xc7\"\n",
		"utf-16":       "\xff\xfeg\x00e\x00m\x00\n\x00",
		"utf-16 (big)": "\xfe\xff\x00g\x00e\x00m\x00\n",
		"one escape":   "gemini://a.example/ a \x1b[1mloud title\x1b[0m of many words\n",
	} {
		if !IsText([]byte(data)) {
			t.Errorf("%s is taken for no text", name)
		}
	}
	for name, data := range map[string]string{
		"a NUL":    "gemini://a.example/\x00\n",
		"controls": "gemini://a\x01\x02\x03",
		"png":      "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR",
		"gzip":     "\x1f\x8b\x08\x08",
	} {
		if IsText([]byte(data)) {
			t.Errorf("%s is taken for text", name)
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 100 {
		data := make([]byte, 1000)
		for i := range data {
			data[i] = byte(1 + random.IntN(255))
		}
		if IsText(data) {
			t.Fatalf("random bytes are taken for text: %q", data)
		}
	}
}
