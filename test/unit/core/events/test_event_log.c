/* The log. */
#include "core/events/log.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "core/events/alarms.h"
#include "core/settings/settings.h"
#include "core/start/start.h"
#include "store/events/log.h"
#include "store/home_impl.h"
#include "terminal_fixture.h"
#include "unity.h"
#include "util/arena.h"

#define CAPACITY 9000 /* of the fake hal */
#define READ_MAX 16

static struct fixture t;
static struct arena arena;
static struct record read_lines[READ_MAX];
static size_t read_count;
static const struct actor by = {.account = "admin", .peer = "-", .call = "GetKaoqinParam"};

void setUp(void) {
    fixture_up(&t);
    fixture_add_user(&t, 7, "Ada", 0, 0, NULL);
    arena_init(&arena, 65536);
}

void tearDown(void) {
    arena_done(&arena);
    fixture_down(&t);
}

static int64_t append_of(uint32_t userid, int64_t time) {
    int64_t seq = 0;
    const struct record record = {
        .kind = RECORD_KIND_ACCESS, .result = RECORD_RESULT_GRANTED, .userid = userid, .username = "Ada", .time = time};
    TEST_ASSERT_EQUAL(0, log_append(t.core, &record, &seq));
    return seq;
}

static void read_after(int64_t after) {
    TEST_ASSERT_EQUAL(0, log_read(t.core, after, read_lines, READ_MAX, &arena, &read_count));
}

static void save(uint8_t duplicate_punch, uint16_t log_alarm, enum full_log full_log) {
    const struct setting_kaoqin_param values = {
        .duplicate_punch = duplicate_punch, .log_alarm = log_alarm, .full_log = full_log};
    TEST_ASSERT_EQUAL(0, fixture_save(t.core, &by, SETTING_PAGE_KAOQIN_PARAM, &values));
}

/* Lines of nobody, straight into the store, up to a number. */
static void fill(int64_t up_to) {
    const struct record line = {.time = 1, .username = "", .detail = "", .door = 1};
    int64_t seq = 0;
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    while (seq < up_to) {
        TEST_ASSERT_EQUAL(0, store_log_add(t.core->store, &line, &seq));
    }
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
    fixture_restart(&t);
}

void test_a_line_is_read_as_it_was_appended(void) {
    const struct record record = {.seq = 77, /* is not looked at */
                                  .time = 1770000000123,
                                  .kind = RECORD_KIND_ACCESS,
                                  .result = RECORD_RESULT_REFUSED,
                                  .reason = RECORD_REASON_ERROR,
                                  .userid = 999999999,
                                  .username = "Zoë",
                                  .factors = 1U << FACTOR_CARD | 1U << FACTOR_FACE,
                                  .status = RECORD_STATUS_OUT,
                                  .duress = true,
                                  .door = 8,
                                  .temperature = 368,
                                  .photo = false,
                                  .detail = "admin: a guest"};
    int64_t seq = 0;
    TEST_ASSERT_EQUAL_INT64(0, log_last(t.core));
    TEST_ASSERT_EQUAL_INT64(1, log_first(t.core));
    TEST_ASSERT_EQUAL(0, log_append(t.core, &record, &seq));
    TEST_ASSERT_EQUAL_INT64(1, seq);
    TEST_ASSERT_EQUAL_INT64(1, log_last(t.core));
    read_after(0);
    TEST_ASSERT_EQUAL(1, read_count);
    struct record expected = record;
    expected.seq = 1;
    TEST_ASSERT_TRUE(record_equal(&expected, &read_lines[0]));
    TEST_ASSERT_EQUAL_INT64(1, read_lines[0].seq);
}

void test_what_is_not_given_is_filled(void) {
    TEST_ASSERT_EQUAL(0, log_append(t.core, &(struct record){.kind = RECORD_KIND_STARTED}, NULL));
    read_after(0);
    TEST_ASSERT_EQUAL_INT64(FAKE_UTC_MS, read_lines[0].time);
    TEST_ASSERT_EQUAL(1, read_lines[0].door);
    TEST_ASSERT_EQUAL_STRING("", read_lines[0].username);
    TEST_ASSERT_EQUAL_STRING("", read_lines[0].detail);
}

