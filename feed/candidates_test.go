package feed

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCandidates(t *testing.T) {
	page := "# Home\n" +
		"=> gemini://friend.example/gemlog/ A friend\n" +
		"=> /atom.xml\n" +
		"=> about.gmi About me\n" +
		"=> words/ My posts\n" +
		"=> /blog/hikes.gmi Hikes\n" +
		"=> /journal/index.gmi Days\n" +
		"=> /atom.xml Again\n" +
		"=> catalog.gmi Catalog\n" +
		"=> https://example.org/feed.xml Web feed\n" +
		"```\n=> hidden-feed.gmi\n```\n" +
		"=> tinylog.gmi\n"
	got := Candidates(Page{URL: mustParse(t, "gemini://example.org/"), Meta: "text/gemini", Body: []byte(page)})
	want := []string{
		"gemini://example.org/atom.xml",
		"gemini://example.org/words/",
		"gemini://example.org/journal/index.gmi",
		"gemini://example.org/tinylog.gmi",
		"gemini://friend.example/gemlog/",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := Candidates(Page{URL: mustParse(t, "gemini://example.org/"), Meta: "image/png"}); got != nil {
		t.Errorf("an image has candidates: %v", got)
	}
}
