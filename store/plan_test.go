package store

import (
	"database/sql/driver"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite golden files")

// TestPlans compares what SQLite makes of the statements that each function of the
// package sends with testdata/plans.golden, and lets none read all entries to show
// some. Another wording of a statement changes nothing there. Plans do not depend on
// what is in a database, since none is ever analysed.
func TestPlans(t *testing.T) {
	t.Parallel()
	s, r := recorded(t)
	sendAll(t, s)
	sent := slices.Sorted(maps.Keys(r.sent))
	for _, part := range statementParts(t) {
		if !slices.ContainsFunc(sent, func(statement string) bool { return strings.Contains(statement, part) }) {
			t.Errorf("sendAll sends no statement that has %s", part)
		}
	}
	plans := map[string][]string{} // by sender
	for _, statement := range sent {
		if strings.Contains(statement, " TRIGGER ") { // those that record changes
			continue
		}
		plan := numbered.ReplaceAllString(r.plan(t, statement), "$1")
		if readsAll(statement, plan) {
			t.Errorf("all entries are read for\n%s\n%s", statement, plan)
		}
		for sender := range r.sent[statement] {
			if plan != "" {
				plans[sender] = append(plans[sender], plan)
			}
		}
	}
	var text strings.Builder
	for _, sender := range slices.Sorted(maps.Keys(plans)) {
		slices.Sort(plans[sender])
		fmt.Fprintf(&text, "%s\n%s\n", sender, strings.Join(slices.Compact(plans[sender]), "\n"))
	}
	golden(t, filepath.Join("testdata", "plans.golden"), text.String())
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}

var (
	// numbered finds subqueries with their numbers, which depend on the wording.
	numbered = regexp.MustCompile(`(?i)(\bSUBQUERY)[ -]\d+`)
	bareScan = regexp.MustCompile(`(?m)SCAN (e|entry)$`)
	sorts    = regexp.MustCompile(`(?m)^\tUSE TEMP B-TREE FOR ORDER BY`)
	lookedUp = regexp.MustCompile(` e\.id IN \(| e\.subscription_id IN \(SELECT|_text MATCH \?`)
)

// readsAll reports whether a plan reads the table of entries from end to end, or sorts them all
// before a limit: they come in the order of an index then, unless names, words or several feeds
// are looked up. It leaves out statements that need all entries: archives, duplicate feeds and the
// check of the index.
func readsAll(statement, plan string) bool {
	if strings.HasSuffix(statement, "FROM entry ORDER BY id") || statement == oneLine(duplicateFeeds) || strings.Contains(statement, " EXCEPT ") {
		return false
	}
	limited := strings.HasSuffix(statement, "LIMIT ?") && !lookedUp.MatchString(statement)
	return bareScan.MatchString(plan) || limited && sorts.MatchString(plan)
}

// plan returns the plan of SQLite for a statement, one step on each line.
func (r *recorder) plan(t *testing.T, statement string) string {
	t.Helper()
	conn, err := r.Driver().Open(r.dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	explanation, err := conn.Prepare("EXPLAIN QUERY PLAN " + statement)
	if err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
	defer explanation.Close()
	args := make([]driver.NamedValue, explanation.NumInput())
	for i := range args {
		args[i].Ordinal = i + 1
	}
	rows, err := explanation.(driver.StmtQueryContext).QueryContext(t.Context(), args)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var plan strings.Builder
	indent := map[driver.Value]string{}
	step := make([]driver.Value, 4) // number, number of the one above, unused, text
	for {
		err := rows.Next(step)
		if errors.Is(err, io.EOF) {
			return plan.String()
		}
		if err != nil {
			t.Fatal(err)
		}
		indent[step[0]] = indent[step[1]] + "\t"
		fmt.Fprintf(&plan, "%s%s\n", indent[step[0]], step[3])
	}
}

// inSQL is found in each part of a statement that has a plan.
var inSQL = regexp.MustCompile(`\b(SELECT|INSERT|UPDATE|DELETE|FROM|WHERE|ORDER BY|LIMIT|CONFLICT)\b|[<>=] [?01]|IN \(`)

// statementParts returns the strings in the package's source that are SQL, except those that are
// filled with names, read JSON, or read backups and earlier schemas.
func statementParts(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var parts []string
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") || name == "restore.go" || name == "earlier.go" {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			literal, ok := n.(*ast.BasicLit)
			if !ok || literal.Kind != token.STRING {
				return true
			}
			text, err := strconv.Unquote(literal.Value)
			if err == nil && inSQL.MatchString(text) && !strings.ContainsAny(text, "%$") {
				parts = append(parts, oneLine(text))
			}
			return true
		})
	}
	return parts
}
