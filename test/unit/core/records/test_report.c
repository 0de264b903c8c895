/* Reports: whose days they have, page by page, their sums, and the days of all. What a day is judged by is in test/tools/hours. */
#include "core/records/report.h"
#include "core/records/report_order.h"

#include <stdio.h>
#include <string.h>

#include "core/base/actor.h"
#include "core/settings/settings.h"
#include "report_world.h"
#include "store/store_impl.h"
#include "unity.h"
#include "util/arena.h"

#define GIVES(field) (UINT64_C(1) << REPORT_QUERY_##field)
#define TEXT_MAX 512

static struct fixture t;
static struct arena arena;
static struct report *report;
static const struct actor admin = {.account = "admin", .level = 16, .peer = "192.0.2.1", .call = "GetReportFormInfo"};
static const char *field;

void setUp(void) {
    fixture_up(&t);
    arena_init(&arena, (size_t)16 * 1024 * 1024);
    report = NULL;
}

void tearDown(void) {
    report_free(report);
    arena_done(&arena);
    fixture_down(&t);
}

static int only = -1; /* of report_only; -1: all */

static int begin(uint32_t from, uint32_t to, uint32_t userid, int group) {
    struct report_query asked = {.from_day = from, .to_day = to, .userid = userid, .group = (uint8_t)group};
    asked.given = (userid != 0 ? GIVES(USERID) : 0) | (group >= 0 ? GIVES(GROUP) : 0) | (only >= 0 ? GIVES(ONLY) : 0);
    asked.only = only >= 0 ? (enum report_only)only : REPORT_ONLY_LATE;
    report_free(report);
    report = NULL;
    field = "none";
    return report_new(t.core, &admin, &asked, &report, &field);
}

static void begin_all(uint32_t from, uint32_t to) {
    TEST_ASSERT_EQUAL(0, begin(from, to, 0, -1));
    TEST_ASSERT_NULL(field);
}

void test_its_days_are_one_to_ninety_two(void) {
    begin_all(20260601, 20260601);
    TEST_ASSERT_EQUAL_size_t(1, report_days_count(report));
    TEST_ASSERT_EQUAL_INT64(20605, report_first_day(report));
    begin_all(20260601, 20260831);
    TEST_ASSERT_EQUAL_size_t(92, report_days_count(report));
    TEST_ASSERT_EQUAL_INT64(20605, report_first_day(report));
    TEST_ASSERT_EQUAL(E_RANGE, begin(20260601, 20260901, 0, -1));
    TEST_ASSERT_EQUAL_STRING("toDay", field);
    TEST_ASSERT_EQUAL(E_RANGE, begin(20260602, 20260601, 0, -1));
    TEST_ASSERT_EQUAL_STRING("toDay", field);
    TEST_ASSERT_NULL(report);
}

void test_only_shifts_that_are_defined(void) {
    report_world_shift(&t, 1, "Day");
    report_world_shift(&t, 64, "Last");
    begin_all(20260601, 20260601);
    TEST_ASSERT_EQUAL_STRING("Day", report_shift(report, 1)->name);
    TEST_ASSERT_EQUAL_STRING("Last", report_shift(report, 64)->name);
    TEST_ASSERT_NULL(report_shift(report, 0));
    TEST_ASSERT_NULL(report_shift(report, 2));
    TEST_ASSERT_NULL(report_shift(report, 63));
    TEST_ASSERT_NULL(report_shift(report, 65));
    TEST_ASSERT_NULL(report_shift(report, 255));
}

static void expect_people(uint32_t after, size_t max, const char *expected) {
    struct store_roll_user users[8];
    char found[64] = "";
    size_t count = 77, used = 0;
    TEST_ASSERT_EQUAL(0, report_people(t.core, report, after, &arena, users, max, &count));
    for (size_t i = 0; i < count; i++) {
        used += (size_t)snprintf(found + used, sizeof(found) - used, "%u ", (unsigned)users[i].userid);
    }
    TEST_ASSERT_EQUAL_STRING(expected, found);
}

