package tui

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/gdamore/tcell/v3"

	"gemsub/internal/words"
)

// An Action is what a key does.
type Action struct {
	Name  string // as in the configuration
	Keys  []string
	Help  string
	where scope
	do    func(*reader)
}

// A scope says where a key works, so that no key changes anything that is not on the screen.
type scope int

const (
	anywhere scope = iota
	onPanes        // not while a text such as the help covers the panes
	onLists        // also not in a post
	inPosts        // only in a post
)

// Actions returns the table of all keys; help, manual and configuration come from it.
func Actions() []Action {
	return []Action{
		{"down", []string{"j", "down"}, "one line down", anywhere, func(r *reader) { r.move(1) }},
		{"up", []string{"k", "up"}, "one line up", anywhere, func(r *reader) { r.move(-1) }},
		{"page-down", []string{"pgdn", "ctrl-f", "ctrl-d"}, "one page down", anywhere, func(r *reader) { r.move(r.step()) }},
		{"page-up", []string{"pgup", "ctrl-b", "ctrl-u"}, "one page up", anywhere, func(r *reader) { r.move(-r.step()) }},
		{"top", []string{"g", "home"}, "to the beginning", anywhere, func(r *reader) { r.move(-scrollToEnd) }},
		{"bottom", []string{"G", "end"}, "to the end", anywhere, func(r *reader) { r.move(scrollToEnd) }},
		{"open", []string{"enter"}, "open the feed, the entry, or the selected link", onPanes, (*reader).open},
		{"right", []string{"l", "right"}, "open; in a post, scroll preformatted text sideways", anywhere, (*reader).right},
		{"left", []string{"h", "left"}, "back; in a post, scroll back first", anywhere, (*reader).left},
		{"back", []string{"q"}, "back; from the subscriptions, quit", anywhere, (*reader).back},
		{"quit", []string{"Q", "ctrl-c"}, "quit", anywhere, func(r *reader) { r.done = true }},
		{"next-link", []string{"tab"}, "to the next pane; in a post, select the next link", onPanes, func(r *reader) { r.nextLink(1) }},
		{"previous-link", []string{"shift-tab"}, "in a post, select the link before", onPanes, func(r *reader) { r.nextLink(-1) }},
		{"read-on", []string{"space"}, "open; in a post, a page down, and at its end the next unread post", anywhere, (*reader).readOn},
		{"next", []string{"n"}, "next unread entry", onPanes, func(r *reader) { r.toEntry(1, true) }},
		{"previous", []string{"p"}, "previous unread entry", onPanes, func(r *reader) { r.toEntry(-1, true) }},
		{"next-any", []string{"."}, "next entry, whether read or not", onPanes, func(r *reader) { r.toEntry(1, false) }},
		{"previous-any", []string{","}, "previous entry, whether read or not", onPanes, func(r *reader) { r.toEntry(-1, false) }},
		{"next-feed", []string{"J"}, "next feed with unread entries", onPanes, func(r *reader) { r.toFeed(1) }},
		{"previous-feed", []string{"K"}, "previous feed with unread entries", onPanes, func(r *reader) { r.toFeed(-1) }},
		{"read", []string{"r", "N"}, "mark the entry as read, or as unread", onPanes, (*reader).toggleRead},
		{"star", []string{"s"}, "star the entry, or remove its star", onPanes, (*reader).toggleStar},
		{"later", []string{"m"}, "keep the selected link, else the shown page or the entry, to read later", onPanes, (*reader).later},
		{"read-all", []string{"a"}, "mark all entries of the list, or of the feed under the cursor, as read", onLists, (*reader).readAll},
		{"read-below", []string{">"}, "mark the entry and all below it in the list as read", onLists, func(r *reader) { r.readPart(true) }},
		{"read-above", []string{"<"}, "mark the entry and all above it in the list as read", onLists, func(r *reader) { r.readPart(false) }},
		{"unread-only", []string{"A"}, "list only unread entries, or all; on the left, feeds with unread ones", onLists, (*reader).toggleUnreadOnly},
		{"sort", []string{"z"}, "sort the feeds by unread, newest, failures, number or title", onLists, (*reader).sortFeeds},
		{"undo", []string{"u"}, "take back the last change since the start", anywhere, (*reader).undo},
		{"link", strings.Split("1234567890", ""), "follow the link of that number; a number that could go on waits for enter", inPosts, (*reader).digit},
		{"headings", []string{"#"}, "go to the next heading of the post: then n and N go on", inPosts, (*reader).nextHeading},
		{"browser", []string{"o", "O"}, "open the selected link, else the shown page or the entry, in the browser", onPanes, (*reader).browse},
		{"copy", []string{"y"}, "copy the URL of the selected link, else of the shown page or the entry", onPanes, (*reader).copyURL},
		{"save", []string{"S"}, "save the text of the post in a file", onPanes, (*reader).promptSave},
		{"pipe", []string{"|"}, "pipe the text of the post into a command of the shell", onPanes, (*reader).promptPipe},
		{"set", []string{"E"}, "change the feed's settings: begins the command set", onPanes, (*reader).promptSet},
		{"pause", []string{"P"}, "pause the feed, or resume it", onPanes, (*reader).togglePause},
		{"refresh", []string{"R"}, "request the shown post again; from a list, update", onPanes, (*reader).requestAgain},
		{"search", []string{"/"}, "search titles and posts; in a text, find words there: then n and N go on", anywhere, (*reader).promptSearch},
		{"filter", []string{"F", "f"}, "list unread, all, starred, conversations, a view, #tag or a feed", anywhere, (*reader).promptFilter},
		{"thread", []string{"t"}, "the conversation of the entry", onPanes, (*reader).thread},
		{"health", []string{"H"}, "the feeds that fail, why, and what to do", anywhere, func(r *reader) { r.command("doctor") }},
		{"update", []string{"U"}, "update due feeds; again: all; while running: stop", anywhere, (*reader).toggleUpdate},
		{"command", []string{":"}, "run any gemsub command, as in :add URL; a URL alone shows that page", anywhere, (*reader).promptCommand},
		{"log", []string{"L"}, "the messages so far", anywhere, (*reader).showLog},
		{"help", []string{"?", "f1"}, "this help", anywhere, (*reader).showHelp},
		{"cancel", []string{"esc", "b", "backspace"}, "stop waiting, else go back; never quits", anywhere, (*reader).escape},
		{"suspend", []string{"ctrl-z"}, "suspend the reader until the shell's fg", anywhere, (*reader).suspend},
	}
}

