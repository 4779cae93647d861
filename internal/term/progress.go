package term

import (
	"io"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
)

// longWait is how long a wait may be before the name is shown.
const longWait = 500 * time.Millisecond

// A Progress shows on a terminal how far some work is and, where that takes long, whom
// it waits for. Nil shows nothing.
type Progress struct {
	out   *Output
	waits *Waits
	label string
	bar   *progressbar.ProgressBar // nil: the number of steps is not known

	mu     sync.Mutex
	hidden bool   // while others write
	named  bool   // the line that stands for a bar is on the screen
	told   string // the last name printed on a plain output
	done   chan struct{}
}

// NewProgress begins to show on out the progress of total steps, as a bar unless total
// is 0, and whom waits names. It returns nil where out is no terminal.
func NewProgress(out *Output, total int, label string, waits *Waits) *Progress {
	if !out.IsTerminal() {
		return nil
	}
	p := &Progress{out: out, waits: waits, label: label, done: make(chan struct{})}
	if total > 0 && !out.Plain {
		p.bar = progressbar.NewOptions(total,
			progressbar.OptionSetWriter(out),
			progressbar.OptionShowCount(),
			progressbar.OptionClearOnFinish(),
			progressbar.OptionUseANSICodes(true),
			progressbar.OptionEnableColorCodes(out.Color),
			progressbar.OptionThrottle(100*time.Millisecond),
		)
		p.describe("")
	}
	go p.watch()
	return p
}

// watch draws again and again until the work is done.
func (p *Progress) watch() {
	ticker := time.NewTicker(longWait)
	defer ticker.Stop()
	for {
		select {
		case <-p.done:
			return
		case <-ticker.C:
			p.draw()
		}
	}
}

// draw shows for whom the work has waited longest.
func (p *Progress) draw() {
	p.mu.Lock()
	defer p.mu.Unlock()
	whom := p.waits.Longest(longWait)
	switch {
	case p.hidden, p.bar != nil && p.bar.IsFinished():
	case p.bar != nil:
		p.describe(whom)
		_ = p.bar.Add(0) // a bar that cannot be drawn does not matter
	case p.out.Plain:
		if whom != "" && whom != p.told {
			_ = p.out.Line(Dim, "waiting for %s", whom) // a line that is lost does not matter
			p.told = whom
		}
	default:
		p.erase()
		if p.named = whom != ""; p.named {
			_, _ = io.WriteString(p.out, p.out.Styled(Dim, Cut("waiting for "+p.out.Text(whom), p.out.Width-1)))
		}
	}
}

// The columns that a bar takes beside its description and itself, and its widths.
const (
	besideBar  = 30
	leastBar   = 4
	leastAlone = 10
)

// describe says in front of the bar for whom the work waits, "" for nobody, in as many
// words as there is room for.
func (p *Progress) describe(whom string) {
	text, least := p.label, leastAlone
	if whom != "" {
		room := max(1, p.out.Width-besideBar-leastBar)
		whom, least = p.out.Text(whom), leastBar
		for _, text = range []string{p.label + ", waiting for " + whom, "waiting for " + whom, Cut(whom, room)} {
			if Width(text) <= room {
				break
			}
		}
	}
	progressbar.OptionSetDescription(text)(p.bar)
	progressbar.OptionSetWidth(max(least, p.out.Width-Width(text)-besideBar))(p.bar)
}

// erase removes the line that stands for a bar.
func (p *Progress) erase() {
	if p.named {
		_, _ = io.WriteString(p.out, "\r\x1b[2K")
		p.named = false
	}
}

// Step advances by one, and shows the progress again after Clear.
func (p *Progress) Step() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.hidden = false
	if p.bar != nil {
		_ = p.bar.Add(1)
	}
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
	p.erase()
	if p.bar != nil {
		_ = p.bar.Clear()
	}
}

// Done removes the progress for good.
func (p *Progress) Done() {
	if p == nil {
		return
	}
	close(p.done)
	p.Clear()
	if p.bar != nil {
		_ = p.bar.Finish()
		_ = p.bar.Clear()
	}
}
