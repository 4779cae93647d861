package main

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"gemsub/internal/shell"
)

// Each finding of the doctor has a command that gemsub takes, with a number or name in place of what is
// only known when it runs, or none: prose belongs to its message.
func TestDoctorCommands(t *testing.T) {
	t.Parallel()
	var source string
	for _, file := range []string{"doctor.go", "examine.go"} {
		text, err := os.ReadFile("../../internal/app/" + file)
		if err != nil {
			t.Fatal(err)
		}
		source += string(text)
	}
	found := regexp.MustCompile(`\b[dx]\.add\(Level\w+, (?:"[^"]*"|[\w.]+(?:\(\w+\))?), (.*)`).FindAllStringSubmatch(source, -1)
	if all := strings.Count(source, ".add(Level"); len(found) != all || all < 10 {
		t.Fatalf("read %d of %d findings", len(found), all)
	}
	for _, finding := range found {
		if !regexp.MustCompile(`^(""|command|(fmt\.Sprintf\()?"(gemsub|chmod) .*)`).MatchString(finding[1]) {
			t.Errorf("its command is none: %s", finding[0])
		}
	}
	m := newMistakeRunner(t)
	for _, literal := range regexp.MustCompile(`"(gemsub [^"]*)"( ?\+)?`).FindAllStringSubmatch(source, -1) {
		line := strings.NewReplacer("%d", "7", "%s", "7").Replace(literal[1])
		if literal[2] != "" {
			line += " 7"
		}
		words, err := shell.Split(line)
		if err != nil {
			t.Fatal(err)
		}
		if code := m.run(words[1:]...); code == exitUsage {
			t.Errorf("%s: %s", line, &m.stderr)
		}
	}
}
