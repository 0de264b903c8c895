/* Searching the log: what a question becomes, which lines it finds, and how its pages follow each other. */
#include "core/records/search.h"

#include <stdio.h>
#include <string.h>

#include "core/base/actor.h"
#include "core/events/log.h"
#include "core/settings/settings.h"
#include "log_world.h"
#include "store/record_photo.h"
#include "store/store_impl.h"
#include "unity.h"
#include "util/arena.h"

#define ARENA_MAX ((size_t)1024 * 1024)
#define LAST_MS INT64_C(9007199254740999)
#define ACCESS (1U << RECORD_KIND_ACCESS)
#define GIVES(field) (UINT64_C(1) << RECORD_QUERY_##field)

static struct fixture t;
static struct arena arena;
static struct search search;
static const char *field;
static const struct actor by = {.account = "admin", .level = 16, .peer = "-", .call = "GetThermometryParam"};
static const struct actor stranger = {
    .account = "-", .peer = "192.0.2.1", .call = "searchrecord"}; /* may read nothing */
void setUp(void) {
    fixture_up(&t);
    arena_init(&arena, ARENA_MAX);
    log_world_zone(&t, 0);
    field = NULL;
}

void tearDown(void) {
    arena_done(&arena);
    fixture_down(&t);
}

static const struct store_log_query *ask(const struct record_query *asked) {
    TEST_ASSERT_EQUAL(0, search_start(t.core, &by, asked, &search, &field));
    return &search.query;
}

static void expect_question(const struct store_log_query *expected, const struct store_log_query *query) {
    TEST_ASSERT_EQUAL_INT64(expected->from_ms, query->from_ms);
    TEST_ASSERT_EQUAL_INT64(expected->to_ms, query->to_ms);
    TEST_ASSERT_EQUAL_INT64(expected->userid, query->userid);
    TEST_ASSERT_EQUAL_HEX32(expected->kinds, query->kinds);
    TEST_ASSERT_EQUAL(expected->result, query->result);
    TEST_ASSERT_EQUAL(expected->reason, query->reason);
    TEST_ASSERT_EQUAL(expected->status, query->status);
    TEST_ASSERT_EQUAL(expected->factor, query->factor);
    TEST_ASSERT_EQUAL(expected->temperature_min, query->temperature_min);
    TEST_ASSERT_EQUAL(expected->temperature_max, query->temperature_max);
    TEST_ASSERT_EQUAL_UINT(SEARCH_BUDGET, query->budget);
}

static const struct store_log_query anything = {.from_ms = INT64_MIN,
                                                .to_ms = LAST_MS,
                                                .userid = STORE_LOG_ANY,
                                                .kinds = ACCESS,
                                                .result = STORE_LOG_ANY,
                                                .reason = STORE_LOG_ANY,
                                                .status = STORE_LOG_ANY,
                                                .factor = STORE_LOG_ANY,
                                                .temperature_max = INT32_MAX};

void test_without_anything_given_it_is_persons_at_the_door_of_all_times(void) {
    const struct store_log_query *query = ask(&(struct record_query){.userid = 7, .from = 5, .temperature = 1});
    expect_question(&anything, query);
    TEST_ASSERT_NULL(query->needle);
}

void test_each_part_that_is_given_is_asked_for(void) {
    struct store_log_query expected = anything;
    expected.userid = 7;
    expect_question(&expected, ask(&(struct record_query){.userid = 7, .given = GIVES(USERID)}));
    expected.userid = 0;
    expect_question(&expected, ask(&(struct record_query){.given = GIVES(USERID)}));
    expected = anything;
    expected.result = RECORD_RESULT_REFUSED;
    expect_question(&expected, ask(&(struct record_query){.result = RECORD_RESULT_REFUSED, .given = GIVES(RESULT)}));
    expected = anything;
    expected.reason = RECORD_REASON_EXPIRED;
    expect_question(&expected, ask(&(struct record_query){.reason = RECORD_REASON_EXPIRED, .given = GIVES(REASON)}));
    expected = anything;
    expected.status = RECORD_STATUS_OUT;
    expect_question(&expected, ask(&(struct record_query){.status = RECORD_STATUS_OUT, .given = GIVES(STATUS)}));
    expected = anything;
    expected.factor = FACTOR_FACE;
    expect_question(&expected, ask(&(struct record_query){.factor = FACTOR_FACE, .given = GIVES(FACTOR)}));
}

