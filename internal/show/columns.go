package show

// Columns returns the names of the columns that a command's table has in a pipe, none
// if it prints no table.
func Columns(command string) []string {
	return map[string]list{
		"update": entryList(), "entries": entryList(), "search": entryList(), "prune": entryList(),
		"thread":        threadList(),
		"mentions":      mentionList(),
		"show":          linkList(),
		"list":          feedList(FeedView{}),
		"add":           addedList(),
		"discover":      foundList(),
		"import":        importList(),
		"tag list":      tagList(),
		"mute list":     muteList(),
		"undo":          changeList(),
		"robots":        robotsList(),
		"config":        settingList(),
		"doctor":        findingList(),
		"sync":          machineList(),
		"trust list":    keyList(),
		"identity new":  addedIdentityList(),
		"identity add":  addedIdentityList(),
		"identity list": identityList(),
	}[command].names()
}
