# Postern: thin front of the project's tools. `make help` lists what there is.

SHELL := /bin/bash
.SHELLFLAGS := -eo pipefail -c
BRAND ?= postern
VARIANT ?= host
# Folder of mongoose.c and mongoose.h: what the set-up fetches, or another copy, which it then leaves alone.
export MONGOOSE_DIR ?= build/deps/mongoose
# What ccache has compiled for one folder serves another: paths below this one are relative in it.
export CCACHE_BASEDIR ?= $(CURDIR)
export CCACHE_NOHASHDIR ?= 1
# A source that is compiled for the first time is not preprocessed first: the compiler itself says what it includes (-MD).
export CCACHE_DEPEND ?= 1
NODE := node_modules/.bin/node
VITEST := $(NODE) node_modules/vitest/vitest.mjs run
TESTSUM := $(NODE) tools/testsum/main.ts

# Options of a variant of the build; each has its own folder build/<variant>. With wolfSSL, and tsan with OpenSSL, so that
# the API suite runs with both.
CMAKE_host :=
CMAKE_asan := -DPOSTERN_SAN=asan
CMAKE_tsan := -DPOSTERN_SAN=tsan -DPOSTERN_TLS=openssl
CMAKE_linux := -DPOSTERN_HAL=linux
CMAKE_fuzz := -DPOSTERN_FUZZ=ON -DCMAKE_C_COMPILER=clang-19

.DEFAULT_GOAL := help
.PHONY: help setup setup-test gen console posternd build run bundle test test-unit test-arm64 test-web test-api test-net test-robust \
	test-e2e lint format ceedling mutate clang-tidy cppcheck fuzz soak bench screenshots licences clean \
	setup-face setup-image image vm test-slots test-slots-tpm image-lock image-twice test-image

help: ## list the targets
	@sed -n 's/^\([a-z0-9-]*\):[^#]*## \(.*\)/  \1\t\2/p' $(MAKEFILE_LIST) | expand -t 16

## What the machine needs. Each says what it installs; a second call installs nothing.

setup: ## install what building and running needs
	@tools/setup/setup.sh run

setup-test: ## install what the tests need besides
	@tools/setup/setup.sh run face test image

setup-face:
	@tools/setup/setup.sh run face

setup-image:
	@tools/setup/setup.sh run image

## Building

gen: ## generate the contract and the texts for the console and the tests (build/gen)
	@$(NODE) tools/apigen/main.ts --out build/gen
	@$(NODE) web/build.ts --brand $(BRAND) --gen build/gen/ts

console: ## build the console alone (build/web/BRAND)
	@$(NODE) web/build.ts --brand $(BRAND) --out build/web/$(BRAND)

posternd: ## build build/VARIANT/posternd (host, linux, asan, tsan; fuzz: the fuzz targets); setup has to have run
	@cmake -S . -B build/$(VARIANT) -G Ninja --log-level=WARNING -DBRAND=$(BRAND) \
		-DMONGOOSE_DIR=$(abspath $(MONGOOSE_DIR)) $(CMAKE_$(VARIANT)) >/dev/null
	@cmake --build build/$(VARIANT) -- --quiet | sed '/no work to do/d'

build: setup ## build build/host/posternd with the console inside
	@$(MAKE) --no-print-directory posternd

run: build setup-face ## build, start the terminal and its panel; FRESH=1 empties the state, BRAND=NAME chooses the brand
	@exec $(NODE) tools/run/main.ts $(if $(filter-out 0,$(FRESH)),--fresh)

## The image of a board: docs/image.md

BOARD ?= qemu-arm64
IMAGE := $(NODE) tools/image/main.ts --board $(BOARD) --brand $(BRAND) $(if $(KEYS),--keys $(KEYS)) \
	$(if $(filter-out 0,$(RELEASE)),--release)

image: setup-image ## build the image of BOARD (qemu-arm64), into build/image/BOARD/out
	@$(IMAGE)

vm: image ## boot it in QEMU and print the console's address; Ctrl-C ends it; FRESH=1 begins with an empty disk
	@exec $(NODE) tools/image/vm/main.ts $(if $(filter-out 0,$(FRESH)),--fresh)

