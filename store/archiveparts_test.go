package store

import (
	"bytes"
	"errors"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// largeArchive is of a full store with a large feed.
func largeArchive(t *testing.T) string {
	t.Helper()
	s := fullStore(t)
	subscribe(t, s, bigPage(pageURL, largeEntries))
	return writeOut(t, s)
}

// No transaction stores more than some rows of an archive.
func TestArchiveInParts(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	s.pace = paceOf(200)
	parts := countEntries(t, s)
	readIn(t, s, largeArchive(t))
	if len(*parts) < largeEntries/200 || slices.Max(*parts) > 2*200 { // each is placed once it is stored
		t.Errorf("entries by transaction: %v, want at most 400", *parts)
	}
}

// What was stored of an archive when something stopped it makes no difference to what
// the next import comes to.
func TestArchiveStopped(t *testing.T) {
	t.Parallel()
	archive := largeArchive(t)
	s, whole := newStore(t), newStore(t)
	s.pace, whole.pace = paceOf(200), paceOf(200)
	want, _ := readIn(t, whole, archive)

	stopped := &failingLater{Reader: strings.NewReader(archive), at: int64(len(archive) / 2)}
	first, err := s.ReadArchive(t.Context(), stopped)
	if !errors.Is(err, errStopped) {
		t.Fatalf("error %v", err)
	}
	if n := len(entries(t, s, EntryFilter{})); n == 0 || n != first.Added["entry"] {
		t.Errorf("%d entries are stored, told were %d", n, first.Added["entry"])
	}
	checkCounts(t, s, "a part of the archive")
	checkWords(t, s, "a part of the archive")
	if err := s.Integrity(t.Context()); err != nil {
		t.Error(err)
	}

	second, refused := readIn(t, s, archive)
	for table, n := range first.Added {
		second.Added[table] += n
	}
	if len(refused) > 0 || !maps.Equal(second.Added, want.Added) {
		t.Errorf("added %v in both, want %v; refused %q", second.Added, want.Added, refused)
	}
	if got := writeOut(t, s); got != archive || got != writeOut(t, whole) {
		t.Errorf("the database is not what the archive says (-want +got):\n%.3000s", cmp.Diff(archive, got))
	}
	checkCounts(t, s, "all of the archive")
	checkWords(t, s, "all of the archive")
}

var errStopped = errors.New("stopped by the test")

// A failingLater reader fails when it is read for the second time.
type failingLater struct {
	*strings.Reader
	at     int64 // where it fails
	rewind int
}

func (f *failingLater) Seek(offset int64, whence int) (int64, error) {
	if whence == io.SeekStart {
		f.rewind++
	}
	return f.Reader.Seek(offset, whence)
}

func (f *failingLater) Read(p []byte) (int, error) {
	if f.rewind > 0 && f.Size()-int64(f.Len()) > f.at {
		return 0, errStopped
	}
	return f.Reader.Read(p)
}

// What belongs to a feed that the user removes while it is read is left out.
func TestArchiveOfRemoved(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	if _, err := s.db.ExecContext(t.Context(), `
		CREATE TRIGGER removed AFTER INSERT ON tag WHEN NEW.tag = 'last' BEGIN DELETE FROM subscription; END`); err != nil {
		t.Fatal(err)
	}
	tag := func(name string) string { return `{"type":"tag","subscription_id":7,"tag":"` + name + `"}` + "\n" }
	done, left := readIn(t, s, head+feedLine+tag("last")+tag("late")+entryLine(`"unread":true`))
	want := []string{"4: its feed was removed meanwhile", "5: its feed was removed meanwhile"}
	if !slices.Equal(left, want) || done.Added["entry"] != 0 {
		t.Errorf("left out %q, want %q; added %v", left, want, done.Added)
	}
}

// An archive that can be read only once is stored as well.
func TestArchiveFromPipe(t *testing.T) {
	t.Parallel()
	s, archive := newStore(t), largeArchive(t)
	if _, err := s.ReadArchive(t.Context(), bytes.NewBufferString(archive)); err != nil || writeOut(t, s) != archive {
		t.Errorf("error %v", err)
	}
}