/* Local time minus UTC as it was then, not as it is now: the zone is 60 minutes, daylight saving 60 more. */
void test_the_offset_is_that_of_the_lines_time(void) {
    struct setting_dst_param dst = settings_get(t.core)->values.dst_param;
    struct setting_date_time_param zone = settings_get(t.core)->values.date_time_param;
    dst.mode = DST_MODE_DATE;
    dst.change = 60;
    dst.start_month = 4;
    dst.start_day = 1;
    dst.end_month = 10;
    dst.end_day = 1;
    zone.zone = 60;
    TEST_ASSERT_EQUAL(0, fixture_save(t.core, &by, SETTING_PAGE_DATE_TIME_PARAM, &zone));
    TEST_ASSERT_EQUAL(0, fixture_save(t.core, &by, SETTING_PAGE_DST_PARAM, &dst));
    (void)append_of(7, INT64_C(1768478400000)); /* 2026-01-15 */
    (void)append_of(7, INT64_C(1784116800000)); /* 2026-07-15 */
    read_after(0);
    TEST_ASSERT_EQUAL(60, read_lines[0].offset);
    TEST_ASSERT_EQUAL(120, read_lines[1].offset);
}

void test_numbers_have_no_gap_over_what_failed_and_a_restart(void) {
    int64_t seq = 0;
    const struct record line = {.time = 1, .username = "", .detail = "", .door = 1};
    TEST_ASSERT_EQUAL_INT64(1, append_of(7, 1));
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL(0, store_log_add(t.core->store, &line, &seq));
    TEST_ASSERT_EQUAL_INT64(2, seq);
    store_abort(t.core->store);
    fixture_restart(&t);
    TEST_ASSERT_EQUAL_INT64(1, log_last(t.core));
    TEST_ASSERT_EQUAL_INT64(2, append_of(7, 2));
    read_after(0);
    TEST_ASSERT_EQUAL(2, read_count);
}

void test_reading_goes_on_behind_a_number(void) {
    for (int64_t time = 1; time <= READ_MAX + 2; time++) {
        (void)append_of(7, time);
    }
    read_after(1);
    TEST_ASSERT_EQUAL(READ_MAX, read_count);
    TEST_ASSERT_EQUAL_INT64(2, read_lines[0].seq);
    TEST_ASSERT_EQUAL_INT64(READ_MAX + 1, read_lines[READ_MAX - 1].seq);
    read_after(READ_MAX + 1);
    TEST_ASSERT_EQUAL(1, read_count);
    read_after(READ_MAX + 2);
    TEST_ASSERT_EQUAL(0, read_count);
}

static void count_call(void *ctx) {
    /* It is there for every other connection when somebody is told. */
    struct core *other = fixture_core(&t);
    TEST_ASSERT_EQUAL(0, log_read(other, 0, read_lines, READ_MAX, &arena, &read_count));
    start_thread_end(other);
    (*(unsigned *)ctx)++;
}

void test_who_waits_is_told_when_the_line_can_be_read(void) {
    unsigned calls = 0;
    log_set_appended(t.shared, count_call, &calls);
    (void)append_of(7, 1);
    TEST_ASSERT_EQUAL(1, calls);
    TEST_ASSERT_EQUAL(1, read_count);
    log_set_appended(t.shared, NULL, NULL);
    (void)append_of(7, 2);
    TEST_ASSERT_EQUAL(1, calls);
}

static void *append_many(void *core) {
    for (int i = 0; i < 100; i++) {
        TEST_ASSERT_EQUAL(0, log_append(core, &(struct record){.kind = RECORD_KIND_OPENED}, NULL));
    }
    return NULL;
}

void test_threads_share_the_numbers(void) {
    struct core *other = fixture_core(&t);
    pthread_t thread;
    TEST_ASSERT_EQUAL(0, pthread_create(&thread, NULL, append_many, other));
    (void)append_many(t.core);
    (void)pthread_join(thread, NULL);
    start_thread_end(other);
    TEST_ASSERT_EQUAL_INT64(200, log_last(t.core));
    TEST_ASSERT_EQUAL_INT64(1, log_first(t.core));
    read_after(196);
    TEST_ASSERT_EQUAL(4, read_count);
}

/* KaoqinParam.fullLog. */

static void assert_kept(int64_t first, int64_t last) {
    TEST_ASSERT_EQUAL_INT64(first, log_first(t.core));
    TEST_ASSERT_EQUAL_INT64(last, log_last(t.core));
    read_after(0);
    TEST_ASSERT_EQUAL_INT64(first, read_lines[0].seq);
    struct store_log_bounds bounds;
    TEST_ASSERT_EQUAL(0, store_log_bounds(t.core->store, &bounds));
    TEST_ASSERT_EQUAL_INT64(first, bounds.first);
    TEST_ASSERT_EQUAL_INT64(last, bounds.last);
}

