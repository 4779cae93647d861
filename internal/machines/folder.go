package machines

import (
	"bufio"
	"bytes"
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

// A file is rewritten once it exceeds maxSize and twice its size after the last rewrite, or
// once that rewrite is maxAge ago.
const (
	maxSize = 8 << 20
	maxAge  = 365 * 24 * time.Hour
)

// A header is the first line of a file.
type header struct {
	Version    int       `json:"gemsub"`
	Machine    string    `json:"machine"`
	Generation string    `json:"generation"`
	Since      time.Time `json:"since"`
	Size       int64     `json:"size"` // bytes of the lines written with the header
}

// NewName returns a new, random name for a machine.
func NewName(host string) string {
	host = strings.Join(strings.FieldsFunc(strings.ToLower(host), notInName), "-")
	return strings.TrimPrefix(host[:min(len(host), 24)]+"-"+random(), "-")
}

func notInName(r rune) bool { return r != '-' && (r < '0' || r > '9') && (r < 'a' || r > 'z') }

// isName reports whether name is a valid machine name, which is safe in a file name.
func isName(name string) bool {
	return name != "" && len(name) <= 40 && !strings.ContainsFunc(name, notInName)
}

func random() string { return strings.ToLower(rand.Text()[:6]) }

// A Reading is what Read found that was not read before.
type Reading struct {
	Lines []model.SyncLine
	Files []model.SyncFile // the files of Lines
	Notes []string         // on files not read, or only in part
	room  int64            // bytes that may still be read
}

// Read reads what all machines, this one included, wrote since the known files were read.
// It leaves an unfinished last line for the next time.
func Read(dir string, known []model.SyncFile, now time.Time) (r Reading, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return r, fmt.Errorf("read folder %s: %w", dir, file.Reason(err))
	}
	before := map[string]model.SyncFile{}
	for _, f := range known {
		before[f.Name] = f
	}
	files := 0
	r.room = maxRead
	for _, e := range entries {
		if filepath.Ext(e.Name()) != ".jsonl" || strings.HasPrefix(e.Name(), ".") {
			continue
		}
		if files++; files > maxFiles {
			r.note(e.Name(), "is one of more than %d files", maxFiles)
			break
		}
		if err := r.read(filepath.Join(dir, e.Name()), before[e.Name()], now); err != nil {
			r.note(e.Name(), "%v", file.Reason(err))
		}
	}
	return r, nil
}

func (r *Reading) note(name, format string, args ...any) {
	r.Notes = append(r.Notes, words.Safe(name)+" "+fmt.Sprintf(format, args...))
}

