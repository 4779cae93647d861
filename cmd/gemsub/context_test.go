package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// maxContexts is how many functions may take a *cli.Context.
const maxContexts = 69

// Flags are read at the edge: what does the work takes options, not the context that
// urfave/cli hands to an action.
func TestContexts(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for node := range ast.Preorder(file) {
			params := parameters(node)
			if !slices.Contains(params, "*cli.Context") {
				continue
			}
			n++
			if slices.Contains(params, "*app.App") || slices.Contains(params, "context.Context") {
				t.Errorf("%s: a function that does the work takes a *cli.Context: give it options", fset.Position(node.Pos()))
			}
		}
	}
	if n == 0 || n > maxContexts {
		t.Errorf("%d functions take a *cli.Context, not 1 to %d", n, maxContexts)
	}
}

// parameters are the types of a function's parameters; none for another node.
func parameters(node ast.Node) (all []string) {
	var function *ast.FuncType
	switch f := node.(type) {
	case *ast.FuncDecl:
		function = f.Type
	case *ast.FuncLit:
		function = f.Type
	default:
		return nil
	}
	for _, field := range function.Params.List {
		all = append(all, types.ExprString(field.Type))
	}
	return all
}
