package cmdline

import (
	"strconv"
	"strings"

	"gemsub/internal/address"
)

// Fault is what Go's package flag says is wrong with a command line, in our words and
// without the user information of the URL that it may quote.
func Fault(err error) string {
	message := withoutPassword(err.Error())
	message = strings.ReplaceAll(message, "flag provided but not defined: -", "unknown flag --")
	message = strings.ReplaceAll(message, "flag needs an argument: -", "flag needs a value: --")
	message = strings.ReplaceAll(message, "for flag -", "for -")
	message = strings.ReplaceAll(message, "\" for -", "\" for --")
	message = strings.TrimSuffix(message, ": parse error")
	if i := strings.LastIndex(message, " --"); i == len(message)-4 { // a short one
		message = message[:i+2] + message[i+3:]
	}
	return message
}

func withoutPassword(message string) string {
	begin, end := strings.IndexByte(message, '"'), strings.LastIndexByte(message, '"')+1
	if begin < 0 {
		return message
	}
	value, err := strconv.Unquote(message[begin:end])
	if err != nil {
		return message
	}
	return message[:begin] + strconv.Quote(address.WithoutUser(value)) + message[end:]
}
