package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os/exec"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
	"gemsub/internal/model"
)

func (p *program) openCommand() *cli.Command {
	return &cli.Command{
		Name:      "open",
		Usage:     "open an entry in your Gemini browser and mark it read",
		ArgsUsage: "ENTRY",
		Description: `The browser is $GEMSUB_BROWSER, a program with arguments if you like, else the
first of amfora, bombadillo, lagrange and xdg-open that is installed. Other links
than gemini:// are opened with xdg-open unless GEMSUB_BROWSER is set.

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
	return p.with(c, func(a *app.App) error {
		e, err := a.Entry(c.Context, named)
		if errors.Is(err, app.ErrSeveral) {
			return usagef("open takes one entry, not a range")
		}
		if err != nil {
			return err
		}
		return p.openEntry(c.Context, a, e)
	})
}

// openEntry starts the browser on an entry, which is read then.
func (p *program) openEntry(ctx context.Context, a *app.App, e model.Entry) error {
	cmd, err := p.browser(e.URL)
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("start browser %s: %w", cmd.Args[0], reason(err))
	}
	if _, err := a.MarkUnread(ctx, app.EntryQuery{Named: app.ThisEntry(e)}, false); err != nil {
		return err
	}
	if err := cmd.Wait(); err != nil {
		return fmt.Errorf("browser %s: %w", cmd.Args[0], err)
	}
	return nil
}

// openable are the schemes handed to a browser; all else could be a program's
// own scheme with who knows what effect.
var openable = []string{"gemini", "gopher", "http", "https", "spartan", "nex", "text", "finger"}

// browsers are tried in this order for gemini links.
var browsers = []string{"amfora", "bombadillo", "lagrange", "xdg-open"}

// browser makes the command that opens link, without a shell. The link begins
// with a known scheme, so it cannot pass for a flag.
func (p *program) browser(link string) (*exec.Cmd, error) {
	u, err := url.Parse(link)
	if err == nil && u.User != nil { // what stands there can pass for the host
		return nil, fmt.Errorf("open %s: it contains user information", link)
	}
	if err != nil || !slices.Contains(openable, u.Scheme) || u.Host == "" {
		return nil, fmt.Errorf("open %s: only links of the schemes %s are opened", link, strings.Join(openable, ", "))
	}
	command := strings.Fields(p.getenv("GEMSUB_BROWSER"))
	if len(command) == 0 {
		command = installedBrowser(u.Scheme)
	}
	if len(command) == 0 {
		return nil, app.WithHint(fmt.Errorf("no browser for %s found", link), "set GEMSUB_BROWSER to the name of your Gemini browser")
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
