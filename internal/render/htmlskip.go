package render

import "strings"

// A skipped element is one that is not shown, with all in it.
type skipped struct {
	tag   string // "" for none
	depth int    // of elements of that name
}

func (s *skipped) any() bool { return s.tag != "" }

// isRaw reports an element whose content is no text of the page.
func isRaw(name string) bool {
	switch name {
	case "iframe", "noembed", "noframes", "noscript", "script", "style", "title":
		return true
	}
	return false
}

// isVoid reports an element that contains nothing.
func isVoid(name string) bool {
	switch name {
	case "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr":
		return true
	}
	return false
}

// openEnded are elements whose end tag may be missing.
const openEnded = " dd dt li option p td th tr "

// begin reports whether a tag begins an element that is not shown, and skips that.
func (s *skipped) begin(t tag) bool {
	raw := isRaw(t.name)
	if !t.hidden && !raw && t.name != "svg" && t.name != "template" {
		return false
	}
	if raw || !t.closed && !isVoid(t.name) {
		*s = skipped{tag: t.name, depth: 1}
	}
	return true
}

// start reports whether a start tag belongs to what is skipped.
func (s *skipped) start(name string) bool {
	s.endOpen(name)
	if name == s.tag {
		s.depth++
	}
	return s.any()
}

// end reports whether an end tag belongs to what is skipped.
func (s *skipped) end(name string) bool {
	if !s.any() {
		return false
	}
	if name == s.tag {
		if s.depth--; s.depth == 0 {
			*s = skipped{}
		}
		return true
	}
	s.endOpen(name)
	return s.any()
}

// endOpen ends a skipped element without end tag at the next tag of a block.
func (s *skipped) endOpen(name string) {
	if s.any() && strings.Contains(openEnded, " "+s.tag+" ") && (isBlock(name) || strings.Contains(openEnded, " "+name+" ")) {
		*s = skipped{}
	}
}
