package main

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// Which packages of the project a package may import; none means the standard
// library and what onlyImporter allows.
var arrows = map[string][]string{
	"gemsub/cmd/gemsub": {
		"gemsub/feed", "gemsub/internal/address", "gemsub/internal/app", "gemsub/internal/config", "gemsub/internal/demo", "gemsub/internal/exchange",
		"gemsub/internal/file", "gemsub/internal/launch", "gemsub/internal/lines", "gemsub/internal/mail", "gemsub/internal/model", "gemsub/internal/publish", "gemsub/internal/shell", "gemsub/internal/show",
		"gemsub/internal/term", "gemsub/internal/tui", "gemsub/internal/view", "gemsub/internal/words",
	},
	"gemsub/internal/tui":     {"gemsub/internal/address", "gemsub/internal/app", "gemsub/internal/model", "gemsub/internal/render", "gemsub/internal/shell", "gemsub/internal/show", "gemsub/internal/term", "gemsub/internal/view", "gemsub/internal/words"},
	"gemsub/internal/lines":   {"gemsub/internal/app", "gemsub/internal/shell"},
	"gemsub/feed":             {"gemsub/gemtext", "gemsub/internal/address", "gemsub/internal/menu", "gemsub/internal/words"},
	"gemsub/gemtext":          {},
	"gemsub/robots":           {},
	"gemsub/store":            {"gemsub/feed", "gemsub/internal/address", "gemsub/internal/file", "gemsub/internal/merge", "gemsub/internal/model", "gemsub/internal/thread", "gemsub/internal/words"},
	"gemsub/internal/merge":   {"gemsub/feed", "gemsub/internal/address", "gemsub/internal/model"},
	"gemsub/internal/capsule": {},
	"gemsub/internal/config":  {"gemsub/internal/file"},
	"gemsub/internal/launch":  {"gemsub/internal/app", "gemsub/internal/file", "gemsub/internal/mail", "gemsub/internal/model", "gemsub/internal/shell", "gemsub/internal/show", "gemsub/internal/term", "gemsub/internal/view", "gemsub/internal/words"},
	"gemsub/internal/demo":    {"gemsub/internal/term"},
	"gemsub/internal/app": {
		"gemsub/feed", "gemsub/internal/address", "gemsub/internal/exchange", "gemsub/internal/fetch", "gemsub/internal/file", "gemsub/internal/machines",
		"gemsub/internal/mail", "gemsub/internal/model", "gemsub/internal/publish", "gemsub/internal/render", "gemsub/internal/shell", "gemsub/internal/thread", "gemsub/internal/update", "gemsub/internal/words",
		"gemsub/robots", "gemsub/store",
	},
	"gemsub/internal/show":     {"gemsub/internal/app", "gemsub/internal/model", "gemsub/internal/render", "gemsub/internal/term", "gemsub/internal/view", "gemsub/internal/words"},
	"gemsub/internal/view":     {"gemsub/feed", "gemsub/internal/address", "gemsub/internal/app", "gemsub/internal/model", "gemsub/internal/render", "gemsub/internal/shell", "gemsub/internal/term", "gemsub/internal/words"},
	"gemsub/internal/shell":    {},
	"gemsub/internal/words":    {},
	"gemsub/internal/address":  {"gemsub/internal/words"},
	"gemsub/internal/hostile":  {},
	"gemsub/internal/scratch":  {},
	"gemsub/internal/thread":   {"gemsub/internal/model"},
	"gemsub/internal/exchange": {"gemsub/feed", "gemsub/gemtext", "gemsub/internal/address", "gemsub/internal/model", "gemsub/internal/words"},
	"gemsub/internal/model":    {"gemsub/feed", "gemsub/internal/address", "gemsub/internal/words"},
	"gemsub/internal/render":   {"gemsub/feed", "gemsub/gemtext", "gemsub/internal/address", "gemsub/internal/model", "gemsub/internal/term", "gemsub/internal/words"},
	"gemsub/internal/publish":  {"gemsub/feed", "gemsub/gemtext", "gemsub/internal/address", "gemsub/internal/model", "gemsub/internal/words"},
	"gemsub/internal/mail":     {"gemsub/internal/address", "gemsub/internal/file", "gemsub/internal/model", "gemsub/internal/render", "gemsub/internal/term", "gemsub/internal/words"},
	"gemsub/internal/file":     {},
	"gemsub/internal/fetch":    {"gemsub/internal/address", "gemsub/internal/menu", "gemsub/internal/model"},
	"gemsub/internal/machines": {"gemsub/feed", "gemsub/internal/address", "gemsub/internal/file", "gemsub/internal/model", "gemsub/internal/words"},
	"gemsub/internal/menu":     {"gemsub/internal/address", "gemsub/internal/words"},
	"gemsub/internal/term":     {"gemsub/internal/address", "gemsub/internal/words"},
	"gemsub/internal/update":   {"gemsub/feed", "gemsub/internal/model", "gemsub/internal/address", "gemsub/internal/fetch", "gemsub/internal/menu", "gemsub/internal/words", "gemsub/robots"},
}

// Who alone may import a library. Of go-gemini, package fetch has the client's part, the demo
// and the servers of tests the other.
var onlyImporter = map[string]string{
	"github.com/urfave/cli/v2":       "gemsub/cmd/gemsub",
	"github.com/gorilla/feeds":       "gemsub/internal/publish",
	"github.com/mattn/go-sqlite3":    "gemsub/store",
	"git.sr.ht/~adnano/go-gemini":    "gemsub/internal/fetch gemsub/internal/demo gemsub/internal/capsule",
	"golang.org/x/sync":              "gemsub/internal/update gemsub/internal/fetch",
	"github.com/gdamore/tcell/v3":    "gemsub/internal/tui",
	"github.com/yuin/goldmark":       "gemsub/internal/render",
	"github.com/emersion/go-message": "gemsub/internal/mail",
}

// Packages that get along with the standard library.
var standardOnly = []string{"gemsub/gemtext", "gemsub/robots"}

func TestArrows(t *testing.T) {
	t.Parallel()
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, "gemsub/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		pkg, imports := words[0], words[1:]
		allowed, known := arrows[pkg]
		if !known {
			t.Errorf("%s has no place in the house: add it to the arrows", pkg)
			continue
		}
		seen++
		for _, arrow := range allowed {
			if !slices.Contains(imports, arrow) {
				t.Errorf("%s does not import %s any more: take that arrow away", pkg, arrow)
			}
		}
		for _, imported := range imports {
			if strings.HasPrefix(imported, "gemsub/") && !slices.Contains(allowed, imported) {
				t.Errorf("%s must not import %s", pkg, imported)
			}
			if strings.Contains(imported, ".") && slices.Contains(standardOnly, pkg) {
				t.Errorf("%s must not import %s", pkg, imported)
			}
			for library, importer := range onlyImporter {
				if strings.HasPrefix(imported, library) && !slices.Contains(strings.Fields(importer), pkg) {
					t.Errorf("%s must not import %s: that is for %s", pkg, imported, importer)
				}
			}
		}
	}
	if seen < 9 {
		t.Errorf("only %d packages were found", seen)
	}
}
