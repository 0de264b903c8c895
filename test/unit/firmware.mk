# The firmware and what the tests share as one archive for the unit tests: every source is compiled once, with the
# sanitizers, and each test executable takes what it needs. Mocks win over it, because they are linked before it.
#
# Ceedling calls it before it builds the tests (project.yml); it runs from the top of the project.

OUT ?= build/unit
GEN := $(OUT)/gen/c
NODE ?= node_modules/.bin/node
MONGOOSE_DIR ?= build/deps/mongoose
CC_BASE ?= gcc

# The folder under a name that stays, for Ceedling. When it is another one, all that was compiled is compiled again.
MONGOOSE := $(OUT)/mongoose
ifneq ($(shell readlink $(MONGOOSE)),$(abspath $(MONGOOSE_DIR)))
$(shell mkdir -p $(OUT) && rm -rf $(OUT)/obj $(OUT)/libfirmware.a && ln -sfn $(abspath $(MONGOOSE_DIR)) $(MONGOOSE) && \
    find $(OUT)/ceedling -name '*.o' -delete 2>/dev/null)
endif
CCACHE ?= $(shell command -v ccache)

# TLS is wolfSSL's here; the API suite runs with both libraries. app/ is the composition root and has main(), hal/linux/linux.c opens
# the devices, which the simulator does here; all else is a library.
SOURCES ?= $(sort $(shell find firmware -name '*.c' -not -path 'firmware/app/main.c' -not -path firmware/hal/linux/linux.c -not -name '*_openssl.c'))
# Of the image's own programs, what is pure or speaks to a descriptor.
SOURCES += tools/image/datakey/tpm.c tools/image/datakey/chip.c tools/image/datakey/head.c
OBJECTS := $(SOURCES:%.c=$(OUT)/obj/%.o) $(OUT)/obj/gen/contract.o $(OUT)/obj/gen/values.o $(OUT)/obj/gen/labels.o $(OUT)/obj/gen/setting_rows.o $(OUT)/obj/gen/setting_hooks.o \
           $(OUT)/obj/gen/setting_calls.o $(OUT)/obj/gen/migration_steps.o $(OUT)/obj/gen/places_table.o $(OUT)/obj/mongoose.o

# What the tests share is in the archive too, without what watches the firmware: each test takes what it asks for.
SUPPORT := $(patsubst %.c,$(OUT)/obj/%.o,$(wildcard test/unit/support/*.c test/conformance/*.c))
UNITY := $(firstword $(wildcard build/gems/gems/ceedling-*/vendor/unity/src))

# support/memory_watch.c looks at what a function leaves in its frame when it returns: each function has to have one.
WATCHED := -finstrument-functions -fno-inline -fno-optimize-sibling-calls

# Kept like those of the build (CMakeLists.txt); any report of a sanitizer ends the test. tools/image/unit gives those of a board.
UNIT_FLAGS ?= -std=gnu11 -g -O1 -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all \
          $(WATCHED) -Wall -Wextra -Werror -Wshadow -Wswitch-enum -Wformat=2 -Wmissing-prototypes -Wvla -Wconversion
CFLAGS := $(UNIT_FLAGS)
# Of what is only the tests': not so strict, and not watched.
SUPPORT_FLAGS := $(filter-out $(WATCHED) -Wshadow -Wconversion -Wmissing-prototypes -Wswitch-enum -Wundef,$(CFLAGS))
CPPFLAGS := -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64 -DPOSTERN_VERSION='"0.0.0"' -DPOSTERN_BUILT=0 -DPOSTERN_COUNTER=1 -DPOSTERN_BRAND='"postern"' -Ifirmware -I$(GEN) \
            -include firmware/net/mongoose_config.h -isystem $(MONGOOSE) -MD -MP
