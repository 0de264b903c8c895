/* The skin temperatures of a day, hour by hour of the wall. */
#include "core/records/thermometry.h"

#include <stdio.h>

#include "core/records/search.h"
#include "core/settings/settings.h"
#include "log_world.h"
#include "store/store_impl.h"
#include "unity.h"

static struct fixture t;
static struct thermometry_day day;
static const struct actor by = {.account = "admin", .peer = "-", .call = "GetThermometryParam"};

void setUp(void) {
    fixture_up(&t);
    log_world_zone(&t, 0);
}

void tearDown(void) {
    fixture_down(&t);
}

static void limit_is(uint16_t tenths) {
    struct setting_thermometry_param values = settings_get(t.core)->values.thermometry_param;
    values.limit = tenths;
    TEST_ASSERT_EQUAL(0, fixture_save(t.core, &by, SETTING_PAGE_THERMOMETRY_PARAM, &values));
}

static void measured(const char *utc, int64_t more_ms, int16_t tenths) {
    const struct record line = {.time = log_world_ms(utc) + more_ms, .userid = 7, .temperature = tenths};
    (void)log_world_add(&t, &line);
}

static void read_day(uint32_t date) {
    TEST_ASSERT_EQUAL(0, thermometry_read_day(t.core, date, &day));
}

static void expect_hour(size_t at, struct store_log_hour expected) {
    char what[16];
    (void)snprintf(what, sizeof(what), "place %d", (int)at);
    TEST_ASSERT_LESS_THAN_size_t_MESSAGE(day.count, at, what);
    TEST_ASSERT_EQUAL_UINT_MESSAGE(expected.hour, day.hours[at].hour, what);
    TEST_ASSERT_EQUAL_UINT32_MESSAGE(expected.count, day.hours[at].count, what);
    TEST_ASSERT_EQUAL_UINT32_MESSAGE(expected.abnormal, day.hours[at].abnormal, what);
    TEST_ASSERT_EQUAL_INT32_MESSAGE(expected.mean, day.hours[at].mean, what);
    TEST_ASSERT_EQUAL_INT32_MESSAGE(expected.highest, day.hours[at].highest, what);
}

void test_the_limit_is_that_of_the_settings(void) {
    limit_is(380);
    TEST_ASSERT_EQUAL_INT32(380, thermometry_above(t.core));
    limit_is(381);
    TEST_ASSERT_EQUAL_INT32(381, thermometry_above(t.core));
}

void test_whether_there_is_a_temperature(void) {
    bool any = true;
    TEST_ASSERT_EQUAL(0, thermometry_any(t.core, &any));
    TEST_ASSERT_FALSE(any);
    measured("2026-06-01T10:00:00", 0, 0); /* not measured */
    TEST_ASSERT_EQUAL(0, thermometry_any(t.core, &any));
    TEST_ASSERT_FALSE(any);
    measured("2026-06-01T10:00:00", 0, 1);
    TEST_ASSERT_EQUAL(0, thermometry_any(t.core, &any));
    TEST_ASSERT_TRUE(any);
}

void test_each_hour_has_its_count_mean_and_highest(void) {
    limit_is(373);
    measured("2026-06-01T09:59:59", 999, 373);
    measured("2026-06-01T10:00:00", 0, 374);
    measured("2026-06-01T10:59:59", 999, 363);
    measured("2026-06-01T10:30:00", 0, 365);
    measured("2026-06-01T10:30:00", 0, 0);
    measured("2026-06-01T11:00:00", 0, 364);
    measured("2026-06-01T11:00:00", 0, 365); /* the mean is rounded */
    read_day(20260601);
    TEST_ASSERT_EQUAL_UINT32(20260601, day.day);
    TEST_ASSERT_EQUAL_size_t(3, day.count);
    expect_hour(0, (struct store_log_hour){9, 1, 0, 373, 373}); /* the limit itself is normal */
    expect_hour(1, (struct store_log_hour){10, 3, 1, 367, 374});
    expect_hour(2, (struct store_log_hour){11, 2, 0, 365, 365});
    TEST_ASSERT_FALSE(day.partial);
    limit_is(350); /* the limit is that of now */
    read_day(20260601);
    expect_hour(1, (struct store_log_hour){10, 3, 3, 367, 374});
}

