package show

// Columns returns the names of the columns that a command's table has in a pipe, none
// if it prints no table.
func Columns(command string) []string {
	switch command {
	case "update", "entries", "search", "prune":
		return entryList().names()
	case "thread":
		return threadList().names()
	case "mentions":
		return mentionList().names()
	case "show":
		return linkList().names()
	case "list":
		return feedList(FeedView{}).names()
	case "add":
		return addedList().names()
	case "discover":
		return foundList().names()
	case "import":
		return importList().names()
	case "tag list":
		return tagList().names()
	case "mute list":
		return muteList().names()
	case "undo":
		return changeList().names()
	case "robots":
		return robotsList().names()
	case "config":
		return settingList().names()
	case "doctor":
		return findingList().names()
	case "trust list":
		return keyList().names()
	case "identity new", "identity add":
		return addedIdentityList().names()
	case "identity list":
		return identityList().names()
	}
	return nil
}