CONTRACT := $(GEN)/contract.c $(GEN)/contract.h $(GEN)/catalogue.h $(GEN)/errors.h $(GEN)/values.h $(GEN)/values.c $(GEN)/labels.h $(GEN)/labels.c $(GEN)/setting_values.h $(GEN)/store_columns.h $(GEN)/setting_hooks.h \
            $(GEN)/setting_rows.c $(GEN)/setting_hooks.c $(GEN)/setting_calls.c

$(OUT)/libfirmware.a: $(OBJECTS) $(SUPPORT) | $(OUT)/obj/unity.o
	@rm -f $@
	@$(AR) rcs $@ $(OBJECTS) $(SUPPORT)
	@# Ceedling does not know the archive: a test that is older than it is linked again.
	@find $(OUT)/ceedling -name '*.out' -delete 2>/dev/null || true

$(CONTRACT) &: $(wildcard firmware/api/spec/*.json web/locales/*.json) $(shell find tools/apigen -name '*.ts')
	@$(NODE) tools/apigen/main.ts --out $(OUT)/gen
	@touch $(CONTRACT)

$(GEN)/migration_steps.c: $(wildcard firmware/store/migrations/*) $(wildcard tools/migrations/*.ts)
	@$(NODE) tools/migrations/main.ts --out $@
	@touch $@

ZONEINFO ?= /usr/share/zoneinfo
$(GEN)/places_table.c: $(wildcard tools/zones/*.ts) $(ZONEINFO)/tzdata.zi
	@$(NODE) tools/zones/main.ts --out $@ --zoneinfo $(ZONEINFO)
	@touch $@

$(OBJECTS) $(SUPPORT): test/unit/firmware.mk | $(CONTRACT)

$(OUT)/obj/test/unit/support/%.o: test/unit/support/%.c
	@mkdir -p $(@D)
	@$(CCACHE) $(CC_BASE) $(CPPFLAGS) -I$(UNITY) -Itest/unit/support $(SUPPORT_FLAGS) -c $< -o $@

$(OUT)/obj/test/conformance/%.o: test/conformance/%.c
	@mkdir -p $(@D)
	@$(CCACHE) $(CC_BASE) $(CPPFLAGS) -I$(UNITY) -Itest/conformance $(SUPPORT_FLAGS) -c $< -o $@

# For cc.sh, which links it with every test. It reads -n and -x, as project.yml has it; unity_leaks.c tells when leaks count.
$(OUT)/obj/unity.o: test/unit/unity_leaks.c $(UNITY)/unity.c test/unit/firmware.mk
	@mkdir -p $(@D)
	@$(CCACHE) $(CC_BASE) -DUNITY_USE_COMMAND_LINE_ARGS -I$(UNITY) $(filter-out $(WATCHED) -W%,$(CFLAGS)) -c $< -o $@

# Read when the tests run: a changed case is a changed archive, so that they run again.
$(OUT)/obj/test/unit/support/cases.o: $(wildcard test/cases/*.json)

$(OUT)/obj/gen/%.o: $(GEN)/%.c
	@mkdir -p $(@D)
	@$(CCACHE) $(CC_BASE) $(CPPFLAGS) $(CFLAGS) -c $< -o $@

$(OUT)/obj/%.o: %.c
	@mkdir -p $(@D)
	@$(CCACHE) $(CC_BASE) $(CPPFLAGS) $(CFLAGS) -c $< -o $@

# What compiles a source of the firmware, for tools/mutate.
compile-command:
	@echo '$(CC_BASE) $(filter-out -MMD -MP,$(subst ',,$(CPPFLAGS))) $(CFLAGS)'

# Untouched source of others: no warnings, and its unaligned reads are not ours to mend.
$(OUT)/obj/mongoose.o: $(MONGOOSE)/mongoose.c
	@mkdir -p $(@D)
	@$(CCACHE) $(CC_BASE) $(CPPFLAGS) $(CFLAGS) -w -fno-sanitize=undefined -c $< -o $@

-include $(OBJECTS:.o=.d) $(SUPPORT:.o=.d)
