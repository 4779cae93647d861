package app

import (
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"gemsub/feed"
	"gemsub/internal/address"
	"gemsub/internal/fetch"
	"gemsub/internal/file"
	"gemsub/internal/model"
	"gemsub/internal/shell"
	"gemsub/internal/words"
	"gemsub/robots"
)

const (
	maxFile = 5 << 20 // bytes read of a file, as many as of the body of a response
	maxURLs = 1 << 20 // bytes read of a list of URLs
)

// An Input reads the files that a person names; "-" is standard input.
type Input struct{ Stdin io.Reader }

// read returns the first limit bytes of a file.
func (in Input) read(name string, limit int64) (data []byte, err error) {
	from := io.NopCloser(in.Stdin)
	if name != "-" {
		from, err = os.Open(name)
	}
	if err == nil {
		defer from.Close()
		data, err = io.ReadAll(io.LimitReader(from, limit))
	}
	if err != nil {
		err = fmt.Errorf("read %s: %w", address.WithoutUser(name), file.Reason(err))
	}
	return data, err
}

// URLs returns the arguments as parse writes them. In place of "-" it puts the URLs of standard
// input, one on each line. It returns an error if there is no URL at all, and a [BadURLsError] if
// parse refuses any.
func (in Input) URLs(args []string, parse func(string) (*url.URL, error)) (urls []string, err error) {
	for _, arg := range args {
		if arg != "-" {
			urls = append(urls, arg)
			continue
		}
		text, err := in.read(arg, maxURLs)
		if err != nil {
			return nil, err
		}
		urls = append(urls, LinkedURLs(string(text))...)
	}
	if len(urls) == 0 {
		return nil, errors.New("no URL on standard input")
	}
	return parseGiven(urls, parse)
}

// Identity reads an identity from the files of its certificate and its key, which may be one file.
// It refuses an encrypted key, and one that does not belong to the certificate.
func (in Input) Identity(name, certFile, keyFile string) (id model.Identity, err error) {
	id.Name = name
	cert, err := in.read(certFile, maxFile)
	if err != nil {
		return id, err
	}
	key := cert
	if keyFile != certFile { // standard input is read once
		if key, err = in.read(keyFile, maxFile); err != nil {
			return id, err
		}
	}
	if id.Certificate, err = fetch.CertificatePEM(cert); err != nil {
		return id, fmt.Errorf("read %s: %w", certFile, err)
	}
	if id.Key, err = fetch.KeyPEM(key); err != nil {
		err = fmt.Errorf("read %s: %w", keyFile, err)
		if errors.Is(err, fetch.ErrEncrypted) {
			err = words.WithHint(err, "openssl pkey -in "+shell.Quote(keyFile)+" -out NEW writes it without a passphrase")
		}
		return id, err
	}
	if _, err := fetch.ParseIdentity(name, id.Certificate, id.Key); err != nil {
		return id, fmt.Errorf("use %s with %s: %w", certFile, keyFile, err)
	}
	return id, nil
}

// Page reads a page as if it were fetched from a URL. It refuses a file over 5 MiB. The file's name
// gives the media type: .txt is plain text, .md is Markdown, anything else is gemtext. If the URL is
// one of Gopher, its item type does.
func (in Input) Page(name string, from *url.URL, now time.Time) (feed.Page, error) {
	body, err := in.read(name, maxFile+1)
	if err == nil && len(body) > maxFile {
		err = fmt.Errorf("read %s: larger than %d MiB", name, maxFile>>20)
	}
	types := map[string]string{".txt": "text/plain", ".md": "text/markdown"}
	page := feed.Page{URL: from, Meta: types[strings.ToLower(filepath.Ext(name))], Body: body, Fetched: now}
	if err == nil && address.IsGopher(from) {
		if page.Meta, page.Body, err = fetch.GopherDocument(from, body); err != nil {
			err = fmt.Errorf("read %s: %w", name, err)
		}
	}
	return page, err
}

// Robots says what the robots.txt in a file decides for a URL.
func (in Input) Robots(u *url.URL, name string) (RobotsAnswer, error) {
	policy, err := in.read(name, robots.MaxSize)
	return RobotsOf(u, policy, "file "+name), err
}