void test_a_full_log_displaces_its_oldest_line(void) {
    save(1, 0, FULL_LOG_OLDEST);
    fill(CAPACITY - 1);
    (void)append_of(7, 2);
    assert_kept(1, CAPACITY);
    (void)append_of(7, 3);
    assert_kept(2, CAPACITY + 1);
    fixture_restart(&t);
    assert_kept(2, CAPACITY + 1);
}

/* Nothing is sent by this version, so nobody waits for a line. */
void test_with_nobody_to_wait_for_sent_is_as_oldest(void) {
    save(1, 0, FULL_LOG_SENT);
    fill(CAPACITY);
    (void)append_of(7, 3);
    assert_kept(2, CAPACITY + 1);
}

void test_a_full_log_that_keeps_what_is_there_refuses(void) {
    const struct record record = {.kind = RECORD_KIND_OPENED};
    save(1, 0, FULL_LOG_REFUSE);
    fill(CAPACITY);
    TEST_ASSERT_TRUE(log_is_closed(t.core));
    TEST_ASSERT_EQUAL(E_CAPACITY, log_append(t.core, &record, NULL));
    assert_kept(2, CAPACITY + 1);
    save(1, 0, FULL_LOG_OLDEST);
    TEST_ASSERT_FALSE(log_is_closed(t.core));
    TEST_ASSERT_EQUAL(0, log_append(t.core, &record, NULL));
    assert_kept(3, CAPACITY + 2);
}

/* The alarm tells it once, until a line was taken in between; the line before the last has room. */
void test_a_log_that_takes_no_more_is_an_alarm(void) {
    const struct record record = {.kind = RECORD_KIND_OPENED};
    save(1, 0, FULL_LOG_REFUSE);
    fill(CAPACITY - 1);
    TEST_ASSERT_FALSE(log_is_closed(t.core));
    TEST_ASSERT_EQUAL(0, log_append(t.core, &record, NULL));
    TEST_ASSERT_TRUE(log_is_closed(t.core));
    for (unsigned i = 0; i < 3; i++) {
        TEST_ASSERT_EQUAL(E_CAPACITY, log_append(t.core, &record, NULL));
    }
    read_after(CAPACITY);
    TEST_ASSERT_EQUAL(1, read_count);
    TEST_ASSERT_EQUAL(RECORD_KIND_LOG_ALARM, read_lines[0].kind);
    TEST_ASSERT_EQUAL_STRING(LOG_DETAIL_FULL, read_lines[0].detail);
    save(1, 0, FULL_LOG_OLDEST);
    TEST_ASSERT_EQUAL(0, log_append(t.core, &record, NULL));
    save(1, 0, FULL_LOG_REFUSE);
    TEST_ASSERT_EQUAL(E_CAPACITY, log_append(t.core, &record, NULL));
    read_after(CAPACITY + 2);
    TEST_ASSERT_EQUAL(1, read_count);
    TEST_ASSERT_EQUAL_STRING(LOG_DETAIL_FULL, read_lines[0].detail);
}

/* Of a model that holds more. */
void test_a_log_that_is_too_long_shrinks_a_little_with_each_line(void) {
    save(1, 0, FULL_LOG_OLDEST);
    fill(CAPACITY + 10);
    (void)append_of(7, 2);
    assert_kept(1 + LOG_DROP_MAX, CAPACITY + 11);
    (void)append_of(7, 2);
    assert_kept(13, CAPACITY + 12);
    (void)append_of(7, 2);
    assert_kept(14, CAPACITY + 13);
}

/* KaoqinParam.logAlarm. */

static size_t count_alarms(int64_t after) {
    size_t count = 0;
    read_after(after);
    for (size_t i = 0; i < read_count; i++) {
        count += read_lines[i].kind == RECORD_KIND_LOG_ALARM;
    }
    return count;
}