void test_whose_it_is(void) {
    struct store_roll_user user;
    size_t count = 0;
    report_world_add(&t);
    begin_all(20260601, 20260601);
    expect_people(0, 8, "7 8 9 ");
    expect_people(0, 2, "7 8 ");
    expect_people(7, 8, "8 9 ");
    expect_people(9, 8, "");
    TEST_ASSERT_EQUAL(0, begin(20260601, 20260601, 0, 2));
    expect_people(0, 8, "7 9 ");
    TEST_ASSERT_EQUAL(0, begin(20260601, 20260601, 0, 0));
    expect_people(0, 8, "");
    TEST_ASSERT_EQUAL(0, begin(20260601, 20260601, 8, 2)); /* who need not be of the group */
    expect_people(0, 8, "8 ");
    expect_people(7, 8, "8 ");
    expect_people(8, 8, "");
    expect_people(9, 8, "");
    TEST_ASSERT_EQUAL(0, begin(20260601, 20260601, 6, -1)); /* not the next one */
    TEST_ASSERT_EQUAL(E_USER_UNKNOWN, report_people(t.core, report, 0, &arena, &user, 1, &count));
    TEST_ASSERT_EQUAL(0, begin(20260601, 20260601, 10, -1));
    TEST_ASSERT_EQUAL(E_USER_UNKNOWN, report_people(t.core, report, 0, &arena, &user, 1, &count));
}

void test_who_may_not_know_people_gets_no_names(void) {
    const struct report_query asked = {.from_day = 20260601, .to_day = 20260601};
    struct store_roll_user users[8];
    size_t count = 0;
    report_world_add(&t);
    TEST_ASSERT_EQUAL(0, report_new(t.core, &(struct actor){.level = 0}, &asked, &report, &field));
    TEST_ASSERT_EQUAL(0, report_people(t.core, report, 0, &arena, users, 8, &count));
    TEST_ASSERT_EQUAL_size_t(3, count);
    for (size_t i = 0; i < count; i++) {
        TEST_ASSERT_EQUAL_STRING("", users[i].username);
    }
    begin_all(20260601, 20260601);
    TEST_ASSERT_EQUAL(0, report_people(t.core, report, 0, &arena, users, 8, &count));
    TEST_ASSERT_NOT_EQUAL(0, strlen(users[0].username));
}

/* It would say who is in which department, by and by. */
void test_who_may_not_know_people_does_not_filter_by_what_they_are(void) {
    struct report_query asked = {
        .from_day = 20260601, .to_day = 20260601, .department = "Sales", .given = GIVES(DEPARTMENT)};
    const struct actor stranger = {.level = 0};
    TEST_ASSERT_EQUAL(E_FORBIDDEN, report_new(t.core, &stranger, &asked, &report, &field));
    TEST_ASSERT_EQUAL_STRING("department", field);
    TEST_ASSERT_NULL(report);
    TEST_ASSERT_EQUAL(0, report_new(t.core, &admin, &asked, &report, &field));
    report_free(report);
    asked.given = GIVES(GROUP);
    TEST_ASSERT_EQUAL(0, report_new(t.core, &stranger, &asked, &report, &field));
}

/* What is said of a line: its times by the wall, then the minutes that are not 0, in the order of the struct. */
static const char *line_text(const struct report_line *line) {
    static char text[TEXT_MAX];
    const struct workday *day = &line->day;
    const struct {
        const char *name;
        uint32_t minutes;
    } parts[] = {{"shift", line->shift},    {"holiday", line->holiday}, {"late", day->late},
                 {"early", day->early},     {"worked", day->worked},    {"overtime", day->overtime},
                 {"absence", day->absence}, {"leave", line->leave},     {"planned", line->planned},
                 {"open", day->is_open},    {"cut", line->is_cut}};
    size_t used = (size_t)snprintf(text, sizeof(text), "%u %s %u %s %d-%d", (unsigned)line->userid, line->username,
                                   (unsigned)line->date, day_kind_text[line->kind], line->in_minute, line->out_minute);
    for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
        if (parts[i].minutes != 0) {
            used +=
                (size_t)snprintf(text + used, sizeof(text) - used, " %s %u", parts[i].name, (unsigned)parts[i].minutes);
        }
    }
    return text;
}

static struct report_page page_of(const char *after, size_t limit) {
    struct report_page page;
    TEST_ASSERT_EQUAL(0, report_page(t.core, report, after, limit, &arena, &page));
    return page;
}

