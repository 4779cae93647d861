package launch

import (
	"fmt"
	"io"
	"net/url"
	"os/exec"
	"slices"
	"strings"
	"time"

	"gemsub/internal/file"
	"gemsub/internal/shell"
	"gemsub/internal/words"
)

// A Browser opens links. Its streams are those of the program.
type Browser struct {
	Command        string // a program, perhaps with arguments; "" for the first installed one
	Web            string // $BROWSER: such commands between colons, to try first for links of the web
	Config         string // the path of config.toml, for hints
	Stdin          io.Reader
	Stdout, Stderr io.Writer
}

// Open starts the browser on a link, and returns a channel for the browser's error when
// it ends. If the browser fails at once, Open returns the error.
func (b Browser) Open(link string) (ended <-chan error, err error) {
	cmd, scheme, err := b.command(link)
	if err != nil {
		return nil, err
	}
	if ended, err = start(cmd); err != nil {
		return nil, words.WithHint(err, b.hint(scheme))
	}
	return ended, nil
}

// openable are the schemes handed to a browser. Links of other schemes may start any
// program, with unknown effects.
var openable = []string{"gemini", "gopher", "gophers", "http", "https", "spartan", "nex", "text", "finger"}

// browsersFor returns the name of the kind of browser for a scheme, and the programs to
// try in turn. After them xdg-open may know one.
func browsersFor(scheme string) (kind string, programs []string) {
	switch scheme {
	case "gemini":
		return "Gemini", []string{"amfora", "bombadillo", "lagrange"}
	case "gopher":
		return "Gopher", []string{"bombadillo", "lagrange", "lynx"}
	case "http", "https":
		return "web", nil
	}
	return scheme, nil
}

// hint says what to do if a browser does not start.
func (b Browser) hint(scheme string) string {
	kind, _ := browsersFor(scheme)
	variable := "GEMSUB_BROWSER"
	if kind == "web" {
		variable = "BROWSER or GEMSUB_BROWSER"
	}
	return fmt.Sprintf("set %s, or browser in %s, to the command of your %s browser", variable, b.Config, kind)
}

// command returns the command that opens a link, without a shell, and the link's scheme.
// The link begins with a known one, so no program takes it for a flag.
func (b Browser) command(link string) (cmd *exec.Cmd, scheme string, err error) {
	u, err := url.Parse(link)
	if err == nil && u.User != nil { // user information can pass for the host
		return nil, "", fmt.Errorf("open %s: it contains user information", link)
	}
	if err != nil || !slices.Contains(openable, u.Scheme) || u.Host == "" {
		return nil, "", fmt.Errorf("open %s: only links of the schemes %s are opened", link, strings.Join(openable, ", "))
	}
	command, err := shell.Split(b.Command)
	if err != nil {
		return nil, "", fmt.Errorf("read browser: %w", err)
	}
	if len(command) == 0 {
		command = b.installed(u.Scheme)
	}
	if len(command) == 0 {
		hint := b.hint(u.Scheme)
		if _, programs := browsersFor(u.Scheme); programs != nil {
			hint += "; or install one of " + strings.Join(programs, ", ")
		}
		return nil, "", words.WithHint(fmt.Errorf("no browser for %s found", link), hint)
	}
	cmd = exec.Command(command[0], append(command[1:], u.String())...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = b.Stdin, b.Stdout, b.Stderr
	return cmd, u.Scheme, nil
}

// installed returns the first command for links of a scheme whose program is installed,
// nil for none. One with %s in place of the link needs a shell: it is left out.
func (b Browser) installed(scheme string) []string {
	kind, commands := browsersFor(scheme)
	if kind == "web" {
		commands = strings.Split(b.Web, ":")
	}
	for _, command := range append(commands, "xdg-open") {
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

// startsWithin is the time within which a browser that cannot show a page fails. One
// that fails later has shown it.
const startsWithin = 2 * time.Second

// start starts cmd, and returns a channel that gets its error when it ends.
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
