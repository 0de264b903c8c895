/* Rows of the table `user_photo`. */
#include "store/users/photo.h"

#include <string.h>

#include "store/home_impl.h"
#include "store/users/users.h"
#include "store_fails.h"
#include "unity.h"
#include "util/arena.h"

static struct store *store;
static struct arena arena;
static const uint8_t *picture;
static size_t len;

void setUp(void) {
    struct user user = {.userid = 7, .username = "x", .group = 1};

    arena_init(&arena, 262144);
    TEST_ASSERT_EQUAL_INT(0, store_open_memory(&store));
    TEST_ASSERT_EQUAL_INT(0, store_users_add(store, &user, NULL));
    user.userid = 8;
    TEST_ASSERT_EQUAL_INT(0, store_users_add(store, &user, NULL));
    TEST_ASSERT_EQUAL_INT(0, store_photo_put(store, 7, "seven", 5));
}

void tearDown(void) {
    store = store_free(store);
    arena_done(&arena);
}

static int get(struct store *of) {
    return store_photo_get(of, 7, &arena, &picture, &len);
}
static int put(struct store *of) {
    return store_photo_put(of, 7, "again", 5);
}
static int delete_one(struct store *of) {
    return store_photo_delete(of, 7);
}

void test_of_one_user_alone(void) {
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, store_photo_get(store, 8, &arena, &picture, &len));
    TEST_ASSERT_EQUAL_INT(0, store_photo_put(store, 8, "eight", 5));
    TEST_ASSERT_EQUAL_INT(0, put(store));
    TEST_ASSERT_EQUAL_INT(0, get(store));
    TEST_ASSERT_EQUAL_size_t(5, len);
    TEST_ASSERT_EQUAL_MEMORY("again", picture, 5);
    TEST_ASSERT_EQUAL_INT(0, store_photo_delete(store, 8));
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, store_photo_delete(store, 8));
    TEST_ASSERT_EQUAL_INT(0, get(store));
}

void test_the_smallest_and_the_largest(void) {
    static uint8_t large[STORE_PHOTO_MAX + 1];

    memset(large, 0x3c, sizeof(large));
    TEST_ASSERT_EQUAL_INT(0, store_photo_put(store, 7, large, 1));
    TEST_ASSERT_EQUAL_INT(0, get(store));
    TEST_ASSERT_EQUAL_size_t(1, len);
    TEST_ASSERT_EQUAL_INT(E_TOO_LARGE, store_photo_put(store, 7, large, sizeof(large)));
    TEST_ASSERT_EQUAL_INT(0, get(store));
    TEST_ASSERT_EQUAL_size_t(1, len);
    TEST_ASSERT_EQUAL_INT(0, store_photo_put(store, 7, large, STORE_PHOTO_MAX));
    TEST_ASSERT_EQUAL_INT(0, get(store));
    TEST_ASSERT_EQUAL_size_t(STORE_PHOTO_MAX, len);
    TEST_ASSERT_EQUAL_MEMORY(large, picture, STORE_PHOTO_MAX);
}

/* No picture is empty. */
void test_an_empty_one_is_damaged(void) {
    TEST_ASSERT_EQUAL_INT(
        0, store_exec(store, "PRAGMA ignore_check_constraints = ON; UPDATE user_photo SET picture = x''"));
    TEST_ASSERT_EQUAL_INT(E_CORRUPT, get(store));
}

/* A copy that was made before has the picture that is deleted or replaced. */
void test_deletions_are_noted(void) {
    TEST_ASSERT_EQUAL_INT(0, store_begin(store));
    TEST_ASSERT_EQUAL_INT(0, get(store));
    TEST_ASSERT_FALSE(store->deletes);
    TEST_ASSERT_EQUAL_INT(0, put(store));
    TEST_ASSERT_TRUE(store->deletes);
    store_abort(store);
    TEST_ASSERT_EQUAL_INT(0, store_begin(store));
    TEST_ASSERT_FALSE(store->deletes);
    TEST_ASSERT_EQUAL_INT(0, delete_one(store));
    TEST_ASSERT_TRUE(store->deletes);
}

void test_every_failure_is_reported(void) {
    store_fails(store, get);
    store_fails(store, put);
    store_fails(store, delete_one);
    store_fails_without_memory(store, &arena, get);
}