static void expect_lines(const char *const *expected, size_t count) {
    const struct report_page page = page_of(NULL, REPORT_PAGE_MAX);
    TEST_ASSERT_EQUAL_size_t(count, page.count);
    TEST_ASSERT_EQUAL_STRING("", page.next);
    for (size_t i = 0; i < count; i++) {
        TEST_ASSERT_EQUAL_STRING(expected[i], line_text(&page.lines[i]));
    }
}

void test_each_person_has_a_line_a_day(void) {
    static const char *const expected[] = {
        "7 Ada 20260601 work 490-960 shift 1 late 10 worked 470 planned 480",
        "7 Ada 20260602 work 0-0 shift 1 absence 480 planned 480",
        "7 Ada 20260603 onLeave 0-0 shift 1 leave 480",
        "8 Bob 20260601 work 480-0 shift 1 planned 480",
        "8 Bob 20260602 work 420-1020 shift 1 worked 480 planned 480",
        "8 Bob 20260603 work 0-0 shift 1 absence 480 planned 480",
        "9 Cy 20260601 none 540-720 worked 180",
        "9 Cy 20260602 none 0-0",
        "9 Cy 20260603 none 0-0",
    };
    report_world_add(&t);
    begin_all(REPORT_WORLD_FIRST, REPORT_WORLD_LAST);
    expect_lines(expected, 9);
    TEST_ASSERT_EQUAL(LEAVE_KIND_SICK, page_of(NULL, 9).lines[2].leave_kind);
}

/* Own assignments go before the usual shift, which goes before those of the group of each person. */
void test_shifts_are_those_of_the_person_and_of_the_group(void) {
    static const char *const expected[] = {
        "7 Ada 20260602 work 0-0 shift 2 absence 480 planned 480",
        "8 Bob 20260602 work 420-1020 shift 1 worked 480 planned 480",
        "9 Cy 20260602 work 0-0 shift 3 absence 480 planned 480",
        "10 Di 20260602 work 0-0 shift 3 absence 480 planned 480",
        "11 Ed 20260602 none 0-0",
    };
    report_world_add(&t);
    report_world_shift(&t, 2, "Own");
    report_world_shift(&t, 3, "Group");
    report_world_person(&t, 10, "Di", 2, 0);
    report_world_person(&t, 11, "Ed", 4, 0);
    report_world_assign(&t, &(struct shift_assignment){.userid = 7, .shift = 2, .from = 20260602, .to = 20260602});
    report_world_assign(&t, &(struct shift_assignment){.group = 2, .shift = 3});
    begin_all(20260602, 20260602);
    expect_lines(expected, 5);
}

void test_times_are_those_of_the_wall(void) {
    static const char *const expected[] = {"9 Cy 20260601 none 660-840 worked 180"};
    log_world_zone(&t, 120);
    report_world_person(&t, 9, "Cy", 2, 0);
    (void)report_world_punch(&t, 9, "2026-06-01T09:00:00", RECORD_STATUS_IN);
    (void)report_world_punch(&t, 9, "2026-06-01T12:00:00", RECORD_STATUS_OUT);
    TEST_ASSERT_EQUAL(0, begin(20260601, 20260601, 9, -1));
    expect_lines(expected, 1);
    log_world_zone(&t, 0); /* later, which changes no day of the past */
    TEST_ASSERT_EQUAL(0, begin(20260601, 20260601, 9, -1));
    expect_lines(expected, 1);
}

/* On 29 March the clock goes forward at 01:00 UTC: 01:30 and 12:00 on the wall are nine hours and a half apart. */
void test_times_of_a_day_on_which_the_clock_changes(void) {
    static const char *const expected[] = {"7 Ada 20260329 none 90-720 worked 570"};
    static const struct actor by = {.account = "admin", .peer = "-", .call = "GetDSTParam"};
    struct setting_dst_param dst = settings_get(t.core)->values.dst_param;
    dst.mode = DST_MODE_WEEK;
    dst.change = 60;
    dst.start_month = 3;
    dst.start_week = DST_WEEK_LAST;
    dst.start_weekday = 0;
    dst.start_hour = 2;
    dst.end_month = 10;
    dst.end_week = DST_WEEK_LAST;
    dst.end_weekday = 0;
    dst.end_hour = 3;
    log_world_zone(&t, 60);
    TEST_ASSERT_EQUAL(0, fixture_save(t.core, &by, SETTING_PAGE_DST_PARAM, &dst));
    report_world_person(&t, 7, "Ada", 2, 0);
    (void)report_world_punch(&t, 7, "2026-03-29T00:30:00", RECORD_STATUS_IN);
    (void)report_world_punch(&t, 7, "2026-03-29T10:00:00", RECORD_STATUS_OUT);
    begin_all(20260329, 20260329);
    expect_lines(expected, 1);
}

