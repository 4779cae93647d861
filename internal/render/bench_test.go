package render_test

import (
	"path"
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
	for range doc.Lines(render.Layout{Width: 80, ScreenWidth: 100}) {
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

// base is the URL of the hostile documents. It makes each of their links as long as a link may
// be.
var base = "gemini://example.org/" + strings.Repeat("a", 1900) + "/post.gmi"

// renderers are all functions that read the text of a post.
var renderers = map[string]func(d render.Document){
	"terminal": func(d render.Document) {
		for range d.Lines(render.Layout{Width: 80, ScreenWidth: 100}) {
		}
	},
	"flowed": func(d render.Document) {
		for range d.FlowedLines() {
		}
	},
	"HTML":  func(d render.Document) { d.HTML(1) },
	"links": func(d render.Document) { d.Links() },
	"targets": func(d render.Document) {
		for range d.Targets() {
		}
	},
}

// shortSize is the size in bytes up to which markup is read as such.
var shortSize = map[string]int{"text/html": 256 << 10, "text/markdown": 128 << 10}

// Every renderer gets every hostile shape as every kind of text. A text of 1 MiB may take 2 s
// and 200 MB.
func BenchmarkHostile(b *testing.B) {
	for name, rendered := range renderers {
		for _, mediaType := range mediaTypes {
			read := func(doc []byte) { rendered(render.Document{MediaType: mediaType, Text: string(doc), URL: base}) }
			b.Run(name+"/"+path.Base(mediaType), func(b *testing.B) { hostile.Within(b, keptSize, read) })
			if size := shortSize[mediaType]; size > 0 {
				b.Run(name+"/short-"+path.Base(mediaType), func(b *testing.B) { hostile.Within(b, size-1<<10, read) })
			}
		}
	}
}

// Time and memory are proportional to the length of the text. Links are found as for a
// terminal.
func TestHostileShapes(t *testing.T) {
	for _, name := range []string{"terminal", "flowed", "HTML"} {
		for _, mediaType := range mediaTypes {
			hostile.Check(t, func(doc []byte) {
				renderers[name](render.Document{MediaType: mediaType, Text: string(doc), URL: "gemini://example.org/post.gmi"})
			})
		}
	}
}
