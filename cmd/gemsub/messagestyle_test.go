package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Messages, hints and errors begin in lower case, but for names, and have no final
// period.
func TestMessageStyle(t *testing.T) {
	t.Parallel()
	name := regexp.MustCompile(`^([A-Z]+\b|Crawl-delay|User-agent)`)
	texts := 0
	for _, file := range sources(t) {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			for _, text := range messageTexts(n) {
				texts++
				begins := text[:min(1, len(text))]
				if strings.HasSuffix(text, ".") || begins != strings.ToLower(begins) && !name.MatchString(text) {
					t.Errorf("%s: %q", file, text)
				}
			}
			return true
		})
	}
	if texts < 300 {
		t.Errorf("only %d messages were found", texts)
	}
}

// sources are the files of the program, without tests and what only tests use.
func sources(t *testing.T) (files []string) {
	t.Helper()
	err := filepath.WalkDir(filepath.Join("..", ".."), func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || d.Name() == "capsule" || d.Name() == "tools" || d.Name() == "vendor"):
			return filepath.SkipDir
		case strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go"):
			files = append(files, path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// messageTexts are the texts of a call that makes a message.
func messageTexts(n ast.Node) (texts []string) {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return nil
	}
	function := ""
	switch f := call.Fun.(type) {
	case *ast.Ident:
		function = f.Name
	case *ast.SelectorExpr:
		function = f.Sel.Name
	}
	if !slices.Contains([]string{"Say", "say", "Hint", "hint", "usagef", "Errorf", "WithHint", "New"}, function) {
		return nil
	}
	for _, arg := range call.Args {
		if literal, ok := arg.(*ast.BasicLit); ok && literal.Kind == token.STRING {
			text, _ := strconv.Unquote(literal.Value)
			texts = append(texts, text)
		}
	}
	return texts
}
