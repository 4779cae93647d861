package feed

import (
	"strings"

	"gemsub/internal/address"
)

// resolveEntry returns the URL of an entry's reference, and the one that gemsub 0.1.0
// made of it if that was another.
func (r *resolver) resolveEntry(ref string) (link, former string, err error) {
	if link, ok := r.joinPlain(ref); ok {
		return link, "", nil // as 0.1.0 joined it too
	}
	if link, err = r.resolve(ref); err != nil {
		return "", "", err
	}
	return link, r.former(ref, link), nil
}

// former returns the link that gemsub 0.1.0 made of a reference, if it was not link:
// it left hosts, queries and fragments as they were written. "" otherwise. Most
// references are known to have made the same link without resolving them again.
func (r *resolver) former(ref, link string) string {
	switch {
	case endsIn(link, ref), // it is canonical
		!strings.ContainsAny(ref, ":?#%!'()*[]") && !strings.HasPrefix(ref, "//"), // only letters were escaped
		!strings.ContainsAny(ref, ":?#") && endsIn(link, escapeFileName(ref)):     // only percent signs
		return ""
	}
	return r.longFormer(ref, link)
}

// endsIn reports whether a link ends in a reference without its leading dots and
// slashes.
func endsIn(link, ref string) bool {
	for ref != "" && (ref[0] == '.' || ref[0] == '/') {
		ref = ref[1:]
	}
	return strings.HasSuffix(link, ref)
}

// longFormer is former for any reference.
func (r *resolver) longFormer(ref, link string) string {
	u, err := r.base.Parse(ref)
	if err != nil {
		if u, err = r.base.Parse(escapeFileName(ref)); err != nil {
			return ""
		}
	}
	if former := u.String(); former != link && len(former) <= MaxLink {
		return former
	}
	return ""
}

// escapeFileName returns a relative reference for a file name such as "100%.gmi" or
// "10:30.gmi".
func escapeFileName(ref string) string {
	var b strings.Builder
	if !strings.Contains(ref, "://") && !strings.HasPrefix(ref, "/") {
		b.WriteString("./")
	}
	for i := range len(ref) {
		if ref[i] == '%' && !address.IsEscape(ref[i:]) {
			b.WriteString("%25")
			continue
		}
		b.WriteByte(ref[i])
	}
	return b.String()
}
