package machines

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"gemsub/internal/model"
)

const (
	feedURL  = "gemini://a.example/log/"
	entryURL = feedURL + "1.gmi"
)

var now = time.Date(2026, 3, 10, 6, 30, 0, 0, time.UTC)

func line(what, ref string, value any) model.SyncLine {
	return model.SyncLine{What: what, Feed: feedURL, Ref: ref, Value: value, Counter: 7}
}

// What is written is read as it was, and of anything else nothing.
func TestLines(t *testing.T) {
	t.Parallel()
	for _, l := range []model.SyncLine{
		line("read", entryURL, int64(1772366400)), line("read", "urn:x", nil), line("star", entryURL, int64(1)),
		line("move", entryURL, feedURL+"2026/1.gmi"), line("move", "", "gemini://b.example/"), line("subscribe", "", int64(1)),
		line("subscribe", "", "gemini://b.example/"), line("title", "", "A \"log\" & <more>"), line("tag", "friends", int64(1)),
		line("mute", "friends moss", int64(1)), line("mute", " moss", nil), line("interval", "", int64(7200)),
		line("format", "", "links"), line("posts", "", "none"), line("ignore-robots", "", int64(1)),
	} {
		text, err := json.Marshal(fields(&l))
		if err != nil {
			t.Fatal(err)
		}
		got, ok := parse(text, now)
		if diff := cmp.Diff(l, got); !ok || diff != "" {
			t.Errorf("%s: %v (-want +got):\n%s", text, ok, diff)
		}
	}
	for text, want := range map[string]model.SyncLine{ // of 0.2.0
		`[7,"subscribe","gemini://a.example/%6Cog/","","gemini://b.example/%7Eann/"]`: line("subscribe", "", "gemini://b.example/~ann/"),
		`[7,"move","gemini://A.example/log/","","gemini://b.example/%7Eann/"]`:        line("move", "", "gemini://b.example/~ann/"),
		`[7,"title","gemini://a.example/%6Cog/","","%7E"]`:                            line("title", "", "%7E"),
	} {
		got, ok := parse([]byte(text), now)
		if diff := cmp.Diff(want, got); !ok || diff != "" {
			t.Errorf("%s: %v (-want +got):\n%s", text, ok, diff)
		}
	}
	long := strings.Repeat("x", maxText+1)
	for _, text := range []string{
		"", "null", "{}", "[]", "[1]", `[1,"read","","",1]`, `[1,"read","gemini://a.example/","` + long + `",1]`,
		`[-1,"read","f","r",1]`, `[9007199254740992,"read","f","r",1]`, `[1.5,"read","f","r",1]`, `[1,"read","f","r","x"]`, `[1,"read","f","r",1,2]`,
		`[1,"subscribe","a.example","",1]`, `[1,"subscribe","https://a.example/","",1]`, `[1,"subscribe","gemini://a.example/","",2]`,
		`[1,"move","f","r",1]`, `[1,"tag","f","two words",1]`, `[1,"tag","f","Upper",1]`, `[1,"mute","f","nospace",1]`, `[1,"mute","f"," /(/",1]`, `[1,"mute","f"," /moss/",1]`,
		`[1,"interval","f","",1]`, `[1,"format","f","","exe"]`, `[1,"posts","f","","some"]`, `[1,"exec","f","","rm"]`,
		`[1,"move","","","gemini://a.example/"]`, `[1,"move","","a","b"]`, `[1,"title","f","r","t"]`, `[1,"interval","f","r",3600]`, `[1,"format","f","r","links"]`,
		`[1,"posts","f","r","none"]`, `[1,"ignore-robots","f","r",1]`, `[1,"title","f","",""]`,
	} {
		if l, ok := parse([]byte(text), now); ok {
			t.Errorf("%s is %+v", text, l)
		}
	}
	if l, _ := parse([]byte(`[1,"title","f","","a\u001b[2J\u202eb"]`), now); strings.ContainsAny(fmt.Sprint(l.Value), "\x1b\u202e") {
		t.Errorf("title %q", l.Value)
	}
}

