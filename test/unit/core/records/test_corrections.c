/* Punches that an administrator adds or takes away: docs/rules.md, "Punches". */
#include "core/records/corrections.h"

#include <stdio.h>
#include <string.h>

#include "audit_rows.h"
#include "core/events/log.h"
#include "log_world.h"
#include "store/store_impl.h"
#include "store/users/users.h"
#include "unity.h"
#include "util/arena.h"

#define TODAY 20260921 /* 14:13:20 UTC */
#define NOW_MIN (14 * 60 + 13)

static struct fixture t;
static struct arena arena;
static const char *field;
static const struct actor admin = {.account = "admin", .peer = "192.0.2.1", .call = "addPunch", .level = 16};
static const struct actor ada = {.account = "7", .userid = 7, .peer = "192.0.2.1", .call = "addPunch", .level = 15};
static const struct actor top = {.account = "7", .userid = 7, .peer = "192.0.2.1", .call = "addPunch", .level = 16};

void setUp(void) {
    fixture_up(&t);
    arena_init(&arena, 65536);
    log_world_zone(&t, 0);
    fixture_add_user(&t, 7, "Ada", 0, 0, NULL);
    fixture_add_user(&t, 8, "Bob", 0, 0, NULL);
}

void tearDown(void) {
    arena_done(&arena);
    fixture_down(&t);
}

static struct correction of(uint32_t day, uint16_t minute) {
    return (struct correction){
        .userid = 7, .day = day, .minute = minute, .status = PUNCH_STATUS_OUT, .reason = "forgot it"};
}

static int add(const struct actor *by, const struct correction *correction, int64_t *ret_seq) {
    field = "none";
    return corrections_add(t.core, by, correction, ret_seq, &field);
}

static int64_t added(uint32_t day, uint16_t minute) {
    int64_t seq = 0;
    const struct correction correction = of(day, minute);
    TEST_ASSERT_EQUAL(0, add(&admin, &correction, &seq));
    TEST_ASSERT_NULL(field);
    return seq;
}

static void expect_refused(const struct actor *by, const struct correction *correction, int error, const char *name) {
    const int64_t before = log_last(t.core);
    int64_t seq = 0;
    TEST_ASSERT_EQUAL(error, add(by, correction, &seq));
    TEST_ASSERT_EQUAL_STRING(name, field);
    TEST_ASSERT_EQUAL_INT64(before, log_last(t.core));
}

static struct record line_of(int64_t seq) {
    struct record line = {0};
    size_t count = 0;
    TEST_ASSERT_EQUAL(0, log_read(t.core, seq - 1, &line, 1, &arena, &count));
    TEST_ASSERT_EQUAL_size_t(1, count);
    TEST_ASSERT_EQUAL_INT64(seq, line.seq);
    return line;
}

static int64_t audit_rows(const char *where) {
    return audit_rows_count(t.core->store, where);
}

void test_a_punch_is_added_as_a_line_with_who_did_it_and_why(void) {
    const int64_t seq = added(20260601, 8 * 60);
    const struct record expected = {.seq = seq,
                                    .time = log_world_ms("2026-06-01T08:00:00"),
                                    .kind = RECORD_KIND_CORRECTION,
                                    .userid = 7,
                                    .username = "Ada",
                                    .status = RECORD_STATUS_OUT,
                                    .door = 1,
                                    .detail = "admin: forgot it"};
    const struct record line = line_of(seq);
    TEST_ASSERT_TRUE(record_equal(&expected, &line));
    TEST_ASSERT_EQUAL_INT64(
        1, audit_rows("object = 'punch of user 7' AND before IS NULL AND account = 'admin' AND"
                      " after = '{\"time\":1780300800000,\"status\":\"out\",\"reason\":\"forgot it\"}'"));
}

void test_its_day_and_minute_are_those_of_the_clock(void) {
    log_world_zone(&t, 120);
    TEST_ASSERT_EQUAL_INT64(log_world_ms("2026-06-01T06:00:00"), line_of(added(20260601, 8 * 60)).time);
    TEST_ASSERT_EQUAL_INT64(log_world_ms("2026-05-31T22:00:00"), line_of(added(20260601, 0)).time);
}

void test_no_punch_is_added_for_a_time_to_come_or_long_ago(void) {
    struct correction correction = of(TODAY, NOW_MIN + 1);
    expect_refused(&admin, &correction, E_RANGE, "minute");
    correction = of(TODAY + 1, 0);
    expect_refused(&admin, &correction, E_RANGE, "day");
    correction = of(20250919, 0); /* 367 days */
    expect_refused(&admin, &correction, E_RANGE, "day");
    (void)added(TODAY, NOW_MIN);
    (void)added(20250920, 0);
    atomic_store(&t.fake.utc_ms, log_world_ms("2026-09-21T15:00:00") - 1);
    correction = of(TODAY, 15 * 60);
    expect_refused(&admin, &correction, E_RANGE, "minute");
    atomic_store(&t.fake.utc_ms, log_world_ms("2026-09-21T15:00:00"));
    (void)added(TODAY, 15 * 60);
}

