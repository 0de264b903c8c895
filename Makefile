# Postern: thin front of the project's tools. `make help` lists what there is.

SHELL := /bin/bash
.SHELLFLAGS := -eo pipefail -c
BRAND ?= postern
VARIANT ?= host
# Folder of mongoose.c and mongoose.h: what the set-up fetches, or another copy, which it then leaves alone.
export MONGOOSE_DIR ?= build/deps/mongoose
NODE := node_modules/.bin/node
VITEST := $(NODE) node_modules/vitest/vitest.mjs run
TESTSUM := $(NODE) tools/testsum/main.ts

# Options of a variant of the build; each has its own folder build/<variant>. With wolfSSL, and tsan with OpenSSL, so that
# the API suite runs with both.
CMAKE_host :=
CMAKE_asan := -DPOSTERN_SAN=asan
CMAKE_tsan := -DPOSTERN_SAN=tsan -DPOSTERN_TLS=openssl
CMAKE_fuzz := -DPOSTERN_FUZZ=ON -DCMAKE_C_COMPILER=clang-19

.DEFAULT_GOAL := help
.PHONY: help setup setup-test setup-bench gen console posternd build run test test-unit test-web test-api test-robust \
	test-e2e lint format ceedling cppcheck fuzz soak bench screenshots licences clean

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/  \1\t\2/p' $(MAKEFILE_LIST) | expand -t 16

## What the machine needs. Each says what it installs; a second call installs nothing.

setup: ## install what building and running needs
	@tools/setup/setup.sh run

setup-test: ## install what the tests need besides
	@tools/setup/setup.sh run test

setup-bench:
	@tools/setup/setup.sh run bench

## Building

gen: ## generate the contract and the texts for the console and the tests (build/gen)
	@$(NODE) tools/apigen/main.ts --out build/gen
	@$(NODE) web/build.ts --brand $(BRAND) --gen build/gen/ts

console: ## build the console alone (build/web/BRAND)
	@$(NODE) web/build.ts --brand $(BRAND) --out build/web/$(BRAND)

posternd: ## build build/VARIANT/posternd (host, asan, tsan; fuzz: the fuzz targets); setup has to have run
	@cmake -S . -B build/$(VARIANT) -G Ninja --log-level=WARNING -DBRAND=$(BRAND) \
		-DMONGOOSE_DIR=$(abspath $(MONGOOSE_DIR)) $(CMAKE_$(VARIANT)) >/dev/null
	@cmake --build build/$(VARIANT) -- --quiet | sed '/no work to do/d'

build: setup ## build build/host/posternd with the console inside
	@$(MAKE) --no-print-directory posternd

run: build ## build, start the terminal and its panel; FRESH=1 empties the state, BRAND=NAME chooses the brand
	@exec $(NODE) tools/run/main.ts $(if $(filter-out 0,$(FRESH)),--fresh)

## Tests: all, or one kind. development.md tells how to run a single one.

test: setup-test ## run all tests; ends with "N passed, N failed"
	@$(TESTSUM)

test-unit: setup-test ## unit tests of the firmware
	@$(TESTSUM) unit

test-web: setup-test ## tests of the console's parts and of the tools
	@$(TESTSUM) web

test-api: setup-test ## contract and scenarios against posternd, with ASan and with TSan
	@$(TESTSUM) api

test-robust: setup-test ## power cuts, full disks, damaged databases
	@$(TESTSUM) robust

test-e2e: setup-test ## the console in a browser
	@$(TESTSUM) e2e

lint: setup-test ## formatting, types, clang-tidy, cppcheck, architecture, licences
	@$(TESTSUM) lint

format: ## format all sources
	@node_modules/.bin/biome check --write --colors=off .
	@find firmware test -name '*.[ch]' -exec clang-format-19 -i {} +

ceedling:
	@$(NODE) tools/apigen/main.ts --out build/unit/gen
	@cd test/unit && GEM_HOME="$(CURDIR)/build/gems" GEM_PATH="$(CURDIR)/build/gems" \
		"$(CURDIR)/build/gems/bin/ceedling" --verbosity=normal $(or $(UNIT),test:all)

cppcheck:
	@mkdir -p build/cppcheck
	@cppcheck --project=build/host/compile_commands.json --cppcheck-build-dir=build/cppcheck -j 2 --quiet \
		--file-filter='*firmware/*' --enable=warning,performance,portability --inline-suppr \
		--suppressions-list=.cppcheck-suppressions --error-exitcode=1

fuzz: setup-test ## fuzz for FUZZ_SECONDS (600) over all targets, or FUZZ=NAME alone
	@$(MAKE) --no-print-directory posternd VARIANT=fuzz
	@$(NODE) tools/testsum/fuzz.ts $(or $(FUZZ_SECONDS),600) $(FUZZ)

soak: setup-test ## robustness tests at length: 1,000 power cuts, a week in fast time
	@$(MAKE) --no-print-directory posternd
	@SOAK=1 $(VITEST) --project robust

bench: setup-bench ## measure every budget beside its reference; one table at the end
	@$(MAKE) --no-print-directory posternd
	@$(NODE) test/bench/main.ts $(BENCH)

screenshots: setup-test ## picture of every screen, into build/screenshots
	@$(MAKE) --no-print-directory posternd
	@$(NODE) tools/screenshots/main.ts

licences: build ## write the list of docs/licensing.md anew, and all licence texts into build/licences
	@$(NODE) tools/licences/main.ts

clean: ## remove everything that was built (not what was installed)
	@find build -mindepth 1 -maxdepth 1 ! -name deps ! -name gems ! -name setup -exec rm -rf {} +
