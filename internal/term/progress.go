package term

import (
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

// A Progress shows on the last line of a terminal how far some work is and, if a wait takes
// long, for which host it waits. Elsewhere it shows nothing, as nil does.
type Progress struct {
	out   *Output
	waits *Waits

	mu     sync.Mutex
	text   string // how far the work is
	hidden bool   // while other text is written
	ended  bool
	shown  string // the line on the screen; on a plain output the last one printed
}

// NewProgress begins to show the longest of waits on out.
func NewProgress(out *Output, waits *Waits) *Progress {
	p := &Progress{out: out, waits: waits}
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

// draw shows how far the work is now. It returns false once the work has ended.
func (p *Progress) draw() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.hidden {
		return !p.ended
	}
	var parts []string
	if p.text != "" && !p.out.Plain {
		parts = append(parts, p.text)
	}
	if host := p.waits.Longest(); host != "" {
		parts = append(parts, "waiting for "+p.out.Text(host))
	}
	p.replace(strings.Join(parts, ", "))
	return true
}

// replace replaces the line on the screen. A plain output, whose cursor stays, gets one more.
func (p *Progress) replace(line string) {
	if line == p.shown || p.out.Plain && line == "" {
		return
	}
	p.shown = line
	if p.out.Plain {
		_ = p.out.Line(Dim, "%s", line) // a lost line does not matter
		return
	}
	_, _ = io.WriteString(p.out, "\r\x1b[2K"+p.out.Styled(Dim, Cut(line, p.out.Width-1)))
}

// Show shows text, which says how far the work is, "" if that is not known. It ends the effect of
// Clear, but not of Done.
func (p *Progress) Show(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.text, p.hidden = text, p.ended
}

// Clear removes the progress from the screen, so that lines can be written; the next
// Show shows it again.
func (p *Progress) Clear() { p.hide(false) }

// Done removes the progress for good.
func (p *Progress) Done() { p.hide(true) }

func (p *Progress) hide(forGood bool) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.hidden, p.ended = true, p.ended || forGood
	p.replace("")
}

// Waits records for which hosts the program waits, and since when. Nil waits for none.
type Waits struct {
	now func() time.Time

	mu  sync.Mutex
	all []*wait // the longest first
}

type wait struct {
	whom  string
	since time.Time
}

// NewWaits returns an empty Waits with a clock.
func NewWaits(now func() time.Time) *Waits { return &Waits{now: now} }

// Begin notes that the program waits for whom, until done is called.
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

// Longest returns whom the program has waited for longest, "" if for less than half a second.
func (w *Waits) Longest() string {
	if w == nil {
		return ""
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.all) == 0 || w.now().Sub(w.all[0].since) < longWait {
		return ""
	}
	return w.all[0].whom
}
