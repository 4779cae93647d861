package feed

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"gemsub/internal/menu"
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

// A menu is no post, so the folders of its selector count too.
func TestCandidatesOfHole(t *testing.T) {
	hole := "iContent on gopher\t\tnull.host\t1\n" +
		"1Word Vomit\t/phlogs/words\thole.example\t70\n" +
		"1DevOps Notes\t/phlogs/devops\thole.example\t70\n" +
		"0A post\t/phlogs/devops/one.txt\thole.example\t70\n" +
		"1Phlogs\t/friends\thole.example\t70\n" +
		"hLiferea\tURL:https://example.org/phlogs/\thole.example\t70\n" +
		"1Games\t/games\thole.example\t70\n"
	got := Candidates(Page{URL: mustParse(t, "gopher://hole.example/"), Meta: menu.MediaType, Body: []byte(hole)})
	want := []string{
		"gopher://hole.example/1/phlogs/words",
		"gopher://hole.example/1/phlogs/devops",
		"gopher://hole.example/1/friends",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
