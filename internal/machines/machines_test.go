package machines

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
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

// Written lines are read unchanged, and no other lines are read.
func TestLines(t *testing.T) {
	t.Parallel()
	for _, l := range []model.SyncLine{
		line("read", entryURL, int64(1772366400)), line("read", "urn:x", nil), line("star", entryURL, int64(1)),
		line("subscribe", "", int64(1)),
		line("subscribe", "", "gemini://b.example/"), line("title", "", "A \"log\" & <more>"), line("tag", "friends", int64(1)),
		line("mute", "friends moss", int64(1)), line("mute", " moss", nil), line("mute-not", " moss", int64(1)),
		{What: "mute-not", Ref: "friends moss", Value: int64(1), Counter: 7},
		line("interval", "", int64(7200)),
		{What: "later", Feed: model.LaterURL, Ref: "https://web.example/?q", Value: "1772366400 A title", Counter: 7},
		{What: "later", Feed: model.LaterURL, Ref: entryURL, Counter: 7},
		{What: "subscribe", Feed: model.LaterURL, Value: int64(1), Counter: 7},
		line("format", "", "links"), line("posts", "", "none"), line("ignore-robots", "", int64(1)),
	} {
		text, err := json.Marshal(fields(&l))
		if err != nil {
			t.Fatal(err)
		}
		got, ok := parse(text)
		if diff := cmp.Diff(l, got); !ok || diff != "" {
			t.Errorf("%s: %v (-want +got):\n%s", text, ok, diff)
		}
	}
	for text, want := range map[string]model.SyncLine{ // of 0.2.0
		`[7,"subscribe","gemini://a.example/%6Cog/","","gemini://b.example/%7Eann/"]`: line("subscribe", "", "gemini://b.example/~ann/"),
		`[7,"title","gemini://a.example/%6Cog/","","%7E"]`:                            line("title", "", "%7E"),
		`[9007199254740992,"title","gemini://a.example/log/","","T"]`:                 {What: "title", Feed: feedURL, Value: "T", Counter: maxCounter},
	} {
		got, ok := parse([]byte(text))
		if diff := cmp.Diff(want, got); !ok || diff != "" {
			t.Errorf("%s: %v (-want +got):\n%s", text, ok, diff)
		}
	}
	long := strings.Repeat("x", maxText+1)
	for _, text := range []string{
		"", "null", "{}", "[]", "[1]", `[1,"read","","",1]`, `[1,"read","gemini://a.example/","` + long + `",1]`,
		`[-1,"read","f","r",1]`, `[9007199254740993,"read","f","r",1]`, `[1.5,"read","f","r",1]`, `[1,"read","f","r","x"]`, `[1,"read","f","r",1,2]`,
		`[1,"subscribe","a.example","",1]`, `[1,"subscribe","https://a.example/","",1]`, `[1,"subscribe","gemini://a.example/","",2]`,
		`[1,"move","f","r","s"]`, `[1,"tag","f","two words",1]`, `[1,"tag","f","Upper",1]`, `[1,"mute","f","nospace",1]`, `[1,"mute","f"," /(/",1]`, `[1,"mute","f"," /moss/",1]`, `[1,"mute-not",""," moss",1]`, `[1,"mute-not","f"," /moss/",1]`,
		`[1,"interval","f","",1]`, `[1,"format","f","","exe"]`, `[1,"posts","f","","some"]`, `[1,"posts","f","",""]`, `[1,"posts","f","",5]`, `[1,"exec","f","","rm"]`,
		`[1,"subscribe","gemsub:later","","gemini://a.example/"]`, `[1,"subscribe","gemini://a.example/","","gemsub:later"]`,
		`[1,"later","gemsub:later","gemini://a.example/","` + strings.Repeat("9", maxText) + ` T"]`, `[1,"later","gemsub:later","file:///x","1 T"]`,
		`[1,"later","gemini://a.example/","gemini://a.example/","1 T"]`, `[1,"later","gemsub:later","gemini://a.example/","-1 T"]`,
		`[1,"format","gemsub:later","","links"]`, `[1,"posts","gemsub:later","","all"]`,
		`[1,"title","f","r","t"]`, `[1,"interval","f","r",3600]`, `[1,"format","f","r","links"]`,
		`[1,"posts","f","r","none"]`, `[1,"ignore-robots","f","r",1]`, `[1,"title","f","",""]`,
	} {
		if l, ok := parse([]byte(text)); ok {
			t.Errorf("%s is %+v", text, l)
		}
	}
	if l, _ := parse([]byte(`[1,"title","f","","a\u001b[2J\u202eb"]`)); strings.ContainsAny(fmt.Sprint(l.Value), "\x1b\u202e") {
		t.Errorf("title %q", l.Value)
	}
}

// A reader reads a folder repeatedly.
type reader struct {
	*testing.T
	dir, machine string
	known        []model.SyncFile
}

// read returns the folder with all its lines, and knows its files from then on.
func (r *reader) read() (*model.SyncFolder, []model.SyncLine) {
	r.Helper()
	folder, err := Read(r.dir, r.machine, r.known, now)
	if err != nil {
		r.Fatal(err)
	}
	r.known = append(r.known, folder.Files...)
	return folder, folder.Lines
}

// reads fails the test unless the folder has these numbers of new lines and notes.
func (r *reader) reads(what string, lines, notes int) *model.SyncFolder {
	r.Helper()
	folder, got := r.read()
	if len(got) != lines || len(folder.Notes) != notes {
		r.Errorf("%s: lines %+v, notes %q", what, got, folder.Notes)
	}
	return folder
}

