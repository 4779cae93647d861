package store

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/mattn/go-sqlite3"

	"gemsub/internal/model"
)

// store stores a row in the place of the archive's feed.
func (r *restorer) store(ctx context.Context, row archivedRow) error {
	if id, ok := row.values["subscription_id"].(int64); ok {
		if row.values["subscription_id"], ok = r.feeds[id]; !ok {
			return fmt.Errorf("no feed before this line has the number %d", id)
		}
	}
	r.translateStays(row)
	switch row.table {
	case "entry":
		if row.values["url"] == nil { // it is the Atom id, as in archives of before
			row.values["url"] = row.values["ref"]
		}
		away, err := r.staysPruned(ctx, row.values)
		if away {
			r.renumber(row.values["id"], 0)
		}
		if away || err != nil {
			return err
		}
	case "post":
		away, err := r.ofPruned(ctx, row.values)
		if away || err != nil {
			return err
		}
	case "host":
		if row.values["refused"] == true {
			return &leftOutError{"keys that were refused elsewhere cannot be accepted here"}
		}
	case "identity":
		if err := r.sameIdentity(ctx, row.values); err != nil {
			return err
		}
	case "identity_use":
		if err := r.mayUse(ctx, row.values); err != nil {
			return err
		}
	}
	return r.insert(ctx, row)
}

// staysPruned reports whether an entry was pruned here and has no later date in the
// archive.
func (r *restorer) staysPruned(ctx context.Context, row map[string]any) (stays bool, err error) {
	ref, _ := row["ref"].(string)
	err = r.tx.QueryRowContext(ctx, `
		SELECT EXISTS (SELECT 1 FROM pruned p JOIN subscription s ON s.id = p.subscription_id
			WHERE s.id = ? AND p.ref = ? AND p.updated >= ? AND `+isListed("p", "s")+`)`,
		row["subscription_id"], idHash(ref), row["updated"]).Scan(&stays)
	return stays, err
}

// renumber notes the number here of an entry that has another one in the archive; 0
// if it is not here.
func (r *restorer) renumber(archived any, here int64) {
	if number, ok := archived.(int64); ok && number != here {
		r.entries[number] = here
	}
}

// ofPruned gives a row its entry's number here, and reports whether that entry was
// pruned. The error is a *[leftOutError] if there is no such entry of the row's feed.
func (r *restorer) ofPruned(ctx context.Context, row map[string]any) (pruned bool, err error) {
	number, _ := row["entry_id"].(int64)
	here, renumbered := r.entries[number]
	if renumbered && here == 0 {
		return true, nil
	}
	if renumbered {
		row["entry_id"] = here
	}
	var known bool
	err = r.tx.QueryRowContext(ctx, `
		SELECT EXISTS (SELECT 1 FROM entry WHERE id = ? AND subscription_id = ?)`,
		row["entry_id"], row["subscription_id"]).Scan(&known)
	if err == nil && !known {
		err = &leftOutError{fmt.Sprintf("no entry of its feed has the number %d", number)}
	}
	return false, err
}

// sameIdentity returns an error for an identity of which there is another here
// under the same name.
func (r *restorer) sameIdentity(ctx context.Context, row map[string]any) error {
	name, _ := row["name"].(string)
	var other bool
	err := r.tx.QueryRowContext(ctx, `
		SELECT EXISTS (SELECT 1 FROM identity WHERE name = ? AND (certificate, key) IS NOT (?, ?))`,
		name, row["certificate"], row["key"]).Scan(&other)
	if err != nil {
		return err
	}
	if other {
		return &leftOutError{fmt.Sprintf("there is another identity %s here", name)}
	}
	r.identities[name] = true
	return nil
}

// mayUse returns an error for the use of an identity that the archive does not
// hold with its key: who wrote it does not decide where the user's own is shown.
func (r *restorer) mayUse(ctx context.Context, row map[string]any) error {
	name, _ := row["name"].(string)
	if r.identities[name] {
		return nil
	}
	var here bool
	err := r.tx.QueryRowContext(ctx, `
		SELECT EXISTS (SELECT 1 FROM identity WHERE name = ?)`, name).Scan(&here)
	switch {
	case err != nil:
		return err
	case here:
		return &leftOutError{fmt.Sprintf("the identity %s here is not from the archive", name)}
	}
	return &leftOutError{fmt.Sprintf("there is no identity %s", name)}
}

