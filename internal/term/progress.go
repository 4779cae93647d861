package term

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"sync"
	"time"
)

const (
	drawInterval = 100 * time.Millisecond
	longWait     = 500 * time.Millisecond // a shorter wait is not shown
)

// A Progress is the last line of a terminal. It shows the progress of some work and, if a wait takes
// long, the host for which the program waits. An [Output] with a Progress writes above this line.
type Progress struct {
	*Waits
	out *Output

	mu     sync.Mutex
	text   string // the progress of the work
	hidden bool   // until a whole line is written above
	ended  bool
	shown  string // the line on the screen; on a plain output the last line printed
}

// NewProgress returns a Progress for out, which shows nothing if out is no terminal.
func NewProgress(out *Output, now func() time.Time) *Progress {
	p := &Progress{Waits: NewWaits(now), out: out}
	if out.IsTerminal() {
		go func() {
			for range time.Tick(drawInterval) {
				if !p.draw() {
					return
				}
			}
		}()
	}
	return p
}

// draw shows the present progress. It returns false once the work has ended.
func (p *Progress) draw() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.hidden || p.ended {
		return !p.ended
	}
	var parts []string
	if p.text != "" && !p.out.Plain {
		parts = append(parts, p.text)
	}
	if host := p.Longest(); host != "" {
		parts = append(parts, "waiting for "+p.out.Text(host))
	}
	p.replace(strings.Join(parts, ", "))
	return true
}

// replace replaces the line on the screen. On a plain output, whose cursor never moves back, it
// writes another line.
func (p *Progress) replace(line string) {
	if line == p.shown || p.out.Plain && line == "" {
		return
	}
	p.shown = line
	text := p.out.Styled(Dim, Cut(line, p.out.Width-1))
	if p.out.Plain {
		text += "\n"
	} else {
		text = "\r\x1b[2K" + text
	}
	_, _ = io.WriteString(p.out.Writer, text) // a lost line does not matter
}

// Show sets the text that describes the progress, "" if unknown.
func (p *Progress) Show(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.text = text
}

// writeAbove writes text to o. On the terminal the text replaces the line of progress, which is then
// drawn again below.
func (p *Progress) writeAbove(o *Output, text []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.replace("")
	p.hidden = o.IsTerminal() && !bytes.HasSuffix(text, []byte("\n"))
	return o.Writer.Write(text)
}

// Hide removes the line, to leave the terminal to another program, until text is written above it.
func (p *Progress) Hide() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.replace("")
	p.hidden = true
}

// End removes the progress for good.
func (p *Progress) End() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ended = true
	p.replace("")
}

// Waits records for which hosts the program waits, and since when.
type Waits struct {
	now func() time.Time

	mu  sync.Mutex
	all []*wait // the longest first
}

type wait struct {
	whom  string
	since time.Time
}

// NewWaits returns an empty Waits. now is its clock.
func NewWaits(now func() time.Time) *Waits { return &Waits{now: now} }

// Begin records that the program waits for a host, until done is called.
func (w *Waits) Begin(whom string) (done func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	begun := &wait{whom, w.now()}
	w.all = append(w.all, begun)
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.all = slices.DeleteFunc(w.all, func(each *wait) bool { return each == begun })
	}
}

// Longest returns the host for which the program has waited longest, "" if less than half a second.
func (w *Waits) Longest() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.all) == 0 || w.now().Sub(w.all[0].since) < longWait {
		return ""
	}
	return w.all[0].whom
}
