package app

import "context"

// Backup copies the database to a file, which is replaced once the copy is whole
// and checked.
func (a *App) Backup(ctx context.Context, path string) error { return a.db.Backup(ctx, path) }