// keyName names the key of an event, as the configuration does.
func keyName(e *tcell.EventKey) string {
	switch {
	case e.Key() == tcell.KeyBacktab:
		return "shift-tab"
	case e.Key() != tcell.KeyRune:
		return strings.ToLower(cmp.Or(tcell.KeyNames[e.Key()], e.Name()))
	case e.Str() == " ":
		return "space"
	case e.Modifiers()&tcell.ModCtrl != 0:
		return "ctrl-" + strings.ToLower(e.Str())
	}
	return e.Str()
}

// A Keymap is what the user's file says of keys.
type Keymap struct {
	keys map[string][]string // of actions, in place of the usual ones
	does map[string]string   // an action or a command, by key
}

// NewKeymap returns the Keymap of a file without keys.
func NewKeymap() Keymap { return Keymap{map[string][]string{}, map[string]string{}} }

// Set takes a setting of the table of keys: the keys of an action or, if name is a key, the action or
// the command that this key is for. Four actions have names of keys, such as up. It fails if there
// is no such key, action or command, or if a key is for something else already.
func (m Keymap) Set(name string, values []string) error {
	does, keys := name, values
	isKeyOfUser := len(values) == 1 && (isCommand(values[0]) || isKey(name) && !slices.Contains(actionNames(), name))
	if isKeyOfUser {
		does, keys = values[0], []string{name}
	}
	if err := checkKeys(does, keys); err != nil {
		return err
	}
	for _, key := range keys {
		if other := m.does[key]; other != "" && other != does {
			return fmt.Errorf("key %s is for %s already", key, other)
		}
		m.does[key] = does
	}
	if !isKeyOfUser {
		m.keys[name] = keys
	}
	return nil
}

// Actions returns the actions with the keys that the user chose for them, or with their usual keys
// that are for nothing else.
func (m Keymap) Actions() []Action {
	all := Actions()
	for i, a := range all {
		if all[i].Keys = m.keys[a.Name]; all[i].Keys == nil {
			isTaken := func(key string) bool { return m.does[key] != "" && m.does[key] != a.Name }
			all[i].Keys = slices.DeleteFunc(a.Keys, isTaken)
		}
	}
	return all
}

// bindings returns the actions, below commands that have keys of the user.
func (m Keymap) bindings() []Action {
	all := m.Actions()
	for _, key := range slices.Backward(slices.Sorted(maps.Keys(m.does))) {
		does := m.does[key]
		switch i := slices.IndexFunc(all, func(a Action) bool { return a.Name == does }); {
		case i < 0:
			command := Action{does, []string{key}, words.Safe(does), anywhere, func(r *reader) { r.command(does) }}
			if program, isProgram := strings.CutPrefix(does, "!"); isProgram {
				command.where, command.do = onPanes, func(r *reader) { r.start(program) }
			}
			all = append([]Action{command}, all...)
		case !slices.Contains(all[i].Keys, key):
			all[i].Keys = append(slices.Clone(all[i].Keys), key)
		}
	}
	return all
}

func actionNames() (names []string) {
	for _, a := range Actions() {
		names = append(names, a.Name)
	}
	return names
}

// checkKeys returns an error for an invalid key, or for what is neither an action nor a command.
func checkKeys(does string, keys []string) error {
	for _, key := range keys {
		if !isKey(key) {
			return fmt.Errorf("unknown key %q: keys are single characters, ctrl-a to ctrl-z, f1 to f12, space, enter, tab, shift-tab, esc, backspace, up and the like", key)
		}
	}
	switch {
	case slices.Contains([]string{"", ":", "!"}, strings.TrimSpace(does)):
		return errors.New(`must be an action, ":" with a command of gemsub, or "!" with one of the shell`)
	case !isCommand(does) && !slices.Contains(actionNames(), does):
		return words.UnknownValue("action", does, actionNames())
	}
	return nil
}

func isKey(name string) bool {
	for _, special := range tcell.KeyNames {
		if name == strings.ToLower(special) {
			return true
		}
	}
	return name == "space" || name == "shift-tab" || len([]rune(name)) == 1 && name > " "
}

// isCommand reports whether the user's key runs a ":command" of gemsub or a "!program".
func isCommand(does string) bool { return len(does) > 1 && strings.ContainsAny(does[:1], ":!") }
