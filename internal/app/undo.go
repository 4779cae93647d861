package app

import (
	"context"
	"errors"

	"gemsub/internal/model"
	"gemsub/store"
)

// Changes returns the changes of commands that [App.Undo] can undo, the last first.
func (a *App) Changes(ctx context.Context) ([]model.Change, error) { return a.db.Changes(ctx) }

// Undo undoes the last change that a person made by a command.
func (a *App) Undo(ctx context.Context) (model.Undone, error) {
	u, err := a.db.Undo(ctx)
	if errors.Is(err, store.ErrNothingToUndo) {
		return u, WithHint(err, "what was changed in the last 30 days by commands such as read, star, tag, set and remove can be undone")
	}
	return u, err
}
