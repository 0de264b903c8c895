/* Days to settle, settling many of them, and what is refused: docs/rules.md, "To settle". */
#include "core/records/settle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "audit_rows.h"
#include "core/base/actor.h"
#include "core/events/log.h"
#include "core/records/corrections.h"
#include "report_world.h"
#include "rules_doc.h"
#include "store/store_impl.h"
#include "unity.h"
#include "util/arena.h"

#define DAY 20260604 /* a Thursday, on which nothing else is */
#define TEXT_MAX 256
#define GIVES(field) (UINT64_C(1) << REPORT_QUERY_##field)

static struct fixture t;
static struct arena arena;
static struct settle_page page;
static int64_t written[8];
static size_t written_count;
static const struct actor admin = {.account = "admin", .level = 16, .peer = "192.0.2.1", .call = "settleDays"};
static const struct actor ada = {.account = "7", .userid = 7, .level = 15, .peer = "192.0.2.1", .call = "settleDays"};

void setUp(void) {
    fixture_up(&t);
    arena_init(&arena, (size_t)16 * 1024 * 1024);
    log_world_zone(&t, 0);
    report_world_shift(&t, 1, "Day");
    report_world_person(&t, 7, "Ada", 2, 1);
    report_world_person(&t, 8, "Bob", 3, 1);
    (void)report_world_punch(&t, 7, "2026-06-04T08:00:00", RECORD_STATUS_IN);
    (void)report_world_punch(&t, 8, "2026-06-04T08:00:00", RECORD_STATUS_IN);
    written_count = 0;
}

void tearDown(void) {
    arena_done(&arena);
    fixture_down(&t);
}

static int read_page(const char *after, size_t limit) {
    const struct report_query asked = {
        .from_day = DAY, .to_day = DAY + 1, .only = REPORT_ONLY_SETTLE, .given = GIVES(ONLY)};
    struct report *report = NULL;
    const char *field = NULL;
    TEST_ASSERT_EQUAL(0, report_new(t.core, &admin, &asked, &report, &field));
    const int r = settle_page(t.core, report, after, limit, &arena, &page);
    report_free(report);
    return r;
}

static const struct settle_day *day_of(uint32_t userid) {
    TEST_ASSERT_EQUAL(0, read_page(NULL, 50));
    for (size_t i = 0; i < page.count; i++) {
        if (page.days[i].line.userid == userid) {
            return &page.days[i];
        }
    }
    return NULL;
}

static struct settle_result settle(const struct actor *by, enum settle_act act, uint32_t userid, int64_t seen) {
    const struct settle_order order = {.act = act, .reason = "forgot it"};
    const struct settle_item item = {.userid = userid, .day = DAY, .seen = seen};
    struct settle_result result;
    settle_one(t.core, by, &order, &item, &result);
    for (size_t i = 0; i < result.seq_count; i++) {
        written[written_count++] = result.seqs[i];
    }
    return result;
}

static int64_t seen_of(uint32_t userid) {
    const struct settle_day *day = day_of(userid);
    TEST_ASSERT_NOT_NULL(day);
    return day->seen;
}

static void expect_refused(const struct actor *by, enum settle_act act, uint32_t userid, int64_t seen, int error) {
    const int64_t before = log_last(t.core);
    const struct settle_result result = settle(by, act, userid, seen);
    TEST_ASSERT_EQUAL(error, result.error);
    TEST_ASSERT_EQUAL_size_t(0, result.seq_count);
    TEST_ASSERT_EQUAL_INT64(before, log_last(t.core));
}

static void add_punch(uint32_t userid, uint16_t minute) {
    const struct correction correction = {
        .userid = userid, .day = DAY, .minute = minute, .status = PUNCH_STATUS_IN, .reason = "forgot it"};
    int64_t seq = 0;
    const char *field = NULL;
    TEST_ASSERT_EQUAL(0, corrections_add(t.core, &admin, &correction, &seq, &field));
}

static void withdraw(void) {
    for (size_t i = 0; i < written_count; i++) {
        TEST_ASSERT_EQUAL(0, corrections_void(t.core, &admin, written[i], "a mistake"));
    }
}

static int64_t stale; /* what Ada's day was at first */

