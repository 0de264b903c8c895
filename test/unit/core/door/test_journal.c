/* Lines that wait while another holds the store: none is lost or changes places, and what they say counts already. */
#include "core/door/journal.h"

#include <string.h>

#include "core/base/core.h"
#include "core/door/areas.h"
#include "core/door/door.h"
#include "core/events/log.h"
#include "core/settings/settings.h"
#include "core/start/start.h"
#include "store/person.h"
#include "store/store_impl.h"
#include "store/users/users.h"
#include "terminal_fixture.h"
#include "unity.h"
#include "util/arena.h"

#define WAIT_MS 20
#define LINES 200

static const struct journal_person ada = {7, 0}, bob = {8, 0};
static struct fixture t;
static struct core *other;
static struct journal *journal;
static struct arena arena;
static struct record lines[LINES];

void setUp(void) {
    arena_init(&arena, 1 << 20);
    fixture_up(&t);
    fixture_add_user(&t, 7, "Ada", 0, 0, NULL);
    store_wait_most(t.core->store, WAIT_MS);
    other = fixture_core(&t);
    journal = door_journal(t.core);
}

void tearDown(void) {
    start_thread_end(other);
    fixture_down(&t);
    arena_done(&arena);
}

static size_t read_lines(void) {
    size_t count = 0;
    TEST_ASSERT_EQUAL(0, log_read(t.core, 0, lines, LINES, &arena, &count));
    return count;
}

static void punch(uint32_t userid, int64_t time) {
    struct record record = {.kind = RECORD_KIND_ACCESS,
                            .result = RECORD_RESULT_GRANTED,
                            .userid = userid,
                            .username = "Ada",
                            .detail = "3 antiPassback",
                            .time = time};
    journal_line(t.core, journal, &record, 0, PASSBACK_UNKNOWN);
}

static void come_in(uint32_t userid, int64_t time) {
    struct record record = {
        .kind = RECORD_KIND_ACCESS, .result = RECORD_RESULT_GRANTED, .userid = userid, .username = "Ada", .time = time};
    journal_line(t.core, journal, &record, 0, PASSBACK_INSIDE);
}

static void happen(void) {
    journal_event(journal, &(struct record){.kind = RECORD_KIND_OPENED, .time = 5});
}

void test_a_line_is_durable_at_once(void) {
    punch(7, 1000);
    TEST_ASSERT_FALSE(journal_waits(journal));
    TEST_ASSERT_EQUAL_size_t(1, read_lines());
    TEST_ASSERT_EQUAL_STRING("Ada", lines[0].username);
    TEST_ASSERT_EQUAL_STRING("3 antiPassback", lines[0].detail);
}

void test_what_waits_is_known_and_follows_in_order(void) {
    enum passback_area area = PASSBACK_UNKNOWN;
    int64_t last = 0;
    TEST_ASSERT_EQUAL(0, store_begin(other->store));
    punch(7, 1000);
    happen();
    punch(7, 2000);
    journal_move(t.core, journal, &ada, PASSBACK_INSIDE, 2000);
    TEST_ASSERT_EQUAL(E_BUSY, journal_write(t.core, journal));
    TEST_ASSERT_EQUAL_size_t(0, read_lines());
    TEST_ASSERT_TRUE(journal_waits(journal));
    TEST_ASSERT_TRUE(journal_punch(journal, &ada, &last));
    TEST_ASSERT_EQUAL_INT64(2000, last);
    TEST_ASSERT_TRUE(journal_area(journal, &ada, &area));
    TEST_ASSERT_EQUAL(PASSBACK_INSIDE, area);
    TEST_ASSERT_FALSE(journal_punch(journal, &bob, &last));
    TEST_ASSERT_FALSE(journal_area(journal, &bob, &area));
    store_abort(other->store);
    TEST_ASSERT_EQUAL(0, journal_write(t.core, journal));
    TEST_ASSERT_EQUAL_size_t(3, read_lines());
    TEST_ASSERT_EQUAL_INT64(1000, lines[0].time);
    TEST_ASSERT_EQUAL(RECORD_KIND_OPENED, lines[1].kind);
    TEST_ASSERT_EQUAL_INT64(2000, lines[2].time);
    TEST_ASSERT_FALSE(journal_punch(journal, &ada, &last));
    TEST_ASSERT_FALSE(journal_area(journal, &ada, &area));
}