void test_the_alarm_is_recorded_once_when_the_log_becomes_nearly_full(void) {
    save(1, 100, FULL_LOG_OLDEST);
    fill(CAPACITY - 101);
    TEST_ASSERT_EQUAL_INT64(CAPACITY - 100, append_of(7, 2)); /* 100 are free: no fewer */
    TEST_ASSERT_FALSE(log_is_nearly_full(t.core));
    TEST_ASSERT_EQUAL(0, count_alarms(CAPACITY - 101));
    TEST_ASSERT_EQUAL_INT64(CAPACITY - 99, append_of(7, 2));
    TEST_ASSERT_TRUE(log_is_nearly_full(t.core));
    TEST_ASSERT_EQUAL_INT64(CAPACITY - 98, log_last(t.core));
    TEST_ASSERT_EQUAL(1, count_alarms(CAPACITY - 101));
    (void)append_of(7, 2);
    while (alarms_due_ms(t.core) <= core_mono_ms(t.core)) { /* all batches */
        alarms_upkeep(t.core);
    }
    fixture_restart(&t);
    (void)append_of(7, 2);
    TEST_ASSERT_EQUAL(1, count_alarms(CAPACITY - 101));
}

/* The threshold rose over what is free: the next line finds it so. */
void test_the_alarm_follows_the_threshold(void) {
    save(1, 0, FULL_LOG_OLDEST);
    fill(CAPACITY - 101);
    (void)append_of(7, 2);
    save(1, 200, FULL_LOG_OLDEST);
    TEST_ASSERT_TRUE(log_is_nearly_full(t.core));
    (void)append_of(7, 2);
    TEST_ASSERT_EQUAL(1, count_alarms(CAPACITY - 100));
}

void test_no_threshold_no_alarm(void) {
    save(1, 0, FULL_LOG_OLDEST);
    fill(CAPACITY - 1);
    (void)append_of(7, 2);
    (void)append_of(7, 2);
    TEST_ASSERT_FALSE(log_is_nearly_full(t.core));
    TEST_ASSERT_EQUAL(0, count_alarms(CAPACITY - 2));
}

/* KaoqinParam.duplicatePunch. */

void test_a_second_punch_within_the_time_is_a_repeat(void) {
    save(2, 0, FULL_LOG_OLDEST);
    TEST_ASSERT_FALSE(log_is_repeat(t.core, 7, 1000000));
    (void)append_of(7, 1000000);
    TEST_ASSERT_TRUE(log_is_repeat(t.core, 7, 1000000));
    TEST_ASSERT_TRUE(log_is_repeat(t.core, 7, 1000000 + 119999));
    TEST_ASSERT_FALSE(log_is_repeat(t.core, 7, 1000000 + 120000));
    TEST_ASSERT_FALSE(log_is_repeat(t.core, 8, 1000001));
    TEST_ASSERT_FALSE(log_is_repeat(t.core, 7, 999999)); /* the clock was set back: rather twice than not at all */
    fixture_restart(&t);
    TEST_ASSERT_TRUE(log_is_repeat(t.core, 7, 1000000 + 119999));
    save(0, 0, FULL_LOG_OLDEST);
    TEST_ASSERT_FALSE(log_is_repeat(t.core, 7, 1000000));
}

/* The clock was set back: the punch before that lies in the future, and is not the last one when its time comes again. */
void test_the_last_punch_is_the_one_that_was_recorded_last(void) {
    save(2, 0, FULL_LOG_OLDEST);
    (void)append_of(7, 2000000);
    (void)append_of(7, 1000000);
    TEST_ASSERT_TRUE(log_is_repeat(t.core, 7, 1000000 + 119999));
    TEST_ASSERT_FALSE(log_is_repeat(t.core, 7, 2000001));
}

/* A refusal, or what else names the user, is no punch. */
void test_only_who_was_let_in_has_punched(void) {
    static const struct record others[] = {
        {.userid = 7, .time = 1000000, .kind = RECORD_KIND_ACCESS, .result = RECORD_RESULT_REFUSED},
        {.userid = 7, .time = 1000000, .kind = RECORD_KIND_ACCESS, .result = RECORD_RESULT_NONE},
        {.userid = 7, .time = 1000000, .kind = RECORD_KIND_DURESS, .result = RECORD_RESULT_GRANTED},
    };
    save(1, 0, FULL_LOG_OLDEST);
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
        TEST_ASSERT_EQUAL(0, log_append(t.core, &others[i], NULL));
    }
    TEST_ASSERT_FALSE(log_is_repeat(t.core, 7, 1000001));
    (void)append_of(7, 1000000);
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
        TEST_ASSERT_EQUAL(0, log_append(t.core, &others[i], NULL));
    }
    TEST_ASSERT_TRUE(log_is_repeat(t.core, 7, 1000001));
}