void test_the_user_is_there_and_somebody_else(void) {
    struct correction correction = of(20260601, 0);
    expect_refused(&ada, &correction, E_OWN_HOURS, "userid");
    correction.userid = 9;
    expect_refused(&admin, &correction, E_USER_UNKNOWN, "userid");
    int64_t seq = 0;
    correction.userid = 8;
    TEST_ASSERT_EQUAL(0, add(&ada, &correction, &seq));
    TEST_ASSERT_EQUAL_STRING("7: forgot it", line_of(seq).detail);
    correction.userid = 7;
    TEST_ASSERT_EQUAL(0, add(&top, &correction, &seq)); /* at level 16, of which there may be one */
}

void test_two_of_a_minute_have_different_times(void) {
    const int64_t at_ms = log_world_ms("2026-06-01T08:00:00");
    log_world_punch(&t, 8, at_ms, RECORD_STATUS_IN); /* of another user */
    log_world_punch(&t, 7, at_ms - 1, RECORD_STATUS_IN);
    log_world_punch(&t, 7, at_ms + 1, RECORD_STATUS_NONE);
    TEST_ASSERT_EQUAL_INT64(at_ms, line_of(added(20260601, 8 * 60)).time);
    TEST_ASSERT_EQUAL_INT64(at_ms + 2, line_of(added(20260601, 8 * 60)).time);
    TEST_ASSERT_EQUAL_INT64(at_ms + 3, line_of(added(20260601, 8 * 60)).time);
}

void test_a_minute_that_is_full(void) {
    char sql[512];
    const struct correction correction = of(20260601, 8 * 60);
    for (unsigned i = 0; i < 16 * LOG_DROP_MAX; i++) {
        (void)log_world_punch(&t, 8, 1000, RECORD_STATUS_IN); /* displaced by the new ones, as these are too many */
    }
    (void)snprintf(
        sql, sizeof(sql),
        "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 59998)"
        " INSERT INTO record (time, \"offset\", kind, result, reason, userid, username, factors, status, duress, door,"
        " temperature, photo, detail) SELECT %lld + i, 0, 0, 1, 1, 7, '', 0, 8, 0, 1, 0, 0, '' FROM n",
        (long long)log_world_ms("2026-06-01T08:00:00"));
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, sql));
    fixture_restart(&t);
    TEST_ASSERT_EQUAL_INT64(log_world_ms("2026-06-01T08:00:59") + 999, line_of(added(20260601, 8 * 60)).time);
    TEST_ASSERT_EQUAL(E_CAPACITY, add(&admin, &correction, &(int64_t){0}));
}

void test_a_punch_that_is_taken_away_stays_in_the_log(void) {
    const int64_t at_ms = log_world_ms("2026-06-01T08:00:00") + 123;
    const struct record punch = {.time = at_ms,
                                 .kind = RECORD_KIND_ACCESS,
                                 .result = RECORD_RESULT_GRANTED,
                                 .userid = 7,
                                 .username = "Ada then",
                                 .status = RECORD_STATUS_STATUS3};
    const int64_t seq = log_world_add(&t, &punch);
    TEST_ASSERT_EQUAL(0, corrections_void(t.core, &admin, seq, "was Bob"));
    const struct record expected = {.seq = seq + 1,
                                    .time = at_ms,
                                    .kind = RECORD_KIND_VOIDED,
                                    .userid = 7,
                                    .username = "Ada then",
                                    .status = RECORD_STATUS_STATUS3,
                                    .door = 1,
                                    .detail = "admin: was Bob"};
    const struct record line = line_of(seq + 1);
    TEST_ASSERT_TRUE(record_equal(&expected, &line));
    TEST_ASSERT_EQUAL(RECORD_KIND_ACCESS, line_of(seq).kind);
    TEST_ASSERT_EQUAL_INT64(
        1, audit_rows("object = 'punch of user 7' AND after IS NULL AND"
                      " before = '{\"time\":1780300800123,\"status\":\"status3\",\"reason\":\"was Bob\"}'"));
}

