package tui

import (
	"context"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/gdamore/tcell/v3"

	"gemsub/internal/app"
	"gemsub/internal/render"
	"gemsub/internal/shell"
	"gemsub/internal/term"
	"gemsub/internal/words"
)

// maxTyped bounds a typed line, in bytes.
const maxTyped = 4000

// A prompt is a line that is being typed.
type prompt struct {
	label    string
	typed    string
	at       int // how many bytes of the line are before the cursor
	do       func(typed string)
	isSecret bool                                             // what is typed is neither shown nor remembered
	empty    bool                                             // whether do takes an empty line too
	complete func(ctx context.Context, typed string) []string // nil if nothing completes it
	back     int                                              // how many lines back in the history, 0 for the typed one
	offers   []string                                         // completions of the text before the cursor
}

// showPast replaces the typed line by one from the label's history: 1 is the newest, 0 an empty
// line.
func (r *reader) showPast(back int) {
	p, lines, line := r.typing, r.typedLines[r.typing.label], ""
	if p.back = max(0, min(back, len(lines))); p.back > 0 {
		line = lines[len(lines)-p.back]
	}
	p.replace(0, len(p.typed), line)
}

// replace puts a text in place of some bytes of the line, and the cursor behind it.
func (p *prompt) replace(from, to int, text string) {
	p.typed = p.typed[:from] + text + p.typed[to:]
	p.at = from + len(text)
}

// before returns where the character before the cursor begins, and after where the next one
// ends.
func (p *prompt) before() (at int) {
	for character := range term.Characters(p.typed[:p.at]) {
		at = p.at - len(character)
	}
	return at
}

func (p *prompt) after() int {
	for character := range term.Characters(p.typed[p.at:]) {
		return p.at + len(character)
	}
	return p.at
}

// edit handles a key while a line is being typed.
func (r *reader) edit(e *tcell.EventKey) {
	p := r.typing
	switch key := keyName(e); key {
	case "enter":
		r.typing = nil
		line := strings.TrimSpace(p.typed)
		if line != "" && !p.isSecret {
			r.typedLines[p.label] = append(r.typedLines[p.label], line)
		}
		if line != "" || p.empty {
			p.do(line)
		}
	case "tab":
		r.complete(p)
	case "up":
		r.showPast(p.back + 1)
	case "down":
		r.showPast(p.back - 1)
	case "left":
		p.at = p.before()
	case "right":
		p.at = p.after()
	case "home", "ctrl-a":
		p.at = 0
	case "end", "ctrl-e":
		p.at = len(p.typed)
	case "backspace":
		if p.typed == "" {
			r.typing = nil
		}
		p.replace(p.before(), p.at, "")
	case "delete":
		p.replace(p.at, p.after(), "")
	case "ctrl-u":
		p.replace(0, p.at, "")
	case "ctrl-w":
		words := strings.TrimRight(p.typed[:p.at], " ")
		p.replace(strings.LastIndex(words, " ")+1, p.at, "")
	case "esc", "ctrl-c", "ctrl-g":
		r.typing = nil
	default:
		p.insert(e)
	}
}

// insert inserts the text of a key, made safe, unless the line has maxTyped bytes.
func (p *prompt) insert(e *tcell.EventKey) {
	if e.Key() == tcell.KeyRune && e.Modifiers()&(tcell.ModCtrl|tcell.ModAlt) == 0 && len(p.typed) < maxTyped {
		p.replace(p.at, p.at, words.Safe(e.Str()))
	}
}

// complete shows the completions of the text before the cursor, one after the other at each call.
func (r *reader) complete(p *prompt) {
	typed := p.typed[:p.at]
	if i := slices.Index(p.offers, typed); i >= 0 {
		p.replace(0, p.at, p.offers[(i+1)%len(p.offers)])
		return
	}
	if p.complete == nil {
		return
	}
	r.ask("the names of feeds", func(ctx context.Context) (func(), error) {
		offers := p.complete(ctx, typed)
		return func() {
			if p.typed[:p.at] == typed && len(offers) > 0 {
				p.offers = offers
				p.replace(0, p.at, offers[0])
			}
		}, nil
	})
}

