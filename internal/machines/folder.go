package machines

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"gemsub/internal/file"
	"gemsub/internal/model"
	"gemsub/internal/words"
)

// version is the version of the file format.
const version = 1

// A file is written anew when it is older than maxAge, or larger than maxSize and older than
// minAge.
const (
	maxSize = 8 << 20
	minAge  = 7 * 24 * time.Hour
	maxAge  = 365 * 24 * time.Hour
)

// A header is the first line of a file.
type header struct {
	Version int       `json:"gemsub"`
	Machine string    `json:"machine"`
	Since   time.Time `json:"since"` // when it was written anew, to the nanosecond: so others notice
}

// NewName returns a new, random name for a machine.
func NewName(host string) string {
	host = strings.Join(strings.FieldsFunc(strings.ToLower(host), notInName), "-")
	return strings.TrimPrefix(host[:min(len(host), maxName-8)]+"-"+strings.ToLower(rand.Text()[:6]), "-")
}

func notInName(r rune) bool { return r != '-' && (r < '0' || r > '9') && (r < 'a' || r > 'z') }

// fileOf is the name of a machine's own file.
func fileOf(machine string) string { return machine + ".jsonl" }

// A reading is what was read of a folder so far.
type reading struct {
	model.SyncFolder
	room int64 // bytes that may still be read
}

// Read reads what all machines, this one included, wrote since the known files were read.
// It leaves an unfinished last line for the next time.
func Read(dir, machine string, known []model.SyncFile, now time.Time) (model.SyncFolder, error) {
	r := reading{room: maxRead}
	all, err := os.ReadDir(dir)
	if err != nil {
		return r.SyncFolder, fmt.Errorf("read folder %s: %w", dir, file.Reason(err))
	}
	own := fileOf(machine)
	var names []string // of the others
	for _, f := range all {
		if name := f.Name(); name != own && filepath.Ext(name) == ".jsonl" && name[0] != '.' {
			names = append(names, name)
		}
	}
	if len(names) > maxFiles {
		r.note(names[maxFiles], "is one of more than %d files", maxFiles)
		names = names[:maxFiles]
	}
	before := map[string]model.SyncFile{}
	for _, f := range known {
		before[f.Name] = f
	}
	for _, name := range append(names, own) {
		at, err := r.read(filepath.Join(dir, name), before[name], now)
		switch {
		case err != nil && !errors.Is(err, fs.ErrNotExist):
			r.note(name, "%v", file.Reason(err))
		case name == own && at.Machine == machine:
			r.Own = at
		}
	}
	return r.SyncFolder, nil
}

func (r *reading) note(name, format string, args ...any) {
	r.Notes = append(r.Notes, words.Safe(name)+" "+fmt.Sprintf(format, args...))
}

// read reads the rest of a file, at most r.room bytes. It returns how far the file was read, or
// nothing if its machine has to write it anew.
func (r *reading) read(path string, known model.SyncFile, now time.Time) (at model.SyncFile, err error) {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0) // it may be a link or a pipe
	if err != nil {
		return at, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return at, cmp.Or(err, errors.New("is not a regular file"))
	}
	h, length, err := readHeader(f)
	if err != nil || length == 0 {
		return at, err
	}
	at = model.SyncFile{Name: info.Name(), Machine: h.Machine, Since: h.Since.UnixNano(), Offset: length, Counter: known.Counter}
	isKnown := at.Since == known.Since && at.Machine == known.Machine && known.Offset <= info.Size()
	if isKnown {
		at = known
	}
	text, err := io.ReadAll(io.NewSectionReader(f, at.Offset, r.room))
	if err != nil {
		return at, err
	}
	text = text[:bytes.LastIndexByte(text, '\n')+1]
	if len(text) > 0 || !isKnown {
		r.parse(text, &at, now)
	}
	if age := now.Sub(h.Since); !isKnown || age > maxAge || age > minAge && info.Size() > maxSize {
		return model.SyncFile{}, nil
	}
	return at, nil
}

// parse reads lines of a file.
func (r *reading) parse(text []byte, at *model.SyncFile, now time.Time) {
	strange := 0
	for line := range bytes.Lines(text) {
		if l, ok := parse(line, now); ok {
			l.Machine = at.Machine
			r.Lines, at.Counter = append(r.Lines, l), max(at.Counter, l.Counter)
		} else if len(line) > 1 {
			strange++
		}
	}
	if strange > 0 {
		r.note(at.Name, "has %s no sense to this version", words.Count(strange, "line that makes", "lines that make"))
	}
	r.room -= int64(len(text))
	at.Offset += int64(len(text))
	at.SeenAt = now
	r.Files = append(r.Files, *at)
}

// readHeader reads the first line of a file and returns its length, 0 if it is unfinished.
func readHeader(f *os.File) (h header, length int64, err error) {
	line, err := bufio.NewReaderSize(io.NewSectionReader(f, 0, maxLine), maxLine).ReadSlice('\n')
	switch {
	case errors.Is(err, io.EOF) && len(line) < maxLine:
		return h, 0, nil
	case err != nil || json.Unmarshal(line, &h) != nil || h.Version < version || h.Machine == "" || h.Machine != words.Line(h.Machine, maxName):
		return h, 0, errors.New("was not written by gemsub")
	case h.Version > version:
		return h, 0, errors.New("was written by a newer gemsub")
	}
	return h, int64(len(line)), nil
}

// Write appends lines to the machine's own file. If own is zero, it writes the file anew with
// these lines. It returns the file as it is then.
func Write(dir, machine string, own model.SyncFile, lines []model.SyncLine, now time.Time) (model.SyncFile, error) {
	path := filepath.Join(dir, fileOf(machine))
	temporary, how := path, os.O_APPEND
	text := bytes.NewBufferString("\n") // ends what an interrupted sync may have left unfinished
	to := json.NewEncoder(text)
	to.SetEscapeHTML(false)
	isNew := own == model.SyncFile{}
	if isNew {
		temporary, how = filepath.Join(dir, "."+fileOf(machine)+".new"), os.O_CREATE|os.O_EXCL
		_ = os.Remove(temporary) // of an interrupted sync
		own = model.SyncFile{Name: fileOf(machine), Machine: machine, Since: now.UnixNano()}
		text.Reset()
		_ = to.Encode(header{version, machine, now.UTC()}) // never fails, as for lines
	}
	for _, l := range lines {
		_ = to.Encode(fields(&l))
		own.Counter = max(own.Counter, l.Counter)
	}
	own.SeenAt = now
	f, err := os.OpenFile(temporary, os.O_WRONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK|how, 0o600)
	if err == nil {
		if _, err = f.Write(text.Bytes()); err != nil { // the disk is full
			_ = f.Truncate(own.Offset)
		}
		own.Offset, _ = f.Seek(0, io.SeekEnd)
		err = errors.Join(err, f.Sync(), f.Close())
	}
	if isNew && err == nil {
		err = os.Rename(temporary, path)
	}
	if err != nil {
		return own, fmt.Errorf("write %s: %w", path, file.Reason(err))
	}
	return own, nil
}