void test_what_is_taken_away_already_stays_so(void) {
    const int64_t at_ms = log_world_ms("2026-06-01T08:00:00");
    const int64_t seq = log_world_punch(&t, 7, at_ms, RECORD_STATUS_IN);
    const int64_t near = log_world_punch(&t, 7, at_ms + 1, RECORD_STATUS_IN);
    const int64_t of_bob = log_world_punch(&t, 8, at_ms, RECORD_STATUS_IN);
    TEST_ASSERT_EQUAL(0, corrections_void(t.core, &admin, seq, "twice"));
    TEST_ASSERT_EQUAL_INT64(of_bob + 1, log_last(t.core));
    TEST_ASSERT_EQUAL(0, corrections_void(t.core, &admin, seq, "twice"));
    TEST_ASSERT_EQUAL_INT64(of_bob + 1, log_last(t.core));
    TEST_ASSERT_EQUAL(0, corrections_void(t.core, &admin, near, "another time"));
    TEST_ASSERT_EQUAL(0, corrections_void(t.core, &admin, of_bob, "another user"));
    TEST_ASSERT_EQUAL_INT64(of_bob + 3, log_last(t.core));
    const int64_t correction = added(20260601, 480);
    TEST_ASSERT_EQUAL(0, corrections_void(t.core, &admin, correction, "added by mistake"));
    TEST_ASSERT_EQUAL_INT64(correction + 1, log_last(t.core));
}

void test_only_a_punch_of_somebody_can_be_taken_away(void) {
    const int64_t nobody = log_world_punch(&t, 0, 1000, RECORD_STATUS_IN);
    const int64_t no_status = log_world_punch(&t, 7, 1000, RECORD_STATUS_NONE);
    const int64_t wrong[] = {nobody, no_status, 0, -1, no_status + 1, no_status + 2, INT64_C(9007199254740991)};
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        TEST_ASSERT_EQUAL(E_NOTFOUND, corrections_void(t.core, &admin, wrong[i], "why"));
    }
    TEST_ASSERT_EQUAL_INT64(no_status, log_last(t.core));
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, "DELETE FROM record WHERE seq = 1"));
    TEST_ASSERT_EQUAL(E_NOTFOUND, corrections_void(t.core, &admin, 1, "why")); /* not the one behind it */
}

void test_own_punches_are_taken_away_by_somebody_else(void) {
    const int64_t seq = log_world_punch(&t, 7, 1000, RECORD_STATUS_IN);
    TEST_ASSERT_EQUAL(E_OWN_HOURS, corrections_void(t.core, &ada, seq, "why"));
    TEST_ASSERT_EQUAL_INT64(seq, log_last(t.core));
    TEST_ASSERT_EQUAL(0, corrections_void(t.core, &top, seq, "why"));
    TEST_ASSERT_EQUAL_INT64(seq + 1, log_last(t.core));
}

void test_without_its_audit_row_there_is_no_line(void) {
    const struct correction correction = of(20260601, 480);
    const int64_t seq = log_world_punch(&t, 7, 1000, RECORD_STATUS_IN);
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, "CREATE TRIGGER no_audit BEFORE INSERT ON audit BEGIN"
                                                   " SELECT raise(ABORT, 'no room'); END"));
    TEST_ASSERT_LESS_THAN(0, add(&admin, &correction, &(int64_t){0}));
    TEST_ASSERT_LESS_THAN(0, corrections_void(t.core, &admin, seq, "why"));
    TEST_ASSERT_EQUAL_INT64(seq, log_last(t.core));
}

void test_a_store_that_fails(void) {
    const struct correction correction = of(20260601, 480);
    const int64_t seq = log_world_punch(&t, 7, 1000, RECORD_STATUS_IN);
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, "DROP TABLE record"));
    TEST_ASSERT_LESS_THAN(0, add(&admin, &correction, &(int64_t){0}));
    TEST_ASSERT_NULL(field);
    const int r = corrections_void(t.core, &admin, seq, "why");
    TEST_ASSERT_TRUE(r < 0 && r != E_NOTFOUND);
}

/* Whoever has the number since has nothing to do with the punches from before. */
void test_a_punch_of_who_had_the_number_before_is_not_taken_away(void) {
    const int64_t of_ada = added(20260601, 8 * 60);
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL(0, store_users_delete(t.core->store, 7));
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
    TEST_ASSERT_EQUAL(E_NOTFOUND, corrections_void(t.core, &admin, of_ada, "was Bob"));
    fixture_add_user(&t, 7, "Zoe", 0, 0, NULL);
    TEST_ASSERT_EQUAL(E_NOTFOUND, corrections_void(t.core, &admin, of_ada, "was Bob"));
    const int64_t of_zoe = added(20260601, 8 * 60);
    TEST_ASSERT_EQUAL_INT64(of_ada + 1, of_zoe);
    TEST_ASSERT_EQUAL(0, corrections_void(t.core, &admin, of_zoe, "by mistake"));
}
