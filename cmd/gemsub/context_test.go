package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// Flags are read at the edge: the run of a command reads them first, so that mistakes are found
// before there is a database. The work that it returns reads none.
func TestWorkReadsNoFlags(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	runs := 0
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
			returned, ok := node.(*ast.ReturnStmt)
			if !ok || len(returned.Results) != 1 {
				continue
			}
			work, ok := returned.Results[0].(*ast.FuncLit)
			if !ok || len(work.Type.Params.List) > 0 { // not the work
				continue
			}
			runs++
			for inside := range ast.Preorder(work) {
				if field, ok := inside.(*ast.SelectorExpr); ok && field.Sel.Name == "flags" {
					t.Errorf("%s: the work of a command reads flags: read them before", fset.Position(field.Pos()))
				}
			}
		}
	}
	if runs < 10 {
		t.Errorf("only %d functions do the work of commands", runs)
	}
}
