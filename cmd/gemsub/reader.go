package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"gemsub/internal/app"
	"gemsub/internal/config"
	"gemsub/internal/file"
	"gemsub/internal/launch"
	"gemsub/internal/lines"
	"gemsub/internal/model"
	"gemsub/internal/shell"
	"gemsub/internal/show"
	"gemsub/internal/term"
	"gemsub/internal/tui"
)

// read opens the full-screen reader, or on a terminal that is to be plain that of lines. It
// makes the database in the usual place if there is none: what the user adds there has to
// be kept. Only where a person asks for lines do they come from elsewhere than a terminal.
func (p *program) read(ctx context.Context, asked bool) error {
	if !asked && (!term.IsTerminal(p.stdin) || !p.Out.IsTerminal()) {
		return usagef("no command given (see gemsub --help)")
	}
	path, err := p.keptDatabase()
	if err != nil {
		return err
	}
	a, err := app.Open(ctx, path, p.appEnvironment())
	if err != nil {
		return err
	}
	defer a.Close()
	defer p.inStep(ctx, a, false)()
	if p.Out.Plain || p.getenv("TERM") == "" {
		return lines.Run(ctx, p.linesOptions())
	}
	a.OnWait = p.Waits.Begin
	return tui.Run(ctx, p.readerOptions(a))
}

// linesWidth is how wide the reader of lines prints where there is no terminal.
const linesWidth = 80

// linesOptions are what the reader of lines takes from the program. Commands that it runs
// print for a person, in a pipe too.
func (p *program) linesOptions() lines.Options {
	return lines.Options{
		In: p.stdin, Out: p.Out, Height: p.Out.Height,
		Command: func(ctx context.Context, line string, to io.Writer) (shown string) {
			out := *p.Out
			out.Writer, out.Width = to, cmp.Or(out.Width, linesWidth)
			within := &program{
				environment: p.environment, given: append(slices.Clone(p.given), "--plain"),
				Printer: &show.Printer{Out: &out, Err: p.Err, Now: p.now, Waits: p.Waits},
			}
			within.typed(ctx, line)
			switch w := within.shown; {
			case w.Entry.ID != 0:
				return strconv.FormatInt(w.Entry.ID, 10)
			case w.URL != nil:
				return shell.Quote(w.URL.String())
			}
			return ""
		},
	}
}

// readerOptions are what the reader takes from the program. Commands that it runs do so
// one at a time: they share a flag of urfave/cli.
func (p *program) readerOptions(a *app.App) tui.Options {
	var inTurn sync.Mutex
	return tui.Options{
		App: a, Config: p.configPath(), Color: p.Out.Color, Palette: p.palette, Keys: p.keys, OwnKeys: p.ownKeys, Mouse: p.mouse, Waits: p.Waits, UpdateEvery: p.updateEvery, Views: p.views,
		Browse: p.browse, Save: p.save,
		Pipe: func(command, text string) error {
			return p.pipe(command, text, launch.Pipe{Pause: true, Env: p.environ()})
		},
		Start: func(command string, e model.Entry, text string) error {
			env := append(p.environ(), launch.EntryEnvironment(model.Mention{Entry: e})...)
			return p.pipe(command, text, launch.Pipe{Env: env})
		},
		Update: func(ctx context.Context) (o app.UpdateOptions, err error) {
			inTurn.Lock()
			defer inTurn.Unlock()
			within := p.within(io.Discard, 0)
			within.prepared = &o
			return o, cmp.Or(within.start(ctx, within.line("update")), ctx.Err())
		},
		Complete: func(ctx context.Context, line string) []string {
			inTurn.Lock()
			defer inTurn.Unlock()
			return p.completed(ctx, line)
		},
		Command: func(ctx context.Context, line string, width int, out io.Writer) {
			inTurn.Lock()
			defer inTurn.Unlock()
			p.within(out, width).typed(ctx, line)
		},
	}
}

// typed runs a command line that is typed in a reader. Behind add it may have a link line,
// which needs no quotes there: people paste them.
func (p *program) typed(ctx context.Context, line string) {
	before, link, isLink := strings.Cut(line, "=>")
	words, err := shell.Split(before)
	if isLink = isLink && err == nil && slices.Index(words, "add") == 0; isLink {
		words = append(words, app.LinkedURL("=>"+link))
	} else {
		words, err = shell.Split(line)
	}
	if err == nil {
		err = p.start(ctx, p.line(words...))
	}
	p.tell(err)
	if isLink && strings.Contains(link, "=>") {
		p.Hint("only the first link line is used")
	}
}

// pipe runs a command line of the user's shell on a text. Until its end interrupts are for
// that.
func (p *program) pipe(command, text string, pipe launch.Pipe) error {
	defer p.interrupts.lend()()
	pipe.Shell, pipe.Stdin, pipe.Stdout, pipe.Stderr = p.getenv("SHELL"), p.stdin, p.stdout, p.stderr
	return pipe.Run(command, text)
}

// save writes a text to a new file, and returns where that is.
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

// completed returns what a line that is typed in the reader may become. Its last word
// has no quotes: it is replaced whole.
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

// within is the program for a command inside the reader: it reads nothing, and writes to
// out as to a terminal of that width.
func (p *program) within(out io.Writer, width int) *program {
	env := p.environment
	env.stdin, env.stdout, env.stderr = strings.NewReader(""), out, out
	return &program{
		environment: env, given: p.given, globals: maps.Clone(p.globals),
		Printer: &show.Printer{Out: &term.Output{Writer: out, Width: width}, Err: &term.Output{Writer: out}, Now: p.now, Waits: p.Waits},
	}
}

// line is a command line with the global flags of the program's own.
func (p *program) line(words ...string) []string {
	return slices.Concat([]string{"gemsub"}, p.given, words)
}

// setKeys takes keys of the reader from the configuration: those of an action, or what a key
// does.
func (p *program) setKeys(name string, value any) error {
	text, textErr := config.Text(value)
	keys, err := config.Strings(value)
	if textErr == nil {
		keys, err = []string{text}, nil
	}
	action, isOwn := name, tui.IsOwnKey(name, text)
	switch {
	case isOwn:
		action, keys = text, []string{name}
		err = tui.CheckOwnKey(name, text)
	case err == nil:
		err = tui.CheckKeys(name, keys)
	}
	if err != nil {
		return err
	}
	for _, key := range keys {
		if other := p.ownKeys[key]; other != "" && other != action {
			return fmt.Errorf("key %s is for %s already", key, other)
		}
		p.ownKeys[key] = action
	}
	if !isOwn {
		p.keys[name] = keys
	}
	p.chosen["keys."+name] = cmp.Or(text, strings.Join(keys, " "))
	return nil
}

// setColors takes what a style looks like from the configuration.
func (p *program) setColors(name string, value any) error {
	text, err := config.Text(value)
	if err == nil {
		err = p.palette.Choose(name, text)
	}
	if err == nil {
		p.chosen["colors."+name] = text
	}
	return err
}