// read reads the rest of a file, at most r.room bytes.
func (r *Reading) read(path string, known model.SyncFile, now time.Time) error {
	f, info, err := open(path, os.O_RDONLY)
	if err != nil {
		return err
	}
	defer f.Close()
	h, length, err := readHeader(f)
	if err != nil || length == 0 {
		return err
	}
	at := model.SyncFile{Name: filepath.Base(path), Machine: h.Machine, Generation: h.Generation, Offset: length}
	if at.Generation == known.Generation && at.Machine == known.Machine && known.Offset <= info.Size() {
		at = known
	}
	text, err := io.ReadAll(io.NewSectionReader(f, at.Offset, min(r.room, info.Size()-at.Offset)))
	if err != nil {
		return err
	}
	text = text[:bytes.LastIndexByte(text, '\n')+1]
	if len(text) == 0 && at.Generation == known.Generation {
		return nil
	}
	strange := 0
	for line := range bytes.Lines(text) {
		if l, ok := parse(line, now); ok {
			l.Machine = h.Machine
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
	r.Files = append(r.Files, at)
	return nil
}

// open opens a regular file. It follows no symbolic link and never blocks on a pipe.
func open(path string, how int) (*os.File, fs.FileInfo, error) {
	f, err := os.OpenFile(path, how|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if errors.Is(err, syscall.ELOOP) {
		return nil, nil, errors.New("is a symbolic link")
	}
	if err != nil {
		return nil, nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("is not a regular file")
	}
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return f, info, nil
}

// readHeader reads the first line of a file and returns its length, 0 if it is unfinished.
func readHeader(f *os.File) (h header, length int64, err error) {
	line, err := bufio.NewReaderSize(io.NewSectionReader(f, 0, maxLine), maxLine).ReadSlice('\n')
	switch {
	case errors.Is(err, io.EOF) && len(line) < maxLine:
		return h, 0, nil
	case err != nil || json.Unmarshal(line, &h) != nil || h.Version < version || !isName(h.Machine):
		return h, 0, errors.New("was not written by gemsub")
	case h.Version > version:
		return h, 0, errors.New("was written by a newer gemsub")
	}
	return h, int64(len(line)), nil
}

// Write appends lines to the machine's file. If the file is missing, damaged, too large or
// too old, it writes a new one with the lines that all returns.
func Write(dir, machine string, lines []model.SyncLine, all func() ([]model.SyncLine, error), now time.Time) (model.SyncFile, error) {
	at := model.SyncFile{Name: machine + ".jsonl", Machine: machine, SeenAt: now}
	path := filepath.Join(dir, at.Name)
	f, info, err := open(path, os.O_RDWR|os.O_APPEND)
	if errors.Is(err, fs.ErrNotExist) {
		return at, rewrite(path, &at, all, now)
	}
	if err != nil {
		return at, fmt.Errorf("write %s: %w", path, file.Reason(err))
	}
	defer f.Close()
	h, length, err := readHeader(f)
	isLarge := info.Size() > maxSize && info.Size() > 2*h.Size
	if err != nil || length == 0 || h.Machine != machine || isLarge || now.Sub(h.Since) > maxAge {
		return at, rewrite(path, &at, all, now)
	}
	at.Generation, at.Offset = h.Generation, info.Size()
	if len(lines) == 0 {
		return at, nil
	}
	if err := add(f, &at, lines); err != nil {
		return at, fmt.Errorf("write %s: %w", path, file.Reason(errors.Join(err, f.Truncate(info.Size()))))
	}
	return at, nil
}

// add appends lines to a file. If an interrupted write left an unfinished line, it first ends
// that: readers skip it, and lines contains it again.
func add(f *os.File, at *model.SyncFile, lines []model.SyncLine) error {
	var text bytes.Buffer
	end := make([]byte, 1)
	if _, err := f.ReadAt(end, at.Offset-1); err == nil && end[0] != '\n' {
		text.WriteByte('\n')
	}
	if err := put(&text, at, lines); err != nil {
		return err
	}
	_, err := f.Write(text.Bytes())
	if err == nil {
		err = f.Sync()
	}
	at.Offset += int64(text.Len())
	return err
}

func put(to *bytes.Buffer, at *model.SyncFile, lines []model.SyncLine) error {
	for _, l := range lines {
		if err := format(to, l); err != nil {
			return err
		}
		at.Counter = max(at.Counter, l.Counter)
	}
	return nil
}

// rewrite replaces a file with one of a new generation.
func rewrite(path string, at *model.SyncFile, all func() ([]model.SyncLine, error), now time.Time) error {
	lines, err := all()
	if err != nil {
		return err
	}
	var text, first bytes.Buffer
	if err := put(&text, at, lines); err != nil {
		return err
	}
	at.Generation = random()
	err = json.NewEncoder(&first).Encode(header{version, at.Machine, at.Generation, now.UTC(), int64(text.Len())})
	if err != nil {
		return err
	}
	at.Offset = int64(first.Len() + text.Len())
	if f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600); err == nil { // private from the start
		f.Close()
	}
	return file.Write(path, func(w io.Writer) error {
		_, err := w.Write(append(first.Bytes(), text.Bytes()...))
		return err
	})
}