// maxNumber is the highest number that a row keeps. Later rows get higher ones, and an
// archive of them has to be readable too.
const maxNumber = 1 << 31

// insert stores a row. It keeps its number if that is higher than all numbers in its
// table so far.
func (r *restorer) insert(ctx context.Context, row archivedRow) error {
	number, numbered := row.values["id"].(int64)
	if number <= r.last[row.table] || number > maxNumber {
		delete(row.values, "id")
	}
	query, args := r.insertion(row)
	if !strings.Contains(query, "RETURNING") {
		n, err := affected(ctx, r.tx, query, args...)
		if n > 0 {
			r.note(row)
		}
		return r.removedMeanwhile(err)
	}
	var id int64
	if err := r.tx.QueryRowContext(ctx, query, args...).Scan(&id); err != nil {
		return r.removedMeanwhile(err)
	}
	if id > r.last[row.table] {
		r.last[row.table] = id
		r.note(row)
	}
	switch {
	case row.table == "subscription" && numbered:
		r.feeds[number] = id
		return r.noteStay(ctx, id, row)
	case row.table == "entry" && numbered:
		r.renumber(number, id)
	}
	return nil
}

// An ourStay is the stay of a page in an archive, and the one that it is in here.
type ourStay struct{ archived, here int64 }

// noteStay notes the stay of a subscription, so that what belongs to it in the archive
// does so here.
func (r *restorer) noteStay(ctx context.Context, id int64, row archivedRow) error {
	var stay ourStay
	stay.archived, _ = row.values["stay"].(int64)
	err := r.tx.QueryRowContext(ctx, `SELECT stay FROM subscription WHERE id = ?`, id).Scan(&stay.here)
	r.stays[id] = stay
	return err
}

// translateStays gives an entry, or a pruned one, its stays here, if the page is in
// another one than in the archive. Of earlier stays there nothing is known here.
func (r *restorer) translateStays(row archivedRow) {
	id, _ := row.values["subscription_id"].(int64)
	stay := r.stays[id]
	if row.table != "entry" && row.table != "pruned" || stay.here == stay.archived {
		return
	}
	var in stays
	in.first, _ = row.values["first_stay"].(int64)
	in.last, _ = row.values["last_stay"].(int64)
	if in.has(stay.archived) {
		in = stays{stay.here, stay.here}
	} else {
		in = stays{1, 0}
	}
	row.values["first_stay"], row.values["last_stay"] = in.first, in.last
}

// insertion returns the statement that stores a row.
func (r *restorer) insertion(row archivedRow) (query string, args []any) {
	var names []string
	for _, c := range r.columns[row.table] {
		if value, ok := row.values[c.name]; ok {
			names, args = append(names, c.name), append(args, value)
		}
	}
	return `
		INSERT INTO ` + row.table + ` (` + strings.Join(names, ", ") + `)
		VALUES (` + placeholders(len(names)) + `)
		` + r.merge[row.table], args
}

// removedMeanwhile returns the error for a row whose feed the user has removed since
// it was stored.
func (r *restorer) removedMeanwhile(err error) error {
	if e, ok := errors.AsType[sqlite3.Error](err); ok && e.ExtendedCode == sqlite3.ErrConstraintForeignKey {
		return &leftOutError{"its feed was removed meanwhile"}
	}
	return err
}

// note counts a row that was added, and notes what the user has to be told by name.
func (r *restorer) note(row archivedRow) {
	r.done.Added[row.table]++
	name, _ := row.values["name"].(string)
	authority, _ := row.values["authority"].(string)
	path, _ := row.values["path"].(string)
	switch row.table {
	case "subscription":
		if row.values["ignore_robots"] == true {
			url, _ := row.values["url"].(string)
			r.done.IgnoreRobots = append(r.done.IgnoreRobots, url)
		}
	case "entry":
		r.countEntry(row.values)
	case "host":
		r.done.Keys = append(r.done.Keys, authority)
	case "identity":
		r.done.Identities = append(r.done.Identities, name)
	case "identity_use":
		r.done.Uses = append(r.done.Uses, model.IdentityUse{Authority: authority, Path: path, Name: name})
	}
}

func (r *restorer) countEntry(entry map[string]any) {
	feed, _ := entry["subscription_id"].(int64)
	n := r.added[feed]
	n.entries++
	if entry["unread"] == true {
		n.unread++
	}
	r.added[feed] = n
}
