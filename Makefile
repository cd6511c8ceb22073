# Two commands first: `make run` and `make test`. Both set up what is missing (scripts/bootstrap), build with Meson and
# Ninja, and go. Everything here is one line that calls the real thing, so nothing is known only to make.

BUILD        = build
PREFIX       = /usr/local
DESTDIR      =
EVAL         = ../shared/eval
FUZZ_SECONDS = 60
ROUNDS       = 500
PORT         = 7717

.PHONY: help bootstrap run build test check bench eval install dist clean fuzz asan tidy torture format

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-9s %s\n", $$1, $$2 }' Makefile

run: build ## set up, build, and serve the page with the sample data (PORT=7717)
	@scripts/run-demo $(BUILD) --port $(PORT)

build: $(BUILD)/build.ninja ## set up and compile into build/
	@ninja -C $(BUILD)

test: build ## the tests, but for the long ones, which check has
	@scripts/test-report $(BUILD) --quick

check: ## all that CI runs: every test, both compilers, style, layers, sanitizers, fuzzing, packing (.ci/run)
	@.ci/run

bench: ## speed against the duckdb command line and Python, as ratios (bench/run PART for one)
	@scripts/bootstrap build test bench
	@bench/run

eval: build ## score the outside test sets (EVAL=DIR; docs/figures.md)
	@scripts/eval/run $(BUILD) $(EVAL)

install: ## install under PREFIX (/usr/local), below DESTDIR
	@scripts/bootstrap build
	@scripts/setup build-release --buildtype=release -Dwerror=false -Dtests=false --prefix=$(PREFIX)
	@ninja -C build-release
	@meson install -C build-release --no-rebuild --quiet --destdir "$(DESTDIR)"

dist: ## pack dist/assay-VERSION-linux-x86_64.tar.gz, which runs on a bare Debian 12
	@scripts/bootstrap build
	@scripts/dist

asan: ## the tests of modules and doors under the address and undefined-behaviour sanitizers
	@scripts/bootstrap build test
	@scripts/setup build-asan -Db_sanitize=address,undefined -Db_lundef=false
	@ninja -C build-asan
	@scripts/test-report build-asan unit peer api

tidy: ## clang-tidy over src/ with the analyzer, which CI leaves out
	@scripts/bootstrap build ci
	@scripts/ci/check-tidy --deep

torture: build ## writers and the server killed at random, with failing calls too (ROUNDS=500); 10,000 changes undone
	@python3 tests/torture/kill.py $(BUILD)/tests/unit/store_writer $(BUILD)/tests/torture/store_check --rounds $(ROUNDS)
	@python3 tests/torture/kill.py $(BUILD)/tests/unit/store_writer $(BUILD)/tests/torture/store_check --rounds $(ROUNDS) \
		--faults $(BUILD)/tests/torture/fault.so
	@python3 tests/torture/tasks_kill.py $(BUILD)/assay --messages 1000
	@python3 tests/tasks/test_undo_all.py $(BUILD)/assay --operations 10000

fuzz: ## every fuzz target, FUZZ_SECONDS (60) each
	@scripts/bootstrap build ci
	@scripts/ci/fuzz $(FUZZ_SECONDS)

format: ## lay out the C files as .clang-format says
	@scripts/ci/check-style --fix

clean: ## remove what was built; what was fetched stays
	rm -rf $(BUILD) build-release build-asan build-tsan build-clang build-dist build-bench dist

bootstrap:
	@scripts/bootstrap

$(BUILD)/build.ninja: | bootstrap
	@scripts/setup $(BUILD)