/* Without a shift punches are those of the calendar day on which a session begins, from its first minute to its last. */
void test_each_day_has_its_own_punches(void) {
    static const char *const expected[] = {"7 Ada 20260601 none 0-1439 worked 1439",
                                           "7 Ada 20260602 none 0-1439 worked 1439",
                                           "7 Ada 20260603 none 0-1439 worked 1439"};
    static const char *const times[] = {"2026-05-31T22:00:00", "2026-05-31T23:59:59", "2026-06-01T00:00:00",
                                        "2026-06-01T23:59:59", "2026-06-02T00:00:00", "2026-06-02T23:59:59",
                                        "2026-06-03T00:00:00", "2026-06-03T23:59:59", "2026-06-04T00:00:00"};
    log_world_zone(&t, 0);
    report_world_person(&t, 7, "Ada", 2, 0);
    for (size_t i = 0; i < sizeof(times) / sizeof(times[0]); i++) {
        (void)report_world_punch(&t, 7, times[i], i % 2 == 0 ? RECORD_STATUS_IN : RECORD_STATUS_OUT);
    }
    begin_all(20260601, 20260603);
    expect_lines(expected, 3);
}

static void add_punches(unsigned count) {
    char sql[512];
    (void)snprintf(
        sql, sizeof(sql),
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %u)"
        " INSERT INTO record (time, \"offset\", kind, result, reason, userid, username, factors, status, duress, door,"
        " temperature, photo, detail) SELECT %lld + i, 0, 0, 1, 1, 7, '', 0, 0, 0, 1, 0, 0, '' FROM n",
        count, (long long)log_world_ms("2026-06-02T10:00:00"));
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, sql));
}

void test_more_punches_than_are_looked_at_are_marked(void) {
    static const char *const whole[] = {"7 Ada 20260602 none 600-0"};
    static const char *const cut[] = {"7 Ada 20260602 none 600-0 cut 1"};
    log_world_zone(&t, 0);
    report_world_person(&t, 7, "Ada", 2, 0);
    begin_all(20260602, 20260602);
    add_punches(REPORT_PUNCHES_MAX);
    expect_lines(whole, 1);
    add_punches(1);
    expect_lines(cut, 1);
}

static void add_people(unsigned count) {
    char sql[512];
    (void)snprintf(sql, sizeof(sql),
                   "WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 99 + %u)"
                   " INSERT INTO user (userid, username, name_key, level, \"group\", identify_mode, identify_factors,"
                   " shift, valid_from, valid_to, revision) SELECT i, '', 'k', 0, 0, 0, 0, 0, 0, 99999999, 0 FROM n",
                   count);
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, sql));
}

static int sort_sums(void) {
    struct report_sum *sums = NULL;
    size_t count = 0;
    uint32_t next = 0;
    TEST_ASSERT_EQUAL(0, begin(20260601, 20260601, 0, -1));
    TEST_ASSERT_EQUAL(0, report_sort(report, REPORT_VIEW_PEOPLE, REPORT_SORT_LATE, SORT_ORDER_DESC));
    return report_sums(t.core, report, 0, 10, &arena, &sums, &count, &next);
}

void test_more_people_than_are_sorted_are_refused(void) {
    add_people(REPORT_SORT_PEOPLE);
    TEST_ASSERT_EQUAL(0, sort_sums());
    report_world_person(&t, 7, "Ada", 2, 0);
    TEST_ASSERT_EQUAL(E_SORT_TOO_MANY, sort_sums());
}

