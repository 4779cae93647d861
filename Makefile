# How to build, install and develop gemsub. CI runs .ci/run and .ci/dist.

TOOL = go tool -modfile=internal/tools/go.mod
FUZZTIME = 30s

.PHONY: build dist dist-source reproducible dist-test vet-elsewhere install uninstall quick check lint test soak fuzz bench bench-hostile bench-fleet golden cover

# What packagers set, in the environment or on the command line of make:
#   PREFIX, DESTDIR          where install puts things, /usr/local; and what goes before it
#   BIN, SHARE, UNITS, ZSH   single folders of them, with DESTDIR
#   UNIT_BIN                 the folder of the program in the systemd unit
#   PROGRAM                  an own build that install takes instead of gemsub
#   GOFLAGS                  such as -buildmode=pie or -tags=libsqlite3, which links the system's
#                            SQLite (3.43 or newer, with FTS4) instead of compiling it;
#                            its -tags and -ldflags are added to ours
#   CGO_CFLAGS, LDFLAGS      flags of C
#   MAINTAINER               who built the packages of dist, with a mail address
#   ARCHITECTURES            what dist builds, by Debian's names

# Builds gemsub to ship: without symbols, and without the Markdown parser that
# urfave/cli brings, which would make each command start a tenth later.
build: gemsub

VERSION = $(shell packaging/version)
TAGS = urfave_cli_no_docs

# given is what GOFLAGS has for a flag that would else be overridden.
given = $(patsubst $(1)=%,%,$(filter $(1)=%,$(or $(GOFLAGS),$(shell go env GOFLAGS))))
export override CGO_LDFLAGS += $(LDFLAGS)

gemsub: go.mod go.sum $(shell find cmd feed gemtext internal robots store -type f)
	go build -tags '$(TAGS),$(call given,-tags)' -trimpath -ldflags='-s -w $(call given,-ldflags)' -o gemsub ./cmd/gemsub

# Builds from the last commit, in dist/: static programs for Linux as tar.gz, .deb, .rpm, .apk
# and Arch packages, the source with all modules, which dist-source builds alone, and SHA256SUMS.
ARCHITECTURES = amd64 arm64 armhf
MAINTAINER = The gemsub authors <gemsub@localhost>
dist dist-source reproducible: export TAGS := $(TAGS)
dist dist-source reproducible: export MAINTAINER := $(MAINTAINER)

dist:
	packaging/dist dist source $(ARCHITECTURES)

dist-source:
	packaging/dist dist source

# Builds the source and for amd64 twice, in other folders, time zones and modes, and compares.
reproducible:
	@set -e; tmp=$$(mktemp -d); trap 'rm -rf "$$tmp"' EXIT; packaging/dist "$$tmp/one" source amd64; \
	umask 077; git clone -q . "$$tmp/other folder"; export TMPDIR="$$tmp" TZ=Asia/Tokyo; \
	"$$tmp/other folder/packaging/dist" "$$tmp/two" source amd64; \
	diff "$$tmp/one/SHA256SUMS" "$$tmp/two/SHA256SUMS"

# Installs, uses and removes the .deb in bare roots, and lists the other kinds. It needs root.
dist-test:
	packaging/dist-test dist $(ARCHITECTURES)

# Installs the program, its manual pages, completions and systemd user units. The folders are
# those in which man, bash, zsh, fish and systemd look, below /usr, /usr/local and ~/.local.
PREFIX ?= /usr/local
BIN = $(DESTDIR)$(PREFIX)/bin
SHARE = $(DESTDIR)$(PREFIX)/share
UNITS = $(SHARE)/systemd/user
ZSH = $(SHARE)/zsh/site-functions
UNIT_BIN = $(PREFIX)/bin
PROGRAM = gemsub

install: $(PROGRAM)
	install -d $(BIN) $(SHARE)/man/man1 $(SHARE)/man/man5 $(SHARE)/man/man7 $(UNITS) \
		$(SHARE)/bash-completion/completions $(ZSH) $(SHARE)/fish/vendor_completions.d
	install -m 755 $(PROGRAM) $(BIN)/gemsub
	for n in 1 5 7; do \
		sed 's/^\.Os$$/.Os gemsub $(VERSION)/' man/gemsub.$$n >$(SHARE)/man/man$$n/gemsub.$$n && \
		chmod 644 $(SHARE)/man/man$$n/gemsub.$$n || exit 1; \
	done
	install -m 644 cmd/gemsub/completion/gemsub.bash $(SHARE)/bash-completion/completions/gemsub
	install -m 644 cmd/gemsub/completion/gemsub.zsh $(ZSH)/_gemsub
	install -m 644 cmd/gemsub/completion/gemsub.fish $(SHARE)/fish/vendor_completions.d/gemsub.fish
	sed 's|/usr/local/bin|$(UNIT_BIN)|' packaging/gemsub.service >$(UNITS)/gemsub.service
	chmod 644 $(UNITS)/gemsub.service
	install -m 644 packaging/gemsub.timer $(UNITS)/gemsub.timer

