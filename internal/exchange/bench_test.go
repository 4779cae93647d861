package exchange_test

import (
	"fmt"
	"strings"
	"testing"

	"gemsub/internal/exchange"
)

// many makes files of 20,000 subscriptions.
func many(b *testing.B) map[exchange.Kind][]byte {
	b.Helper()
	var subs []exchange.Subscription
	var urls, ini strings.Builder
	for i := range 20_000 {
		url := fmt.Sprintf("gemini://capsule%d.example.org/~somebody/gemlog/", i)
		subs = append(subs, sub(0, url, fmt.Sprintf("The gemlog of somebody %d", i), fmt.Sprintf("tag%d", i%50), "friends"))
		fmt.Fprintf(&urls, "%s tag%d friends \"~The gemlog of somebody %d\"\n", url, i%50, i)
		fmt.Fprintf(&ini, "[%d]\nurl = \"%s\"\ntitle = \"Somebody %d\"\ntags = \".subscribed friends\"\nicon = 0x1f4d6\ncreated = 1612137600  # 2021-02-01\n\n", i+1, url, i)
	}
	return map[exchange.Kind][]byte{
		exchange.OPML: []byte(written(b, subs)), exchange.URLs: []byte(urls.String()), exchange.Lagrange: []byte(ini.String()),
	}
}

func BenchmarkParse(b *testing.B) {
	for kind, data := range many(b) {
		b.Run(string(kind), func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				l, err := exchange.Parse("", data, kind)
				if err != nil || len(l.Subscriptions) != 20_000 {
					b.Fatal(err)
				}
			}
		})
	}
}
