// Package launch starts the user's programs: a browser for a link, a pager for long lists, a
// command for each new entry. Text from a capsule never becomes part of a shell's command line.
package launch

import (
	"cmp"
	"fmt"
	"io"
	"net/url"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"gemsub/internal/file"
	"gemsub/internal/shell"
	"gemsub/internal/words"
)

// A Browser opens links. A browser in the terminal uses Stdin, Stdout and Stderr.
type Browser struct {
	Command        string            // a program, perhaps with arguments; "" for the first known browser that is installed
	Schemes        map[string]string // commands to use instead of Command, by scheme; http stands for https too
	Terminal       []string          // programs that run in the terminal, besides the known ones
	Web            string            // $BROWSER: commands with colons between them, tried first for web links
	Config         string            // the path of config.toml, for hints
	Beside         bool              // start the browser without the terminal, and let it run on
	Stdin          io.Reader
	Stdout, Stderr io.Writer
}

// RunsInTerminal reports whether the browser for a link is known to run in the terminal.
func (b Browser) RunsInTerminal(link string) bool {
	cmd, _, err := b.command(link)
	known := append([]string{"amfora", "bombadillo", "elinks", "lynx", "offpunk", "telescope", "w3m"}, b.Terminal...)
	return err == nil && slices.Contains(known, filepath.Base(cmd.Args[0]))
}

// startsWithin is the time within which a browser fails if it cannot show a page. A browser that
// fails later has shown the page.
const startsWithin = 2 * time.Second

// Open starts the browser on a link, and returns a channel for the browser's error when the browser
// ends. If the browser fails within startsWithin, Open returns the error.
func (b Browser) Open(link string) (ended <-chan error, err error) {
	cmd, hint, err := b.command(link)
	if err != nil {
		return nil, err
	}
	name := cmd.Args[0]
	if err := cmd.Start(); err != nil {
		return nil, words.WithHint(fmt.Errorf("start browser %s: %w", name, file.Reason(err)), hint)
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
		if err != nil {
			return nil, words.WithHint(err, hint)
		}
		end <- nil
	case <-time.After(startsWithin):
	}
	return end, nil
}

// openable are the schemes that a browser may open. Links of other schemes may start any program,
// with unknown effects.
var openable = []string{"gemini", "gopher", "gophers", "http", "https", "spartan", "nex", "text", "finger"}

// command returns the command that opens a link, without a shell, and a hint to show if the command
// fails. command refuses user information, and every scheme that is not openable. So no program takes
// the link for a flag.
func (b Browser) command(link string) (cmd *exec.Cmd, hint string, err error) {
	u, err := url.Parse(link)
	if err == nil && u.User != nil { // user information can look like the host
		return nil, "", fmt.Errorf("open %s: it contains user information", link)
	}
	if err != nil || !slices.Contains(openable, u.Scheme) || u.Host == "" {
		return nil, "", fmt.Errorf("open %s: only links of the schemes %s are opened", link, strings.Join(openable, ", "))
	}
	command, err := shell.Split(cmp.Or(b.Schemes[strings.Replace(u.Scheme, "https", "http", 1)], b.Command))
	if err != nil {
		return nil, "", fmt.Errorf("read browser: %w", err)
	}
	isColon := func(r rune) bool { return r == ':' }
	known := append(map[string][]string{
		"gemini": {"amfora", "bombadillo", "lagrange"},
		"gopher": {"bombadillo", "lagrange", "lynx"},
		"http":   strings.FieldsFunc(b.Web, isColon),
		"https":  strings.FieldsFunc(b.Web, isColon),
	}[u.Scheme], "xdg-open")
	if len(command) == 0 {
		command = installed(known)
	}
	hint = fmt.Sprintf("set GEMSUB_BROWSER, or browser in %s, to the command of your browser; BROWSER is for web links", b.Config)
	if len(command) == 0 {
		err = fmt.Errorf("no browser for %s found: looked for %s", link, strings.Join(known, ", "))
		return nil, "", words.WithHint(err, hint)
	}
	cmd = exec.Command(command[0], append(command[1:], u.String())...)
	if b.Beside {
		cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} // the browser runs on when the terminal is closed
	} else {
		cmd.Stdin, cmd.Stdout, cmd.Stderr = b.Stdin, b.Stdout, b.Stderr
	}
	return cmd, hint, nil
}

// installed returns the first command whose program is installed, nil for none. Commands with a %s
// for the link are skipped, since they need a shell.
func installed(commands []string) []string {
	for _, command := range commands {
		words := strings.Fields(command)
		if len(words) == 0 || strings.Contains(command, "%s") {
			continue
		}
		if _, err := exec.LookPath(words[0]); err == nil {
			return words
		}
	}
	return nil
}
