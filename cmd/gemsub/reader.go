package main

import (
	"cmp"
	"context"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"gemsub/internal/app"
	"gemsub/internal/file"
	"gemsub/internal/launch"
	"gemsub/internal/lines"
	"gemsub/internal/model"
	"gemsub/internal/shell"
	"gemsub/internal/show"
	"gemsub/internal/term"
	"gemsub/internal/tui"
)

// openReader opens the full-screen reader, or the reader of lines on a plain terminal. Without a
// terminal it opens the reader of lines only if the user asked for it.
func (c *call) openReader() func() error {
	onTerminal := term.IsTerminal(c.stdin) && c.Out.IsTerminal()
	c.refuseIf(!onTerminal && !c.flags.IsSet("plain"), "no command given (see gemsub --help)")
	_, err := c.keptDatabase() // nothing is made of a mistyped name
	c.fail(err)
	return func() error {
		c.Session = "reader " + c.Now().UTC().Format(time.RFC3339Nano)
		c.app.Session = c.Session
		defer c.inStep(false)()
		c.inReader = true
		if c.Out.Plain || c.getenv("TERM") == "" {
			return lines.Run(c.ctx, c.linesOptions())
		}
		c.Progress.End() // the reader shows itself for whom it waits
		c.app.OnWait = c.Progress.Begin
		return tui.Run(c.ctx, c.readerOptions())
	}
}

// linesWidth is the width of the reader of lines, and of the demo, without a terminal.
const linesWidth = 80

// linesOptions returns the options of the reader of lines. Its commands print as on a terminal,
// also in a pipe.
func (p *program) linesOptions() lines.Options {
	return lines.Options{
		In: p.stdin, Out: p.Out.Writer, Height: p.Out.Height,
		Command: func(ctx context.Context, line string, to io.Writer) (shown string) {
			out, err := *p.Out, *p.Err
			out.Writer, out.Width = to, cmp.Or(out.Width, linesWidth)
			within := &program{
				environment: p.environment, inReader: true, given: append(slices.Clone(p.given), "--plain"),
				Printer: show.NewPrinter(&out, &err, p.Now), // each command says for whom it waits
			}
			defer within.Progress.End()
			within.typed(ctx, line)
			return within.shown
		},
	}
}

// readerOptions returns the options of the full-screen reader.
func (c *call) readerOptions() tui.Options {
	p := c.program
	return tui.Options{
		App: c.app, Config: p.configPath(), Color: p.Out.Color, Palette: p.Out.Palette, Keys: p.keys, Waits: p.Progress.Waits,
		Mouse: c.flags.Bool("mouse"), UpdateEvery: c.flags.Duration("reader.update"),
		Width: c.flags.Int("reader.width"), KeepOrder: c.flags.Bool("reader.keep-order"),
		Views: p.views, Browse: c.browse, Save: p.save, Pipe: p.pipe,
		InTerminal: func(link string) bool { return c.browser().RunsInTerminal(link) },
		Update: func(_ context.Context, line string) (app.UpdateOptions, error) {
			words, unread := shell.Split("update " + line)
			c, err := p.callWithin(words...)
			if err = cmp.Or(unread, err); err != nil {
				return app.UpdateOptions{}, err
			}
			o := c.updateOptions()
			return o, cmp.Or(c.wrongSetting(), c.err)
		},
		Complete: p.completed,
		Command: func(ctx context.Context, line string, width int, out io.Writer) {
			p.within(out, width).typed(ctx, line)
		},
	}
}

// typed runs a command line that is typed in a reader. Behind add it may have a link line,
// which needs no quotes there: people paste them.
func (p *program) typed(ctx context.Context, line string) {
	before, link, isLink := strings.Cut(line, "=>")
	words, err := shell.Split(before)
	if isLink && err == nil && slices.Index(words, "add") == 0 {
		words = append(words, app.LinkedURL("=>"+link))
	} else {
		words, err = shell.Split(line)
	}
	for i, word := range words {
		words[i] = p.inHome(word)
	}
	if err == nil {
		err = p.start(ctx, slices.Concat(p.given, words))
	}
	p.tell(err)
}

// pipe runs a command line of the user's shell on the text of an entry's post. Until the command
// ends, interrupts go to it.
func (p *program) pipe(command string, e model.Entry, text string, pause bool) error {
	defer p.interrupts.lend()()
	env := append(p.environ(), launch.EntryEnvironment(model.Mention{Entry: e})...)
	pipe := launch.Pipe{Shell: p.getenv("SHELL"), Env: env, Pause: pause, Stdin: p.stdin, Stdout: p.stdout, Stderr: p.stderr}
	return pipe.Run(command, text)
}

// save writes a text to a new file, and returns the file's path.
func (p *program) save(name, text string) (path string, err error) {
	if path, err = filepath.Abs(p.inHome(name)); err == nil {
		err = file.Create(path, text)
	}
	return path, err
}

// inHome returns a path in which "~/" stands for the user's home.
func (p *program) inHome(path string) string {
	if below, ok := strings.CutPrefix(path, "~/"); ok {
		return filepath.Join(p.getenv("HOME"), below)
	}
	return path
}

// completed returns the completions of a line typed in the reader, as whole lines; none if its
// last word has quotes.
func (p *program) completed(ctx context.Context, line string) (lines []string) {
	typed := shell.SplitTyped(line)
	before, ok := strings.CutSuffix(line, typed[len(typed)-1])
	if !ok || before != strings.TrimRight(before, `"'\`) {
		return nil
	}
	for _, candidate := range p.within(io.Discard, 0).complete(ctx, typed) {
		word, _, _ := strings.Cut(candidate, "\t")
		if !strings.HasPrefix(word, "-") {
			word = shell.Quote(word)
		}
		lines = append(lines, before+word)
	}
	return lines
}

// within returns the program for a command inside the reader: it reads no input, and writes to
// out as to a terminal of this width.
func (p *program) within(out io.Writer, width int) *program {
	env := p.environment
	env.stdin, env.stdout, env.stderr = strings.NewReader(""), out, out
	return &program{
		environment: env, inReader: true, given: p.given, globals: maps.Clone(p.globals),
		Printer: &show.Printer{Out: &term.Output{Writer: out, Width: width}, Err: &term.Output{Writer: out}, Now: p.Now, Progress: p.Progress},
	}
}

// callWithin reads a command line inside the reader into a call, which does not run.
func (p *program) callWithin(words ...string) (*call, error) {
	within := p.within(io.Discard, 0)
	_, err := within.parse(slices.Concat(p.given, words))
	return within.called, err
}