void test_the_kind_goes_before_all_and_all_before_persons_alone(void) {
    struct store_log_query expected = anything;
    expected.kinds = 1U << RECORD_KIND_FORCED;
    expect_question(&expected, ask(&(struct record_query){.kind = RECORD_KIND_FORCED, .given = GIVES(KIND)}));
    expect_question(&expected,
                    ask(&(struct record_query){.kind = RECORD_KIND_FORCED, .all = true, .given = GIVES(KIND)}));
    expected.kinds = UINT32_MAX;
    expect_question(&expected, ask(&(struct record_query){.all = true, .given = GIVES(ALL)}));
}

static void expect_time(const struct record_query *asked, const char *from, const char *to) {
    const struct store_log_query *query = ask(asked);
    TEST_ASSERT_EQUAL_INT64(from == NULL ? INT64_MIN : log_world_ms(from), query->from_ms);
    TEST_ASSERT_EQUAL_INT64(to == NULL ? LAST_MS : log_world_ms(to) + 999, query->to_ms);
}

/* Now is 2026-09-21 14:13:20 UTC. */
void test_its_time_is_what_all_that_is_given_leaves(void) {
    struct record_query asked = {.from = 1780272000, .to = 1780272001, .given = GIVES(FROM)};
    expect_time(&asked, "2026-06-01T00:00:00", NULL);
    asked.given = GIVES(TO);
    expect_time(&asked, NULL, "2026-06-01T00:00:01");
    asked.given = GIVES(FROM) | GIVES(TO);
    expect_time(&asked, "2026-06-01T00:00:00", "2026-06-01T00:00:01");
    asked = (struct record_query){.days = 1, .from = 1780272000, .given = GIVES(DAYS)};
    expect_time(&asked, "2026-09-21T00:00:00", NULL);
    asked.days = 7;
    expect_time(&asked, "2026-09-15T00:00:00", NULL);
    asked.given |= GIVES(FROM); /* the later of both */
    expect_time(&asked, "2026-09-15T00:00:00", NULL);
    asked.from = 1790000000;
    expect_time(&asked, "2026-09-21T14:13:20", NULL);
}

void test_its_days_are_whole_and_narrow_the_time(void) {
    struct record_query asked = {.from_day = 20260601, .to_day = 20260607, .given = GIVES(FROM_DAY) | GIVES(TO_DAY)};
    expect_time(&asked, "2026-06-01T00:00:00", "2026-06-07T23:59:59");
    asked.given = GIVES(FROM_DAY);
    expect_time(&asked, "2026-06-01T00:00:00", NULL);
    asked.given = GIVES(TO_DAY);
    expect_time(&asked, NULL, "2026-06-07T23:59:59");
    asked = (struct record_query){.given = GIVES(FROM_DAY) | GIVES(TO_DAY)}; /* empty days are none */
    expect_time(&asked, NULL, NULL);
    asked = (struct record_query){.from = 1780272000, .to = 1780876799, .from_day = 20260602, .to_day = 20260606};
    asked.given = GIVES(FROM) | GIVES(TO) | GIVES(FROM_DAY) | GIVES(TO_DAY);
    expect_time(&asked, "2026-06-02T00:00:00", "2026-06-06T23:59:59");
    asked.from_day = 20260531;
    asked.to_day = 20260608;
    expect_time(&asked, "2026-06-01T00:00:00", "2026-06-07T23:59:59");
    asked = (struct record_query){.days = 7, .from_day = 20260914, .given = GIVES(DAYS) | GIVES(FROM_DAY)};
    expect_time(&asked, "2026-09-15T00:00:00", NULL);
    asked.from_day = 20260916;
    expect_time(&asked, "2026-09-16T00:00:00", NULL);
}