# Takes away what install put there.
uninstall:
	rm -f $(BIN)/gemsub $(SHARE)/man/man1/gemsub.1 $(SHARE)/man/man5/gemsub.5 $(SHARE)/man/man7/gemsub.7 \
		$(SHARE)/bash-completion/completions/gemsub $(ZSH)/_gemsub \
		$(SHARE)/fish/vendor_completions.d/gemsub.fish $(UNITS)/gemsub.service $(UNITS)/gemsub.timer

# Builds, vets, and runs the unit tests of packages whose files differ from BASE. Scripts and other
# tests of the whole program, in cmd/gemsub, are left out: go test ./cmd/gemsub -run TestScripts/NAME
# runs one.
BASE = HEAD
quick:
	go build ./...
	go vet ./...
	@packages=$$({ git diff --name-only $(BASE); git ls-files -o --exclude-standard; } | grep -E '\.(go|sql)$$' | \
		xargs -r -n 1 dirname | sort -u | grep -vx cmd/gemsub | while read -r d; do test ! -d "$$d" || echo "./$$d"; done); \
	test -z "$$packages" || go test $$packages

check: lint test

lint:
	@unformatted=$$($(TOOL) gofumpt -l $$(git ls-files '*.go')); \
		test -z "$$unformatted" || { echo "gofumpt would change:" $$unformatted; exit 1; }
	go vet ./...
	$(TOOL) staticcheck ./...
	mandoc -T lint -W warning man/*
	go mod tidy -diff

# Vets everything for macOS, the BSDs, and 32 bits. The driver of SQLite needs a C compiler for
# each, so a module with its names stands in.
vet-elsewhere:
	@set -e; tmp=$$(mktemp -d); trap 'rm -r "$$tmp"' EXIT; cp go.sum "$$tmp"; \
	go mod edit -print -replace github.com/mattn/go-sqlite3=./internal/tools/sqlite3 >"$$tmp/go.mod"; \
	for system in linux/arm darwin/arm64 freebsd/amd64 openbsd/amd64 netbsd/amd64; do \
		echo "go vet for $$system"; \
		CGO_ENABLED=0 GOOS=$${system%/*} GOARCH=$${system#*/} go vet -modfile="$$tmp/go.mod" ./...; \
	done

# The test command of README.md, with the race detector and in random order. A loaded machine
# needs longer than the ten minutes that go test gives a package.
test:
	go test -race -shuffle=on -timeout 30m ./...

# Updates feeds of a thousand capsules, with every kind of fault.
soak:
	GEMSUB_SOAK=1 go test -count=1 -v -run '^TestSoak$$' ./cmd/gemsub

# Runs every fuzz target of the project for FUZZTIME.
fuzz:
	@set -e; for f in $$(git grep -lE '^func Fuzz' -- '*_test.go'); do \
		for t in $$(grep -oE '^func Fuzz[A-Za-z0-9_]*' $$f | cut -c6-); do \
			echo "$$t in $$(dirname $$f)"; \
			go test -run '^$$' -fuzz "^$$t\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 2s ./$$(dirname $$f); \
		done; \
	done

bench:
	go test -run '^$$' -bench . -skip Hostile -benchmem ./...

# Lets every reader read 5 MiB of every kind of hostile document.
bench-hostile:
	go test -run '^$$' -bench Hostile -benchtime 1x -benchmem ./...

# Compares updates of that many capsules, and Gopher servers, with a bare client.
FLEET = 1000
bench-fleet:
	GEMSUB_FLEET=$(FLEET) go test -run '^$$' -bench '^BenchmarkUpdate$$' -benchtime 3x -timeout 1h ./cmd/gemsub

# Rewrites the expected output of tests; look at the diff before committing.
golden:
	go test ./feed ./internal/publish ./internal/tui ./store ./cmd/gemsub -update

cover:
	go test -coverprofile=/dev/null -cover ./feed ./gemtext ./robots ./store ./internal/...