static void do_one(const char *act) {
    const uint32_t userid = strstr(act, ":Bob") != NULL ? 8 : 7;
    if (strncmp(act, "accept", 6) == 0) {
        TEST_ASSERT_EQUAL(0, settle(&admin, SETTLE_ACT_ACCEPT, userid, seen_of(userid)).error);
    } else if (strncmp(act, "leave", 5) == 0) {
        TEST_ASSERT_EQUAL(0, settle(&admin, SETTLE_ACT_LEAVE, userid, seen_of(userid)).error);
    } else if (strncmp(act, "add", 3) == 0) {
        add_punch(userid, 7 * 60 + 50);
    } else if (strncmp(act, "stale", 5) == 0) {
        expect_refused(&admin, SETTLE_ACT_ACCEPT, userid, stale, E_CHANGED_MEANWHILE);
    } else {
        TEST_ASSERT_EQUAL_STRING("withdraw", act);
        withdraw();
    }
}

static void expect_example(char *line) {
    char given[TEXT_MAX];
    char found[TEXT_MAX] = "";
    char *rest = NULL;
    const char *answer = strstr(line, "->");
    TEST_ASSERT_NOT_NULL_MESSAGE(answer, line);
    (void)snprintf(given, sizeof(given), "%.*s", (int)(answer - line), line);
    tearDown();
    setUp();
    stale = seen_of(7);
    for (char *act = strtok_r(given, " ", &rest); act != NULL; act = strtok_r(NULL, " ", &rest)) {
        do_one(act);
    }
    TEST_ASSERT_EQUAL(0, read_page(NULL, 50));
    for (size_t i = 0; i < page.count; i++) {
        (void)strcat(strcat(found, " "), page.days[i].line.username);
    }
    TEST_ASSERT_EQUAL_STRING_MESSAGE(answer + 2, found, line);
}

void test_every_example_of_the_page_holds(void) {
    TEST_ASSERT_GREATER_THAN_size_t(7, rules_doc_each("settle", expect_example));
}

void test_a_day_with_its_punches_and_what_is_proposed(void) {
    (void)report_world_punch(&t, 7, "2026-06-04T09:30:00", RECORD_STATUS_STATUS1);
    const struct settle_day *day = day_of(7);
    TEST_ASSERT_EQUAL_UINT32(DAY, day->line.date);
    TEST_ASSERT_EQUAL_size_t(2, day->punch_count);
    TEST_ASSERT_EQUAL_INT32(480, day->punches[0].minute);
    TEST_ASSERT_EQUAL(RECORD_STATUS_STATUS1, day->punches[1].status);
    TEST_ASSERT_FALSE(day->punches[1].is_added);
    TEST_ASSERT_EQUAL_size_t(1, day->proposal_count);
    TEST_ASSERT_EQUAL_UINT32(DAY, day->proposals[0].day);
    TEST_ASSERT_EQUAL_UINT(960, day->proposals[0].minute);
    TEST_ASSERT_EQUAL(PUNCH_STATUS_OUT, day->proposals[0].status);
}

void test_a_page_leads_to_the_next(void) {
    TEST_ASSERT_EQUAL(0, read_page(NULL, 1));
    TEST_ASSERT_EQUAL_size_t(1, page.count);
    TEST_ASSERT_EQUAL_UINT32(7, page.days[0].line.userid);
    char next[REPORT_PLACE_MAX];
    (void)snprintf(next, sizeof(next), "%s", page.next);
    TEST_ASSERT_EQUAL(0, read_page(next, 50));
    TEST_ASSERT_EQUAL_size_t(1, page.count);
    TEST_ASSERT_EQUAL_UINT32(8, page.days[0].line.userid);
    TEST_ASSERT_EQUAL_STRING("", page.next);
    TEST_ASSERT_EQUAL(E_FORMAT, read_page("x", 50));
}

void test_a_proposal_is_written_as_a_correction(void) {
    struct record line = {0};
    size_t count = 0;
    const struct settle_result result = settle(&admin, SETTLE_ACT_ACCEPT, 7, seen_of(7));
    TEST_ASSERT_EQUAL_size_t(1, result.seq_count);
    TEST_ASSERT_EQUAL(0, log_read(t.core, result.seqs[0] - 1, &line, 1, &arena, &count));
    TEST_ASSERT_EQUAL(RECORD_KIND_CORRECTION, line.kind);
    TEST_ASSERT_EQUAL(RECORD_STATUS_OUT, line.status);
    TEST_ASSERT_EQUAL_INT64(log_world_ms("2026-06-04T16:00:00"), line.time);
    TEST_ASSERT_EQUAL_STRING("admin: forgot it", line.detail);
    TEST_ASSERT_EQUAL_INT64(1, audit_rows_count(t.core->store, "object = 'punch of user 7' AND before IS NULL"));
}

