/* With a table of effects of its own. */
#include "core/settings/effects.h"

#include <stdio.h>
#include <string.h>

#include "core/base/core.h"
#include "core/settings/settings_impl.h"
#include "unity.h"
#include "util/log.h"

static struct core core;
static char order[64];
static int fails;
static const struct settings *seen_before, *seen_after;

static int note(char name, const struct settings *before, const struct settings *after) {
    size_t len = strlen(order);
    (void)snprintf(order + len, sizeof(order) - len, "%c", name);
    seen_before = before;
    seen_after = after;
    return name == fails ? E_OFFLINE : 0;
}

static int first(struct core *asked, const struct settings *before, const struct settings *after) {
    TEST_ASSERT_EQUAL_PTR(&core, asked);
    return note('e', before, after);
}

static int second(struct core *asked, const struct settings *before, const struct settings *after) {
    TEST_ASSERT_EQUAL_PTR(&core, asked);
    return note('s', before, after);
}

static int third(struct core *asked, const struct settings *before, const struct settings *after) {
    TEST_ASSERT_EQUAL_PTR(&core, asked);
    return note('d', before, after);
}

static setting_effect_fn *const effects[SETTING_EFFECT_COUNT] = {
    [SETTING_EFFECT_DISPLAY] = third,
    [SETTING_EFFECT_ETHERNET] = first,
    [SETTING_EFFECT_SOUND] = second,
};
static const struct settings_hooks hooks = {.effects = effects};
static struct settings_engine engine = {.hooks = &hooks};
static struct core_shared shared = {.settings = &engine};
static struct core core = {.shared = &shared};

#define ETHERNET (UINT32_C(1) << SETTING_EFFECT_ETHERNET)
#define SOUND (UINT32_C(1) << SETTING_EFFECT_SOUND)
#define DISPLAY (UINT32_C(1) << SETTING_EFFECT_DISPLAY)
#define PRINTER (UINT32_C(1) << SETTING_EFFECT_PRINTER) /* without a hook here */

static struct settings *const a = (struct settings *)16, *const b = (struct settings *)32; /* only handed on */

void setUp(void) {
    order[0] = '\0';
    fails = 0;
    log_set_level(LOG_LEVEL_ERROR);
}

void tearDown(void) {
    log_set_level(LOG_LEVEL_INFO);
}

void test_run_in_the_order_of_the_table(void) {
    uint32_t ran = 0;
    TEST_ASSERT_EQUAL(0, effects_run(&core, DISPLAY | SOUND | ETHERNET | PRINTER, a, b, &ran));
    TEST_ASSERT_EQUAL_STRING("esd", order);
    TEST_ASSERT_EQUAL_HEX32(ETHERNET | SOUND | DISPLAY, ran);
    TEST_ASSERT_EQUAL_PTR(a, seen_before);
    TEST_ASSERT_EQUAL_PTR(b, seen_after);
}

void test_end_at_the_first_that_fails(void) {
    uint32_t ran = 0;
    fails = 's';
    TEST_ASSERT_EQUAL(E_OFFLINE, effects_run(&core, DISPLAY | SOUND | ETHERNET, a, b, &ran));
    TEST_ASSERT_EQUAL_STRING("es", order);
    TEST_ASSERT_EQUAL_HEX32(ETHERNET | SOUND, ran);
}

void test_are_taken_back_in_reverse_order_whatever_fails(void) {
    fails = 's';
    effects_undo(&core, DISPLAY | SOUND | ETHERNET, b, a);
    TEST_ASSERT_EQUAL_STRING("dse", order);
    TEST_ASSERT_EQUAL_PTR(b, seen_before);
    TEST_ASSERT_EQUAL_PTR(a, seen_after);
}

void test_at_start_all_are_run_whatever_fails(void) {
    fails = 'e';
    effects_start(&core, UINT32_MAX, b);
    TEST_ASSERT_EQUAL_STRING("esd", order);
    TEST_ASSERT_NULL(seen_before);
    TEST_ASSERT_EQUAL_PTR(b, seen_after);
}
