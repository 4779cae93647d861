package term

import (
	"time"

	"github.com/schollz/progressbar/v3"
)

// A Progress shows the progress of some work, on a terminal only.
type Progress struct {
	bar *progressbar.ProgressBar // nil: not a terminal
}

// NewProgress begins a bar of total steps on out.
func NewProgress(out *Output, total int, label string) *Progress {
	if !out.IsTerminal() || total == 0 {
		return &Progress{}
	}
	return &Progress{bar: progressbar.NewOptions(total,
		progressbar.OptionSetWriter(out),
		progressbar.OptionSetDescription(label),
		progressbar.OptionSetWidth(max(10, out.Width-len(label)-30)),
		progressbar.OptionShowCount(),
		progressbar.OptionClearOnFinish(),
		progressbar.OptionUseANSICodes(true),
		progressbar.OptionEnableColorCodes(out.Color),
		progressbar.OptionThrottle(100*time.Millisecond),
	)}
}

// Step advances the bar by one.
func (p *Progress) Step() {
	if p.bar != nil {
		_ = p.bar.Add(1) // a bar that cannot be drawn does not matter
	}
}

// Clear removes the bar from the screen, so that lines can be written; the next Step
// draws it again.
func (p *Progress) Clear() {
	if p.bar != nil {
		_ = p.bar.Clear()
	}
}

// Done removes the bar.
func (p *Progress) Done() {
	if p.bar != nil {
		_ = p.bar.Finish()
		_ = p.bar.Clear()
	}
}