void test_a_day_that_is_left_is_a_line_without_status(void) {
    struct record line = {0};
    size_t count = 0;
    const struct settle_result result = settle(&admin, SETTLE_ACT_LEAVE, 7, seen_of(7));
    TEST_ASSERT_EQUAL(0, log_read(t.core, result.seqs[0] - 1, &line, 1, &arena, &count));
    TEST_ASSERT_EQUAL(RECORD_KIND_CORRECTION, line.kind);
    TEST_ASSERT_EQUAL(RECORD_STATUS_NONE, line.status);
    TEST_ASSERT_EQUAL_INT64(log_world_ms("2026-06-04T00:00:00"), line.time);
    TEST_ASSERT_EQUAL_INT64(1, audit_rows_count(t.core->store, "object = 'day of user 7' AND before IS NULL"));
}

void test_what_is_refused(void) {
    const int64_t seen = seen_of(7);
    expect_refused(&ada, SETTLE_ACT_ACCEPT, 7, seen, E_OWN_HOURS);
    expect_refused(&ada, SETTLE_ACT_LEAVE, 7, seen, E_OWN_HOURS);
    expect_refused(&admin, SETTLE_ACT_ACCEPT, 7, seen + 1, E_CHANGED_MEANWHILE);
    expect_refused(&admin, SETTLE_ACT_ACCEPT, 9, seen, E_USER_UNKNOWN);
    TEST_ASSERT_EQUAL(0, settle(&admin, SETTLE_ACT_LEAVE, 7, seen).error);
    expect_refused(&admin, SETTLE_ACT_ACCEPT, 7, seen, E_CHANGED_MEANWHILE); /* it is settled */
    expect_refused(&admin, SETTLE_ACT_LEAVE, 7, seen, E_CHANGED_MEANWHILE);
    (void)report_world_punch(&t, 8, "2026-06-05T05:59:00", RECORD_STATUS_IN);
    (void)report_world_punch(&t, 8, "2026-06-05T16:00:00", RECORD_STATUS_OUT);
    TEST_ASSERT_EQUAL(0, read_page(NULL, 50));
    const struct settle_day *last = &page.days[page.count - 1];
    const struct settle_item item = {.userid = 8, .day = DAY + 1, .seen = last->seen};
    struct settle_result result;
    settle_one(t.core, &admin, &(struct settle_order){.act = SETTLE_ACT_ACCEPT, .reason = "x"}, &item, &result);
    TEST_ASSERT_EQUAL(E_NOTHING_PROPOSED, result.error);
}

/* What another administrator wrote between judging and writing. */
void test_a_line_that_came_meanwhile_refuses_the_correction(void) {
    const struct correction correction = {.userid = 7,
                                          .day = DAY,
                                          .minute = 960,
                                          .status = PUNCH_STATUS_OUT,
                                          .reason = "forgot it",
                                          .known = log_last(t.core)};
    int64_t seq = 0;
    const char *field = NULL;
    add_punch(8, 12 * 60); /* of somebody else */
    TEST_ASSERT_EQUAL(0, corrections_add(t.core, &admin, &correction, &seq, &field));
    TEST_ASSERT_EQUAL(0, corrections_void(t.core, &admin, seq, "again"));
    const int64_t before = log_last(t.core);
    TEST_ASSERT_EQUAL(E_CHANGED_MEANWHILE, corrections_add(t.core, &admin, &correction, &seq, &field));
    TEST_ASSERT_EQUAL_INT64(before, log_last(t.core));
    TEST_ASSERT_EQUAL_INT64(2, audit_rows_count(t.core->store, "object = 'punch of user 7'"));
}

static void set_night_shift(const char *first, const char *second) {
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, "DELETE FROM record"));
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, "UPDATE shift SET on_duty = 1320, off_duty = 360"));
    (void)report_world_punch(&t, 7, first, RECORD_STATUS_IN);
    (void)report_world_punch(&t, 7, second, RECORD_STATUS_IN);
}

void test_a_correction_after_midnight_puts_a_night_back_on_the_list(void) {
    set_night_shift("2026-06-04T22:00:00", "2026-06-04T22:01:00");
    TEST_ASSERT_EQUAL(0, settle(&admin, SETTLE_ACT_LEAVE, 7, seen_of(7)).error);
    TEST_ASSERT_NULL(day_of(7));
    const struct correction correction = {
        .userid = 7, .day = DAY + 1, .minute = 60, .status = PUNCH_STATUS_IN, .reason = "forgot it"};
    int64_t seq = 0;
    const char *field = NULL;
    TEST_ASSERT_EQUAL(0, corrections_add(t.core, &admin, &correction, &seq, &field));
    TEST_ASSERT_NOT_NULL(day_of(7));
}
