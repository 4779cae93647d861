package store

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// ArchiveStart is how the first line of an archive begins; its type and version
// are all that the line holds.
const ArchiveStart = `{"type":"gemsub",`

const archiveVersion = 1

// An archivedTable is one whose rows stand in an archive.
type archivedTable struct {
	name  string
	order string // of its rows: the same database gives the same bytes
	merge string // what becomes of a row that is there already
}

// archivedTables are in an order in which each row comes after those that it
// refers to. What the user decided in the database that is read into stays; an
// entry is read that was read in either, and starred likewise.
func archivedTables() []archivedTable {
	const keep = `ON CONFLICT DO NOTHING`
	return []archivedTable{
		{"setting", "name", `ON CONFLICT DO UPDATE SET value = excluded.value WHERE NOT EXISTS (SELECT 1 FROM subscription)`},
		{"subscription", "id", `ON CONFLICT (url) DO UPDATE SET title = IIF(title = '', excluded.title, title) RETURNING id`},
		{"tag", "subscription_id, tag", keep},
		{"entry", "id", `ON CONFLICT (ref, subscription_id) DO UPDATE SET
			unread = IIF(excluded.updated < updated, unread, MIN(unread, excluded.unread)),
			starred = MAX(starred, excluded.starred),
			first_seen = MIN(first_seen, excluded.first_seen)
			RETURNING id`},
		{"pruned", "subscription_id, ref", keep},
		{"mute", "id", `ON CONFLICT DO UPDATE SET pattern = pattern RETURNING id`},
		{"host", "authority, refused, fingerprint", keep},
		{"authority", "authority", keep},
		{"identity", "name", keep},
		{"identity_use", "authority, path", keep},
	}
}

// WriteArchive writes the whole database as it is at this moment, for
// [Store.ReadArchive]: JSON Lines, of which the first names the version and each
// other one is a row. Its type is the table, its keys are the columns. Times are
// in RFC 3339, and null where there is none; bytes are in base64.
func (s *Store) WriteArchive(ctx context.Context, w io.Writer) error {
	err := inSnapshot(ctx, s.db, func(q querier) error { return writeArchive(ctx, q, w) })
	if err != nil {
		return fmt.Errorf("write archive: %w", err)
	}
	return nil
}

// inSnapshot lets do read the database as it is at one moment. Unlike inTx it
// holds nobody up.
func inSnapshot(ctx context.Context, db *sql.DB, do func(querier) error) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, `BEGIN`); err != nil {
		return err
	}
	defer conn.ExecContext(context.WithoutCancel(ctx), `ROLLBACK`)
	return do(conn)
}

func writeArchive(ctx context.Context, q querier, w io.Writer) error {
	if _, err := fmt.Fprintf(w, "%s\"version\":%d}\n", ArchiveStart, archiveVersion); err != nil {
		return err
	}
	for _, t := range archivedTables() {
		if err := writeTable(ctx, q, t, w); err != nil {
			return err
		}
	}
	return nil
}

func writeTable(ctx context.Context, q querier, t archivedTable, w io.Writer) error {
	columns, err := columnsOf(ctx, q, t.name)
	if err != nil {
		return err
	}
	rows, err := q.QueryContext(ctx, `
		SELECT `+strings.Join(columnNames(columns), ", ")+` FROM `+t.name+` ORDER BY `+t.order)
	if err != nil {
		return err
	}
	defer rows.Close()
	values := make([]any, len(columns))
	targets := make([]any, len(columns))
	for i := range values {
		targets[i] = &values[i]
	}
	for rows.Next() {
		if err := rows.Scan(targets...); err != nil {
			return err
		}
		line, err := rowAsJSON(t.name, columns, values)
		if err != nil {
			return err
		}
		if _, err := w.Write(line); err != nil {
			return err
		}
	}
	return rows.Err()
}

// rowAsJSON is a line of the archive. Its keys have the columns' order.
func rowAsJSON(table string, columns []column, values []any) ([]byte, error) {
	var line bytes.Buffer
	enc := json.NewEncoder(&line)
	enc.SetEscapeHTML(false)
	fmt.Fprintf(&line, `{"type":%q`, table)
	for i, c := range columns {
		fmt.Fprintf(&line, `,%q:`, c.name)
		if err := enc.Encode(c.toJSON(values[i])); err != nil {
			return nil, err
		}
		line.Truncate(line.Len() - 1) // the encoder's newline
	}
	line.WriteString("}\n")
	return line.Bytes(), nil
}