void test_after_one_wait_the_rest_is_the_workers_until_nothing_is_left(void) {
    TEST_ASSERT_EQUAL(0, store_begin(other->store));
    punch(7, 1000);
    store_abort(other->store);
    punch(7, 2000); /* would be written now, were it not behind the first */
    TEST_ASSERT_EQUAL_size_t(0, read_lines());
    TEST_ASSERT_EQUAL(0, journal_write(t.core, journal));
    TEST_ASSERT_EQUAL_size_t(2, read_lines());
    punch(7, 3000);
    TEST_ASSERT_EQUAL_size_t(3, read_lines());
}

void test_what_happens_to_the_door_displaces_no_punch(void) {
    TEST_ASSERT_EQUAL(0, store_begin(other->store));
    for (int i = 0; i < JOURNAL_EVENTS_MAX + 10; i++) {
        happen();
    }
    for (int i = 0; i < JOURNAL_MAX; i++) {
        punch(7, 1000 + i);
    }
    store_abort(other->store);
    TEST_ASSERT_EQUAL(0, journal_write(t.core, journal));
    TEST_ASSERT_EQUAL_size_t(JOURNAL_MAX, read_lines());
    TEST_ASSERT_EQUAL(RECORD_KIND_OPENED, lines[JOURNAL_EVENTS_MAX - 1].kind);
    TEST_ASSERT_EQUAL(RECORD_KIND_ACCESS, lines[JOURNAL_EVENTS_MAX].kind);
    TEST_ASSERT_EQUAL_INT64(1000, lines[JOURNAL_EVENTS_MAX].time);
    TEST_ASSERT_FALSE(journal_waits(journal));
}

static unsigned commits;

static int count_commit(void *ctx) {
    (void)ctx;
    commits++;
    return 0;
}

void test_a_line_and_where_the_person_is_are_one_transaction(void) {
    sqlite3_commit_hook(t.core->store->db, count_commit, NULL);
    come_in(7, 1000);
    TEST_ASSERT_EQUAL_UINT(1, commits);
    TEST_ASSERT_EQUAL_size_t(1, read_lines());
    TEST_ASSERT_EQUAL(PASSBACK_INSIDE, areas_of(t.core, 7, 1000));
}

void test_where_a_person_is_counts_while_its_line_waits(void) {
    enum passback_area area = PASSBACK_UNKNOWN;
    int64_t last = 0;
    TEST_ASSERT_EQUAL(0, store_begin(other->store));
    come_in(7, 1000);
    TEST_ASSERT_TRUE(journal_area(journal, &ada, &area));
    TEST_ASSERT_EQUAL(PASSBACK_INSIDE, area);
    TEST_ASSERT_TRUE(journal_punch(journal, &ada, &last));
    punch(7, 2000); /* of which nothing is known but that it was let in */
    TEST_ASSERT_TRUE(journal_area(journal, &ada, &area));
    store_abort(other->store);
    TEST_ASSERT_EQUAL(0, journal_write(t.core, journal));
    TEST_ASSERT_EQUAL(PASSBACK_INSIDE, areas_of(t.core, 7, 1000));
    TEST_ASSERT_EQUAL_size_t(2, read_lines());
}

static void one_record(void *ctx, struct hal_capacity_limits *ret_limits) {
    (void)ctx;
    *ret_limits = (struct hal_capacity_limits){.users = 500, .records = 1, .devices = HAL_DEVICES_ALL};
}