void test_days_are_those_of_the_clock(void) {
    struct record_query asked = {.from_day = 20260601, .to_day = 20260601, .given = GIVES(FROM_DAY) | GIVES(TO_DAY)};
    log_world_zone(&t, 120);
    expect_time(&asked, "2026-05-31T22:00:00", "2026-06-01T21:59:59");
    log_world_zone(&t, -570);
    expect_time(&asked, "2026-06-01T09:30:00", "2026-06-02T09:29:59");
    asked = (struct record_query){.days = 1, .given = GIVES(DAYS)};
    log_world_zone(&t, 600); /* it is 00:13:20 of the next day */
    expect_time(&asked, "2026-09-21T14:00:00", NULL);
    log_world_zone(&t, 540);
    expect_time(&asked, "2026-09-20T15:00:00", NULL);
}

static void expect_end_wrong(const struct record_query *asked, const char *name) {
    field = NULL;
    TEST_ASSERT_EQUAL(E_RANGE, search_start(t.core, &by, asked, &search, &field));
    TEST_ASSERT_EQUAL_STRING(name, field);
}

void test_a_time_that_ends_before_it_begins_is_refused(void) {
    struct record_query asked = {.from = 2000, .to = 2000, .given = GIVES(FROM) | GIVES(TO)};
    expect_time(&asked, "1970-01-01T00:33:20", "1970-01-01T00:33:20");
    asked.to = 1999;
    expect_end_wrong(&asked, "to");
    asked = (struct record_query){.from_day = 20260602, .to_day = 20260601, .given = GIVES(FROM_DAY) | GIVES(TO_DAY)};
    expect_end_wrong(&asked, "toDay");
    asked.to_day = 20260602;
    expect_time(&asked, "2026-06-02T00:00:00", "2026-06-02T23:59:59");
}

static void limit_is(uint16_t tenths) {
    struct setting_thermometry_param values = settings_get(t.core)->values.thermometry_param;
    values.limit = tenths;
    TEST_ASSERT_EQUAL(0, fixture_save(t.core, &by, SETTING_PAGE_THERMOMETRY_PARAM, &values));
}

void test_temperatures_are_judged_by_the_limit_of_now(void) {
    static const struct {
        enum thermometry_type type;
        int32_t min, max;
    } cases[] = {{THERMOMETRY_TYPE_ALL, 1, INT32_MAX},
                 {THERMOMETRY_TYPE_NORMAL, 1, 380},
                 {THERMOMETRY_TYPE_ABNORMALITY, 381, INT32_MAX}};
    limit_is(380);
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct record_query asked = {.temperature = cases[i].type, .given = GIVES(TEMPERATURE)};
        struct store_log_query expected = anything;
        expected.temperature_min = cases[i].min;
        expected.temperature_max = cases[i].max;
        expect_question(&expected, ask(&asked));
        TEST_ASSERT_EQUAL(0, search_start_measured(t.core, &by, &asked, &search, &field));
        expect_question(&expected, &search.query);
    }
    struct store_log_query measured = anything;
    measured.temperature_min = 1;
    TEST_ASSERT_EQUAL(0, search_start_measured(t.core, &by, &(struct record_query){0}, &search, &field));
    expect_question(&measured, &search.query);
    const struct record_query wrong = {.from = 2, .to = 1, .given = GIVES(FROM) | GIVES(TO)};
    TEST_ASSERT_EQUAL(E_RANGE, search_start_measured(t.core, &by, &wrong, &search, &field));
}

/* A page as text: "numbers; next; previous", and "; partial" where it stopped early. */
static int page_text(const struct search_place *place, char ret_text[256]) {
    struct search_page page;
    size_t used = 0;
    int r = search_page(t.core, &search, place, &arena, &page, &field);
    ret_text[0] = '\0';
    if (r < 0) {
        return r;
    }
    for (size_t i = 0; i < page.count; i++) {
        used += (size_t)snprintf(ret_text + used, 256 - used, "%d ", (int)page.records[i].seq);
    }
    (void)snprintf(ret_text + used, 256 - used, "; %s; %s%s", page.next, page.previous,
                   page.partial ? "; partial" : "");
    return 0;
}

static void expect_page(const char *after, const char *before, unsigned limit, const char *expected) {
    const struct search_place place = {after, before, limit};
    char text[256];
    TEST_ASSERT_EQUAL(0, page_text(&place, text));
    TEST_ASSERT_EQUAL_STRING(expected, text);
}