static void expect_page(const char *after, size_t limit, const char *expected) {
    const struct report_page page = page_of(after, limit);
    char found[TEXT_MAX] = "";
    size_t used = 0;
    for (size_t i = 0; i < page.count; i++) {
        used += (size_t)snprintf(found + used, sizeof(found) - used, "%u-%u ", (unsigned)page.lines[i].userid,
                                 (unsigned)page.lines[i].date % 100);
    }
    (void)snprintf(found + used, sizeof(found) - used, "; %s", page.next);
    TEST_ASSERT_EQUAL_STRING(expected, found);
}

void test_pages_follow_each_other(void) {
    report_world_add(&t);
    begin_all(REPORT_WORLD_FIRST, REPORT_WORLD_LAST);
    expect_page(NULL, 2, "7-1 7-2 ; 7-20260602");
    expect_page("7-20260602", 2, "7-3 8-1 ; 8-20260601");
    expect_page("8-20260601", 5, "8-2 8-3 9-1 9-2 9-3 ; ");
    expect_page("8-20260601", 4, "8-2 8-3 9-1 9-2 ; 9-20260602");
    expect_page("8-20260601", 6, "8-2 8-3 9-1 9-2 9-3 ; ");
    expect_page("7-20260603", 1, "8-1 ; 8-20260601");
    expect_page(NULL, 3, "7-1 7-2 7-3 ; 7-20260603");
    expect_page("9-20260602", 1, "9-3 ; ");
    expect_page("9-20260603", 1, "; ");
    expect_page("10-20260601", 1, "; ");
    expect_page("999999999-20260601", 1, "; ");
    TEST_ASSERT_EQUAL(0, begin(REPORT_WORLD_FIRST, REPORT_WORLD_LAST, 8, -1));
    expect_page(NULL, 3, "8-1 8-2 8-3 ; ");
    expect_page(NULL, 2, "8-1 8-2 ; 8-20260602");
    expect_page("8-20260602", 2, "8-3 ; ");
}

void test_a_page_goes_on_behind_who_is_gone(void) {
    report_world_add(&t);
    begin_all(REPORT_WORLD_FIRST, REPORT_WORLD_LAST);
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, "DELETE FROM user WHERE userid = 8"));
    expect_page("8-20260601", 2, "9-1 9-2 ; 9-20260602");
    expect_page("8-20260603", 2, "9-1 9-2 ; 9-20260602");
}

void test_what_is_no_place_is_refused(void) {
    static const char *const wrong[] = {"",
                                        "7",
                                        "7-",
                                        "-20260601",
                                        "0-20260601",
                                        "7-20260531",
                                        "7-20260604",
                                        "7-20260601x",
                                        "07-20260601",
                                        "7-020260601",
                                        "7-20260632",
                                        "7 20260601",
                                        " 7-20260601",
                                        "+7-20260601",
                                        "1000000000-20260601",
                                        "7-4315227897",
                                        "7--1",
                                        "x-20260601"};
    struct report_page page;
    report_world_add(&t);
    begin_all(REPORT_WORLD_FIRST, REPORT_WORLD_LAST);
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        TEST_ASSERT_EQUAL_MESSAGE(E_FORMAT, report_page(t.core, report, wrong[i], 2, &arena, &page), wrong[i]);
    }
}

static const struct report_line plain = {.kind = DAY_KIND_WORK,
                                         .day = {.first_in = WORKDAY_NO_PUNCH, .last_out = WORKDAY_NO_PUNCH}};

/* Each part of a day alone. */
void test_a_day_is_added_to_the_sums(void) {
    struct report_sum sum = {0};
    struct report_line line = plain;
    TEST_ASSERT_FALSE(report_came(&line));
    report_add(&sum, &line);
    TEST_ASSERT_EQUAL_UINT32(1, sum.due);
    TEST_ASSERT_EQUAL_UINT32(0, sum.present);
    line.day.is_open = true; /* not due yet */
    report_add(&sum, &line);
    TEST_ASSERT_EQUAL_UINT32(1, sum.due);
    TEST_ASSERT_TRUE(sum.is_open);
    line.day.first_in = 5;
    TEST_ASSERT_TRUE(report_came(&line));
    report_add(&sum, &line);
    TEST_ASSERT_EQUAL_UINT32(2, sum.due);
    TEST_ASSERT_EQUAL_UINT32(1, sum.present);
    line = plain;
    line.day.last_out = 5;
    TEST_ASSERT_TRUE(report_came(&line));
    report_add(&sum, &line);
    TEST_ASSERT_EQUAL_UINT32(3, sum.due);
    TEST_ASSERT_EQUAL_UINT32(2, sum.present);
    line.kind = DAY_KIND_REST;
    report_add(&sum, &line);
    TEST_ASSERT_EQUAL_UINT32(3, sum.due);
    TEST_ASSERT_EQUAL_UINT32(2, sum.present);
    TEST_ASSERT_TRUE(sum.is_open); /* it stays so */
    TEST_ASSERT_FALSE(sum.is_cut);
}