// drawPrompt shows the line that is being typed, as far as it fits before the cursor.
func (r *reader) drawPrompt(p pane) {
	before, after := r.typing.typed[:r.typing.at], r.typing.typed[r.typing.at:]
	if r.typing.isSecret {
		before, after = strings.Repeat("*", len([]rune(before))), strings.Repeat("*", len([]rune(after)))
	}
	before = r.typing.label + words.Safe(before)
	skip := max(0, term.Width(before)+1-p.width)
	r.write(p, skip, render.Line{{Text: before + after}}, tcell.StyleDefault)
	r.screen.ShowCursor(p.x+term.Width(before)-skip, p.y)
}

// maxOutput bounds the output of a command that is shown, in bytes.
const maxOutput = 4 << 20

func (r *reader) promptCommand() { r.typing = &prompt{label: ":", do: r.command, complete: r.Complete} }

// command runs a command line of gemsub, and shows what it prints. A list of entries is shown as one to
// walk, and an update runs beside the reader. A number alone opens the post of that entry, and a URL,
// perhaps pasted, opens that page.
func (r *reader) command(line string) {
	line = strings.TrimSpace(strings.TrimPrefix(strings.TrimLeft(line, ": "), "gemsub "))
	wanted, shows := strings.CutPrefix(line, "show ")
	url, isPage := app.PageURL(wanted)
	_, notNumber := strconv.Atoi(wanted)
	switch p := r.reading(); {
	case slices.Contains([]string{"q", "quit", "q!", "wq", "x", "qa"}, line):
		r.done = true
		return
	case isPage, shows && notNumber == nil, strings.HasPrefix(url, "https://"), strings.HasPrefix(url, "http://"):
		r.follow(app.LinkOrigin{}, url)
		return
	case line == "add" && p != nil:
		line += " " + shell.Quote(p.view.Post.URL) // add then means the shown page
		p.canAdd = false
	}
	asksForText := slices.ContainsFunc(strings.Fields(line), func(word string) bool {
		flag, _, _ := strings.Cut(word, "=")
		return slices.Contains([]string{"--", "--json", "--template", "--count", "--exec", "--help", "-h"}, flag)
	})
	switch name, rest, _ := strings.Cut(line, " "); {
	case asksForText:
		r.run(line)
	case name == "entries", name == "search", name == "mentions":
		r.listAs(line)
	case name == "update":
		r.beginUpdate(&updating{line: rest})
	default:
		r.run(line)
	}
}

// run runs a command line of gemsub, and shows what it prints.
func (r *reader) run(line string) {
	width := r.whole().width
	r.ask("gemsub "+line, func(ctx context.Context) (func(), error) {
		out := &term.BoundedWriter{Room: maxOutput}
		r.Command(ctx, line, width, out)
		return func() { r.showOutput(line, out.String()) }, nil
	})
}

// showOutput shows the output of a command: one line and its hint at the bottom, more in a
// view.
func (r *reader) showOutput(line, printed string) {
	r.renew()
	_, _ = r.messages.Write([]byte(":" + line + "\n")) // for the log
	switch lines := strings.Count(printed, "\n"); {
	case lines == 0:
		r.say("done: " + line)
	case lines == 1, lines == 2 && strings.Contains(printed, "\nhint: "):
		_, _ = r.messages.Write([]byte(printed))
	default:
		r.say("")
		r.showText(line, inside(printed))
	}
}

// inside rewrites the commands in hints, and those of the doctor, as they are typed here.
func inside(printed string) string {
	printed = strings.ReplaceAll(printed, "see gemsub --help", "see :help")
	withCommands := regexp.MustCompile(`(?m)^(hint: |  gemsub ).*$`)
	return withCommands.ReplaceAllStringFunc(printed, func(line string) string { return strings.ReplaceAll(line, "gemsub ", ":") })
}
