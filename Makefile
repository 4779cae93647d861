# Development tasks; "make check soak" is what CI runs.

TOOL = go tool -modfile=internal/tools/go.mod
FUZZTIME = 30s

.PHONY: check lint test soak fuzz bench bench-hostile bench-fleet golden cover

check: lint test

lint:
	@unformatted=$$($(TOOL) gofumpt -l $$(git ls-files '*.go')); \
		test -z "$$unformatted" || { echo "gofumpt would change:" $$unformatted; exit 1; }
	go vet ./...
	$(TOOL) staticcheck ./...
	mandoc -T lint -W warning man/*
	go mod tidy -diff

# The command of README.md, with the race detector and in any order.
test:
	go test -race -shuffle=on ./...

# Updates a fleet of a thousand capsules with every kind of fault.
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

# Gives every reader 5 MiB of every shape of hostile document.
bench-hostile:
	go test -run '^$$' -bench Hostile -benchtime 1x -benchmem ./...

# Measures updates of that many capsules against a bare client and prints a table:
# ten minutes on a machine with nothing else to do, two with FLEET=1000.
FLEET = 1000 5000 20000
bench-fleet:
	GEMSUB_FLEET="$(FLEET)" go test -count=1 -v -timeout 1h -run '^TestFleet$$' ./cmd/gemsub

# Rewrites the expected output of tests; look at the diff before committing.
golden:
	go test ./feed ./internal/publish ./store ./cmd/gemsub -update

cover:
	go test -coverprofile=/dev/null -cover ./feed ./gemtext ./robots ./store ./internal/...
