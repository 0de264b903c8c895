#include "core/base/actor.h"
#include "core/devices/authorization.h"

#include <stdio.h>
#include <string.h>

#include "core/base/audit.h"
#include "hal/link_device.h"
#include "store/base/audit.h"
#include "terminal_fixture.h"
#include "unity.h"
#include "util/arena.h"
#include "values.h"

#define LEFT "00:00:00:00:00:0A"
#define RIGHT "00:00:00:00:00:0B"
#define NOBODY "00:00:00:00:00:0C"

static struct fixture t;
static struct arena arena;
static const struct actor by = {.account = "admin", .peer = "192.0.2.1", .call = "GetAnvizWiegandAuthorize"};

static void ask(enum store_link link, const char *mac, const char *model) {
    struct hal_link_device device = {.machine = 7, .route1 = 1};
    (void)snprintf(device.mac, sizeof(device.mac), "%s", mac);
    (void)snprintf(device.model, sizeof(device.model), "%s", model);
    TEST_ASSERT_EQUAL(0, authorization_ask(t.core, link, &device));
}

void setUp(void) {
    fixture_up(&t);
    arena_init(&arena, 65536);
    ask(STORE_LINK_WIEGAND, RIGHT, "WR-2");
    ask(STORE_LINK_WIEGAND, LEFT, "WR-1");
}

void tearDown(void) {
    arena_done(&arena);
    fixture_down(&t);
}

static const struct store_authorized *list_of(enum store_link link, struct authorization_filter filter,
                                              size_t expected) {
    const struct store_authorized *devices = NULL;
    size_t count = 0;
    TEST_ASSERT_EQUAL(0, authorization_list(t.core, link, &filter, &arena, &devices, &count));
    TEST_ASSERT_EQUAL(expected, count);
    return devices;
}

static const struct store_authorized *list(enum store_link link, size_t expected) {
    return list_of(link, (struct authorization_filter){0}, expected);
}

#define OF(field) (UINT64_C(1) << AUTHORIZATION_FILTER_##field)

void test_a_filter_lets_through_what_matches_all_of_it(void) {
    struct authorization_filter filter = {.given = OF(MODEL), .model = "WR-2"};
    TEST_ASSERT_EQUAL_STRING(RIGHT, list_of(STORE_LINK_WIEGAND, filter, 1)->mac);
    filter.given = OF(MAC);
    filter.mac = LEFT;
    TEST_ASSERT_EQUAL_STRING("WR-1", list_of(STORE_LINK_WIEGAND, filter, 1)->model);
    filter.given = OF(MAC) | OF(MODEL);
    (void)list_of(STORE_LINK_WIEGAND, filter, 0);
    filter.given = OF(AUTHORIZED);
    (void)list_of(STORE_LINK_WIEGAND, filter, 2); /* false: those that are not */
    filter.authorized = true;
    (void)list_of(STORE_LINK_WIEGAND, filter, 0);
    filter.given = OF(MACHINE);
    filter.machine = 4711;
    (void)list_of(STORE_LINK_WIEGAND, filter, 0);
}

static unsigned rows;

static int count_row(void *ctx, const struct store_audit_row *row) {
    (void)ctx;
    rows += strstr(row->object, "wiegand device") != NULL;
    return 0;
}

static unsigned audit_rows(void) {
    rows = 0;
    TEST_ASSERT_EQUAL(0, store_audit_read(t.core->store, 100, count_row, NULL));
    return rows;
}

static int set(const char (*macs)[STORE_MAC_MAX], size_t count, bool authorized) {
    struct authorization_change change = {.link = STORE_LINK_WIEGAND, .macs = macs, .count = count};
    return authorization_set(t.core, &by, &change, authorized);
}

void test_who_asks_is_listed_and_not_authorized(void) {
    const struct store_authorized *devices = list(STORE_LINK_WIEGAND, 2);
    TEST_ASSERT_EQUAL_STRING(LEFT, devices[0].mac);
    TEST_ASSERT_EQUAL_STRING("WR-1", devices[0].model);
    TEST_ASSERT_FALSE(devices[0].authorized);
    (void)list(STORE_LINK_BLUETOOTH, 0);
}