func (r *reader) file(name, text string) {
	r.Helper()
	if err := os.WriteFile(filepath.Join(r.dir, name), []byte(text), 0o600); err != nil {
		r.Fatal(err)
	}
}

// write has a machine write its file.
func (r *reader) write(machine string, now time.Time, lines ...model.SyncLine) (own model.SyncFile, text string) {
	r.Helper()
	own, err := Write(r.dir, machine, lines, now)
	whole, readErr := os.ReadFile(filepath.Join(r.dir, own.Name))
	if err != nil || readErr != nil || int64(len(whole)) != own.Size {
		r.Fatal(err, readErr, own)
	}
	return own, string(whole)
}

// A file is written, cut, copied and written again, among others that belong to no machine. Its
// owner replaces it, and leaves the other files alone.
func TestFolder(t *testing.T) {
	t.Parallel()
	star := line("star", entryURL, int64(1))
	r := &reader{t, t.TempDir(), "me", nil}
	own, text := r.write("one-1", now, star, line("read", entryURL, nil))
	path := filepath.Join(r.dir, own.Name)
	if info, err := os.Stat(path); err != nil || info.Mode() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	r.reads("new", 2, 0)
	r.reads("unchanged", 0, 0)
	isOwn := func(what string, want bool) {
		t.Helper()
		if folder, err := Read(r.dir, "one-1", []model.SyncFile{own}, now); err != nil || folder.IsOwn != want || (len(folder.Files) == 0) != want {
			t.Errorf("%s: %+v, %v", what, folder, err)
		}
	}
	isOwn("as it was left", true)
	r.file(own.Name, text[:len(text)-3])
	isOwn("cut by another", false)
	r.reads("cut", 1, 0)
	r.file(own.Name, text[:9])
	r.reads("cut in its header", 0, 0)
	r.write("one-1", now.Add(1), star)
	r.reads("written anew", 1, 0)
	isOwn("written by another", false)
	r.file("one-1 (conflict).jsonl", text)
	r.reads("a conflict copy", 2, 0)
	r.file("two.jsonl", "{\"gemsub\":1,\"machine\":\"two\"}\n[7,\"move\",\"f\",\"r\",\"s\"]\n[7,\"star\",\"f\",\"r\",1]\n<<<<<<<\n")
	r.reads("moves of an earlier version, and a merge", 1, 1)
	for name, text := range map[string]string{"foreign.jsonl": "x\n", "newer.jsonl": "{\"gemsub\":2,\"machine\":\"x\"}\n", "notes.txt": "x\n", "empty.jsonl": "", "rude.jsonl": "{\"gemsub\":1,\"machine\":\"a\\u001b\"}\n"} {
		r.file(name, text)
	}
	if err := syscall.Mkfifo(filepath.Join(r.dir, "pipe.jsonl"), 0o600); err != nil {
		t.Fatal(err)
	}
	target := filepath.Join(t.TempDir(), "target")
	if err := errors.Join(os.WriteFile(target, []byte("mine\n"), 0o600), os.Symlink(target, filepath.Join(r.dir, "two-2.jsonl"))); err != nil {
		t.Fatal(err)
	}
	r.reads("others", 0, 5)
	r.write("two-2", now)
	if text, err := os.ReadFile(target); err != nil || string(text) != "mine\n" {
		t.Errorf("the target of a link: %q, %v", text, err)
	}
	if _, err := Read(filepath.Join(r.dir, "nowhere"), "me", nil, now); err == nil {
		t.Error("read a folder that is not there")
	}
	if _, err := Write(filepath.Join(r.dir, "nowhere"), "me", nil, now); err == nil {
		t.Error("wrote to a folder that is not there")
	}
}

// In a folder of many files a machine finds its own, and notes only some of the others.
func TestManyFiles(t *testing.T) {
	t.Parallel()
	r := &reader{t, t.TempDir(), "zz", nil}
	for i := range 1000 {
		r.file(fmt.Sprint(i, ".jsonl"), "x\n")
	}
	own, _ := r.write("zz", now)
	r.known = []model.SyncFile{own}
	if folder := r.reads("many", 0, maxNotes); !folder.IsOwn {
		t.Error("its own file is not found")
	}
}

// Large files are read only while there is room, the others the next time. A file that is larger
// than the whole room becomes a note.
func TestRoom(t *testing.T) {
	t.Parallel()
	r := &reader{t, t.TempDir(), "me", nil}
	for name, size := range map[string]int64{"a": maxRead / 4 * 3, "b": maxRead / 4 * 3, "c": maxRead + 1} {
		r.file(name+".jsonl", fmt.Sprintf(`{"gemsub":1,"machine":%q}`+"\n"+`[1,"star","f","r",1]`+"\n", name))
		if err := os.Truncate(filepath.Join(r.dir, name+".jsonl"), size); err != nil {
			t.Fatal(err)
		}
	}
	r.reads("one of them", 1, 1)
	r.reads("the other", 1, 1)
	r.reads("no more", 0, 1)
}

// Lines beyond the limit are counted.
func TestManyLines(t *testing.T) {
	t.Parallel()
	r := &folderReader{SyncFolder: model.SyncFolder{Lines: make([]model.SyncLine, maxLines-1, maxLines)}}
	text := strings.Repeat(`[1,"star","f","r",1]`+"\n", 3)
	if err := r.take([]byte(text), "a"); err != nil || len(r.Lines) != maxLines || r.Left != 2 {
		t.Errorf("%v: %d lines, %d left out", err, len(r.Lines), r.Left)
	}
}
