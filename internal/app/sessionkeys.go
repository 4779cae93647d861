package app

import (
	"context"
	"maps"
	"slices"
	"sync"

	"gemsub/internal/address"
	"gemsub/internal/model"
	"gemsub/store"
)

// maxKeysRead bounds the keys that a session has read ahead. It asks some authorities at
// a time, and a key that is no longer here is read again.
const maxKeysRead = 1000

// The sessionKeys are the keys of the authorities that a session asks. They implement
// fetch.Keys.
type sessionKeys struct {
	db *store.Store

	mu     sync.Mutex
	read   map[string]model.PinnedKey // as they were stored
	seen   map[string]model.PinnedKey // not committed yet
	before map[string]string          // the fingerprints that those of seen replace; "" for none
}

func newSessionKeys(db *store.Store) *sessionKeys {
	return &sessionKeys{db: db, read: map[string]model.PinnedKey{}, seen: map[string]model.PinnedKey{}, before: map[string]string{}}
}

// readAhead reads the keys of authorities that are about to be asked: one by one, that
// would take a twentieth of an update's time. That there is none is not kept: until the
// authority is asked, another program may have trusted one.
func (k *sessionKeys) readAhead(ctx context.Context, authorities []string) error {
	authorities = k.unread(authorities)
	if len(authorities) == 0 {
		return nil
	}
	keys, err := k.db.PinnedKeysOf(ctx, authorities)
	if err != nil {
		return err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, key := range keys {
		k.read[key.Authority] = key
	}
	return nil
}

// unread returns those of authorities that have keys which are not here. It makes room for
// them.
func (k *sessionKeys) unread(authorities []string) (unread []string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, authority := range authorities {
		if _, isRead := k.read[authority]; !isRead && address.HasKey(authority) {
			unread = append(unread, authority)
		}
	}
	if len(k.read)+len(unread) > maxKeysRead {
		clear(k.read)
	}
	return unread
}

// Key implements fetch.Keys.
func (k *sessionKeys) Key(ctx context.Context, authority string) (model.PinnedKey, bool, error) {
	if key, known := k.known(authority); known {
		return key, true, nil
	}
	key, known, err := k.db.PinnedKey(ctx, authority)
	if known {
		k.mu.Lock()
		k.read[authority] = key
		k.mu.Unlock()
	}
	return key, known, err
}

func (k *sessionKeys) known(authority string) (key model.PinnedKey, known bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if key, known = k.seen[authority]; !known {
		key, known = k.read[authority]
	}
	return key, known
}

// PinKey implements fetch.Keys. The key is written with the next commit.
func (k *sessionKeys) PinKey(_ context.Context, key model.PinnedKey) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if _, again := k.seen[key.Authority]; !again {
		k.before[key.Authority] = k.read[key.Authority].Fingerprint
	}
	k.seen[key.Authority] = key
	return nil
}

// toCommit returns the keys that are to be committed, and the fingerprints of those that
// they replace.
func (k *sessionKeys) toCommit() (keys []model.PinnedKey, before map[string]string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return slices.Collect(maps.Values(k.seen)), maps.Clone(k.before)
}

// committed forgets keys that were committed, or that a person decided about meanwhile.
// One that changed since stays to be committed.
func (k *sessionKeys) committed(keys []model.PinnedKey) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, key := range keys {
		delete(k.read, key.Authority)
		if k.seen[key.Authority] == key {
			delete(k.seen, key.Authority)
			delete(k.before, key.Authority)
		} else {
			k.before[key.Authority] = key.Fingerprint
		}
	}
}