/* Numbers of all lines that a question finds, newest first, with a blank behind each. */
static void expect_found(const struct record_query *asked, const char *numbers) {
    char expected[256];
    (void)ask(asked);
    (void)snprintf(expected, sizeof(expected), "%s; ; ", numbers);
    expect_page(NULL, NULL, SEARCH_PAGE_MAX, expected);
}

/* The last one was written after the clock had been set back. */
static void six_lines(void) {
    static const int64_t times[] = {1000, 2000, 3000, 3000, 5000, 2500};
    for (size_t i = 0; i < sizeof(times) / sizeof(times[0]); i++) {
        TEST_ASSERT_EQUAL_INT64(i + 1, log_world_punch(&t, 7, times[i], RECORD_STATUS_NONE));
    }
}

static void walk_pages(void) {
    expect_page(NULL, NULL, 6, "5 4 3 6 2 1 ; ; ");
    expect_page(NULL, NULL, 7, "5 4 3 6 2 1 ; ; ");
    expect_page(NULL, NULL, 5, "5 4 3 6 2 ; 2000.2; ");
    expect_page(NULL, NULL, 1, "5 ; 5000.5; ");
    expect_page(NULL, NULL, 2, "5 4 ; 3000.4; ");
    expect_page("3000.4", NULL, 2, "3 6 ; 2500.6; 3000.3");
    expect_page("2500.6", NULL, 2, "2 1 ; ; 2000.2");
    expect_page(NULL, "2000.2", 2, "3 6 ; 2500.6; 3000.3");
    expect_page(NULL, "3000.3", 2, "5 4 ; 3000.4; ");
    expect_page(NULL, "3000.3", 1, "4 ; 3000.4; 3000.4");
    expect_page(NULL, "1000.0", 4, "3 6 2 1 ; 1000.1; 3000.3");
    expect_page("1000.1", NULL, 2, "; ; 1000.0"); /* and back to the line that the cursor named */
    expect_page(NULL, "5000.5", 2, "; 5000.6; ");
    expect_page("5000.6", NULL, 1, "5 ; 5000.5; 5000.5");
    expect_page("-1.0", NULL, 1, "; ; -1.-1");
}

void test_pages_follow_each_other_both_ways(void) {
    six_lines();
    (void)ask(&(struct record_query){0});
    walk_pages();
    (void)ask(&(struct record_query){.userid = 7, .given = GIVES(USERID)});
    walk_pages();
}

void test_pages_of_a_time_begin_and_end_with_it(void) {
    six_lines();
    log_world_punch(&t, 7, 3999, RECORD_STATUS_NONE);
    log_world_punch(&t, 7, 3999, RECORD_STATUS_NONE);
    log_world_punch(&t, 7, 4000, RECORD_STATUS_NONE);
    (void)ask(&(struct record_query){.from = 2, .to = 3, .given = GIVES(FROM) | GIVES(TO)});
    expect_page(NULL, NULL, 9, "8 7 4 3 6 2 ; ; ");
    expect_page("9000.9", NULL, 9, "8 7 4 3 6 2 ; ; 3999.8"); /* a cursor behind the end begins at the end */
    expect_page("3999.8", NULL, 9, "7 4 3 6 2 ; ; 3999.7");
    expect_page(NULL, "1000.1", 9, "8 7 4 3 6 2 ; 2000.2; ");
    expect_page(NULL, "2000.2", 9, "8 7 4 3 6 ; 2500.6; ");
    expect_page("2000.2", NULL, 9, "; ; 2000.1");
    expect_page(NULL, "3999.8", 9, "; 3999.9; ");
}

