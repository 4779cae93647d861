package launch

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"gemsub/internal/app"
	"gemsub/internal/mail"
)

// sendBy hands a message to a shell script.
func sendBy(t *testing.T, ctx context.Context, script string, limit time.Duration) (dir string, err error) {
	t.Helper()
	dir = t.TempDir()
	name := filepath.Join(dir, "send mail")
	if err := os.WriteFile(name, []byte("#!/bin/sh\ncd '"+dir+"'\n"+script), 0o700); err != nil {
		t.Fatal(err)
	}
	s, err := NewSendmail("'"+name+"' -f x", "me@example.org", limit, os.Environ())
	if err != nil {
		t.Fatal(err)
	}
	return dir, s.Write(ctx, mail.Message{Data: []byte("A: b\n\n.\n$(touch x)\n")})
}

// The program gets the address as the last argument, and the message as it is.
func TestSendmail(t *testing.T) {
	t.Parallel()
	dir, err := sendBy(t, t.Context(), `printf '%s|' "$@" >args; cat >message; echo to nobody`, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"args": "-f|x|-i|--|me@example.org|", "message": "A: b\n\n.\n$(touch x)\n"} {
		if data, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(data) != want {
			t.Errorf("%s: %q, %v", name, data, err)
		}
	}
}

// A refused message has another error than a program that hangs or is missing.
func TestSendmailFails(t *testing.T) {
	t.Parallel()
	dir, err := sendBy(t, t.Context(), "echo; echo 'no such user' >&2; echo more >&2; head -c 100000 /dev/zero; exit 67", time.Minute)
	if _, refused := errors.AsType[*app.RefusedMessageError](err); !refused || err.Error() != "run "+dir+"/send mail: exit status 67: no such user" {
		t.Errorf("%v", err)
	}
	dir, err = sendBy(t, t.Context(), "sleep 100 & sleep 100", 50*time.Millisecond)
	if _, refused := errors.AsType[*app.RefusedMessageError](err); refused || err == nil || err.Error() != "run "+dir+"/send mail: ended after 50ms, its time limit" {
		t.Errorf("%v", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err = sendBy(t, ctx, "sleep 100", time.Minute); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}
	s, err := NewSendmail("/no/such/program", "me@example.org", time.Minute, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Write(t.Context(), mail.Message{}); err == nil || err.Error() != "run /no/such/program: cannot start: no such file or directory" {
		t.Errorf("%v", err)
	}
	if _, err := NewSendmail("'a", "me@example.org", time.Minute, nil); err == nil {
		t.Error("half a word is a program")
	}
}
