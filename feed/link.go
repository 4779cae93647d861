package feed

import (
	"errors"
	"net/url"
	"strings"
)

var (
	errNoURL   = errors.New("the line names no URL")
	errBadURL  = errors.New("the target is not a URL")
	errNoHost  = errors.New("the target names no host")
	errNowhere = errors.New("the target leads nowhere")
)

// resolve makes the absolute URL of a reference on the page at base. Authors
// write file names where the specification wants a URL, so one that is none as
// it stands is escaped and tried again before the entry is given up.
func resolve(base *url.URL, ref string) (string, error) {
	if ref == "" {
		return "", errNoURL
	}
	u, err := base.Parse(ref)
	if err != nil {
		if u, err = base.Parse(escapeFileName(ref)); err != nil {
			return "", errBadURL
		}
	}
	switch {
	case u.Host == "" && u.Opaque == "" && base.Host != "",
		u.Opaque != "" && u.Scheme == base.Scheme:
		return "", errNoHost
	case u.Host == "" && u.Opaque == "" && u.Path == "":
		return "", errNowhere
	}
	return u.String(), nil
}

// escapeFileName makes a relative reference of a name such as "100%.gmi" or
// "10:30.gmi".
func escapeFileName(ref string) string {
	var b strings.Builder
	if !strings.Contains(ref, "://") && !strings.HasPrefix(ref, "/") {
		b.WriteString("./")
	}
	for i := range len(ref) {
		if ref[i] == '%' && (i+2 >= len(ref) || !isHex(ref[i+1]) || !isHex(ref[i+2])) {
			b.WriteString("%25")
			continue
		}
		b.WriteByte(ref[i])
	}
	return b.String()
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}
