/* Modules and the store: each holds what the store has, and nothing else, whatever happened to it meanwhile. */
#include <stdio.h>
#include <string.h>

#include "core/base/actor.h"
#include "core/devices/modules.h"
#include "core/events/log.h"
#include "core/settings/settings.h"
#include "core/users/credentials.h"
#include "core/users/enrol.h"
#include "naive_module.h"
#include "seeded.h"
#include "store/devices/module.h"
#include "terminal_fixture.h"
#include "unity.h"
#include "util/arena.h"

#define FINGER 0 /* places in the view */
#define FACE 1
#define IRIS 2
#define LINES 8
#define ROUNDS 4
#define STEPS 100

static const enum factor factors[MODULES_COUNT] = {FACTOR_FINGER, FACTOR_FACE, FACTOR_IRIS};
static const unsigned places[MODULES_COUNT] = {10, 1, 2}; /* of one user */
static const struct actor admin = {.account = "admin", .level = 16, .peer = "-", .call = "test", .fresh = true};
static struct fixture t;
static struct naive_module modules[MODULES_COUNT];
static char store[MODULES_COUNT][NAIVE_MODULE_SLOTS][NAIVE_MODULE_TEMPLATE_MAX]; /* what it has, "" nothing */
static struct modules_view views[MODULES_COUNT];
static char act[120];

#define SAME(expected, actual) TEST_ASSERT_EQUAL_INT64_MESSAGE((int64_t)(expected), (int64_t)(actual), act)

static int64_t now_ms(void) {
    return (int64_t)atomic_load(&t.fake.mono_ms);
}

void setUp(void) {
    fixture_up(&t);
    naive_module_init(&modules[FINGER], 1, &t.fake.hal.finger);
    naive_module_init(&modules[FACE], 2, &t.fake.hal.face);
    naive_module_init(&modules[IRIS], 3, &t.fake.hal.iris);
    memset(store, 0, sizeof(store));
    act[0] = '\0';
}

void tearDown(void) {
    fixture_down(&t);
}

static struct credential credential_of(size_t at, uint32_t slot) {
    return (struct credential){
        .userid = 100 + slot / places[at], .factor = factors[at], .index = (uint8_t)(slot % places[at]), .slot = slot};
}

/* Inside a transaction. */
static void keep(size_t at, uint32_t slot, const char *template) {
    struct credential credential = credential_of(at, slot);
    SAME(0, credentials_keep(t.core, &admin, &credential, false, template, strlen(template)));
    (void)snprintf(store[at][slot], sizeof(store[at][slot]), "%s", template);
}

static void drop(size_t at, uint32_t slot) {
    struct credential credential = credential_of(at, slot);
    SAME(0, store_credential_delete(t.core->store, credential.userid, credential.factor, credential.index));
    store[at][slot][0] = '\0';
}

static void enrol_some(size_t at, uint32_t from, uint32_t count) {
    SAME(0, store_begin(t.core->store));
    for (uint32_t slot = from; slot < from + count; slot++) {
        char template[NAIVE_MODULE_TEMPLATE_MAX];
        (void)snprintf(template, sizeof(template), "t%u", (unsigned)slot);
        keep(at, slot, template);
    }
    SAME(0, store_commit(t.core->store));
    credentials_changed(t.core);
}

/* Until nothing is to be done at this moment; returns how often something was. */
static unsigned run(void) {
    unsigned passes = 0;
    while (modules_due_ms(t.core) <= now_ms() && passes < 100) {
        unsigned before[MODULES_COUNT];
        for (size_t at = 0; at < MODULES_COUNT; at++) {
            before[at] = modules[at].writes + modules[at].erases;
        }
        modules_upkeep(t.core);
        for (size_t at = 0; at < MODULES_COUNT; at++) {
            TEST_ASSERT_LESS_OR_EQUAL_MESSAGE(MODULES_SLICE, modules[at].writes + modules[at].erases - before[at], act);
        }
        passes++;
    }
    TEST_ASSERT_LESS_THAN_MESSAGE(100, passes, act);
    return passes;
}

static void is_like_the_store(size_t at) {
    uint32_t total = 0;
    uint32_t failed = 0;
    for (uint32_t slot = 0; slot < NAIVE_MODULE_SLOTS; slot++) {
        bool is_refused = (int)slot == modules[at].refused && store[at][slot][0] != '\0';
        bool is_left = is_refused && modules[at].templates[slot][0] == '\0';
        TEST_ASSERT_EQUAL_STRING_MESSAGE(is_left ? "" : store[at][slot], modules[at].templates[slot], act);
        total += store[at][slot][0] != '\0';
        failed += is_left;
    }
    modules_look(t.core, views);
    TEST_ASSERT_TRUE_MESSAGE(views[at].fitted && views[at].online && views[at].whole, act);
    SAME(factors[at], views[at].factor);
    SAME(NAIVE_MODULE_SLOTS, views[at].capacity);
    SAME(total - failed, views[at].count);
    SAME(total, views[at].done);
    SAME(total, views[at].total);
    SAME(failed, views[at].failed);
}

