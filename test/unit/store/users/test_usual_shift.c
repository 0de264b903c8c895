/* What the usual shift of a user was. */
#include "store/users/usual_shift.h"

#include "store/store_impl.h"
#include "store_fails.h"
#include "unity.h"

static struct store *store;
static uint32_t count, last;

void setUp(void) {
    TEST_ASSERT_EQUAL_INT(0, store_open_memory(&store));
    TEST_ASSERT_EQUAL_INT(0, store_usual_shift_add(store, 7, 3, 20260101, 20260131));
    TEST_ASSERT_EQUAL_INT(0, store_usual_shift_add(store, 7, 60, 20260201, 20260228));
    TEST_ASSERT_EQUAL_INT(0, store_usual_shift_add(store, 7, 5, 20260301, 20260331));
    TEST_ASSERT_EQUAL_INT(0, store_usual_shift_add(store, 8, 9, 20250101, 20251231));
}

void tearDown(void) {
    store = store_free(store);
}

static int64_t number(const char *sql) {
    int64_t value = -1;
    TEST_ASSERT_EQUAL_INT(0, store_read_number(store, sql, &value));
    return value;
}

void test_the_last_day_of_the_newest(void) {
    TEST_ASSERT_EQUAL_INT(0, store_usual_shift_last(store, 7, &count, &last));
    TEST_ASSERT_EQUAL_UINT32(3, count);
    TEST_ASSERT_EQUAL_UINT32(20260331, last);
    TEST_ASSERT_EQUAL_INT(0, store_usual_shift_last(store, 9, &count, &last));
    TEST_ASSERT_EQUAL_UINT32(0, count);
    TEST_ASSERT_EQUAL_UINT32(0, last);
}

void test_all_columns_are_written(void) {
    TEST_ASSERT_EQUAL_INT64(
        1, number("SELECT count(*) FROM shift_assignment WHERE userid = 7 AND \"group\" = 0 AND shift = 60"
                  " AND \"from\" = 20260201 AND \"to\" = 20260228 AND usual = 1"));
}

/* What is assigned is no usual shift, be it of the user or of a group. */
void test_assignments_are_left_alone(void) {
    TEST_ASSERT_EQUAL_INT(
        0, store_exec(store, "INSERT INTO shift_assignment (userid, \"group\", shift, \"from\", \"to\", usual)"
                             " VALUES (7, 0, 4, 20200101, 20300101, 0), (0, 2, 4, 20200101, 20300101, 0)"));
    TEST_ASSERT_EQUAL_INT(0, store_usual_shift_last(store, 7, &count, &last));
    TEST_ASSERT_EQUAL_UINT32(3, count);
    TEST_ASSERT_EQUAL_UINT32(20260331, last);
    TEST_ASSERT_EQUAL_INT(0, store_usual_shift_merge(store, 7));
    TEST_ASSERT_EQUAL_INT64(2, number("SELECT count(*) FROM shift_assignment WHERE usual = 0 AND \"from\" = 20200101"));
}

/* The oldest goes, and the second begins when it did; nothing else changes. */
void test_two_become_one(void) {
    TEST_ASSERT_EQUAL_INT(0, store_usual_shift_merge(store, 7));
    TEST_ASSERT_EQUAL_INT64(2, number("SELECT count(*) FROM shift_assignment WHERE userid = 7"));
    TEST_ASSERT_EQUAL_INT64(60, number("SELECT shift FROM shift_assignment WHERE userid = 7 AND \"from\" = 20260101"
                                       " AND \"to\" = 20260228"));
    TEST_ASSERT_EQUAL_INT64(5, number("SELECT shift FROM shift_assignment WHERE userid = 7 AND \"from\" = 20260301"
                                      " AND \"to\" = 20260331"));
    TEST_ASSERT_EQUAL_INT64(1,
                            number("SELECT count(*) FROM shift_assignment WHERE userid = 8 AND \"from\" = 20250101"));
    TEST_ASSERT_EQUAL_INT(0, store_usual_shift_merge(store, 7));
    TEST_ASSERT_EQUAL_INT64(5, number("SELECT shift FROM shift_assignment WHERE userid = 7 AND \"from\" = 20260101"));
}

static int read_last(struct store *of) {
    return store_usual_shift_last(of, 7, &count, &last);
}
static int add(struct store *of) {
    return store_usual_shift_add(of, 7, 3, 20260401, 20260430);
}
static int merge(struct store *of) {
    return store_usual_shift_merge(of, 7);
}

void test_every_failure_is_reported(void) {
    store_fails(store, read_last);
    store_fails(store, add);
    store_fails(store, merge);
}
