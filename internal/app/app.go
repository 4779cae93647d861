// Package app is what gemsub does: it subscribes and updates, lists and marks,
// exports, explains, and looks after what is kept.
//
// It knows no flags, no terminal and prints nothing. Options come in as plain
// values whose zero value works; results go out as values, or as iterators that yield each
// result once it is stored. If a method returns an error, its results have only what is stored
// anyway: faces say of each result that it is done. An error with a method Hint says what the user
// can try.
package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"gemsub/internal/address"
	"gemsub/internal/fetch"
	"gemsub/internal/model"
	"gemsub/internal/words"
	"gemsub/store"
)

// An Environment is what gemsub takes from outside. Now is needed.
type Environment struct {
	Now func() time.Time
	// Dial and Resolver are those of [fetch.Client].
	Dial     fetch.DialFunc
	Resolver *net.Resolver
	// Private says which addresses no public capsule may lead to; nil means
	// [fetch.IsPrivate].
	Private func(netip.AddrPort) bool
	// Resolve finds the IP address of a host; this is invalid if a proxy resolves names. remote is
	// false for a host of this machine. Nil means that all hosts are local.
	Resolve func(ctx context.Context, host string) (ip netip.Addr, remote bool)
	// DNS is asked for addresses, "" for the system's: see [Environment.UseDNS].
	DNS string
	// Proxy carries all requests, "" if none does: see [Environment.UseProxy].
	Proxy string
	// NoNameServer says that the system names no name server, as Android does not.
	NoNameServer bool
	// Host is the name of this machine, "" if that is unknown.
	Host string
	// MachineID identifies this machine, "" if it has only a name.
	MachineID string
	// Shuffle decides in which order an update visits capsules; nil means by their last checks.
	Shuffle func(n int, swap func(i, j int))
	// Session names the session of a reader, "" for a command. Each has its own record of opened
	// posts, for undo.
	Session string
	// Order applies to lists of entries whose query has no order.
	Order EntryOrder
	// OnWait, if set, is called when a request waits for an authority, and when an update waits
	// for another one. The function that it returns is called when the wait is over.
	OnWait func(whom string) (done func())
}

// An App works on one database. Methods to which it adds nothing are those of [store.Store].
type App struct {
	Environment
	*db
	folder string // of a database that is temporary, "" of others
}

type db = store.Store // unexported, so that no caller replaces the database of an App

// Open opens the database at path, and creates it if needed.
func Open(ctx context.Context, path string, env Environment) (*App, error) {
	db, err := store.Open(ctx, path, env.Now)
	if err != nil {
		return nil, err
	}
	return &App{Environment: env, db: db}, nil
}

// OpenAny opens the database at path. If there is none, it makes an empty one in a temporary
// folder, which Close removes.
func OpenAny(ctx context.Context, path string, env Environment) (*App, error) {
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		return Open(ctx, path, env)
	}
	folder, err := os.MkdirTemp("", "gemsub")
	if err != nil {
		return nil, fmt.Errorf("make a temporary folder: %w", err)
	}
	a, err := Open(ctx, filepath.Join(folder, "gemsub.db"), env)
	if err != nil {
		os.RemoveAll(folder)
		return nil, err
	}
	a.folder = folder
	return a, nil
}

// Restore puts the backup in file in place of the database at path, see [store.Restore].
func Restore(ctx context.Context, path, file string, env Environment) (model.RestoreResult, error) {
	return store.Restore(ctx, path, file, env.Now)
}

// Close closes the database, and removes a temporary one.
func (a *App) Close() error {
	err := a.db.Close()
	return cmp.Or(err, os.RemoveAll(a.folder)) // without a folder this does nothing
}

// ErrSeveral reports a selection of several entries where one is needed.
var ErrSeveral = errors.New("that is more than one entry")

// A BadURLsError reports arguments that are not URLs, an error for each.
type BadURLsError []error

func (e BadURLsError) Error() string { return errors.Join(e...).Error() }

// A NoFeedError reports selectors that fit no subscription.
type NoFeedError struct{ Selectors []string }

func (e *NoFeedError) Error() string { return "no feed fits " + quoted(e.Selectors) }

// Hint names the command that lists what there is.
func (e *NoFeedError) Hint() string { return "gemsub list shows what you subscribe to" }

// An AmbiguousError reports a selector that fits several subscriptions.
type AmbiguousError struct {
	Selector string
	Fits     []model.Subscription
}

func (e *AmbiguousError) Error() string {
	return fmt.Sprintf("%q fits %d feeds", address.WithoutUser(e.Selector), len(e.Fits))
}

// Candidates returns a line for each of the first 20 that fit: number, name and URL. A last line
// says how many more there are, if any.
func (e *AmbiguousError) Candidates() []string {
	const most = 20
	var lines []string
	for i, s := range e.Fits {
		if i == most {
			return append(lines, fmt.Sprintf("and %d more", len(e.Fits)-most))
		}
		lines = append(lines, fmt.Sprintf("%d %s <%s>", s.ID, s.Name(), s.URL))
	}
	return lines
}

// noEntryError reports selectors that fit no entry.
func noEntryError(selectors ...string) error {
	return words.WithHint(errors.New("there is no entry "+quoted(selectors)), "gemsub entries --all lists what there is")
}

// quoted lists selectors, without passwords.
func quoted(selectors []string) string {
	var all []string
	for _, selector := range selectors {
		all = append(all, strconv.Quote(address.WithoutUser(selector)))
	}
	return strings.Join(all, ", ")
}
