/* Alarms: read out of the log, each once. */
#include "core/events/alarms.h"

#include <stdio.h>

#include "core/base/actor.h"
#include "core/base/core.h"
#include "core/events/log.h"
#include "store/store_impl.h"
#include "terminal_fixture.h"
#include "unity.h"
#include "util/arena.h"

static struct fixture t;
static struct arena arena;
static struct store_alarm alarms[ALARMS_LISTED_MAX];
static size_t count;
static const struct actor by = {.account = "admin", .level = 16, .peer = "-", .call = "alarmAck"};

void setUp(void) {
    fixture_up(&t);
    arena_init(&arena, 65536);
}

void tearDown(void) {
    arena_done(&arena);
    fixture_down(&t);
}

static int64_t append(enum record_kind kind) {
    int64_t seq = 0;
    TEST_ASSERT_EQUAL(0, log_append(t.core, &(struct record){.kind = kind}, &seq));
    return seq;
}

static void list(void) {
    TEST_ASSERT_EQUAL(0, alarms_list(t.core, &by, true, &arena, alarms, &count));
}

void test_a_line_is_raised_once_and_counts_again(void) {
    int64_t first = append(RECORD_KIND_TAMPER);
    alarms_upkeep(t.core);
    alarms_upkeep(t.core);
    list();
    TEST_ASSERT_EQUAL_size_t(1, count);
    TEST_ASSERT_EQUAL_UINT(1, alarms[0].count);
    int64_t again = append(RECORD_KIND_TAMPER);
    alarms_upkeep(t.core);
    list();
    TEST_ASSERT_EQUAL_size_t(1, count);
    TEST_ASSERT_EQUAL_UINT(2, alarms[0].count);
    TEST_ASSERT_EQUAL_INT64(first, alarms[0].seq);
    TEST_ASSERT_EQUAL_INT64(again, alarms[0].last_seq);
    TEST_ASSERT_EQUAL_INT64(INT64_MAX, alarms_due_ms(t.core));
}

void test_who_may_not_know_people_gets_no_names(void) {
    TEST_ASSERT_EQUAL(
        0, log_append(t.core, &(struct record){.kind = RECORD_KIND_DURESS, .userid = 7, .username = "Ada"}, NULL));
    alarms_upkeep(t.core);
    list();
    TEST_ASSERT_EQUAL_STRING("Ada", alarms[0].username);
    TEST_ASSERT_EQUAL(0, alarms_list(t.core, &(struct actor){.level = 0}, true, &arena, alarms, &count));
    TEST_ASSERT_EQUAL_size_t(1, count);
    TEST_ASSERT_EQUAL_UINT32(7, alarms[0].userid);
    TEST_ASSERT_EQUAL_STRING("", alarms[0].username);
}

/* What is raised already is not raised again, nor does one that is acknowledged keep the next from being raised. */
void test_what_memory_has_of_the_position_may_be_old(void) {
    struct core_shared *shared = t.core->shared;
    struct alarms *newest = shared->alarms, *old = NULL;
    TEST_ASSERT_EQUAL(0, alarms_new(t.core->store, &old));
    int64_t seq = append(RECORD_KIND_TAMPER);
    alarms_upkeep(t.core);
    TEST_ASSERT_EQUAL(0, alarms_ack(t.core, &by, seq, seq));
    shared->alarms = old;
    append(RECORD_KIND_FORCED);
    alarms_upkeep(t.core);
    int64_t due_ms = alarms_due_ms(t.core);
    shared->alarms = newest;
    alarms_free(old);
    TEST_ASSERT_EQUAL_INT64(INT64_MAX, due_ms);
    list();
    TEST_ASSERT_EQUAL_size_t(2, count);
    TEST_ASSERT_EQUAL(RECORD_KIND_FORCED, alarms[0].kind);
    TEST_ASSERT_EQUAL_UINT(1, alarms[0].count);
    TEST_ASSERT_EQUAL_UINT(1, alarms[1].count);
}

/* After damage the log may end earlier than before: the next line has the number of one that an alarm is of. */
void test_a_number_that_was_given_again_is_raised(void) {
    char insert[160];
    int64_t seq = append(RECORD_KIND_EXIT) + 1;
    alarms_upkeep(t.core);
    (void)snprintf(insert, sizeof(insert),
                   "INSERT INTO alarm VALUES (%lld, %d, 1, 0, '', '', 1, 1, %lld, 5, 9, 'admin')", (long long)seq,
                   RECORD_KIND_TAMPER, (long long)seq);
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, insert));
    TEST_ASSERT_EQUAL_INT64(seq, append(RECORD_KIND_FORCED));
    alarms_upkeep(t.core);
    list();
    TEST_ASSERT_EQUAL_size_t(1, count);
    TEST_ASSERT_EQUAL(RECORD_KIND_FORCED, alarms[0].kind);
    TEST_ASSERT_EQUAL_UINT(1, alarms[0].count);
    TEST_ASSERT_EQUAL_INT64(0, alarms[0].acked_ms);
}

/* A worker may have read lines that are deleted before it raises what is in them. */
void test_what_was_erased_is_looked_through(void) {
    append(RECORD_KIND_TAMPER);
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL(0, log_erase(t.core));
    TEST_ASSERT_EQUAL(0, alarms_erase(t.core));
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
    alarms_erased(t.core);
    TEST_ASSERT_EQUAL_INT64(INT64_MAX, alarms_due_ms(t.core));
    log_erased(t.core);
    append(RECORD_KIND_FORCED);
    alarms_upkeep(t.core);
    list();
    TEST_ASSERT_EQUAL_size_t(1, count);
    TEST_ASSERT_EQUAL(RECORD_KIND_FORCED, alarms[0].kind);
}
