package words

// Command returns the command for what other readers, or other programs of the shell,
// call by this name, "" for none.
func Command(elsewhere string) string {
	return map[string]string{
		"subscribe": "add", "follow": "add",
		"unsubscribe": "remove", "unfollow": "remove", "delete": "remove", "del": "remove",
		"reload": "update", "refresh": "update", "fetch": "update", "pull": "update",
		"feeds": "list", "subscriptions": "list", "status": "list",
		"articles": "entries", "items": "entries", "posts": "entries", "log": "entries", "inbox": "entries",
		"starred": "entries", "stars": "entries", "catchup": "read", "catch-up": "read", "mark-read": "read", "up": "update",
		"cat": "show", "view": "show", "print": "show", "browse": "open",
		"find": "search", "grep": "search",
		"ignore": "mute", "kill": "mute", "killfile": "mute", "filter": "mute",
		"edit": "set", "settings": "config", "revert": "undo", "restore": "undo",
		"lint": "check", "validate": "check",
	}[elsewhere]
}
