package publish

import (
	"strings"
	"testing"
)

func TestGlobalID(t *testing.T) {
	const of = "gemini://a.example/atom.xml"
	for _, id := range []string{
		"gemini://a.example/1.gmi", "tag:a.example,2026:1", "urn:uuid:60a76c80-d399-11d9-b93c-0003939e0af6",
		"http://a.example/?p=1&q", "gemini://a.example/é.gmi", "urn:isbn:0",
	} {
		if got := globalID(of, id); got != id {
			t.Errorf("%s becomes %s", id, got)
		}
	}
	made := map[string]bool{}
	for _, id := range []string{
		"", "1", "2", "a b", "a:b c", "a:", ":", "a:\x01", "a:\x02", "a:\ufffd", "a:<b>", "/posts/1.gmi", "1:2", "http://[",
		NewUUID(of, "1"), strings.ToUpper(NewUUID(of, "1")), "a:\u202eb",
	} {
		got := globalID(of, id)
		if !isIRI(got) || made[got] {
			t.Errorf("%q becomes %s", id, got)
		}
		made[got] = true
		if got != globalID(of, id) || got == globalID(of+"x", id) {
			t.Errorf("the id for %q does not follow from feed and id", id)
		}
	}
	if got, want := NewUUID(of, "1"), "urn:uuid:b26c6346-a073-8c6f-8daf-57e85a68e539"; got != want {
		t.Errorf("id of 1 is %s, and was %s: readers would see every entry again", got, want)
	}
}