void test_a_page_that_looked_at_enough_stops_and_goes_on_from_there(void) {
    static const uint32_t users[] = {7, 8, 8, 7, 8, 7};
    for (size_t i = 0; i < sizeof(users) / sizeof(users[0]); i++) {
        const struct record line = {
            .time = (int64_t)(i + 1) * 1000, .userid = users[i], .username = users[i] == 7 ? "Ada" : "Bob"};
        (void)log_world_add(&t, &line);
    }
    (void)ask(&(struct record_query){.name = "ada", .given = GIVES(NAME)});
    search.query.budget = 2;
    expect_page(NULL, NULL, 2, "6 ; 5000.5; ; partial");
    expect_page("5000.5", NULL, 2, "4 ; 3000.3; 4000.4; partial");
    expect_page("3000.3", NULL, 2, "1 ; 1000.1; 1000.1; partial"); /* it cannot know that it was the last */
    expect_page("1000.1", NULL, 2, "; ; 1000.0");
    expect_page(NULL, "1000.1", 2, "; 1000.2; 3000.3; partial");
    expect_page(NULL, "3000.3", 2, "4 ; 4000.4; 5000.5; partial");
    expect_page(NULL, "5000.5", 2, "6 ; 6000.6; ");
    expect_page(NULL, NULL, 1, "6 ; 6000.6; ");
    search.query.budget = 6;
    expect_page(NULL, NULL, 4, "6 4 1 ; 1000.1; ; partial");
    search.query.budget = 7;
    expect_page(NULL, NULL, 4, "6 4 1 ; ; ");
}

static void expect_no_place(const char *after, const char *before, int error, const char *name) {
    const struct search_place place = {after, before, 2};
    char text[256];
    field = NULL;
    TEST_ASSERT_EQUAL_MESSAGE(error, page_text(&place, text), after != NULL ? after : before);
    TEST_ASSERT_EQUAL_STRING(name, field);
}

void test_what_is_no_cursor_is_refused_with_its_field(void) {
    static const char *const wrong[] = {"", "5", "5.", ".5", "5.5x", "5.5.5", "a.b", "5.-1", "5-5", "5.5 "};
    (void)ask(&(struct record_query){0});
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        expect_no_place(wrong[i], NULL, E_FORMAT, "after");
        expect_no_place(NULL, wrong[i], E_FORMAT, "before");
    }
    expect_no_place("5.5", "5.5", E_RANGE, "after");
}

void test_without_memory_there_is_no_page(void) {
    unsigned without = 0;
    six_lines();
    (void)ask(&(struct record_query){0});
    for (size_t cap = 0, r = 1; r != 0; cap += 64) {
        struct search_page page;
        const struct search_place place = {"5000.5", NULL, 2};
        arena_done(&arena);
        arena_init(&arena, cap);
        int was = search_page(t.core, &search, &place, &arena, &page, &field);
        TEST_ASSERT_TRUE(was == 0 || was == E_NOMEM);
        TEST_ASSERT_TRUE(was != 0 ||
                         (page.count == 2 && page.records[1].username != NULL && page.records[1].detail != NULL));
        without += was != 0;
        r = was != 0;
    }
    TEST_ASSERT_GREATER_THAN_UINT(2, without);
}

/* Lines that differ from the first in one thing each. */
static void lines_of_all_kinds(void) {
    const struct record plain = {.time = 1000,
                                 .kind = RECORD_KIND_ACCESS,
                                 .result = RECORD_RESULT_GRANTED,
                                 .reason = RECORD_REASON_ANY_TIME,
                                 .userid = 7,
                                 .username = "Ada",
                                 .factors = 1U << FACTOR_CARD,
                                 .status = RECORD_STATUS_IN};
    struct record lines[9];
    for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
        lines[i] = plain;
        lines[i].time += (int64_t)i;
    }
    lines[1].kind = RECORD_KIND_FORCED;
    lines[2].result = RECORD_RESULT_REFUSED;
    lines[3].reason = RECORD_REASON_PERIOD;
    lines[4].userid = 0;
    lines[5].username = "\u00c9mile Bad\u00e0";
    lines[6].factors = 1U << FACTOR_FACE | 1U << FACTOR_PASSWORD;
    lines[7].status = RECORD_STATUS_NONE;
    lines[8].temperature = 373;
    for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
        (void)log_world_add(&t, &lines[i]);
    }
}

