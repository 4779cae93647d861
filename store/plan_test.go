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

// TestPlans compares what SQLite makes of each statement of the package with
// testdata/plans.golden, and lets none read all entries to show some. Plans do not
// depend on what is in a database, since none is ever analysed.
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
	byPlan := map[string]string{} // statements, a line each
	for _, statement := range sent {
		plan := r.plan(t, statement)
		if readsAll(statement, plan) {
			t.Errorf("all entries are read for\n%s\n%s", statement, plan)
		}
		if plan != "" {
			byPlan[plan] += brieflyWritten(statement) + "\n"
		}
	}
	var groups []string
	for plan, statements := range byPlan {
		groups = append(groups, statements+plan)
	}
	slices.Sort(groups)
	golden(t, filepath.Join("testdata", "plans.golden"), strings.Join(groups, "\n"))
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

// brieflyWritten puts the names of what most statements repeat in its place.
func brieflyWritten(statement string) string {
	for _, part := range []struct{ name, sql string }{
		{"selectEntries", selectEntries},
		{"selectMerged", selectMerged},
		{"subscriptionColumns", subscriptionColumns},
		{"byTitle", byTitle},
		{"firstByTitle", firstByTitle},
		{"byFeed", byFeed},
		{"hasTerm", hasTerm},
		{"lacksTerm", lacksTerm},
		{"shortestFirst", shortestFirst},
		{"byTime", byTime},
		{"isShared", isShared},
		{"firstEntries", firstEntries},
		{"isUniqueInFeed", isUniqueInFeed},
		{"atomIDTaken", atomIDTaken},
		{"beyondNewest", beyondNewest},
		{"isNamed", isNamed},
		{"newestEntry", newestEntry},
	} {
		statement = strings.ReplaceAll(statement, oneLine(part.sql), "{"+part.name+"}")
	}
	return statement
}

var (
	bareScan = regexp.MustCompile(`(?m)SCAN (e|entry)$`)
	sorts    = regexp.MustCompile(`(?m)^\tUSE TEMP B-TREE FOR ORDER BY`)
	lookedUp = regexp.MustCompile(` e\.id IN \(| e\.subscription_id IN \(\?, |_text MATCH \?`)
)

// readsAll reports whether a plan reads the table of entries from end to end, or
// sorts them all before a limit: they come in the order of an index then, unless
// names, words or several feeds are looked up. Archives and twins are of all.
func readsAll(statement, plan string) bool {
	if strings.HasSuffix(statement, "FROM entry ORDER BY id") || statement == oneLine(duplicateFeeds) {
		return false
	}
	limited := strings.HasSuffix(statement, "LIMIT ?") && !lookedUp.MatchString(statement)
	return bareScan.MatchString(plan) || limited && sorts.MatchString(plan)
}

// plan returns what SQLite makes of a statement, a step a line.
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

// statementParts returns the strings in the package's source that are SQL.
func statementParts(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var parts []string
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
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
			if err == nil && inSQL.MatchString(text) {
				parts = append(parts, oneLine(text))
			}
			return true
		})
	}
	return parts
}
