package launch

import (
	"fmt"
	"io"
	"net/url"
	"os/exec"
	"slices"
	"strings"
	"time"

	"gemsub/internal/app"
	"gemsub/internal/file"
)

// A Browser opens links. Its streams are those of the program.
type Browser struct {
	Command        string // a program, with arguments if need be; "" for the first that is installed
	Stdin          io.Reader
	Stdout, Stderr io.Writer
}

// hint is what to do about a browser that does not start.
const hint = "set GEMSUB_BROWSER, or browser in config.toml, to the command of your Gemini browser"

// Open starts the browser on a link, and returns what will receive the browser's error
// when it ends. A browser that fails at once is an error here.
func (b Browser) Open(link string) (ended <-chan error, err error) {
	cmd, err := b.command(link)
	if err != nil {
		return nil, err
	}
	if ended, err = start(cmd); err != nil {
		return nil, app.WithHint(err, hint)
	}
	return ended, nil
}

// openable are the schemes handed to a browser. Links of other schemes may start any
// program, with unknown effects.
var openable = []string{"gemini", "gopher", "gophers", "http", "https", "spartan", "nex", "text", "finger"}

// browsersFor returns the programs that are tried in turn for links of a scheme.
func browsersFor(scheme string) []string {
	switch scheme {
	case "gemini":
		return []string{"amfora", "bombadillo", "lagrange", "xdg-open"}
	case "gopher":
		return []string{"bombadillo", "lagrange", "lynx", "xdg-open"}
	}
	return []string{"xdg-open"}
}

// command returns the command that opens a link, without a shell. The link begins with
// a known scheme, so no program takes it for a flag.
func (b Browser) command(link string) (*exec.Cmd, error) {
	u, err := url.Parse(link)
	if err == nil && u.User != nil { // what stands there can pass for the host
		return nil, fmt.Errorf("open %s: it contains user information", link)
	}
	if err != nil || !slices.Contains(openable, u.Scheme) || u.Host == "" {
		return nil, fmt.Errorf("open %s: only links of the schemes %s are opened", link, strings.Join(openable, ", "))
	}
	command := strings.Fields(b.Command)
	if len(command) == 0 {
		command = installedBrowser(u.Scheme)
	}
	if len(command) == 0 {
		return nil, app.WithHint(fmt.Errorf("no browser for %s found", link),
			hint+"; or install one of "+strings.Join(browsersFor(u.Scheme), ", "))
	}
	cmd := exec.Command(command[0], append(command[1:], u.String())...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = b.Stdin, b.Stdout, b.Stderr
	return cmd, nil
}

// installedBrowser returns the first browser that is installed, nil for none.
func installedBrowser(scheme string) []string {
	for _, name := range browsersFor(scheme) {
		if _, err := exec.LookPath(name); err == nil {
			return []string{name}
		}
	}
	return nil
}

// startsWithin is the time within which a browser that cannot show a page fails. One
// that fails later has shown it.
const startsWithin = 2 * time.Second

// start starts cmd, and returns what will receive its error when it ends.
func start(cmd *exec.Cmd) (ended <-chan error, err error) {
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
