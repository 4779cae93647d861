package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/mattn/go-sqlite3"

	"gemsub/internal/model"
)

// No query of a list reads the table of entries from end to end, or sorts all of them to show some:
// they come in the order of an index. Names, words and several feeds are looked up first. Plans do
// not depend on what is in a database, since none is ever analysed.
func TestListsReadNoWholeTable(t *testing.T) {
	t.Parallel()
	s, r := recorded(t)
	fill(t, s)
	savePosts(t, s, model.PostResult{EntryID: 1, Post: aPost("compost\n")})
	clear(r.sent)
	shown := []EntryFilter{{}, {UnreadOnly: true}, {StarredOnly: true}, {WithoutLater: true, Distinct: true}, {Distinct: true}, {Distinct: true, UnreadOnly: true}, {Distinct: true, StarredOnly: true}}
	filters := []func(*EntryFilter){
		func(f *EntryFilter) { f.Subscriptions = []int64{1} },
		func(f *EntryFilter) { f.Tag = "a" },
		func(f *EntryFilter) { f.Since = noon },
		func(f *EntryFilter) { f.Limit = 9 },
	}
	for _, f := range with(shown, filters...) {
		entries(t, s, f)
		fine(t)(s.CountEntries(t.Context(), f))
	}
	for _, f := range with([]EntryFilter{{Distinct: true}, {Distinct: true, UnreadOnly: true}}, filters...) {
		search(t, s, "compost", f)
	}
	entries(t, s, EntryFilter{UnreadOnly: true, OldestFirst: true, WithKept: true, Limit: 9})
	entries(t, s, EntryFilter{WithAnswers: true, Limit: 9})
	unread := func(f *SubscriptionFilter) { f.UnreadOnly = true }
	failing := func(f *SubscriptionFilter) { f.Failing = true }
	for _, f := range with([]SubscriptionFilter{{}, {Tag: "a"}, {IDs: []int64{1, 2}}}, unread, failing) {
		subscriptions(t, s, f)
	}
	if len(r.sent) < 50 {
		t.Fatalf("%d statements were sent", len(r.sent))
	}
	for statement := range r.sent {
		if plan := r.plan(t, statement); readsAll(statement, plan) {
			t.Errorf("all entries are read for\n%s\n%s", statement, plan)
		}
	}
}

// with returns filters, and each filter with every combination of the conditions.
func with[F any](filters []F, conditions ...func(*F)) []F {
	filters = slices.Clip(filters)
	for _, add := range conditions {
		for _, f := range filters {
			add(&f)
			filters = append(filters, f)
		}
	}
	return filters
}

var (
	bareScan = regexp.MustCompile(`(?m)SCAN (e|entry)$`)
	sorts    = regexp.MustCompile(`(?m)^\tUSE TEMP B-TREE FOR ORDER BY`)
	lookedUp = regexp.MustCompile(` e\.id IN \(| e\.subscription_id IN \(SELECT|_text MATCH \?`)
)

func readsAll(statement, plan string) bool {
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

// A recorder is a driver.Connector that notes the statements sent to its connections, each on one
// line.
type recorder struct {
	dsn  string
	mu   sync.Mutex
	sent map[string]bool
}

// recorded returns an empty store and the recorder of its statements.
func recorded(t *testing.T) (*Store, *recorder) {
	t.Helper()
	s := newStore(t)
	s.Close()
	r := &recorder{dsn: dsn(s.path, writing), sent: map[string]bool{}}
	s.db = sql.OpenDB(r)
	return s, r
}

func (r *recorder) Driver() driver.Driver { return newConnector(r.dsn).Driver() }

func (r *recorder) Connect(context.Context) (driver.Conn, error) {
	conn, err := r.Driver().Open(r.dsn)
	if err != nil {
		return nil, err
	}
	return &recordedConn{conn.(*sqlite3.SQLiteConn), r}, nil
}

type recordedConn struct {
	*sqlite3.SQLiteConn
	recorder *recorder
}

func (c *recordedConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	c.recorder.mu.Lock()
	c.recorder.sent[strings.Join(strings.Fields(query), " ")] = true
	c.recorder.mu.Unlock()
	return c.SQLiteConn.QueryContext(ctx, query, args)
}

var update = flag.Bool("update", false, "rewrite golden files")

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
