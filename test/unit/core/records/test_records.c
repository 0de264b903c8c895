/* What is made of the log: how many lines there are, how many fit, and whether it is nearly full. */
#include "core/records/records.h"

#include "core/events/log.h"
#include "log_world.h"
#include "store/store_impl.h"
#include "unity.h"

#define CAPACITY 9000 /* of the fake hal */

static struct fixture t;
static const struct actor by = {.account = "admin", .peer = "-", .call = "GetKaoqinParam"};

void setUp(void) {
    fixture_up(&t);
}

void tearDown(void) {
    fixture_down(&t);
}

static void expect_state(uint32_t records, bool alarm) {
    struct records_state state;
    records_read(t.core, &state);
    TEST_ASSERT_EQUAL_UINT32(records, state.records);
    TEST_ASSERT_EQUAL_UINT32(CAPACITY, state.capacity);
    TEST_ASSERT_EQUAL(alarm, state.alarm);
}

static void alarm_below(uint16_t free_lines) {
    const struct setting_kaoqin_param values = {.log_alarm = free_lines};
    TEST_ASSERT_EQUAL(0, fixture_save(t.core, &by, SETTING_PAGE_KAOQIN_PARAM, &values));
}

static void erase(void) {
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL(0, log_erase(t.core));
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
    log_erased(t.core);
}

void test_lines_are_those_that_are_kept(void) {
    alarm_below(100);
    expect_state(0, false);
    (void)log_world_punch(&t, 7, 1000, RECORD_STATUS_IN);
    (void)log_world_punch(&t, 7, 2000, RECORD_STATUS_IN);
    expect_state(2, false);
    erase();
    expect_state(0, false);
    (void)log_world_punch(&t, 7, 3000, RECORD_STATUS_IN); /* numbers go on */
    expect_state(1, false);
}

void test_the_alarm_is_that_of_the_log(void) {
    char sql[] =
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 8991)"
        " INSERT INTO record (time, \"offset\", kind, result, reason, userid, username, factors, status, duress, door,"
        " temperature, photo, detail) SELECT i, 0, 0, 1, 1, 7, '', 0, 0, 0, 1, 0, 0, '' FROM n";
    alarm_below(9);
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, sql));
    fixture_restart(&t);
    expect_state(8991, false);
    alarm_below(10);
    expect_state(8991, true);
}