void test_minutes_and_their_days_are_added(void) {
    struct report_sum sum = {0};
    struct report_line line = plain;
    report_add(&sum, &line);
    TEST_ASSERT_EQUAL_UINT32(0, sum.late_days + sum.early_days + sum.missing + sum.leave_days + sum.absent_days);
    TEST_ASSERT_FALSE(sum.is_open);
    line.day.is_absent = line.day.is_missing_in = line.day.is_missing_out = line.is_cut = true;
    line.day.late = 1;
    line.day.early = 2;
    line.day.worked = 3;
    line.day.overtime = 4;
    line.day.absence = 5;
    line.leave = 6;
    line.planned = 7;
    report_add(&sum, &line);
    line.day.is_missing_in = false;
    report_add(&sum, &line);
    line.day.is_missing_in = true;
    line.day.is_missing_out = line.is_cut = false;
    report_add(&sum, &line);
    const uint32_t found[] = {sum.absent_days, sum.late_days, sum.early_days, sum.missing, sum.leave_days, sum.late,
                              sum.early,       sum.worked,    sum.overtime,   sum.absence, sum.leave,      sum.planned};
    const uint32_t expected[] = {3, 3, 3, 3, 3, 3, 6, 9, 12, 15, 18, 21};
    TEST_ASSERT_EQUAL_UINT32_ARRAY(expected, found, sizeof(found) / sizeof(found[0]));
    TEST_ASSERT_TRUE(sum.is_cut);
}

static void expect_sums(uint32_t after, size_t limit, uint32_t next, const char *expected) {
    struct report_sum *sums = NULL;
    char found[TEXT_MAX] = "";
    size_t count = 0, used = 0;
    uint32_t found_next = 77;
    TEST_ASSERT_EQUAL(0, report_sums(t.core, report, after, limit, &arena, &sums, &count, &found_next));
    for (size_t i = 0; i < count; i++) {
        used += (size_t)snprintf(found + used, sizeof(found) - used, "%u %s due %u present %u worked %u; ",
                                 (unsigned)sums[i].userid, sums[i].username, (unsigned)sums[i].due,
                                 (unsigned)sums[i].present, (unsigned)sums[i].worked);
    }
    TEST_ASSERT_EQUAL_STRING(expected, found);
    TEST_ASSERT_EQUAL_UINT32(next, found_next);
}

/* Days of one kind, and the people who have one. */
void test_only_days_of_a_kind(void) {
    static const struct {
        enum report_only only;
        const char *page, *sums;
    } cases[] = {
        {REPORT_ONLY_LATE, "7-1 ; ", "7 Ada due 1 present 1 worked 470; "},
        {REPORT_ONLY_EARLY, "8-3 ; ", "8 Bob due 1 present 1 worked 420; "},
        {REPORT_ONLY_MISSING, "8-1 ; ", "8 Bob due 1 present 1 worked 0; "},
        {REPORT_ONLY_ABSENT, "7-2 ; ", "7 Ada due 1 present 0 worked 0; "},
        {REPORT_ONLY_OVERTIME, "9-1 ; ", "9 Cy due 0 present 0 worked 480; "},
        {REPORT_ONLY_SETTLE, "8-1 8-3 ; ", "8 Bob due 2 present 2 worked 420; "},
    };
    report_world_add(&t);
    report_world_shift(&t, 2, "Rest");
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, "UPDATE shift SET days = 0 WHERE number = 2;"
                                                   "UPDATE user SET shift = 2 WHERE userid = 9"));
    (void)report_world_punch(&t, 9, "2026-06-01T17:00:00", RECORD_STATUS_OUT);
    (void)report_world_punch(&t, 9, "2026-06-01T12:00:00", RECORD_STATUS_IN);
    (void)report_world_punch(&t, 8, "2026-06-03T08:00:00", RECORD_STATUS_IN);
    (void)report_world_punch(&t, 8, "2026-06-03T15:00:00", RECORD_STATUS_OUT);
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, "UPDATE shift SET out_before = 30 WHERE number = 1"));
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        only = (int)cases[i].only;
        begin_all(REPORT_WORLD_FIRST, REPORT_WORLD_LAST);
        expect_page(NULL, 50, cases[i].page);
        expect_sums(0, 50, 0, cases[i].sums);
    }
    only = REPORT_ONLY_SETTLE;
    begin_all(REPORT_WORLD_FIRST, REPORT_WORLD_LAST);
    expect_page(NULL, 1, "8-1 ; 8-20260601");
    expect_page("8-20260601", 1, "8-3 ; 8-20260603"); /* who comes after has none, which is not known yet */
    expect_page("8-20260603", 1, "; ");
    only = -1;
}