void test_authorizing_is_audited_once_for_each_that_changes(void) {
    const char macs[3][STORE_MAC_MAX] = {LEFT, RIGHT, LEFT};
    TEST_ASSERT_EQUAL(0, set(macs, 3, true));
    TEST_ASSERT_EQUAL(2, audit_rows());
    TEST_ASSERT_EQUAL(0, set(macs, 3, true));
    TEST_ASSERT_EQUAL(2, audit_rows());
    TEST_ASSERT_TRUE(list(STORE_LINK_WIEGAND, 2)[1].authorized);
    TEST_ASSERT_EQUAL(0, set(macs, 1, false));
    TEST_ASSERT_EQUAL(3, audit_rows());
    TEST_ASSERT_FALSE(list(STORE_LINK_WIEGAND, 2)[0].authorized);
}

void test_one_unknown_device_changes_nothing(void) {
    const char macs[2][STORE_MAC_MAX] = {LEFT, NOBODY};
    TEST_ASSERT_EQUAL(E_NOTFOUND, set(macs, 2, true));
    TEST_ASSERT_FALSE(list(STORE_LINK_WIEGAND, 2)[0].authorized);
    TEST_ASSERT_EQUAL(0, audit_rows());
}

void test_deleting_leaves_what_is_not_there(void) {
    const char macs[3][STORE_MAC_MAX] = {NOBODY, RIGHT, RIGHT};
    struct authorization_change change = {.link = STORE_LINK_WIEGAND, .macs = macs, .count = 3};
    uint32_t deleted = 99;
    TEST_ASSERT_EQUAL(0, authorization_delete(t.core, &by, &change, &deleted));
    TEST_ASSERT_EQUAL(1, deleted);
    TEST_ASSERT_EQUAL(1, audit_rows());
    TEST_ASSERT_EQUAL_STRING(LEFT, list(STORE_LINK_WIEGAND, 1)[0].mac);
}

/* What comes over the air is not trusted. */
void test_a_model_that_is_not_clean_is_left_out(void) {
    struct hal_link_device device = {.mac = "x"};
    ask(STORE_LINK_BLUETOOTH, LEFT, "a\nb");
    TEST_ASSERT_EQUAL_STRING("", list(STORE_LINK_BLUETOOTH, 1)[0].model);
    TEST_ASSERT_EQUAL(E_INVAL, authorization_ask(t.core, STORE_LINK_BLUETOOTH, &device));
    ask(STORE_LINK_BLUETOOTH, LEFT, "ééééééééééééééééééééééééééééééééX");
    TEST_ASSERT_EQUAL_STRING("éééééééééééééééééééééééééééééééé", list(STORE_LINK_BLUETOOTH, 1)[0].model);
    ask(STORE_LINK_BLUETOOTH, LEFT, "Téléphone");
    TEST_ASSERT_EQUAL_STRING("Téléphone", list(STORE_LINK_BLUETOOTH, 1)[0].model);
}

/* A stranger in reach may ask without end. */
void test_who_asks_again_writes_nothing(void) {
    struct hal_link_device device = {.mac = NOBODY, .model = "M", .machine = 7, .route1 = 1};
    TEST_ASSERT_EQUAL(0, authorization_ask(t.core, STORE_LINK_BLUETOOTH, &device));
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store)); /* nobody else begins one meanwhile */
    TEST_ASSERT_EQUAL(0, authorization_ask(t.core, STORE_LINK_BLUETOOTH, &device));
    device.route1 = 2;
    TEST_ASSERT_LESS_THAN(0, authorization_ask(t.core, STORE_LINK_BLUETOOTH, &device));
    store_abort(t.core->store);
}

void test_lists_survive_a_restart(void) {
    const char macs[1][STORE_MAC_MAX] = {LEFT};
    TEST_ASSERT_EQUAL(0, set(macs, 1, true));
    fixture_restart(&t);
    TEST_ASSERT_TRUE(list(STORE_LINK_WIEGAND, 2)[0].authorized);
}
