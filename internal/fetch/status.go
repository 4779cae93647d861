package fetch

// Statuses that the client tells from others of their class ("Status codes").
const (
	statusSensitiveInput    = 11
	statusPermanentRedirect = 31
)

// The classes of statuses: their first digit.
const (
	classSuccess     = 2
	classRedirect    = 3
	classCertificate = 6
)

// meanings are what the statuses mean, in the words of the protocol.
var meanings = [...]string{
	10: "input",
	11: "sensitive input",
	20: "success",
	30: "redirect",
	31: "permanent redirect",
	40: "temporary failure",
	41: "server unavailable",
	42: "CGI error",
	43: "proxy error",
	44: "slow down",
	50: "permanent failure",
	51: "not found",
	52: "gone",
	53: "proxy request refused",
	59: "bad request",
	60: "certificate required",
	61: "certificate not authorized",
	62: "certificate not valid",
}

// statusMeaning describes a status from 10 to 69. An unknown one means what the
// first of its class does ("Status codes").
func statusMeaning(status int) string {
	if status < len(meanings) && meanings[status] != "" {
		return meanings[status]
	}
	return meanings[status/10*10]
}

func statusText(status int) string {
	return string([]byte{'0' + byte(status/10%10), '0' + byte(status%10)})
}