/* So that nobody keeps a worker for as long as there are people. */
void test_a_page_looks_at_so_many_people(void) {
    char next[REPORT_PLACE_MAX];
    for (uint32_t id = 1; id <= REPORT_DAYS_PEOPLE + 1; id++) {
        fixture_add_user(&t, id, "Ada", 0, 0, NULL);
    }
    only = REPORT_ONLY_LATE;
    begin_all(REPORT_WORLD_FIRST, REPORT_WORLD_FIRST);
    (void)snprintf(next, sizeof(next), "%u-%u", REPORT_DAYS_PEOPLE, REPORT_WORLD_FIRST);
    const struct report_page page = page_of(NULL, 50);
    TEST_ASSERT_EQUAL_size_t(0, page.count);
    TEST_ASSERT_EQUAL_STRING(next, page.next);
    expect_page(next, 50, "; ");
    expect_sums(0, 50, REPORT_DAYS_PEOPLE, "");
    expect_sums(REPORT_DAYS_PEOPLE, 50, 0, "");
    only = -1;
}

void test_sums_of_people_page_by_page(void) {
    report_world_add(&t);
    begin_all(REPORT_WORLD_FIRST, REPORT_WORLD_LAST);
    expect_sums(0, 2, 8, "7 Ada due 2 present 1 worked 470; 8 Bob due 3 present 2 worked 480; ");
    expect_sums(8, 2, 0, "9 Cy due 0 present 0 worked 180; ");
    expect_sums(7, 2, 0, "8 Bob due 3 present 2 worked 480; 9 Cy due 0 present 0 worked 180; ");
    expect_sums(0, 1, 7, "7 Ada due 2 present 1 worked 470; ");
    expect_sums(9, 1, 0, "");
}

static void expect_count(const struct report_count *found, struct report_count expected) {
    TEST_ASSERT_EQUAL_UINT32(expected.date, found->date);
    TEST_ASSERT_EQUAL_UINT32(expected.due, found->due);
    TEST_ASSERT_EQUAL_UINT32(expected.present, found->present);
    TEST_ASSERT_EQUAL_UINT32(expected.late, found->late);
    TEST_ASSERT_EQUAL_UINT32(expected.absent, found->absent);
    TEST_ASSERT_EQUAL_UINT32(expected.on_leave, found->on_leave);
}

void test_each_person_counts_once_a_day(void) {
    struct report_count counts[3];
    uint32_t people = 0, next = 77;
    report_world_add(&t);
    begin_all(REPORT_WORLD_FIRST, REPORT_WORLD_LAST);
    TEST_ASSERT_EQUAL(0, report_days(t.core, report, 0, &arena, counts, &people, &next));
    TEST_ASSERT_EQUAL_UINT32(3, people);
    TEST_ASSERT_EQUAL_UINT32(0, next);
    expect_count(&counts[0], (struct report_count){20260601, 2, 3, 1, 0, 0});
    expect_count(&counts[1], (struct report_count){20260602, 2, 1, 0, 1, 0});
    expect_count(&counts[2], (struct report_count){20260603, 1, 0, 0, 1, 1});
    (void)report_world_punch(&t, 7, "2026-06-03T10:00:00", RECORD_STATUS_IN); /* on leave, and there */
    (void)report_world_punch(&t, 8, "2026-06-03T12:00:00", RECORD_STATUS_IN); /* a check-out is missing */
    TEST_ASSERT_EQUAL(0, report_days(t.core, report, 0, &arena, counts, &people, &next));
    expect_count(&counts[2], (struct report_count){20260603, 1, 2, 0, 0, 0});
    TEST_ASSERT_EQUAL(0, report_days(t.core, report, 9, &arena, counts, &people, &next));
    TEST_ASSERT_EQUAL_UINT32(0, people);
    expect_count(&counts[1], (struct report_count){.date = 20260602});
}

