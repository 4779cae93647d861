package tui

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"gemsub/internal/app"
	"gemsub/internal/capsule"
	"gemsub/internal/model"
)

// morning is when the reader is opened.
var morning = time.Date(2026, 3, 10, 6, 30, 0, 0, time.UTC)

// A world is capsules in memory, and a database that knows them.
type world struct {
	net capsule.Network
	db  []byte
}

// newWorld is made once: each reader has a copy of the database.
var newWorld = sync.OnceValue(func() world {
	w := world{net: capsule.Network{}}
	w.serve("garden.example", "/log/", gardenLog(), "text/gemini")
	for i := 1; i <= 12; i++ {
		w.serve("garden.example", fmt.Sprintf("/log/%02d.gmi", i), gardenPost(i), "text/gemini")
	}
	w.serve("coast.example", "/", "# Letters from the coast\n=> storm.gmi 2026-03-05 The first winter storm\n=> ferry.gmi 2026-03-01 A ferry, missed\n", "text/gemini")
	w.serve("coast.example", "/storm.gmi", "# Storm\nAs I read in\n=> gemini://garden.example/log/02.gmi the garden\n", "text/gemini")
	w.serve("coast.example", "/ferry.gmi", "Missed.\n", "text/gemini")
	w.serve("wide.example", "/", "# 日本の庭\n=> 1.gmi 2026-03-04 竹と石、そして静けさについての長い題名がここにあります、もっと長く長く\n"+
		"=> 2.gmi 2026-03-03 שלום עולם\n=> 3.gmi 2026-03-02 Cafe\u0301 👩‍🌾 e\u0308t \u200ezwei\n", "text/gemini")
	w.serve("wide.example", "/1.gmi", "竹と石、そして静けさについての長い題名がここにあります、もっと長く長く。竹と石、そして静けさ\n", "text/gemini")
	w.serve("wide.example", "/2.gmi", "שלום\n", "text/gemini")
	w.serve("wide.example", "/3.gmi", "e\u0301\u0302\u0303\u0304\n", "text/gemini")
	w.serve("fresh.example", "/", "# Fresh\n=> 1.gmi 2026-01-02 Not so new\n", "text/gemini") // for TestOutside
	w.serve("news.example", "/", "# News\n=> 1.gmi 2026-01-02 Not so new\n", "text/gemini")   // for TestUpdateAlone
	w.serve("day.example", "/", "# Day\n=> 1.gmi 2026-01-02 Not so new\n", "text/gemini")     // for TestDay
	w.serve("later.example", "/", "# Links\n=> 1.gmi 2026-01-02 Links\n", "text/gemini")      // for laterKey
	w.serve("later.example", "/1.gmi", "# Links\n=> 2.gmi Two\n=> gemini://garden.example/log/?delete Delete\n=> https://web.example/ Web\n=> gone.gmi Gone\n", "text/gemini")
	w.serve("later.example", "/2.gmi", "# Two\n=> gemini://coast.example/?all All\n", "text/gemini")
	w.serve("asking.example", "/", "=> name Name\n=> door Door\n=> cat.png Cat\n=> gopher://asking.example/I/cat Cat\n", "text/gemini") // for TestAnswer
	w.serve("asking.example", "/cat.png", "PNG", "image/png")
	w.serve("failing.example", "/", "# Failing\n=> gone.gmi 2026-03-09 A lost page\n", "text/gemini")                                                                         // for TestAskAgain
	w.serve("tiny.example", "/log.gmi", tinylog(), "text/gemini")                                                                                                             // for TestTinylog
	w.serve("tiny.example", "/page.gmi", tinylog(), "text/gemini")                                                                                                            // for TestHeadings
	w.serve("both.example", "/", "# Both\n=> gemini://garden.example/log/12.gmi 2026-02-12 Day 12 among the beans\n=> own.gmi 2026-02-01 A post of its own\n", "text/gemini") // for TestOneNumber
	w.serve("fresh.example", "/big.md", strings.Repeat("[](", 4<<10), "text/markdown")
	w.serve("dead.example", "/", "# Dead\n=> gone.gmi 2026-03-09 A dead page\n=> https://web.example/a 2026-03-08 Of the web\n=> live.gmi 2026-03-07 Alive\n", "text/gemini") // for addDead
	w.serve("dead.example", "/live.gmi", "Alive.\n", "text/gemini")
	w.serve("gone.example", "/", "# Gone soon\n=> 1.gmi 2026-01-01 Last words\n", "text/gemini")
	dir, err := os.MkdirTemp("", "gemsub-tui")
	check(err)
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "gemsub.db")
	w.fill(path)
	w.db, err = os.ReadFile(path)
	check(err)
	return w
})

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func (w world) serve(host, path, body, meta string) {
	if w.net[host] == nil {
		s, err := capsule.New(capsule.Options{Now: func() time.Time { return morning }, Certificate: capsule.CertOptions{Names: []string{host}}})
		check(err)
		w.net[host] = s
	}
	w.net[host].Reply(path, capsule.Reply{Status: 20, Meta: meta, Body: body})
}

func gardenLog() string {
	var b strings.Builder
	b.WriteString("# Garden\n")
	for i := 12; i > 0; i-- {
		fmt.Fprintf(&b, "=> %02d.gmi 2026-02-%02d Day %d among the beans\n", i, i, i)
	}
	return b.String()
}

// tinylog is a page of 60 entries under headings.
func tinylog() string {
	var b strings.Builder
	b.WriteString("# Tinylog\n\n")
	for i := 60; i > 0; i-- {
		fmt.Fprintf(&b, "## 2026-01-%02d %02d:30\nThought %d came to me, \U0001F1E9\U0001F1EA.\nIt went again.\n\n", 1+i/3, i%24, i)
	}
	return b.String()
}

func gardenPost(i int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Day %d\n\n", i)
	for line := range 12 {
		fmt.Fprintf(&b, "Line %d of day %d is long enough to be wrapped on most screens that people have.\n", line+1, i)
	}
	b.WriteString("```a plan\n" + strings.Repeat("<--------->", 12) + " the end\n```\n")
	b.WriteString("=> 01.gmi The first day\n=> https://web.example/ The web\n=> missing.gmi Nothing here\n=> more.gmi More of it\n")
	return b.String()
}

// fill makes the database: what was subscribed to, and updated once.
func (w world) fill(path string) {
	ctx := context.Background()
	w.serve("garden.example", "/log/more.gmi", "# More\nof it\n", "text/gemini")
	a, err := app.Open(ctx, path, app.Environment{Session: "reader", Now: func() time.Time { return morning }, Dial: w.net.Dial})
	check(err)
	defer a.Close()
	for _, url := range []string{"gemini://garden.example/log/", "gemini://coast.example/", "gemini://wide.example/", "gemini://gone.example/"} {
		for added, err := range a.Add(ctx, app.AddOptions{URLs: []string{url}, Wanted: model.Settings{Backlog: new(-1)}}) {
			check(err)
			check(added.Err)
		}
	}
	_, err = a.Tag(ctx, "friends", []string{"2"})
	check(err)
	w.net["gone.example"].Reply("/", capsule.Reply{Status: 51, Meta: "not found"})
	run, err := a.Update(ctx, app.UpdateOptions{Force: true})
	check(err)
	for _, err := range run.Steps(ctx) {
		check(err)
	}
	check(run.Close())
}
