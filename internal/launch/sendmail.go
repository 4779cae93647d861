package launch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"time"

	"gemsub/internal/app"
	"gemsub/internal/mail"
	"gemsub/internal/shell"
	"gemsub/internal/term"
	"gemsub/internal/words"
)

// maxOutput is how much a program for mail may print, in bytes.
const maxOutput = 1 << 20

// Sendmail sends messages with a program that reads each message from its standard input.
type Sendmail struct {
	command []string // including the address
	limit   time.Duration
	env     []string
}

// NewSendmail returns a Sendmail for an address. The program may have arguments; "" means the
// installed sendmail. Write starts it without a shell, and kills it if it takes longer than limit.
func NewSendmail(program, address string, limit time.Duration, env []string) (*Sendmail, error) {
	command, err := shell.Split(program)
	if err != nil {
		return nil, fmt.Errorf("read --program: %w", err)
	}
	if len(command) == 0 { // few users have the folder of sendmail in PATH
		known := []string{"sendmail", "/usr/sbin/sendmail", "/usr/lib/sendmail"}
		command = append(installed(known), "sendmail")[:1]
	}
	return &Sendmail{append(command, "-i", "--", address), limit, env}, nil
}

// Write hands a message to the program. If the program refuses the message, the error is an
// [*app.RefusedMessageError].
func (s *Sendmail) Write(ctx context.Context, message mail.Message) error {
	limited, cancel := context.WithTimeout(ctx, s.limit)
	defer cancel()
	cmd := exec.CommandContext(limited, s.command[0], s.command[1:]...)
	out := &term.BoundedWriter{Room: maxOutput}
	cmd.Env, cmd.Stdin, cmd.Stdout, cmd.Stderr = s.env, bytes.NewReader(message.Data), out, out
	err := runGroup(limited, cmd)
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("run %s: ended after %v, its time limit", s.command[0], s.limit)
	case errors.Is(err, app.ErrNotStarted):
		hint := "install a program for mail, or name one: --program msmtp"
		return words.WithHint(fmt.Errorf("run %s: %w", s.command[0], err), hint)
	}
	if first, _, _ := strings.Cut(strings.TrimSpace(out.String()), "\n"); first != "" {
		err = fmt.Errorf("%w: %s", err, first)
	}
	return &app.RefusedMessageError{Err: fmt.Errorf("run %s: %w", s.command[0], err)}
}