static void knows(size_t at, uint32_t slot, bool known) {
    struct credential credential = {.userid = 0};
    SAME(known ? 0 : E_NOTFOUND, credentials_by_slot(t.core, factors[at], slot, &credential));
    if (known) {
        SAME(credential_of(at, slot).userid, credential.userid);
    }
}

void test_a_module_is_filled_in_slices(void) {
    enrol_some(FINGER, 0, 600);
    knows(FINGER, 5, false);
    modules_upkeep(t.core);
    TEST_ASSERT_EQUAL(MODULES_SLICE, modules[FINGER].writes);
    TEST_ASSERT_EQUAL(1, modules[FINGER].clears);
    modules_look(t.core, views);
    TEST_ASSERT_FALSE(views[FINGER].whole);
    TEST_ASSERT_EQUAL(MODULES_SLICE, views[FINGER].done);
    TEST_ASSERT_EQUAL(600, views[FINGER].total);
    TEST_ASSERT_TRUE(modules_due_ms(t.core) <= now_ms());
    (void)run();
    is_like_the_store(FINGER);
    TEST_ASSERT_EQUAL(600, modules[FINGER].writes);
    TEST_ASSERT_EQUAL_INT64(INT64_MAX, modules_due_ms(t.core));
    knows(FINGER, 5, true);
    knows(FINGER, 600, false);
}

/* Its former templates belong to no user here. */
void test_a_module_of_another_terminal_is_emptied_first(void) {
    uint8_t serial[STORE_MODULE_SERIAL_LEN];
    (void)snprintf(modules[FINGER].templates[3], NAIVE_MODULE_TEMPLATE_MAX, "other");
    (void)snprintf(modules[FINGER].templates[9], NAIVE_MODULE_TEMPLATE_MAX, "other");
    enrol_some(FINGER, 3, 1);
    TEST_ASSERT_EQUAL(E_NOTFOUND, store_module_get(t.core->store, FACTOR_FINGER, serial));
    (void)run();
    is_like_the_store(FINGER);
    TEST_ASSERT_EQUAL(1, modules[FINGER].clears);
    TEST_ASSERT_EQUAL(0, store_module_get(t.core->store, FACTOR_FINGER, serial));
    TEST_ASSERT_EQUAL_MEMORY(modules[FINGER].serial, serial, sizeof(serial));
    TEST_ASSERT_EQUAL(E_NOTFOUND, store_module_get(t.core->store, FACTOR_CARD, serial));
}

void test_a_restart_leaves_the_templates_and_looks_at_them(void) {
    enrol_some(FINGER, 0, 20);
    (void)run();
    modules[FINGER].writes = 0;
    modules[FINGER].templates[7][0] = '\0'; /* it lost one */
    (void)snprintf(modules[FINGER].templates[300], NAIVE_MODULE_TEMPLATE_MAX, "late"); /* and knows one too many */
    fixture_stop(&t);
    TEST_ASSERT_EQUAL(0, fixture_start(&t));
    knows(FINGER, 5, false);
    (void)run();
    is_like_the_store(FINGER);
    TEST_ASSERT_EQUAL(1, modules[FINGER].clears);
    TEST_ASSERT_EQUAL(1, modules[FINGER].writes);
    TEST_ASSERT_EQUAL(1, modules[FINGER].erases);
    knows(FINGER, 5, true);
}

/* A store that was set back: a slot may be somebody else's since. */
void test_a_store_that_was_set_back_fills_it_again(void) {
    enrol_some(FINGER, 0, 2);
    (void)run();
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL(0, modules_forget(t.core->store));
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
    fixture_stop(&t);
    TEST_ASSERT_EQUAL(0, fixture_start(&t));
    (void)run();
    is_like_the_store(FINGER);
    TEST_ASSERT_EQUAL(2, modules[FINGER].clears);
    TEST_ASSERT_EQUAL(4, modules[FINGER].writes);
}

void test_what_is_deleted_goes_out_of_it(void) {
    enrol_some(FINGER, 0, 3);
    (void)run();
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    drop(FINGER, 1);
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
    TEST_ASSERT_EQUAL_INT64(INT64_MAX, modules_due_ms(t.core));
    credentials_changed(t.core);
    modules_look(t.core, views);
    TEST_ASSERT_FALSE(views[FINGER].whole);
    TEST_ASSERT_TRUE(modules_due_ms(t.core) <= now_ms());
    (void)run();
    is_like_the_store(FINGER);
    TEST_ASSERT_EQUAL(1, modules[FINGER].erases);
}

