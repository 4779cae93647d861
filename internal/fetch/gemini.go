package fetch

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"git.sr.ht/~adnano/go-gemini"

	"gemsub/internal/address"
)

const (
	maxMeta   = 1024            // bytes
	maxHeader = maxMeta + 3 + 2 // status and space, META, CRLF
)

// requestGemini sends a request over Gemini and reads the answer into resp.
func (c *Client) requestGemini(ctx context.Context, conn *conn, r Request, resp *Response) error {
	// A server may answer and close before it has read the request, so ignore a failed write:
	// reading gives the real error.
	_, _ = (&gemini.Request{URL: r.URL}).WriteTo(conn)

	answer := bufio.NewReaderSize(conn, maxHeader)
	line, err := readHeader(answer)
	if err != nil {
		return err
	}
	if resp.Status, resp.Meta, err = parseHeader(line); err != nil {
		return err
	}
	if !resp.isOf(gemini.StatusSuccess) {
		return nil
	}
	return c.readBody(ctx, answer, conn, r, resp)
}

// readHeader returns the header line without its end. It accepts a bare LF and a
// missing META, unlike gemini.ReadResponse.
func readHeader(r *bufio.Reader) (string, error) {
	line, err := r.ReadSlice('\n')
	switch {
	case errors.Is(err, bufio.ErrBufferFull):
		return "", malformedError(fmt.Sprintf("response header is longer than %d bytes", maxHeader))
	case isConnectionEnd(err) && len(line) == 0:
		return "", malformedError("the server closed the connection without a response")
	case isConnectionEnd(err):
		return "", malformedError(fmt.Sprintf("response header \"%s\" is not complete", address.SafeExcerpt(string(line))))
	case err != nil:
		return "", err
	}
	text := strings.TrimSuffix(string(line), "\n")
	return strings.TrimSuffix(text, "\r"), nil
}

// parseHeader splits a header line ("Responses" of the protocol). META is made valid UTF-8. It
// refuses a status outside 10-69, a META of over 1024 bytes, and a redirect without META.
func parseHeader(line string) (status int, meta string, err error) {
	bad := func(why string) (int, string, error) {
		return 0, "", malformedError(fmt.Sprintf("response header \"%s\" %s", address.SafeExcerpt(line), why))
	}
	status, err = strconv.Atoi(line[:min(2, len(line))])
	if err != nil || len(line) < 2 {
		return bad("has no status of two digits")
	}
	if status < 10 || status > 69 {
		return bad("has no status from 10 to 69")
	}
	rest := line[2:]
	if rest != "" && rest[0] != ' ' && rest[0] != '\t' {
		return bad("has no space after its status")
	}
	meta = strings.Trim(rest, " \t")
	if len(meta) > maxMeta {
		return bad(fmt.Sprintf("has a META of more than %d bytes", maxMeta))
	}
	if meta == "" && gemini.Status(status).Class() == gemini.StatusRedirect {
		return bad("has no META")
	}
	return status, strings.ToValidUTF8(meta, "\uFFFD"), nil
}
