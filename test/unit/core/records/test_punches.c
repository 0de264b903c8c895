/* Punches out of the lines of a person's log: docs/rules.md, "Punches". */
#include "core/records/punches.h"

#include <stdio.h>
#include <string.h>

#include "unity.h"

#define ROOM 4
#define MINUTE_MS INT64_C(60000)

static struct punch rows[ROOM];

void setUp(void) {
    memset(rows, 0, sizeof(rows));
}

void tearDown(void) {
}

void test_a_minute_is_what_has_begun_of_it(void) {
    static const struct {
        int64_t ms, minute;
    } cases[] = {{0, 0},       {59999, 0},   {60000, 1},    {119999, 1},  {-1, -1},
                 {-60000, -1}, {-60001, -2}, {-120000, -2}, {-120001, -3}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        TEST_ASSERT_EQUAL_INT64(cases[i].minute, punches_minute(cases[i].ms));
    }
}

void test_a_punch_is_a_line_of_who_was_let_in_or_one_added_by_hand_with_a_status(void) {
    static const struct {
        enum record_kind kind;
        enum record_result result;
        enum record_status status;
        bool is_one;
    } cases[] = {
        {RECORD_KIND_ACCESS, RECORD_RESULT_GRANTED, RECORD_STATUS_IN, true},
        {RECORD_KIND_ACCESS, RECORD_RESULT_GRANTED, RECORD_STATUS_STATUS6, true},
        {RECORD_KIND_ACCESS, RECORD_RESULT_GRANTED, RECORD_STATUS_NONE, false},
        {RECORD_KIND_ACCESS, RECORD_RESULT_REFUSED, RECORD_STATUS_IN, false},
        {RECORD_KIND_ACCESS, RECORD_RESULT_NONE, RECORD_STATUS_IN, false},
        {RECORD_KIND_CORRECTION, RECORD_RESULT_NONE, RECORD_STATUS_OUT, true},
        {RECORD_KIND_CORRECTION, RECORD_RESULT_NONE, RECORD_STATUS_NONE, false},
        {RECORD_KIND_VOIDED, RECORD_RESULT_NONE, RECORD_STATUS_IN, false},
        {RECORD_KIND_EXIT, RECORD_RESULT_GRANTED, RECORD_STATUS_IN, false},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char what[24];
        (void)snprintf(what, sizeof(what), "case %d", (int)i);
        TEST_ASSERT_EQUAL_MESSAGE(cases[i].is_one, punches_is_one(cases[i].kind, cases[i].result, cases[i].status),
                                  what);
    }
}

static struct store_punch line(int64_t time_ms, enum record_kind kind) {
    return (struct store_punch){.time_ms = time_ms,
                                .kind = kind,
                                .result = kind == RECORD_KIND_ACCESS ? RECORD_RESULT_GRANTED : RECORD_RESULT_NONE,
                                .status = RECORD_STATUS_OUT};
}

static bool take(struct punches *punches, int64_t time_ms, enum record_kind kind) {
    const struct store_punch one = line(time_ms, kind);
    return punches_take(punches, &one);
}

void test_each_punch_is_kept_with_its_minute_status_and_whether_it_was_added(void) {
    struct punches punches = punches_into(rows, ROOM);
    TEST_ASSERT_EQUAL_size_t(0, punches.count);
    TEST_ASSERT_TRUE(take(&punches, 59999, RECORD_KIND_ACCESS));
    TEST_ASSERT_TRUE(take(&punches, 60000, RECORD_KIND_CORRECTION));
    TEST_ASSERT_TRUE(take(&punches, 70000, RECORD_KIND_EXIT)); /* no punch is passed over */
    TEST_ASSERT_EQUAL_size_t(2, punches.count);
    TEST_ASSERT_EQUAL_INT64(0, rows[0].minute);
    TEST_ASSERT_EQUAL(RECORD_STATUS_OUT, rows[0].status);
    TEST_ASSERT_FALSE(rows[0].is_added);
    TEST_ASSERT_EQUAL_INT64(1, rows[1].minute);
    TEST_ASSERT_TRUE(rows[1].is_added);
    TEST_ASSERT_FALSE(punches.is_cut);
}

/* By person and time, to the millisecond: before and behind the voiding line. */
void test_a_voided_punch_takes_all_of_its_time_along(void) {
    struct punches punches = punches_into(rows, ROOM);
    (void)take(&punches, 999, RECORD_KIND_ACCESS);
    (void)take(&punches, 1000, RECORD_KIND_ACCESS);
    (void)take(&punches, 1000, RECORD_KIND_CORRECTION);
    TEST_ASSERT_EQUAL_size_t(3, punches.count);
    TEST_ASSERT_TRUE(take(&punches, 1000, RECORD_KIND_VOIDED));
    TEST_ASSERT_EQUAL_size_t(1, punches.count);
    TEST_ASSERT_TRUE(take(&punches, 1000, RECORD_KIND_CORRECTION));
    TEST_ASSERT_EQUAL_size_t(1, punches.count);
    TEST_ASSERT_TRUE(take(&punches, 1001, RECORD_KIND_CORRECTION));
    TEST_ASSERT_EQUAL_size_t(2, punches.count);
    TEST_ASSERT_TRUE(rows[1].is_added);
    TEST_ASSERT_FALSE(rows[0].is_added);
}

void test_a_void_before_its_punch_and_alone(void) {
    struct punches punches = punches_into(rows, ROOM);
    (void)take(&punches, 1000, RECORD_KIND_VOIDED);
    (void)take(&punches, 1000, RECORD_KIND_ACCESS);
    TEST_ASSERT_EQUAL_size_t(0, punches.count);
    (void)take(&punches, 2000, RECORD_KIND_ACCESS);
    (void)take(&punches, 3000, RECORD_KIND_VOIDED);
    TEST_ASSERT_EQUAL_size_t(1, punches.count);
}

void test_more_than_there_is_room_for_is_cut(void) {
    struct punches punches = punches_into(rows, ROOM);
    for (int64_t i = 0; i < ROOM; i++) {
        TEST_ASSERT_TRUE(take(&punches, i * MINUTE_MS, RECORD_KIND_ACCESS));
    }
    TEST_ASSERT_TRUE(take(&punches, ROOM * MINUTE_MS, RECORD_KIND_EXIT)); /* no punch needs no room */
    TEST_ASSERT_FALSE(punches.is_cut);
    TEST_ASSERT_FALSE(take(&punches, ROOM * MINUTE_MS, RECORD_KIND_ACCESS));
    TEST_ASSERT_TRUE(punches.is_cut);
    TEST_ASSERT_EQUAL_size_t(ROOM, punches.count);
}

void test_no_more_lines_than_are_looked_at(void) {
    struct punches punches = punches_into(rows, ROOM);
    for (int64_t i = 0; i < 65536; i++) {
        TEST_ASSERT_TRUE(take(&punches, i, RECORD_KIND_EXIT));
    }
    TEST_ASSERT_FALSE(punches.is_cut);
    TEST_ASSERT_FALSE(take(&punches, 65536, RECORD_KIND_ACCESS));
    TEST_ASSERT_TRUE(punches.is_cut);
    TEST_ASSERT_EQUAL_size_t(0, punches.count);
    TEST_ASSERT_FALSE(take(&punches, 65537, RECORD_KIND_ACCESS)); /* and it stays cut */
}
