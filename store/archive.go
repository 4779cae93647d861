package store

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// ArchiveStart is how the first line of an archive begins. The line holds a type and
// a version.
const ArchiveStart = `{"type":"gemsub",`

const archiveVersion = 1

// An archivedTable is a table whose rows an archive contains.
type archivedTable struct {
	name    string
	where   string   // selects the rows; empty for all
	columns []column // all that the table has
	order   string   // of rows, so that a database always gives the same bytes
	merge   string   // what to do with a row that is there already
}

// archivedTables returns the tables in an order in which each row comes after those
// that it refers to. When an archive is read, the user's decisions in the database
// stay; an entry is read if it was read in either, and starred likewise.
func archivedTables() []archivedTable {
	const keep = `ON CONFLICT DO NOTHING`
	return []archivedTable{
		{"setting", "", settingColumns(), "name", `ON CONFLICT DO UPDATE SET value = excluded.value
			WHERE value <> excluded.value AND NOT EXISTS (SELECT 1 FROM subscription)`},
		{"subscription", "", subscriptionKinds(), "id", `ON CONFLICT (url) DO UPDATE SET title = IIF(title = '', excluded.title, title) RETURNING id`},
		{"tag", "", []column{{"subscription_id", kindNumber}, {"tag", kindTag}}, "subscription_id, tag", keep},
		{"entry", "", entryKinds(), "id", `ON CONFLICT (ref, subscription_id) DO UPDATE SET
			unread = IIF(excluded.updated < updated, unread, MIN(unread, excluded.unread)),
			starred = MAX(starred, excluded.starred),
			first_seen = MIN(first_seen, excluded.first_seen)
			RETURNING id`},
		{"pruned", "", []column{
			{"subscription_id", kindNumber}, {"ref", kindBytes}, {"updated", kindTime}, {"first_stay", kindCount}, {"last_stay", kindCount},
		}, "subscription_id, ref", keep},
		{"post", "", postKinds(), "entry_id", keep},
		{"mute", "", []column{
			{"id", kindNumber}, {"pattern", kindText}, {"subscription_id", kindNumber}, {"tag", kindTag}, {"added_at", kindTime},
		}, "id", `ON CONFLICT DO UPDATE SET pattern = pattern RETURNING id`},
		{"host", "WHERE refused = 0", []column{ // which keys a person was told of is known only where they were refused
			{"authority", kindAuthority},
			{"refused", kindFlag},
			{"fingerprint", kindText},
			{"not_after", kindTime},
			{"seen_at", kindTime},
			{"visited_at", kindTime},
		}, "authority, refused, fingerprint", keep},
		{"authority", "", []column{
			{"authority", kindAuthority},
			{"robots", kindBytes},
			{"robots_known", kindFlag},
			{"robots_status", kindText},
			{"robots_at", kindTime},
			{"robots_failing_since", kindTime},
			{"requested_at", kindTime},
			{"defer_until", kindTime},
			{"defer_for", kindSeconds},
		}, "authority", keep},
		{"identity", "", []column{
			{"name", kindText}, {"certificate", kindBytes}, {"key", kindBytes}, {"added_at", kindTime},
		}, "name", keep},
		{"identity_use", "", []column{{"authority", kindAuthority}, {"path", kindText}, {"name", kindText}}, "authority, path", keep},
	}
}

func settingColumns() []column { return []column{{"name", kindText}, {"value", kindText}} }

func entryKinds() []column {
	return []column{
		{"id", kindNumber},
		{"subscription_id", kindNumber},
		{"ref", kindLink},
		{"url", kindLink},
		{"title", kindText},
		{"author", kindText},
		{"updated", kindTime},
		{"rank", kindCount},
		{"first_seen", kindTime},
		{"published", kindTime},
		{"unread", kindFlag},
		{"starred", kindFlag},
		{"first_stay", kindCount},
		{"last_stay", kindCount},
		{"renewed_at", kindTime},
		{"page", kindDerived},
		{"own", kindDerived},
	}
}

func postKinds() []column {
	return []column{
		{"entry_id", kindNumber},
		{"subscription_id", kindNumber},
		{"url", kindLink},
		{"media_type", kindText},
		{"fetched_at", kindTime},
		{"from_feed", kindFlag},
		{"size", kindCount},
		{"cut", kindFlag},
		{"text", kindDocument},
		{"growths", kindDerived},
		{"joins", kindDerived},
	}
}

// WriteArchive writes the whole database as it is now, for
// [Store.ReadArchive]: JSON Lines, of which the first names the version and each
// other one is a row. Its type is the table, its keys are the columns. Times are
// in RFC 3339, and null where there is none; bytes are in base64. Texts are one safe
// line each; a row with a link or bytes beyond the bounds of archives is left out.
func (s *Store) WriteArchive(ctx context.Context, w io.Writer) error {
	err := inSnapshot(ctx, s.db, func(q querier) error { return writeArchive(ctx, q, w) })
	if err != nil {
		return fmt.Errorf("write archive: %w", err)
	}
	return nil
}

// inSnapshot runs do in a transaction that only reads. Unlike inTx it takes no lock
// that others wait for.
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
	columns, err := columnsOf(ctx, q, t.name, t.columns)
	if err != nil {
		return err
	}
	rows, err := q.QueryContext(ctx, `
		SELECT `+strings.Join(columnNames(columns), ", ")+` FROM `+t.name+` `+t.where+` ORDER BY `+t.order)
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
		if errors.Is(err, errTooLong) {
			continue // the row would not be read again
		}
		if err != nil {
			return err
		}
		if _, err := w.Write(line); err != nil {
			return err
		}
	}
	return rows.Err()
}

// rowAsJSON returns a line of the archive. Its keys are in the order of columns.
func rowAsJSON(table string, columns []column, values []any) ([]byte, error) {
	var line bytes.Buffer
	enc := json.NewEncoder(&line)
	enc.SetEscapeHTML(false)
	fmt.Fprintf(&line, `{"type":%q`, table)
	for i, c := range columns {
		fmt.Fprintf(&line, `,%q:`, c.name)
		value, err := c.toJSON(values[i])
		if err != nil {
			return nil, err
		}
		if err := enc.Encode(value); err != nil {
			return nil, err
		}
		line.Truncate(line.Len() - 1) // the encoder's newline
	}
	line.WriteString("}\n")
	return line.Bytes(), nil
}
