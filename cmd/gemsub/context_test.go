package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// Flags are read at the edge: what does the work of a command takes options, and reads no
// flags itself.
func TestWorkReadsNoFlags(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	work, readsFlags := map[string]bool{}, map[string]token.Position{}
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
			switch n := node.(type) {
			case *ast.CallExpr:
				if fun, ok := n.Fun.(*ast.Ident); !ok || fun.Name != "withOptions" {
					continue
				}
				if method, ok := n.Args[1].(*ast.SelectorExpr); ok {
					work[method.Sel.Name] = true
				}
			case *ast.FuncDecl:
				for inside := range ast.Preorder(n) {
					if field, ok := inside.(*ast.SelectorExpr); ok && field.Sel.Name == "flags" {
						readsFlags[n.Name.Name] = fset.Position(field.Pos())
					}
				}
			}
		}
	}
	if len(work) < 10 {
		t.Errorf("only %d functions do the work of commands", len(work))
	}
	for name := range work {
		if at, reads := readsFlags[name]; reads {
			t.Errorf("%s: %s does the work of a command: give it options", at, name)
		}
	}
}