void test_so_many_people_are_looked_at_at_once(void) {
    struct report_count count;
    uint32_t people = 0, next = 77;
    for (uint32_t id = 1; id <= REPORT_DAYS_PEOPLE; id++) {
        fixture_add_user(&t, id * 2, "Ada", 0, 0, NULL);
    }
    begin_all(20260601, 20260601);
    TEST_ASSERT_EQUAL(0, report_days(t.core, report, 0, &arena, &count, &people, &next));
    TEST_ASSERT_EQUAL_UINT32(REPORT_DAYS_PEOPLE, people);
    TEST_ASSERT_EQUAL_UINT32(0, next);
    fixture_add_user(&t, 1000, "Bob", 0, 0, NULL);
    TEST_ASSERT_EQUAL(0, report_days(t.core, report, 0, &arena, &count, &people, &next));
    TEST_ASSERT_EQUAL_UINT32(REPORT_DAYS_PEOPLE, people);
    TEST_ASSERT_EQUAL_UINT32(2 * REPORT_DAYS_PEOPLE, next);
    TEST_ASSERT_EQUAL(0, report_days(t.core, report, next, &arena, &count, &people, &next));
    TEST_ASSERT_EQUAL_UINT32(1, people);
    TEST_ASSERT_EQUAL_UINT32(0, next);
}

/* Each table alone: what cannot be read is no report of somebody who has none of it. */
void test_a_store_that_fails(void) {
    static const char *const tables[] = {"record", "leave", "shift_assignment"};
    struct report_page page;
    struct report_count counts[3];
    struct report_sum *sums = NULL;
    size_t count = 0;
    uint32_t people = 0, next = 0;
    for (size_t i = 0; i < sizeof(tables) / sizeof(tables[0]); i++) {
        char sql[64];
        fixture_down(&t);
        fixture_up(&t);
        report_world_add(&t);
        begin_all(REPORT_WORLD_FIRST, REPORT_WORLD_LAST);
        (void)snprintf(sql, sizeof(sql), "DROP TABLE %s", tables[i]);
        TEST_ASSERT_EQUAL(0, store_exec(t.core->store, sql));
        TEST_ASSERT_LESS_THAN_MESSAGE(0, report_page(t.core, report, NULL, 9, &arena, &page), tables[i]);
        TEST_ASSERT_LESS_THAN(0, report_sums(t.core, report, 0, 9, &arena, &sums, &count, &next));
        TEST_ASSERT_LESS_THAN(0, report_days(t.core, report, 0, &arena, counts, &people, &next));
    }
    report_free(report);
    report = NULL;
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, "DROP TABLE shift"));
    TEST_ASSERT_LESS_THAN(0, begin(REPORT_WORLD_FIRST, REPORT_WORLD_LAST, 0, -1));
}

void test_without_memory_there_is_no_page(void) {
    struct report_page page;
    struct report_count counts[3];
    struct report_sum *sums = NULL;
    size_t count = 0;
    uint32_t people = 0, next = 0;
    report_world_add(&t);
    begin_all(REPORT_WORLD_FIRST, REPORT_WORLD_LAST);
    arena_done(&arena);
    arena_init(&arena, 0);
    TEST_ASSERT_EQUAL(E_NOMEM, report_page(t.core, report, NULL, 9, &arena, &page));
    TEST_ASSERT_EQUAL(E_NOMEM, report_sums(t.core, report, 0, 9, &arena, &sums, &count, &next));
    TEST_ASSERT_EQUAL(E_NOMEM, report_days(t.core, report, 0, &arena, counts, &people, &next));
}
