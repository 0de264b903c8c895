/* Leave of users: which is accepted, in which order it is listed, and what is left in the audit log. */
#include "core/records/leave.h"

#include <stdio.h>
#include <string.h>

#include "store/store_impl.h"
#include "terminal_fixture.h"
#include "unity.h"
#include "util/arena.h"

static struct fixture t;
static struct arena arena;
static const char *field;
static struct leave list[STORE_LEAVES_MAX];
static size_t count;
static const struct actor admin = {.account = "admin", .peer = "192.0.2.1", .call = "addLeave", .level = 16};
static const struct actor ada = {.account = "7", .userid = 7, .peer = "192.0.2.1", .call = "addLeave", .level = 15};
static const struct actor top = {.account = "7", .userid = 7, .peer = "192.0.2.1", .call = "addLeave", .level = 16};

void setUp(void) {
    fixture_up(&t);
    arena_init(&arena, 262144);
    fixture_add_user(&t, 7, "Ada", 0, 0, NULL);
    fixture_add_user(&t, 8, "Bob", 0, 0, NULL);
}

void tearDown(void) {
    arena_done(&arena);
    fixture_down(&t);
}

static struct leave days(uint32_t from, uint32_t to) {
    return (struct leave){.id = 77, /* is not looked at */
                          .userid = 7,
                          .kind = LEAVE_KIND_SICK,
                          .from = from,
                          .to = to,
                          .half = LEAVE_HALF_SECOND,
                          .note = "flu"};
}

static int add(const struct actor *by, const struct leave *leave, uint32_t *ret_id) {
    field = "none";
    return leave_add(t.core, by, leave, ret_id, &field);
}

static uint32_t added(uint32_t from, uint32_t to) {
    uint32_t id = 0;
    const struct leave leave = days(from, to);
    TEST_ASSERT_EQUAL(0, add(&admin, &leave, &id));
    TEST_ASSERT_NULL(field);
    return id;
}

static int64_t number(const char *sql) {
    int64_t value = 0;
    TEST_ASSERT_EQUAL(0, store_read_number(t.core->store, sql, &value));
    return value;
}

static void expect_refused(const struct actor *by, const struct leave *leave, int error, const char *name) {
    uint32_t id = 0;
    const int64_t before = number("SELECT count(*) FROM leave");
    TEST_ASSERT_EQUAL(error, add(by, leave, &id));
    TEST_ASSERT_EQUAL_STRING(name, field);
    TEST_ASSERT_EQUAL_INT64(before, number("SELECT count(*) FROM leave"));
}

static void read_list(void) {
    TEST_ASSERT_EQUAL(0, leave_list(t.core, 7, &arena, list, &count));
}

void test_a_leave_is_listed_as_it_was_entered(void) {
    const uint32_t id = added(20260601, 20260605);
    struct leave expected = days(20260601, 20260605);
    expected.id = id;
    read_list();
    TEST_ASSERT_EQUAL_size_t(1, count);
    TEST_ASSERT_TRUE(leave_equal(&expected, &list[0]));
    TEST_ASSERT_EQUAL_UINT32(id, list[0].id);
    TEST_ASSERT_EQUAL_UINT32(id + 1, added(20260601, 20260601));
}

void test_it_has_both_days_and_does_not_end_before_it_begins_or_last_too_long(void) {
    static const struct {
        uint32_t from, to;
        int error;
        const char *field;
    } cases[] = {{0, 20260601, E_MISSING, "from"},    {20260601, 0, E_MISSING, "to"},
                 {0, 0, E_MISSING, "from"},           {20260602, 20260601, E_RANGE, "to"},
                 {20260101, 20270102, E_RANGE, "to"}, {20240101, 20250101, E_RANGE, "to"}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const struct leave leave = days(cases[i].from, cases[i].to);
        expect_refused(&admin, &leave, cases[i].error, cases[i].field);
    }
    (void)added(20260601, 20260601);
    (void)added(20260101, 20270101); /* 366 days */
}

void test_the_user_is_there_and_somebody_else(void) {
    struct leave leave = days(20260601, 20260605);
    uint32_t id = 0;
    expect_refused(&ada, &leave, E_OWN_HOURS, "userid");
    leave.userid = 9;
    expect_refused(&admin, &leave, E_USER_UNKNOWN, "userid");
    leave.userid = 8;
    TEST_ASSERT_EQUAL(0, add(&ada, &leave, &id));
    leave.userid = 7;
    TEST_ASSERT_EQUAL(0, add(&top, &leave, &id));
    TEST_ASSERT_EQUAL(E_OWN_HOURS, leave_delete(t.core, &ada, id));
    read_list();
    TEST_ASSERT_EQUAL_size_t(1, count);
    TEST_ASSERT_EQUAL(0, leave_delete(t.core, &top, id));
    read_list();
    TEST_ASSERT_EQUAL_size_t(0, count);
}

void test_a_user_has_no_more_than_fit(void) {
    const struct leave leave = days(20260601, 20260601);
    for (unsigned i = 0; i < STORE_LEAVES_MAX; i++) {
        (void)added(20260601, 20260601);
    }
    expect_refused(&admin, &leave, E_CAPACITY, NULL);
    read_list();
    TEST_ASSERT_EQUAL_size_t(STORE_LEAVES_MAX, count);
    struct leave of_bob = leave;
    of_bob.userid = 8;
    TEST_ASSERT_EQUAL(0, add(&admin, &of_bob, &(uint32_t){0}));
    TEST_ASSERT_EQUAL(0, leave_delete(t.core, &admin, list[0].id));
    (void)added(20260601, 20260601);
}