void test_a_question_finds_what_fits_all_of_it(void) {
    lines_of_all_kinds();
    expect_found(&(struct record_query){0}, "9 8 7 6 5 4 3 1 ");
    expect_found(&(struct record_query){.all = true}, "9 8 7 6 5 4 3 2 1 ");
    expect_found(&(struct record_query){.kind = RECORD_KIND_FORCED, .given = GIVES(KIND)}, "2 ");
    expect_found(&(struct record_query){.result = RECORD_RESULT_REFUSED, .given = GIVES(RESULT)}, "3 ");
    expect_found(&(struct record_query){.reason = RECORD_REASON_PERIOD, .given = GIVES(REASON)}, "4 ");
    expect_found(&(struct record_query){.reason = RECORD_REASON_NONE, .given = GIVES(REASON)}, "");
    expect_found(&(struct record_query){.userid = 0, .given = GIVES(USERID)}, "5 ");
    expect_found(&(struct record_query){.userid = 7, .given = GIVES(USERID)}, "9 8 7 6 4 3 1 ");
    expect_found(&(struct record_query){.userid = 8, .given = GIVES(USERID)}, "");
    expect_found(&(struct record_query){.name = "EMILE", .given = GIVES(NAME)}, "6 ");
    expect_found(&(struct record_query){.name = "\u00e9MIL", .given = GIVES(NAME)}, "6 ");
    expect_found(&(struct record_query){.name = "ad", .given = GIVES(NAME)}, "9 8 7 6 5 4 3 1 ");
    expect_found(&(struct record_query){.name = "adam", .given = GIVES(NAME)}, "");
    expect_found(&(struct record_query){.factor = FACTOR_FACE, .given = GIVES(FACTOR)}, "7 ");
    expect_found(&(struct record_query){.factor = FACTOR_PASSWORD, .given = GIVES(FACTOR)}, "7 ");
    expect_found(&(struct record_query){.factor = FACTOR_CARD, .given = GIVES(FACTOR)}, "9 8 6 5 4 3 1 ");
    expect_found(&(struct record_query){.factor = FACTOR_ID, .given = GIVES(FACTOR)}, "");
    expect_found(&(struct record_query){.status = RECORD_STATUS_NONE, .given = GIVES(STATUS)}, "8 ");
    expect_found(&(struct record_query){.status = RECORD_STATUS_OUT, .given = GIVES(STATUS)}, "");
    expect_found(&(struct record_query){.temperature = THERMOMETRY_TYPE_ALL, .given = GIVES(TEMPERATURE)}, "9 ");
}

void test_the_limit_itself_is_normal_and_who_was_not_measured_is_neither(void) {
    static const int16_t measured[] = {373, 374, 0};
    limit_is(373);
    for (size_t i = 0; i < sizeof(measured) / sizeof(measured[0]); i++) {
        const struct record line = {.time = (int64_t)i + 1, .temperature = measured[i], .userid = 7};
        (void)log_world_add(&t, &line);
    }
    static const uint64_t given[] = {GIVES(TEMPERATURE), GIVES(TEMPERATURE) | GIVES(USERID)};
    for (size_t i = 0; i < sizeof(given) / sizeof(given[0]); i++) {
        struct record_query asked = {.temperature = THERMOMETRY_TYPE_ALL, .userid = 7, .given = given[i]};
        expect_found(&asked, "2 1 ");
        asked.temperature = THERMOMETRY_TYPE_NORMAL;
        expect_found(&asked, "1 ");
        asked.temperature = THERMOMETRY_TYPE_ABNORMALITY;
        expect_found(&asked, "2 ");
    }
    limit_is(374);
    expect_found(&(struct record_query){.temperature = THERMOMETRY_TYPE_ABNORMALITY, .given = GIVES(TEMPERATURE)}, "");
}

void test_pages_of_temperatures_follow_each_other_both_ways(void) {
    for (size_t i = 0; i < 6; i++) {
        const struct record line = {.time = 1000 + (int64_t)i, .temperature = i % 2 == 0 ? 365 : 0};
        (void)log_world_add(&t, &line);
    }
    TEST_ASSERT_EQUAL(0, search_start_measured(t.core, &by, &(struct record_query){0}, &search, &field));
    search.query.budget = 4; /* lines without a temperature are not even looked at */
    expect_page(NULL, NULL, 2, "5 3 ; 1002.3; ");
    expect_page("1002.3", NULL, 2, "1 ; ; 1000.1");
    expect_page(NULL, "1000.1", 2, "5 3 ; 1002.3; ");
    expect_page(NULL, NULL, 3, "5 3 1 ; ; ");
}

