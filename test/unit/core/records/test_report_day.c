/* One day of a person: its punches, what each of them is for it, and what is near. */
#include "core/records/report_day.h"

#include <stdio.h>
#include <string.h>

#include "core/records/corrections.h"
#include "core/records/report.h"
#include "report_world.h"
#include "store/store_impl.h"
#include "store/users/users.h"
#include "unity.h"
#include "util/arena.h"

static struct fixture t;
static struct arena arena;
static struct report_day day;
static const struct actor by = {.account = "admin", .level = 16, .peer = "192.0.2.1", .call = "addPunch"};

void setUp(void) {
    fixture_up(&t);
    arena_init(&arena, (size_t)16 * 1024 * 1024);
    report_world_add(&t);
}

void tearDown(void) {
    arena_done(&arena);
    fixture_down(&t);
}

static void read_day(uint32_t userid, uint32_t date) {
    TEST_ASSERT_EQUAL(0, report_day_read(t.core, &by, userid, date, &arena, &day));
}

static void expect_punches(const char *const *expected, size_t count) {
    TEST_ASSERT_EQUAL_size_t(count, day.punch_count);
    for (size_t i = 0; i < count; i++) {
        const struct report_day_punch *punch = &day.punches[i];
        char found[128];
        (void)snprintf(found, sizeof(found), "%d %d %s %s%s%s", (int)punch->seq, punch->minute,
                       record_status_text[punch->status], punch_role_text[punch->role],
                       punch->is_added ? " added " : " ", punch->detail);
        TEST_ASSERT_EQUAL_STRING(expected[i], found);
    }
}

void test_a_day_with_its_user_line_and_shift(void) {
    static const char *const punches[] = {"1 490 in firstIn ", "2 960 out lastOut "};
    read_day(7, 20260601);
    TEST_ASSERT_EQUAL_STRING("Ada", day.user.username);
    TEST_ASSERT_EQUAL_UINT32(20260601, day.line.date);
    TEST_ASSERT_EQUAL_UINT32(10, day.line.day.late);
    TEST_ASSERT_EQUAL_STRING("Day", day.shifts->name);
    TEST_ASSERT_EQUAL_UINT(480, day.shifts->on_duty);
    TEST_ASSERT_EQUAL_size_t(0, day.leave_count);
    expect_punches(punches, 2);
    TEST_ASSERT_EQUAL_INT64(log_world_ms("2026-06-01T08:10:00"), day.punches[0].time_ms);
}

void test_a_day_without_shift_and_one_of_leave(void) {
    read_day(9, 20260602);
    TEST_ASSERT_EQUAL_size_t(0, day.shift_count);
    TEST_ASSERT_EQUAL_size_t(0, day.punch_count);
    TEST_ASSERT_EQUAL_size_t(0, day.leave_count);
    read_day(7, 20260603);
    TEST_ASSERT_EQUAL(DAY_KIND_ON_LEAVE, day.line.kind);
    TEST_ASSERT_EQUAL_size_t(1, day.leave_count);
    TEST_ASSERT_EQUAL_STRING("flu", day.leaves[0].note);
    read_day(7, 20260604);
    TEST_ASSERT_EQUAL_size_t(0, day.leave_count);
}

void test_no_more_leaves_than_are_told(void) {
    for (size_t i = 0; i <= REPORT_DAY_LEAVES; i++) {
        report_world_leave(&t, 7, 20260604, 20260604);
    }
    read_day(7, 20260604);
    TEST_ASSERT_EQUAL_size_t(REPORT_DAY_LEAVES, day.leave_count);
}

void test_what_was_added_and_taken_away_has_its_reason(void) {
    static const char *const punches[] = {"1 490 in voided admin: was Bob", "9 495 in firstIn added admin: forgot",
                                          "2 960 out lastOut "};
    const struct correction correction = {
        .userid = 7, .day = 20260601, .minute = 495, .status = PUNCH_STATUS_IN, .reason = "forgot"};
    const char *field = NULL;
    int64_t seq = 0;
    TEST_ASSERT_EQUAL(0, corrections_void(t.core, &by, 1, "was Bob"));
    TEST_ASSERT_EQUAL(0, corrections_add(t.core, &by, &correction, &seq, &field));
    read_day(7, 20260601);
    expect_punches(punches, 3);
    TEST_ASSERT_TRUE(day.line.day.is_corrected);
    TEST_ASSERT_EQUAL_UINT32(15, day.line.day.late);
}

void test_one_that_was_added_and_taken_away_has_the_reason_for_that(void) {
    static const char *const punches[] = {"1 490 in firstIn ", "8 495 in voided added admin: by mistake",
                                          "2 960 out lastOut "};
    const struct correction correction = {
        .userid = 7, .day = 20260601, .minute = 495, .status = PUNCH_STATUS_IN, .reason = "forgot"};
    const char *field = NULL;
    int64_t seq = 0;
    TEST_ASSERT_EQUAL(0, corrections_add(t.core, &by, &correction, &seq, &field));
    TEST_ASSERT_EQUAL(0, corrections_void(t.core, &by, seq, "by mistake"));
    read_day(7, 20260601);
    expect_punches(punches, 3);
}