void test_erased_lines_are_gone_and_numbers_go_on(void) {
    (void)append_of(7, 1);
    (void)append_of(7, 2);
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL(0, log_erase(t.core));
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
    log_erased(t.core);
    TEST_ASSERT_EQUAL_INT64(2, log_last(t.core));
    TEST_ASSERT_EQUAL_INT64(3, log_first(t.core));
    TEST_ASSERT_EQUAL_INT64(3, append_of(7, 3));
    fixture_restart(&t);
    assert_kept(3, 3);
}

/* The examples of docs/rules.md. */

/* Calls `each` with every line of the table below a heading, and ends the test when there is none. */
static void each_example(const char *heading, void (*each)(const char *line)) {
    char line[256];
    unsigned count = 0;
    bool is_in = false;
    FILE *file = fopen("../../docs/rules.md", "r");
    TEST_ASSERT_NOT_NULL(file);
    while (fgets(line, sizeof(line), file) != NULL) {
        if (strncmp(line, heading, strlen(heading)) == 0) {
            is_in = true;
        } else if (line[0] != '|') {
            is_in = false;
        } else if (is_in && strncmp(line, "|---", 4) != 0) {
            each(line);
            count++;
        }
    }
    (void)fclose(file);
    TEST_ASSERT_GREATER_THAN_UINT(3, count);
}

/* The log of a test begins again. */
static void anew(void) {
    tearDown();
    setUp();
}

static void try_repeat(const char *line) {
    unsigned minutes = 0;
    int seconds = 0;
    char outcome[32] = "";
    TEST_ASSERT_EQUAL_MESSAGE(3, sscanf(line, "| %u | %d | %31[a-z ] |", &minutes, &seconds, outcome), line);
    anew();
    save((uint8_t)minutes, 0, FULL_LOG_OLDEST);
    (void)append_of(7, FAKE_UTC_MS);
    TEST_ASSERT_EQUAL_STRING_MESSAGE(
        log_is_repeat(t.core, 7, FAKE_UTC_MS + seconds * INT64_C(1000)) ? "not recorded " : "recorded ", outcome, line);
}

void test_second_punches_are_as_the_rules_say(void) {
    each_example("| duplicatePunch |", try_repeat);
}

static void try_full_with(const char *line, enum record_kind kind) {
    int free_lines = 0;
    char full_log[16] = "", disk[16] = "", outcome[32] = "";
    TEST_ASSERT_EQUAL_MESSAGE(
        4, sscanf(line, "| %d | %15[a-z] | %15[a-z] | %31[a-z] |", &free_lines, full_log, disk, outcome), line);
    anew();
    save(1, 0,
         strcmp(full_log, "sent") == 0     ? FULL_LOG_SENT
         : strcmp(full_log, "oldest") == 0 ? FULL_LOG_OLDEST
                                           : FULL_LOG_REFUSE);
    fill(CAPACITY - free_lines);
    atomic_store(&t.home->reserved, strcmp(disk, "ok") == 0);
    int r = log_append(t.core, &(struct record){.kind = kind}, NULL);
    bool is_refused = r == E_CAPACITY || r == E_NOSPC;
    TEST_ASSERT_TRUE_MESSAGE(r == 0 || is_refused, line);
    TEST_ASSERT_EQUAL_STRING_MESSAGE(outcome,
                                     is_refused              ? "refused"
                                     : log_first(t.core) > 1 ? "displaces"
                                                             : "recorded",
                                     line);
}

static void try_full(const char *line) {
    try_full_with(line, RECORD_KIND_OPENED);
}

static void try_full_alarm(const char *line) {
    try_full_with(line, RECORD_KIND_DURESS);
}

void test_a_full_log_is_as_the_rules_say(void) {
    each_example("| lines free |", try_full);
    each_example("| free for an alarm |", try_full_alarm);
}

static void try_alarm(const char *line) {
    unsigned threshold = 0;
    int free_lines = 0;
    char outcome[8] = "";
    TEST_ASSERT_EQUAL_MESSAGE(3, sscanf(line, "| %u | %d | %7[a-z] |", &threshold, &free_lines, outcome), line);
    anew();
    save(1, (uint16_t)threshold, FULL_LOG_OLDEST);
    fill(CAPACITY - free_lines);
    (void)append_of(7, 2);
    TEST_ASSERT_EQUAL_STRING_MESSAGE(outcome, count_alarms(CAPACITY - free_lines) > 0 ? "yes" : "no", line);
}

void test_the_alarm_is_as_the_rules_say(void) {
    each_example("| logAlarm |", try_alarm);
}