// A file grows, is cut, copied, written anew, and lies among others that are no files of
// machines. Its owner appends, and leaves alone what is not its own.
func TestFolder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	star := line("star", entryURL, int64(1))
	write := func(machine string, own model.SyncFile, now time.Time, lines ...model.SyncLine) model.SyncFile {
		t.Helper()
		own, err := Write(dir, machine, own, lines, now)
		if err != nil {
			t.Fatal(err)
		}
		return own
	}
	own := write("one-1", model.SyncFile{}, now, star)
	path := filepath.Join(dir, own.Name)
	if info, err := os.Stat(path); err != nil || info.Mode() != 0o600 || info.Size() != own.Offset {
		t.Errorf("%v, %v", info, err)
	}
	reads := func(what string, known []model.SyncFile, lines, notes int) []model.SyncFile {
		t.Helper()
		r, err := Read(dir, "me", known, now)
		if err != nil || len(r.Lines) != lines || len(r.Notes) != notes {
			t.Errorf("%s: %d lines, notes %q, %v", what, len(r.Lines), r.Notes, err)
		}
		return r.Files
	}
	known := reads("new", nil, 1, 0)
	reads("unchanged", known, 0, 0)
	written := write("one-1", own, now, line("read", entryURL, int64(5)), line("read", entryURL, nil))
	text, _ := os.ReadFile(path)
	isOwn := func(what string, known model.SyncFile, now time.Time, want model.SyncFile) {
		t.Helper()
		if r, err := Read(dir, "one-1", []model.SyncFile{known}, now); err != nil || r.Own != want {
			t.Errorf("%s: %+v, %v", what, r.Own, err)
		}
	}
	isOwn("as it was left", written, now, written)
	isOwn("old", written, now.Add(2*maxAge), model.SyncFile{})
	if err := os.Truncate(path, int64(len(text)-3)); err != nil {
		t.Fatal(err)
	}
	isOwn("cut by another", written, now, model.SyncFile{})
	cut := reads("cut", known, 1, 0)
	write("one-1", own, now, line("star", entryURL, nil))
	reads("after the cut", cut, 1, 1)
	write("one-1", model.SyncFile{}, now.Add(1), star)
	reads("written anew", cut, 1, 0)
	for name, text := range map[string]string{"one-1 (conflict).jsonl": string(text), "foreign.jsonl": "x\n", "newer.jsonl": "{\"gemsub\":2,\"machine\":\"x\"}\n", "notes.txt": "x\n", "empty.jsonl": "", "rude.jsonl": "{\"gemsub\":1,\"machine\":\"a\\u001b\"}\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe.jsonl"), 0o600); err != nil {
		t.Fatal(err)
	}
	target := filepath.Join(t.TempDir(), "target")
	if err := os.WriteFile(target, []byte("mine\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, filepath.Join(dir, "two-2.jsonl")); err != nil {
		t.Fatal(err)
	}
	reads("others", known, 1+3, 5)
	if _, err := Write(dir, "two-2", model.SyncFile{Since: 1}, nil, now); err == nil {
		t.Error("wrote through a link")
	}
	write("two-2", model.SyncFile{}, now)
	if text, err := os.ReadFile(target); err != nil || string(text) != "mine\n" {
		t.Errorf("the target of a link: %q, %v", text, err)
	}
	if _, err := Read(filepath.Join(dir, "nowhere"), "me", nil, now); err == nil {
		t.Error("read a folder that is not there")
	}
}

// However many files lie in the folder, a machine finds its own, and says that it reads only some.
func TestManyFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for i := range 10_000 {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprint(i, ".jsonl")), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	own, err := Write(dir, "zz", model.SyncFile{}, nil, now)
	if err != nil {
		t.Fatal(err)
	}
	if r, err := Read(dir, "zz", []model.SyncFile{own}, now); err != nil || r.Own != own || len(r.Notes) != 1 {
		t.Errorf("own file %+v, notes %q, %v", r.Own, r.Notes, err)
	}
}

// Of many large files no more is read at once than of one; the rest is another time.
func TestRoom(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	const size = maxRead / 4 * 3
	for _, name := range []string{"a", "b", "c"} {
		text := fmt.Sprintf(`{"gemsub":1,"machine":%q,"generation":"g"}`+"\n", name) + strings.Repeat(strings.Repeat("x", 1023)+"\n", size>>10)
		if err := os.WriteFile(filepath.Join(dir, name+".jsonl"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	known := map[string]model.SyncFile{}
	for range 3 {
		before, after := int64(0), int64(0)
		r, err := Read(dir, "me", slices.Collect(maps.Values(known)), now)
		for _, f := range r.Files {
			before, after = before+known[f.Name].Offset, after+f.Offset
			known[f.Name] = f
		}
		if read := after - before; err != nil || read > maxRead+1000 {
			t.Errorf("read %d bytes at once, %v", read, err)
		}
	}
	for name, f := range known {
		if f.Offset < size {
			t.Errorf("of %s %d bytes were read", name, f.Offset)
		}
	}
}
