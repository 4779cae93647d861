package machines

import (
	"bytes"
	"cmp"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/google/renameio/v2"

	"gemsub/internal/file"
	"gemsub/internal/model"
	"gemsub/internal/words"
)

// version is the version of the file format.
const version = 1

// A header is the first line of a file.
type header struct {
	Version int       `json:"gemsub"`
	Machine string    `json:"machine"`
	Since   time.Time `json:"since"` // when the file was written, to the nanosecond, so that version 0.2.0 notices changes
}

// NewName returns a new name for a machine: letters and digits of host, a hyphen, and six random
// letters and digits.
func NewName(host string) string {
	host = strings.Join(strings.FieldsFunc(strings.ToLower(host), notInName), "-")
	return strings.TrimPrefix(host[:min(len(host), maxName-8)]+"-"+strings.ToLower(rand.Text()[:6]), "-")
}

func notInName(r rune) bool { return r != '-' && (r < '0' || r > '9') && (r < 'a' || r > 'z') }

// extension is the extension of machines' files.
const extension = ".jsonl"

// A folderReader reads the files of a folder into its SyncFolder.
type folderReader struct {
	model.SyncFolder
	room int64 // bytes that may still be read
}

// Read reads the files of all machines, this one included. It skips known files that have not
// changed. A file that exceeds the room left by earlier files is read the next time. Faults of files
// become notes.
func Read(dir, machine string, known []model.SyncFile, now time.Time) (*model.SyncFolder, error) {
	r := &folderReader{room: maxRead}
	all, err := os.ReadDir(dir)
	if err != nil {
		return &r.SyncFolder, fmt.Errorf("read folder %s: %w", dir, file.Reason(err))
	}
	for _, f := range all {
		name := f.Name()
		if filepath.Ext(name) != extension || name[0] == '.' {
			continue
		}
		isKnown, err := r.read(filepath.Join(dir, name), known, now)
		if err != nil && !errors.Is(err, os.ErrNotExist) && len(r.Notes) < maxNotes {
			r.Notes = append(r.Notes, words.Safe(name)+" "+file.Reason(err).Error())
		}
		r.IsOwn = r.IsOwn || isKnown && name == machine+extension
	}
	return &r.SyncFolder, nil
}

// read reads a file. If a known file has the same name, size and time, read skips the file and
// returns true.
func (r *folderReader) read(path string, known []model.SyncFile, now time.Time) (isKnown bool, err error) {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0) // the path may be a link or a pipe
	if err != nil {
		return false, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return false, cmp.Or(err, errors.New("is not a regular file"))
	}
	name, size, modifiedAt := info.Name(), info.Size(), info.ModTime().UnixNano()
	isSame := func(k model.SyncFile) bool { return k.Name == name && k.Size == size && k.ModifiedAt == modifiedAt }
	switch {
	case slices.ContainsFunc(known, isSame):
		return true, nil
	case size > maxRead:
		return false, fmt.Errorf("is larger than %s", words.Size(maxRead))
	case size > r.room:
		return false, nil
	}
	var h header
	text, err := io.ReadAll(io.LimitReader(f, size))
	first, lines, isWhole := bytes.Cut(text, []byte("\n"))
	switch {
	case err != nil || !isWhole && len(text) < maxLine: // another program is writing it
		return false, err
	case len(first) >= maxLine || json.Unmarshal(first, &h) != nil || h.Version < version || h.Machine == "" || h.Machine != words.SafeTitle(h.Machine, maxName):
		return false, errors.New("was not written by gemsub")
	case h.Version > version:
		return false, errors.New("was written by a newer gemsub")
	}
	r.Files = append(r.Files, model.SyncFile{Name: name, Machine: h.Machine, ModifiedAt: modifiedAt, Size: size, SeenAt: now})
	r.room -= size
	return false, r.take(lines, h.Machine)
}

// take appends the valid lines of a machine's file to Lines. An unfinished last line is ignored.
// Lines over maxLines are counted in Left. The error says how many lines are invalid.
func (r *folderReader) take(text []byte, machine string) error {
	strange := 0
	for line := range bytes.Lines(text[:bytes.LastIndexByte(text, '\n')+1]) {
		l, ok := parse(line)
		l.Machine = machine
		switch {
		case !ok && len(line) > 1 && l.What != "move": // version 0.2.0 wrote moves
			strange++
		case ok && len(r.Lines) == maxLines:
			r.Left++
		case ok:
			r.Lines = append(r.Lines, l)
		}
	}
	if strange > 0 {
		return fmt.Errorf("has %s no sense to this version", words.Count(strange, "line that makes", "lines that make"))
	}
	return nil
}

// Write replaces the machine's own file by one with these lines, and returns the new file.
func Write(dir, machine string, lines []model.SyncLine, now time.Time) (model.SyncFile, error) {
	own := model.SyncFile{Name: machine + extension, Machine: machine, SeenAt: now}
	path := filepath.Join(dir, own.Name)
	var text bytes.Buffer
	to := json.NewEncoder(&text)
	_ = to.Encode(header{version, machine, now.UTC()}) // a buffer returns no errors
	for _, l := range lines {
		_ = to.Encode(fields(&l))
	}
	err := renameio.WriteFile(path, text.Bytes(), 0o600, renameio.WithTempDir(dir), renameio.WithStaticPermissions(0o600))
	var info os.FileInfo
	if err == nil {
		info, err = os.Stat(path) // after the rename, since a network drive may change the time at the end
	}
	if err != nil {
		return own, fmt.Errorf("write %s: %w", path, file.Reason(err))
	}
	own.ModifiedAt, own.Size = info.ModTime().UnixNano(), info.Size()
	return own, nil
}