void test_a_module_that_refuses_is_asked_again_a_second_later(void) {
    enrol_some(FINGER, 0, 3);
    modules[FINGER].busy = true;
    modules_upkeep(t.core);
    TEST_ASSERT_EQUAL_INT64(now_ms() + MODULES_RETRY_MS, modules_due_ms(t.core));
    modules[FINGER].busy = false;
    fake_hal_advance(&t.fake, MODULES_RETRY_MS - 1);
    modules_upkeep(t.core);
    TEST_ASSERT_EQUAL(0, modules[FINGER].writes);
    fake_hal_advance(&t.fake, 1);
    (void)run();
    is_like_the_store(FINGER);
    modules[FINGER].busy = true; /* in the middle of a slice */
    enrol_some(FINGER, 3, 1);
    modules_upkeep(t.core);
    TEST_ASSERT_EQUAL_INT64(now_ms() + MODULES_RETRY_MS, modules_due_ms(t.core));
    modules[FINGER].busy = false;
    fake_hal_advance(&t.fake, MODULES_RETRY_MS);
    (void)run();
    is_like_the_store(FINGER);
}

/* It is counted and left, and does not keep the others out. */
void test_a_template_that_it_does_not_take_is_counted(void) {
    struct credential unreadable = credential_of(FINGER, 8);
    enrol_some(FINGER, 0, 6);
    modules[FINGER].refused = 2;
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL(0, store_credential_put(t.core->store, &unreadable, "garbage", 7));
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
    (void)run();
    modules_look(t.core, views);
    TEST_ASSERT_TRUE(views[FINGER].whole);
    TEST_ASSERT_EQUAL(2, views[FINGER].failed);
    TEST_ASSERT_EQUAL(7, views[FINGER].done);
    TEST_ASSERT_EQUAL(5, views[FINGER].count);
    TEST_ASSERT_EQUAL_STRING("t5", modules[FINGER].templates[5]);
    modules[FINGER].refused = -1;
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    drop(FINGER, 8);
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
    credentials_changed(t.core);
    (void)run();
    is_like_the_store(FINGER); /* the second pass counts from the beginning */
}

static unsigned log_lines(const char *details[LINES], struct arena *arena) {
    struct record records[LINES];
    size_t count = 0;
    unsigned lines = 0;
    TEST_ASSERT_EQUAL(0, log_read(t.core, 0, records, LINES, arena, &count));
    for (size_t i = 0; i < count; i++) {
        if (records[i].kind == RECORD_KIND_MODULE) {
            details[lines++] = records[i].detail;
        }
    }
    return lines;
}

void test_the_log_says_lost_back_and_swapped(void) {
    static const char *const expected[] = {"finger lost", "finger back", "iris swapped"};
    const char *details[LINES];
    struct arena arena;
    arena_init(&arena, (size_t)64 * 1024);
    (void)run(); /* what is there at the start is no news */
    TEST_ASSERT_EQUAL(0, log_lines(details, &arena));
    modules[FINGER].offline = true;
    (void)run();
    modules_look(t.core, views);
    TEST_ASSERT_FALSE(views[FINGER].online);
    TEST_ASSERT_EQUAL_INT64(INT64_MAX, modules_due_ms(t.core));
    modules[FINGER].offline = false;
    (void)run();
    naive_module_swap(&modules[IRIS], 9);
    modules_look(t.core, views);
    TEST_ASSERT_FALSE(views[IRIS].whole);
    (void)run();
    TEST_ASSERT_EQUAL(3, log_lines(details, &arena));
    for (unsigned i = 0; i < 3; i++) {
        TEST_ASSERT_EQUAL_STRING(expected[i], details[i]);
    }
    arena_done(&arena);
}

void test_another_module_gets_the_precision_and_the_templates(void) {
    struct setting_fp_compare_param values = {.level = 4};
    enrol_some(FINGER, 0, 2);
    enrol_some(IRIS, 0, 2);
    TEST_ASSERT_EQUAL(0, fixture_save(t.core, &admin, SETTING_PAGE_FP_COMPARE_PARAM, &values));
    (void)run();
    naive_module_swap(&modules[FINGER], 8);
    naive_module_swap(&modules[IRIS], 9);
    knows(FINGER, 0, false);
    (void)run();
    TEST_ASSERT_EQUAL(4, modules[FINGER].precision);
    TEST_ASSERT_EQUAL(0, modules[IRIS].precision); /* it is the fingers' */
    is_like_the_store(FINGER);
    is_like_the_store(IRIS);
    knows(FINGER, 0, true);
}