void test_each_change_is_in_the_audit_log(void) {
    const uint32_t id = added(20260601, 20260605);
    TEST_ASSERT_EQUAL_INT64(
        1, number("SELECT count(*) FROM audit WHERE object = 'leave of user 7' AND account = 'admin' AND before IS NULL"
                  " AND json_extract(after, '$.from') = '2026-06-01' AND json_extract(after, '$.to') = '2026-06-05'"
                  " AND json_extract(after, '$.kind') = 'sick' AND json_extract(after, '$.half') = 'second'"
                  " AND json_extract(after, '$.note') = 'flu'"));
    TEST_ASSERT_EQUAL(0, leave_delete(t.core, &admin, id));
    TEST_ASSERT_EQUAL_INT64(
        1, number("SELECT count(*) FROM audit WHERE object = 'leave of user 7' AND account = 'admin' AND after IS NULL"
                  " AND json_extract(before, '$.from') = '2026-06-01' AND json_extract(before, '$.note') = 'flu'"));
}

void test_without_its_audit_row_nothing_happens(void) {
    const struct leave leave = days(20260601, 20260601);
    const uint32_t id = added(20260601, 20260605);
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, "CREATE TRIGGER no_audit BEFORE INSERT ON audit BEGIN"
                                                   " SELECT raise(ABORT, 'no room'); END"));
    TEST_ASSERT_LESS_THAN(0, add(&admin, &leave, &(uint32_t){0}));
    TEST_ASSERT_LESS_THAN(0, leave_delete(t.core, &admin, id));
    read_list();
    TEST_ASSERT_EQUAL_size_t(1, count);
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, "DROP TRIGGER no_audit"));
    TEST_ASSERT_EQUAL(0, leave_delete(t.core, &admin, id)); /* no transaction is left open */
}

void test_what_is_not_there_is_not_deleted(void) {
    const uint32_t id = added(20260601, 20260605);
    TEST_ASSERT_EQUAL(E_NOTFOUND, leave_delete(t.core, &admin, id + 1));
    TEST_ASSERT_EQUAL(0, leave_delete(t.core, &admin, id));
    TEST_ASSERT_EQUAL(E_NOTFOUND, leave_delete(t.core, &admin, id));
}

/* The latest first day first; of the same day the one that was entered last. */
void test_the_order_of_the_list(void) {
    const uint32_t early = added(20260601, 20260630);
    const uint32_t late = added(20260610, 20260611);
    const uint32_t same = added(20260601, 20260602);
    const uint32_t middle = added(20260605, 20260605);
    const uint32_t again = added(20260610, 20260610);
    const uint32_t expected[] = {again, late, middle, same, early};
    read_list();
    TEST_ASSERT_EQUAL_size_t(5, count);
    for (size_t i = 0; i < count; i++) {
        TEST_ASSERT_EQUAL_UINT32(expected[i], list[i].id);
    }
    TEST_ASSERT_EQUAL(E_USER_UNKNOWN, leave_list(t.core, 9, &arena, list, &count));
}

static void expect_of(uint32_t first, uint32_t last, size_t max, const char *expected) {
    char found[64] = "";
    size_t used = 0;
    TEST_ASSERT_EQUAL(0, store_leave_of(t.core->store, 7, first, last, &arena, list, max, &count));
    for (size_t i = 0; i < count; i++) {
        used += (size_t)snprintf(found + used, sizeof(found) - used, "%u ", (unsigned)list[i].id);
    }
    TEST_ASSERT_EQUAL_STRING(expected, found);
}

void test_leaves_that_have_a_day_of_a_time_in_the_order_in_which_they_were_entered(void) {
    struct leave of_bob = days(20260601, 20260630);
    of_bob.userid = 8;
    TEST_ASSERT_EQUAL_UINT32(1, added(20260610, 20260612));
    TEST_ASSERT_EQUAL_UINT32(2, added(20260601, 20260630));
    TEST_ASSERT_EQUAL(0, add(&admin, &of_bob, &(uint32_t){0}));
    expect_of(20260610, 20260612, 9, "1 2 ");
    expect_of(20260612, 20260620, 9, "1 2 ");
    expect_of(20260613, 20260620, 9, "2 ");
    expect_of(20260602, 20260610, 9, "1 2 ");
    expect_of(20260602, 20260609, 9, "2 ");
    expect_of(20260630, 20260701, 9, "2 ");
    expect_of(20260701, 20260702, 9, "");
    expect_of(20260501, 20260531, 9, "");
    expect_of(20260611, 20260611, 1, "1 ");
    uint32_t counted = 0;
    TEST_ASSERT_EQUAL(0, store_leave_count(t.core->store, 7, &counted));
    TEST_ASSERT_EQUAL_UINT32(2, counted);
}

void test_notes_need_memory(void) {
    (void)added(20260601, 20260630);
    arena_done(&arena);
    arena_init(&arena, 0);
    TEST_ASSERT_EQUAL(E_NOMEM, store_leave_of(t.core->store, 7, 0, UINT32_MAX, &arena, list, 9, &count));
}

void test_a_store_that_fails(void) {
    const struct leave leave = days(20260601, 20260601);
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, "DROP TABLE leave"));
    TEST_ASSERT_LESS_THAN(0, add(&admin, &leave, &(uint32_t){0}));
    TEST_ASSERT_NULL(field);
    const int r = leave_delete(t.core, &admin, 1);
    TEST_ASSERT_TRUE(r < 0 && r != E_NOTFOUND);
    TEST_ASSERT_LESS_THAN(0, leave_list(t.core, 7, &arena, list, &count));
}
