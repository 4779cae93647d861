package app

import (
	"context"
	"errors"
	"fmt"

	"gemsub/internal/model"
	"gemsub/store"
)

// Changes returns the changes of commands that [App.Undo] can undo, the last first.
func (a *App) Changes(ctx context.Context) ([]model.Change, error) { return a.db.Changes(ctx) }

// Undo undoes a change by its number, or with 0 the last one that a person made by a
// command.
func (a *App) Undo(ctx context.Context, number int64) (model.Undone, error) {
	u, err := a.db.Undo(ctx, number)
	switch {
	case errors.Is(err, store.ErrNothingToUndo) && number != 0:
		return u, WithHint(fmt.Errorf("there is no change %d to undo", number), "gemsub undo --list")
	case errors.Is(err, store.ErrNothingToUndo):
		return u, WithHint(err, "what was changed in the last 30 days by commands such as add, read, star, tag, set and remove can be undone")
	}
	return u, err
}
