package feed

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"maps"
	"strings"

	"gemsub/internal/xmlread"
)

// maxNesting is the maximum depth of nested elements: a level takes three bytes in a
// document and a hundred in memory.
const maxNesting = 10_000

// A SyntaxError reports an Atom, RSS or JSON feed that is not well formed.
type SyntaxError struct {
	// Line is the line of the first fault, from 1; 0 if unknown.
	Line int
	// Message says what is wrong there.
	Message string
}

// Error returns one line with the position.
func (e *SyntaxError) Error() string {
	if e.Line == 0 {
		return "feed is not well formed: " + e.Message
	}
	return fmt.Sprintf("feed is not well formed: line %d: %s", e.Line, e.Message)
}

// checkXML returns the first place where a document is not well-formed XML, nil if
// there is none up to that number of elements. A document may declare entities; they
// are never expanded.
func checkXML(text string, elements int) *SyntaxError {
	d := xmlread.NewDecoder(text)
	depth, roots := 0, 0
	for {
		token, err := d.Token()
		line, _ := d.InputPos()
		if errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return newSyntaxError(line, err)
		}
		switch t := token.(type) {
		case xml.Directive:
			if d.Entity == nil { // only the first can be the document type
				d.Entity = declaredEntities(string(t))
			}
		case xml.StartElement:
			if elements--; elements < 0 {
				return nil
			}
			if depth++; depth == 1 {
				roots++
			} else if depth > maxNesting {
				return &SyntaxError{line, "elements are nested too deep"}
			}
		case xml.EndElement:
			depth--
		case xml.CharData:
			if depth == 0 && strings.TrimSpace(string(t)) != "" {
				return &SyntaxError{line, "text outside of the root element"}
			}
		}
		if roots > 1 {
			return &SyntaxError{line, "a second root element"}
		}
	}
}

func newSyntaxError(line int, err error) *SyntaxError {
	if syntax, ok := errors.AsType[*xml.SyntaxError](err); ok {
		return &SyntaxError{syntax.Line, cleanTitle(syntax.Msg)}
	}
	return &SyntaxError{line, cleanTitle(err.Error())}
}

// declaredEntities returns the entities that a document type declares, and those of
// HTML if it refers to an external declaration, as that of RSS 0.91.
func declaredEntities(doctype string) map[string]string {
	entities := map[string]string{}
	if strings.Contains(doctype, "SYSTEM") || strings.Contains(doctype, "PUBLIC") {
		maps.Copy(entities, xml.HTMLEntity)
	}
	for _, declaration := range strings.Split(doctype, "<!ENTITY")[1:] {
		if words := strings.Fields(declaration); len(words) > 1 {
			entities[words[0]] = ""
		}
	}
	return entities
}