void test_a_module_that_is_not_fitted_is_left_alone(void) {
    modules[FACE].absent = modules[IRIS].absent = true;
    (void)run();
    modules_look(t.core, views);
    TEST_ASSERT_EQUAL(0, modules[FACE].clears);
    TEST_ASSERT_FALSE(views[FACE].fitted || views[FACE].online);
    TEST_ASSERT_EQUAL(0, views[FACE].capacity);
    TEST_ASSERT_EQUAL(0, views[FACE].count);
    TEST_ASSERT_TRUE(views[FINGER].fitted && views[FINGER].whole);
    TEST_ASSERT_EQUAL_INT64(INT64_MAX, modules_due_ms(t.core));
}

/* While somebody is enrolled the module has no time. */
void test_an_enrolment_keeps_the_comparison_waiting(void) {
    struct enrol_wish wish = {.userid = 7, .factor = ENROL_FACTOR_FINGER};
    struct users_refusal refusal;
    fixture_add_user(&t, 7, "Ada", 0, 0, NULL);
    (void)run();
    TEST_ASSERT_EQUAL(0, enrol_start(t.core, &admin, &wish, &refusal));
    enrol_some(FINGER, 3, 1);
    enrol_some(IRIS, 3, 1);
    (void)run();
    is_like_the_store(IRIS);
    TEST_ASSERT_EQUAL(0, modules[FINGER].writes);
    TEST_ASSERT_EQUAL_INT64(INT64_MAX, modules_due_ms(t.core));
    TEST_ASSERT_EQUAL(0, enrol_cancel(t.core, &admin));
    (void)run();
    is_like_the_store(FINGER);
}

/* What happens to a module and to the store, at random, and after each rest both have the same. */
static void happens(struct seeded *random, unsigned step) {
    size_t at = seeded_below(random, MODULES_COUNT);
    uint32_t slot = seeded_below(random, seeded_once_in(random, 3) ? 400 : 12);
    struct naive_module *module = &modules[at];
    unsigned kind = seeded_below(random, 9);
    (void)snprintf(act, sizeof(act), "SEED=%u step %u: %u, module %zu, slot %u", (unsigned)random->seed, step, kind, at,
                   (unsigned)slot);
    switch (kind) {
        case 0: module->offline = !module->offline; break;
        case 1: module->busy = !module->busy && seeded_once_in(random, 2); break;
        case 2: /* it was without power, and comes back with less, or more */
            module->offline = true;
            (void)run();
            module->offline = false;
            module->templates[slot][0] = '\0';
            (void)snprintf(module->templates[slot + 50], NAIVE_MODULE_TEMPLATE_MAX, "other");
            if (store[at][slot + 50][0] != '\0') { /* a slot that is taken is believed */
                memcpy(module->templates[slot + 50], store[at][slot + 50], NAIVE_MODULE_TEMPLATE_MAX);
            }
            break;
        case 3: naive_module_swap(module, (uint8_t)(10 + seeded_below(random, 3))); break;
        case 4: module->refused = seeded_once_in(random, 2) ? -1 : (int)slot; break;
        case 5:
            fixture_stop(&t);
            SAME(0, fixture_start(&t));
            break;
        case 6:
            if (store[at][slot][0] == '\0') {
                enrol_some(at, slot, 1);
            }
            break;
        default:
            SAME(0, store_begin(t.core->store));
            if (store[at][slot][0] != '\0') {
                drop(at, slot);
            }
            SAME(0, store_commit(t.core->store));
            credentials_changed(t.core);
    }
    if (seeded_once_in(random, 3)) {
        modules_upkeep(t.core); /* the next comes in the middle */
        return;
    }
    (void)run();
    fake_hal_advance(&t.fake, 1 + (int)seeded_below(random, 1500));
}

void test_whatever_happens_they_agree_in_the_end(void) {
    struct seeded random;
    seeded_start(&random, 2112);
    for (unsigned round = 0; round < ROUNDS; round++) {
        if (round > 0) {
            tearDown();
            setUp();
        }
        enrol_some(FINGER, 0, seeded_once_in(&random, 2) ? 300 : 20);
        for (unsigned step = round * STEPS; step < (round + 1) * STEPS; step++) {
            happens(&random, step);
        }
        for (size_t at = 0; at < MODULES_COUNT; at++) {
            modules[at].busy = modules[at].offline = false;
        }
        fake_hal_advance(&t.fake, MODULES_RETRY_MS);
        (void)run();
        credentials_changed(t.core); /* one that took a template again takes it now */
        (void)run();
        for (size_t at = 0; at < MODULES_COUNT; at++) {
            is_like_the_store(at);
        }
    }
}
