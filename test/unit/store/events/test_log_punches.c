/* The records of one user, by time, then number. */
#include "store/events/log_punches.h"

#include "store/events/log.h"
#include "store/store_impl.h"
#include "store/users/users.h"
#include "store_fails.h"
#include "unity.h"

static struct store *store;
static struct store_punch seen[8];
static unsigned count, wanted;

void setUp(void) {
    TEST_ASSERT_EQUAL_INT(0, store_open_memory(&store));
    TEST_ASSERT_EQUAL_INT(0, store_users_add(store, &(struct user){.userid = 7, .username = ""}, NULL));
    TEST_ASSERT_EQUAL_INT(0, store_users_add(store, &(struct user){.userid = 8, .username = ""}, NULL));
    count = 0;
    wanted = 8;
}

void tearDown(void) {
    store = store_free(store);
}

static bool note(void *ctx, const struct store_punch *line) {
    TEST_ASSERT_EQUAL_PTR(&count, ctx);
    seen[count++] = *line;
    return count < wanted;
}

static void add(uint32_t userid, int64_t time_ms) {
    struct record record = {.time = time_ms,
                            .userid = userid,
                            .username = "x",
                            .detail = "",
                            .door = 1,
                            .kind = RECORD_KIND_ACCESS,
                            .result = RECORD_RESULT_GRANTED,
                            .reason = RECORD_REASON_ANY_TIME,
                            .status = RECORD_STATUS_STATUS2};
    int64_t seq = 0;

    TEST_ASSERT_EQUAL_INT(0, store_begin(store));
    TEST_ASSERT_EQUAL_INT(0, store_log_add(store, &record, &seq));
    TEST_ASSERT_EQUAL_INT(0, store_commit(store));
}

static unsigned punches(uint32_t userid, int64_t from_ms, int64_t to_ms) {
    count = 0;
    TEST_ASSERT_EQUAL_INT(0, store_log_punches(store, userid, from_ms, to_ms, note, &count));
    return count;
}

void test_of_one_user_in_a_time(void) {
    add(7, 2000);
    add(8, 1500);
    add(7, 1000);
    add(7, 2000);
    TEST_ASSERT_EQUAL_UINT(3, punches(7, 1000, 2001));
    TEST_ASSERT_EQUAL_INT64(1000, seen[0].time_ms);
    TEST_ASSERT_EQUAL_INT64(3, seen[0].seq);
    TEST_ASSERT_EQUAL_INT(RECORD_KIND_ACCESS, seen[0].kind);
    TEST_ASSERT_EQUAL_INT(RECORD_RESULT_GRANTED, seen[0].result);
    TEST_ASSERT_EQUAL_INT(RECORD_STATUS_STATUS2, seen[0].status);
    TEST_ASSERT_EQUAL_INT64(1, seen[1].seq);
    TEST_ASSERT_EQUAL_INT64(4, seen[2].seq);
    TEST_ASSERT_EQUAL_UINT(1, punches(7, 1000, 2000)); /* the end is exclusive */
    TEST_ASSERT_EQUAL_UINT(2, punches(7, 1001, 3000));
    TEST_ASSERT_EQUAL_UINT(0, punches(9, 0, 3000));
}

/* An unknown person has no punches. */
void test_nobody(void) {
    add(0, 1000);
    TEST_ASSERT_EQUAL_UINT(0, punches(0, 0, 3000));
}

void test_until_no_more_are_wanted(void) {
    add(7, 1000);
    add(7, 2000);
    add(7, 3000);
    wanted = 2;
    TEST_ASSERT_EQUAL_UINT(2, punches(7, 0, 5000));
    TEST_ASSERT_EQUAL_INT64(2000, seen[1].time_ms);
}

static int read_all(struct store *of) {
    count = 0;
    return store_log_punches(of, 7, 0, 5000, note, &count);
}

void test_every_failure_is_reported(void) {
    add(7, 1000);
    add(7, 2000);
    store_fails(store, read_all);
}
