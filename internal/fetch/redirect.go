package fetch

import (
	"fmt"
	"net/url"
	"slices"

	"gemsub/internal/address"
)

// maxRedirects is how many redirects are followed, as the protocol advises.
const maxRedirects = 5

// A RedirectError is a redirect that was not followed.
type RedirectError struct {
	// From is the URL that redirects.
	From string
	// To is where to: a URL, or what the server sent where that is none. It
	// may hold control characters then; Error does not.
	To string
	// Reason says why it was not followed.
	Reason string
}

// Error returns one line that is safe to print.
func (e *RedirectError) Error() string {
	return fmt.Sprintf("follow redirect from %s to %s: %s", address.Printable(e.From), address.Printable(address.WithoutUser(e.To)), address.Printable(e.Reason))
}

// A trail is the way through redirects so far.
type trail struct {
	origin    Origin // of the next request
	seen      []string
	permanent bool
	local     bool     // it began at a private address
	changes   []change // accepted on the way
}

// next returns where the redirect in resp leads.
func (t *trail) next(resp *Response) (*url.URL, error) {
	from := resp.URL.String()
	refuse := func(to, reason string) (*url.URL, error) {
		return nil, &RedirectError{From: from, To: to, Reason: reason}
	}
	target, err := address.Resolve(resp.URL, resp.Meta)
	if err == nil {
		target, err = address.Canonical(target)
	}
	if err != nil {
		return refuse(resp.Meta, address.Reason(err))
	}
	if target.Scheme != resp.URL.Scheme {
		return refuse(target.String(), "it leads to another protocol")
	}
	t.seen, t.origin = append(t.seen, from), t.origin.then(resp.URL, resp.Local)
	if why := t.origin.Refusal(target); why != "" {
		return refuse(target.String(), why)
	}
	if slices.Contains(t.seen, target.String()) {
		return refuse(target.String(), "redirects run in a circle")
	}
	if len(t.seen) > maxRedirects {
		return refuse(target.String(), fmt.Sprintf("more than %d redirects", maxRedirects))
	}
	if resp.Status != statusPermanentRedirect {
		t.permanent = false
	}
	return target, nil
}

// end fills in what the way says of the response at its end.
func (t *trail) end(resp *Response) {
	resp.Origin = t.origin.then(resp.URL, resp.Local)
	if len(t.seen) > 0 && t.permanent {
		resp.Moved = resp.URL
	} else {
		resp.Local = t.local
	}
}