/* Cy has no shift: sessions that begin on the calendar day are of it, others of other days. */
void test_punches_of_the_day_from_its_first_minute_to_its_last(void) {
    static const char *const punches[] = {"10 0 in firstIn ", "11 1439 out lastOut "};
    (void)report_world_punch(&t, 9, "2026-06-02T20:00:00", RECORD_STATUS_IN);
    (void)report_world_punch(&t, 9, "2026-06-02T23:59:59", RECORD_STATUS_OUT);
    (void)report_world_punch(&t, 9, "2026-06-03T00:00:00", RECORD_STATUS_IN);
    (void)report_world_punch(&t, 9, "2026-06-03T23:59:59", RECORD_STATUS_OUT);
    (void)report_world_punch(&t, 9, "2026-06-04T00:00:00", RECORD_STATUS_IN);
    read_day(9, 20260603);
    expect_punches(punches, 2);
}

/* Taken away, a punch says no more of which day it was: it is told up to half a day before and behind. */
void test_a_punch_that_was_taken_away_is_told_nearby(void) {
    static const char *const punches[] = {"9 -720 in voided admin: no", "10 2159 in voided admin: no"};
    static const char *const times[] = {"2026-06-03T11:59:59", "2026-06-03T12:00:00", "2026-06-05T11:59:59",
                                        "2026-06-05T12:00:00"};
    for (size_t i = 0; i < sizeof(times) / sizeof(times[0]); i++) {
        (void)report_world_punch(&t, 9, times[i], RECORD_STATUS_IN);
    }
    for (int64_t seq = 8; seq <= 11; seq++) {
        TEST_ASSERT_EQUAL(0, corrections_void(t.core, &by, seq, "no"));
    }
    read_day(9, 20260604);
    expect_punches(punches, 2);
}

/* A punch that belongs to the day before is told on the day on which it was, not on others. */
void test_a_punch_of_another_day_is_told_on_its_own(void) {
    static const char *const of_monday[] = {"3 480 in firstIn ", "8 1440 out lastOut "};
    static const char *const of_tuesday[] = {"8 0 out otherDay ", "4 420 in firstIn ", "5 1020 out lastOut "};
    (void)report_world_punch(&t, 8, "2026-06-02T00:00:00", RECORD_STATUS_OUT);
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, "UPDATE shift SET out_after = 600 WHERE number = 1"));
    read_day(8, 20260601);
    expect_punches(of_monday, 2);
    read_day(8, 20260602);
    expect_punches(of_tuesday, 3);
}

void test_other_lines_of_the_person_are_no_punches(void) {
    static const char *const punches[] = {"1 490 in firstIn ", "2 960 out lastOut "};
    const struct record refused = {.time = log_world_ms("2026-06-01T09:00:00"),
                                   .kind = RECORD_KIND_ACCESS,
                                   .result = RECORD_RESULT_REFUSED,
                                   .userid = 7};
    (void)log_world_add(&t, &refused);
    (void)report_world_punch(&t, 7, "2026-06-01T10:00:00", RECORD_STATUS_NONE);
    read_day(7, 20260601);
    expect_punches(punches, 2);
}

void test_no_more_punches_than_are_told(void) {
    for (int64_t i = 0; i <= REPORT_DAY_PUNCHES; i++) {
        (void)log_world_punch(&t, 9, log_world_ms("2026-06-04T10:00:00") + i * 1000, RECORD_STATUS_IN);
    }
    read_day(9, 20260604);
    TEST_ASSERT_EQUAL_size_t(REPORT_DAY_PUNCHES, day.punch_count);
    TEST_ASSERT_EQUAL(PUNCH_ROLE_FIRST_IN, day.punches[0].role);
}

void test_somebody_who_is_not_there(void) {
    TEST_ASSERT_EQUAL(E_USER_UNKNOWN, report_day_read(t.core, &by, 6, 20260601, &arena, &day));
    TEST_ASSERT_EQUAL(E_USER_UNKNOWN, report_day_read(t.core, &by, 10, 20260601, &arena, &day));
}

void test_without_memory_or_store_there_is_no_day(void) {
    unsigned without = 0;
    for (size_t cap = 1024; cap < (size_t)2 * 1024 * 1024; cap *= 2) {
        arena_done(&arena);
        arena_init(&arena, cap);
        const int r = report_day_read(t.core, &by, 7, 20260601, &arena, &day);
        TEST_ASSERT_TRUE(r == E_NOMEM || (r == 0 && day.punch_count == 2 && day.shifts->name != NULL));
        without += r != 0;
    }
    TEST_ASSERT_GREATER_THAN_UINT(3, without);
    TEST_ASSERT_LESS_THAN_UINT(11, without);
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, "DROP TABLE record"));
    TEST_ASSERT_LESS_THAN(0, report_day_read(t.core, &by, 7, 20260601, &arena, &day));
}

/* Ada leaves, Zoe gets her number: no punch, no correction, no leave and no shift of Ada's is hers. */
void test_a_newcomer_with_the_number_of_a_leaver_begins_with_nothing(void) {
    static const char *const own[] = {"8 540 in firstIn "};
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL(0, store_users_delete(t.core->store, 7));
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
    report_world_person(&t, 7, "Zoe", 2, 1);
    read_day(7, 20260601);
    TEST_ASSERT_EQUAL_STRING("Zoe", day.user.username);
    TEST_ASSERT_EQUAL_size_t(0, day.punch_count);
    TEST_ASSERT_EQUAL_UINT32(0, day.line.day.worked);
    read_day(7, 20260603);
    TEST_ASSERT_EQUAL_size_t(0, day.leave_count);
    (void)log_world_add(&t, &(struct record){.time = log_world_ms("2026-06-01T09:00:00"),
                                             .kind = RECORD_KIND_IMPORTED,
                                             .userid = 7,
                                             .username = "Zoe",
                                             .status = RECORD_STATUS_IN,
                                             .detail = ""});
    read_day(7, 20260601);
    expect_punches(own, 1); /* brought in for a day gone by */
}