void test_a_log_that_is_full_keeps_where_a_person_is(void) {
    struct setting_kaoqin_param values = settings_get(t.core)->values.kaoqin_param;
    struct actor by = {.account = "admin", .level = 16, .peer = "-", .call = "test"};
    values.full_log = FULL_LOG_REFUSE;
    TEST_ASSERT_EQUAL(0, fixture_save(t.core, &by, SETTING_PAGE_KAOQIN_PARAM, &values));
    t.fake.hal.capacity.read = one_record;
    punch(7, 1000);
    come_in(7, 2000);
    TEST_ASSERT_EQUAL_size_t(1, read_lines());
    TEST_ASSERT_EQUAL(PASSBACK_INSIDE, areas_of(t.core, 7, 2000));
}

/* Ada is deleted and Zoe gets the number while Ada's line waits: it stays under Ada's name and moves Zoe nowhere. */
void test_a_line_that_waited_is_not_of_who_has_the_number_since(void) {
    struct store_person person = {0};
    enum passback_area area = PASSBACK_UNKNOWN;
    int64_t last = 0;
    TEST_ASSERT_EQUAL(0, store_person_get(t.core->store, 7, &person));
    const struct journal_person old = {7, person.identity}, new = {7, person.identity + 1};
    const struct record record = {
        .kind = RECORD_KIND_ACCESS, .result = RECORD_RESULT_GRANTED, .userid = 7, .username = "Ada", .time = 1000};
    TEST_ASSERT_EQUAL(0, store_begin(other->store));
    journal_line(t.core, journal, &record, old.identity, PASSBACK_INSIDE);
    journal_move(t.core, journal, &old, PASSBACK_INSIDE, 1000);
    TEST_ASSERT_EQUAL(0, store_users_delete(other->store, 7));
    TEST_ASSERT_EQUAL(0, store_users_add(other->store, &(struct user){.userid = 7, .username = "Zoe"}, NULL));
    TEST_ASSERT_EQUAL(0, store_commit(other->store));
    TEST_ASSERT_EQUAL(0, store_person_get(t.core->store, 7, &person));
    TEST_ASSERT_EQUAL_INT64(new.identity, person.identity);
    TEST_ASSERT_TRUE(journal_punch(journal, &old, &last));
    TEST_ASSERT_FALSE(journal_punch(journal, &new, &last));
    TEST_ASSERT_FALSE(journal_area(journal, &new, &area));
    TEST_ASSERT_EQUAL(0, journal_write(t.core, journal));
    TEST_ASSERT_EQUAL_size_t(1, read_lines());
    TEST_ASSERT_EQUAL_UINT32(0, lines[0].userid);
    TEST_ASSERT_EQUAL_STRING("Ada", lines[0].username);
    TEST_ASSERT_EQUAL(PASSBACK_UNKNOWN, areas_of(t.core, 7, 1000));
}

/* Of who was deleted, and nobody has the number, the line is as it was. */
void test_a_line_that_waited_keeps_a_number_that_nobody_has(void) {
    struct store_person person = {0};
    TEST_ASSERT_EQUAL(0, store_person_get(t.core->store, 7, &person));
    const struct record record = {.kind = RECORD_KIND_ACCESS, .userid = 7, .username = "Ada", .time = 1000};
    TEST_ASSERT_EQUAL(0, store_begin(other->store));
    journal_line(t.core, journal, &record, person.identity, PASSBACK_UNKNOWN);
    TEST_ASSERT_EQUAL(0, store_users_delete(other->store, 7));
    TEST_ASSERT_EQUAL(0, store_commit(other->store));
    TEST_ASSERT_EQUAL(0, journal_write(t.core, journal));
    TEST_ASSERT_EQUAL_size_t(1, read_lines());
    TEST_ASSERT_EQUAL_UINT32(7, lines[0].userid);
}
