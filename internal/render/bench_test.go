package render_test

import (
	"strings"
	"testing"

	"gemsub/internal/hostile"
	"gemsub/internal/render"
)

const keptSize = 1 << 20 // the most text of a post that is kept

var mediaTypes = []string{"text/gemini", "text/plain", "text/html", "text/markdown"}

func lay(mediaType, text string) int {
	n := 0
	doc := render.Document{MediaType: mediaType, Text: text, URL: "gemini://example.org/gemlog/post.gmi"}
	for range doc.Lines(render.Layout{Width: 80, Screen: 100}) {
		n++
	}
	return n
}

func BenchmarkText(b *testing.B) {
	texts := map[string]string{
		"English": "The kettle is a 1.7 litre one, and it boils in four minutes — give or take. ",
		"Russian": "Каждый охотник желает знать, где сидит фазан; другие — где он не сидит. ",
		"Chinese": "日本語の文章はスペースなしで書かれます。",
		"Hindi":   "सभी मनुष्यों को गौरव और अधिकारों के मामले में जन्मजात स्वतन्त्रता और समानता प्राप्त है। ",
		"emoji":   "👩🏽‍💻🌱 ",
		"links":   "\n=> page.gmi A page",
	}
	for name, text := range texts {
		long := strings.Repeat(text, keptSize/len(text))
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(long)))
			for b.Loop() {
				lay("text/gemini", long)
			}
		})
	}
	for _, mediaType := range mediaTypes {
		line := "Some *words* in a line of `text` with [a link](page.html) and <https://example.net/>.\n"
		if mediaType == "text/html" {
			line = "Some <em>words</em> in a line of text with <a href='a.html'>a link</a> and <a href='b.html'>one more</a>.\n"
		}
		paragraph := strings.Repeat(line, 5) + "\n"
		long := strings.Repeat(paragraph, keptSize/len(paragraph))
		b.Run(mediaType, func(b *testing.B) {
			b.SetBytes(int64(len(long)))
			for b.Loop() {
				lay(mediaType, long)
			}
		})
	}
}

func BenchmarkHostile(b *testing.B) {
	for _, mediaType := range mediaTypes {
		b.Run(mediaType, func(b *testing.B) {
			hostile.Benchmark(b, keptSize, func(doc []byte) { lay(mediaType, string(doc)) })
		})
	}
}

func TestHostileShapes(t *testing.T) {
	for _, mediaType := range mediaTypes {
		hostile.Check(t, func(doc []byte) { lay(mediaType, string(doc)) })
	}
}