void test_a_line_is_found_as_it_was_written_with_whether_there_is_a_photo(void) {
    struct search_page page;
    const struct record line = {.time = 1000, .userid = 7, .username = "Ada", .detail = "admin: a guest", .door = 3};
    const struct search_place place = {.limit = 2};
    (void)log_world_add(&t, &line);
    (void)log_world_add(&t, &line);
    TEST_ASSERT_EQUAL(0, store_record_photo_put(t.core->store, 2, false, "sealed", 6));
    (void)ask(&(struct record_query){0});
    TEST_ASSERT_EQUAL(0, search_page(t.core, &search, &place, &arena, &page, &field));
    TEST_ASSERT_TRUE(page.records[0].photo);
    TEST_ASSERT_FALSE(page.records[1].photo);
    struct record expected = line;
    expected.seq = 1;
    TEST_ASSERT_TRUE(record_equal(&expected, &page.records[1]));
}

void test_a_store_that_fails_gives_no_page(void) {
    struct search_page page;
    const struct search_place place = {.limit = 2};
    (void)ask(&(struct record_query){0});
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, "DROP TABLE record"));
    TEST_ASSERT_LESS_THAN(0, search_page(t.core, &search, &place, &arena, &page, &field));
}

void test_who_may_not_know_people_gets_no_names_and_asks_for_none(void) {
    const struct record_query everything = {.all = true}, named = {.given = GIVES(NAME), .name = "ada"};
    struct search_page page;
    log_world_add(&t, &(struct record){.kind = RECORD_KIND_ACCESS, .userid = 7, .username = "Ada"});
    TEST_ASSERT_EQUAL(0, search_start(t.core, &stranger, &everything, &search, &field));
    TEST_ASSERT_EQUAL(0, search_page(t.core, &search, &(struct search_place){.limit = 5}, &arena, &page, &field));
    TEST_ASSERT_EQUAL_UINT32(7, page.records[0].userid);
    TEST_ASSERT_EQUAL_STRING("", page.records[0].username);
    TEST_ASSERT_EQUAL(0, search_start(t.core, &by, &everything, &search, &field));
    TEST_ASSERT_EQUAL(0, search_page(t.core, &search, &(struct search_place){.limit = 5}, &arena, &page, &field));
    TEST_ASSERT_EQUAL_STRING("Ada", page.records[0].username);
    TEST_ASSERT_EQUAL(E_FORBIDDEN, search_start(t.core, &stranger, &named, &search, &field));
    TEST_ASSERT_EQUAL_STRING("name", field);
    TEST_ASSERT_EQUAL(E_FORBIDDEN, search_start_measured(t.core, &stranger, &named, &search, &field));
}

void test_a_hidden_person_keeps_the_id(void) {
    struct record record = {.userid = 7, .username = "Ada", .photo = true, .detail = "front"};
    log_hide_person(&record, &arena);
    TEST_ASSERT_EQUAL_UINT32(7, record.userid);
    TEST_ASSERT_EQUAL_STRING("", record.username);
    TEST_ASSERT_FALSE(record.photo);
    TEST_ASSERT_EQUAL_STRING("front", record.detail);
}

void test_the_number_of_a_card_is_hidden_too(void) {
    static const char *const details[][2] = {
        {"", ""},
        {"card:208953", ""},
        {"card:134529 random", "random"},
        {"+17 card:208953", "+17"},
        {"card:208953 wiegand 00:1B:5A:20:41:7E", "wiegand 00:1B:5A:20:41:7E"},
        {"+17 card:208953 random wiegand 00:1B:5A:20:41:7E", "+17 random wiegand 00:1B:5A:20:41:7E"},
        {"3 antiPassback", "3 antiPassback"},
    };
    for (size_t i = 0; i < sizeof(details) / sizeof(details[0]); i++) {
        struct record record = {.kind = RECORD_KIND_ACCESS, .username = "", .detail = details[i][0]};
        log_hide_person(&record, &arena);
        TEST_ASSERT_EQUAL_STRING(details[i][1], record.detail);
    }
    struct record remote = {.kind = RECORD_KIND_REMOTE_OPEN, .username = "", .detail = "admin: card:5 lost"};
    log_hide_person(&remote, &arena);
    TEST_ASSERT_EQUAL_STRING("admin: card:5 lost", remote.detail);
}