image-lock: setup-image ## take Debian's newest packages into tools/image/packages.lock
	@$(IMAGE) --lock

image-twice: setup-image ## build the image in two folders and compare them byte by byte
	@$(NODE) tools/image/twice.ts --board $(BOARD)

test-slots: ## what is tested of the image: it, and a bundle of its next version
	@$(IMAGE) --next

test-slots-tpm: test-slots ## the image of the board with a TPM, with the same programs
	@$(NODE) tools/image/main.ts --board qemu-arm64-tpm

test-image: setup-image test-slots test-slots-tpm ## boot the image in QEMU, change slots, damage them, upgrade
	@$(VITEST) --project image

bundle: build ## make signed bundles for the terminal of make run: build/run/*.swu
	@$(NODE) tools/machine/bundle.ts

## Tests: all, or one kind. development.md tells how to run a single one.

test: setup-test ## run all tests; ends with "N passed, N failed"
	@$(TESTSUM)

test-unit: setup-test ## unit tests of the firmware
	@$(TESTSUM) unit

test-arm64: setup-test ## the same as programs of a board, with its compiler, flags and libraries, under emulation; UNIT=TASK
	@$(NODE) tools/image/unit/main.ts $(UNIT)

test-web: setup-test ## tests of the console's parts and of the tools
	@$(TESTSUM) web

test-api: setup-test ## contract and scenarios against posternd, with ASan and with TSan
	@$(TESTSUM) api

test-net: setup-test ## the Linux back end in network namespaces, with a real DHCP server
	@$(TESTSUM) net

test-robust: setup-test ## power cuts, full disks, damaged databases
	@$(TESTSUM) robust

test-e2e: setup-test ## the console in a browser
	@$(TESTSUM) e2e

lint: setup-test ## formatting, types, clang-tidy, cppcheck, architecture, licences
	@$(TESTSUM) lint

format: ## format all sources
	@node_modules/.bin/biome check --write --colors=off .
	@find firmware test -name '*.[ch]' -exec clang-format-19 -i {} +

mutate: setup-test ## put faults into the sources and list those that no unit test notices; FILE=, ROOM=, SINCE=commit, SAMPLE=300, EACH=, MINUTES=, SEED=
	@# Without SEED, which the tests would take for theirs.
	@env -u SEED -u MAKEFLAGS $(MAKE) --no-print-directory gen ceedling
	@$(NODE) tools/mutate/main.ts $(FILE:%=--file %) $(ROOM:%=--room %) $(SINCE:%=--since %) $(EACH:%=--each %) \
		$(MINUTES:%=--minutes %) $(SEED:%=--seed %) --sample $(or $(SAMPLE),$(if $(FILE)$(SINCE)$(EACH),100000,300))

# UNIT_PROJECT and OUT: of tools/image/unit, for a board.
ceedling:
	@$(NODE) tools/apigen/main.ts --out $(or $(OUT),build/unit)/gen
	@cd test/unit && GEM_HOME="$(CURDIR)/build/gems" GEM_PATH="$(CURDIR)/build/gems" \
		"$(CURDIR)/build/gems/bin/ceedling" --verbosity=normal \
		$(if $(UNIT_PROJECT),--project=$(UNIT_PROJECT)) $(or $(UNIT),test:all)

clang-tidy: setup-test ## clang-tidy with its deep analysis, which `make test` does not take the time for
	@$(MAKE) --no-print-directory posternd
	@$(NODE) tools/testsum/tidy.ts --deep

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

bench: setup-test ## measure every budget beside its reference; FIGURES=1 appends them to docs/figures.csv
	@$(MAKE) --no-print-directory posternd
	@TEST_PATIENCE=1800 FIGURES=$(FIGURES) $(NODE) test/bench/main.ts $(BENCH)

screenshots: setup-test ## picture of every screen, into build/screenshots
	@$(MAKE) --no-print-directory posternd
	@$(NODE) tools/screenshots/main.ts

licences: build ## write the list of docs/licensing.md again, and all licence texts into build/licences
	@$(NODE) tools/licences/main.ts

clean: ## remove everything that was built (not what was installed)
	@find build -mindepth 1 -maxdepth 1 ! -name deps ! -name gems ! -name setup -exec rm -rf {} +