/* Both ends of the day, in each zone. */
void test_the_day_is_that_of_the_wall(void) {
    static const struct {
        int32_t zone;
        const char *first, *last;
    } zones[] = {{0, "2026-06-01T00:00:00", "2026-06-01T23:59:59"},
                 {120, "2026-05-31T22:00:00", "2026-06-01T21:59:59"},
                 {-570, "2026-06-01T09:30:00", "2026-06-02T09:29:59"}};
    for (size_t i = 0; i < sizeof(zones) / sizeof(zones[0]); i++) {
        TEST_ASSERT_EQUAL(0, store_exec(t.core->store, "DELETE FROM record"));
        log_world_zone(&t, zones[i].zone);
        measured(zones[i].first, -1, 361);
        measured(zones[i].first, 0, 362);
        measured(zones[i].last, 999, 363);
        measured(zones[i].last, 1000, 364);
        read_day(20260601);
        TEST_ASSERT_EQUAL_size_t(2, day.count);
        expect_hour(0, (struct store_log_hour){0, 1, 0, 362, 362});
        expect_hour(1, (struct store_log_hour){23, 1, 0, 363, 363});
        read_day(20260602);
        TEST_ASSERT_EQUAL_size_t(1, day.count);
        expect_hour(0, (struct store_log_hour){0, 1, 0, 364, 364});
    }
}

void test_without_a_day_it_is_today(void) {
    measured("2026-09-21T10:00:00", 0, 365);
    read_day(0);
    TEST_ASSERT_EQUAL_UINT32(20260921, day.day);
    TEST_ASSERT_EQUAL_size_t(1, day.count);
    log_world_zone(&t, 600); /* tomorrow already */
    read_day(0);
    TEST_ASSERT_EQUAL_UINT32(20260922, day.day);
    TEST_ASSERT_EQUAL_size_t(0, day.count);
}

/* Copies of the first line, an hour before it. */
static void add_copies(unsigned count) {
    char sql[512];
    (void)snprintf(
        sql, sizeof(sql),
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %u)"
        " INSERT INTO record (time, \"offset\", kind, result, reason, userid, username, factors, status, duress, door,"
        " temperature, photo, detail) SELECT time - 3600000, \"offset\", kind, result, reason, userid, username,"
        " factors, status, duress, door, temperature, photo, detail FROM n, record WHERE seq = 1",
        count);
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, sql));
}

void test_only_the_newest_are_looked_at(void) {
    measured("2026-06-01T10:00:00", 0, 365);
    add_copies(SEARCH_BUDGET - 2);
    read_day(20260601);
    TEST_ASSERT_FALSE(day.partial);
    add_copies(1);
    read_day(20260601);
    TEST_ASSERT_TRUE(day.partial); /* there may be more */
    expect_hour(0, (struct store_log_hour){9, SEARCH_BUDGET - 1, 0, 365, 365});
    expect_hour(1, (struct store_log_hour){10, 1, 0, 365, 365});
    add_copies(1);
    read_day(20260601);
    expect_hour(0, (struct store_log_hour){9, SEARCH_BUDGET - 1, 0, 365, 365});
    expect_hour(1, (struct store_log_hour){10, 1, 0, 365, 365});
}

void test_every_hour_of_a_day(void) {
    for (int64_t hour = 0; hour < 24; hour++) {
        measured("2026-06-01T00:00:00", hour * 3600000, (int16_t)(360 + hour));
    }
    read_day(20260601);
    TEST_ASSERT_EQUAL_size_t(24, day.count);
    for (uint8_t hour = 0; hour < 24; hour++) {
        expect_hour(hour, (struct store_log_hour){hour, 1, 360 + hour > 373 ? 1 : 0, 360 + hour, 360 + hour});
    }
}

void test_a_store_that_fails(void) {
    bool any = false;
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, "DROP TABLE record"));
    TEST_ASSERT_LESS_THAN(0, thermometry_any(t.core, &any));
    TEST_ASSERT_LESS_THAN(0, thermometry_read_day(t.core, 20260601, &day));
}
