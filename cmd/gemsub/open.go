package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os/exec"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
	"gemsub/internal/file"
	"gemsub/internal/model"
)

func (p *program) openCommand() *cli.Command {
	return &cli.Command{
		Name:      "open",
		Usage:     "open an entry in your Gemini browser and mark it read",
		ArgsUsage: "ENTRY",
		Description: `The browser is $GEMSUB_BROWSER, or browser in config.toml: a program, with arguments
if you like. Without either it is the first of amfora, bombadillo, lagrange and
xdg-open that is installed; other links than gemini:// are opened with xdg-open then.
The entry stays unread if the browser cannot be started, or fails at once.

Examples:
  gemsub open 12
  GEMSUB_BROWSER="lagrange --new-tab" gemsub open 12`,
		Action: p.open,
	}
}

func (p *program) open(c *cli.Context) error {
	if c.NArg() != 1 {
		return usagef("open needs one entry")
	}
	named, err := app.ParseSelection(c.Args().Slice())
	if err != nil {
		return asUsage(err)
	}
	browser, _ := p.global(c, "browser")
	return p.with(c, func(a *app.App) error {
		e, err := a.Entry(c.Context, named)
		if errors.Is(err, app.ErrSeveral) {
			return usagef("open takes one entry, not a range")
		}
		if err != nil {
			return err
		}
		return p.openEntry(c.Context, a, e, browser)
	})
}

// openEntry starts the browser on an entry, and marks that as read.
func (p *program) openEntry(ctx context.Context, a *app.App, e model.Entry, browser string) error {
	cmd, err := p.browser(browser, e.URL)
	if err != nil {
		return err
	}
	ended, err := startBrowser(cmd)
	if err != nil {
		return app.WithHint(err, browserHint)
	}
	if _, err := a.MarkUnread(ctx, app.EntryQuery{Named: app.ThisEntry(e)}, false); err != nil {
		return err
	}
	return <-ended
}

// startsWithin is the time in which a browser fails that cannot show a page. One that
// fails later has shown it.
const startsWithin = 2 * time.Second

// startBrowser starts cmd, and returns what will receive its error when it ends. One
// that fails at once is an error here.
func startBrowser(cmd *exec.Cmd) (ended <-chan error, err error) {
	name := cmd.Args[0]
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("start browser %s: %w", name, file.Reason(err))
	}
	end := make(chan error, 1)
	go func() {
		err := cmd.Wait()
		if err != nil {
			err = fmt.Errorf("browser %s: %w", name, err)
		}
		end <- err
	}()
	select {
	case err := <-end:
		end <- err
		return end, err
	case <-time.After(startsWithin):
		return end, nil
	}
}

// openable are the schemes handed to a browser; all else could be a program's
// own scheme with who knows what effect.
var openable = []string{"gemini", "gopher", "http", "https", "spartan", "nex", "text", "finger"}

// browsers are tried in this order for gemini links.
var browsers = []string{"amfora", "bombadillo", "lagrange", "xdg-open"}

// browserHint is what to do about a browser that does not start.
const browserHint = "set GEMSUB_BROWSER, or browser in config.toml, to the command of your Gemini browser"

// browser makes the command that opens link with a browser, or with an installed one
// if that is "", without a shell. The link begins with a known scheme, so it cannot
// pass for a flag.
func (p *program) browser(browser, link string) (*exec.Cmd, error) {
	u, err := url.Parse(link)
	if err == nil && u.User != nil { // what stands there can pass for the host
		return nil, fmt.Errorf("open %s: it contains user information", link)
	}
	if err != nil || !slices.Contains(openable, u.Scheme) || u.Host == "" {
		return nil, fmt.Errorf("open %s: only links of the schemes %s are opened", link, strings.Join(openable, ", "))
	}
	command := strings.Fields(browser)
	if len(command) == 0 {
		command = installedBrowser(u.Scheme)
	}
	if len(command) == 0 {
		return nil, app.WithHint(fmt.Errorf("no browser for %s found", link), browserHint)
	}
	cmd := exec.Command(command[0], append(command[1:], u.String())...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = p.stdin, p.stdout, p.stderr
	return cmd, nil
}

func installedBrowser(scheme string) []string {
	for _, name := range browsers {
		if scheme != "gemini" && name != "xdg-open" {
			continue
		}
		if _, err := exec.LookPath(name); err == nil {
			return []string{name}
		}
	}
	return nil
}
