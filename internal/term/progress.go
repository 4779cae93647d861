package term

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

const (
	drawInterval = 100 * time.Millisecond
	longWait     = 500 * time.Millisecond // a shorter wait is not shown
)

// A Progress shows on the last line of a terminal how far some work is and, if a wait takes
// long, for which host it waits. Nil shows nothing.
type Progress struct {
	out   *Output
	waits *Waits
	label string
	total int // 0 if the number of steps is not known
	ended atomic.Bool

	mu     sync.Mutex
	steps  int
	hidden bool   // while other text is written
	shown  string // the line on the screen; on a plain output the last one printed
}

// NewProgress begins to show on out the progress of total steps, as label and a count
// unless total is 0, and the longest of waits. It returns nil if out is no terminal.
func NewProgress(out *Output, total int, label string, waits *Waits) *Progress {
	if !out.IsTerminal() {
		return nil
	}
	p := &Progress{out: out, waits: waits, label: label, total: total}
	go func() {
		for !p.ended.Load() {
			time.Sleep(drawInterval)
			p.draw()
		}
	}()
	return p
}

// draw shows how far the work is now.
func (p *Progress) draw() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.hidden {
		return
	}
	var parts []string
	if p.total > 0 && !p.out.Plain {
		parts = append(parts, fmt.Sprintf("%s %d/%d", p.label, p.steps, p.total))
	}
	if host := p.waits.Longest(longWait); host != "" {
		parts = append(parts, "waiting for "+p.out.Text(host))
	}
	p.show(strings.Join(parts, ", "))
}

// show replaces the line on the screen. A plain output, whose cursor stays, gets one more.
func (p *Progress) show(line string) {
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

// Step advances by one, and shows the progress again after Clear.
func (p *Progress) Step() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.steps++
	p.hidden = false
}

// Clear removes the progress from the screen, so that lines can be written; the next
// Step shows it again.
func (p *Progress) Clear() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.hidden = true
	p.show("")
}

// Done removes the progress for good.
func (p *Progress) Done() {
	if p != nil {
		p.ended.Store(true)
		p.Clear()
	}
}
