package tui

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"gemsub/internal/app"
	"gemsub/internal/render"
	"gemsub/internal/term"
)

// maxOutput bounds the output of a command that is shown, in bytes.
const maxOutput = 4 << 20

func (r *reader) promptCommand() { r.typing = &prompt{label: ":", do: r.command, complete: r.Complete} }

// command runs a command line of gemsub, and shows what it prints. A number alone opens
// the post of that entry, and a URL, perhaps pasted, opens that page.
func (r *reader) command(line string) {
	line = strings.TrimSpace(strings.TrimPrefix(strings.TrimLeft(line, ": "), "gemsub "))
	wanted, shows := strings.CutPrefix(line, "show ")
	url, isPage := app.PageURL(wanted)
	_, notNumber := strconv.Atoi(wanted)
	switch p := r.shown(); {
	case line == "":
		return
	case slices.Contains([]string{"q", "quit", "q!", "wq", "x", "qa"}, line):
		r.done = true
		return
	case isPage, shows && notNumber == nil:
		r.visit(app.PostToShow{}, url, r.showNamed)
		return
	case strings.HasPrefix(url, "https://"), strings.HasPrefix(url, "http://"):
		r.openInBrowser(url)
		return
	case line == "add" && r.focus == onPost && p != nil:
		line += " " + p.view.Post.URL // the page that is shown
		p.canAdd = false
	}
	width := r.whole().width
	r.ask("gemsub "+line, func(ctx context.Context) (func(), error) {
		out := &term.Bounded{Room: maxOutput}
		r.Command(ctx, line, width, out)
		return func() { r.showOutput(line, out.String()) }, nil
	})
}

// showNamed shows a post that the user named over the shown one.
func (r *reader) showNamed(p *post) {
	if r.focus != onPost {
		r.posts = nil
	}
	r.showPost(p)
	if p.canAdd {
		r.say(":add subscribes to this page")
	}
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
		r.showText(line, func(width int) []render.Line { return textLines(inside(printed), width) })
	}
}

// inside rewrites the commands in hints as they are typed here.
func inside(printed string) string {
	return strings.NewReplacer("hint: gemsub ", "hint: :", "see gemsub --help", "see :help").Replace(printed)
}
