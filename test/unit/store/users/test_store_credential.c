/* Rows of the tables `user_credential` and `user_photo`. */
#include <string.h>

#include "store/store_impl.h"
#include "store/users/credential.h"
#include "store/users/photo.h"
#include "store/users/users.h"
#include "unity.h"
#include "util/arena.h"

static struct store *store;
static struct arena arena;

void setUp(void) {
    arena_init(&arena, 262144);
    TEST_ASSERT_EQUAL_INT(0, store_open_memory(&store));
    TEST_ASSERT_EQUAL_INT(0, store_begin(store));
    for (uint32_t id = 7; id <= 9; id++) {
        struct user user = {.userid = id, .username = "x", .group = 1};
        TEST_ASSERT_EQUAL_INT(0, store_users_add(store, &user, NULL));
    }
}

void tearDown(void) {
    store = store_free(store);
    arena_done(&arena);
}

static int put(uint32_t userid, enum factor factor, unsigned index, uint32_t slot) {
    struct credential one = {.userid = userid,
                             .factor = factor,
                             .index = (uint8_t)index,
                             .duress = factor == FACTOR_FINGER && index == 9,
                             .quality = 77,
                             .enrolled_s = 1764000000,
                             .slot = slot};
    return store_credential_put(store, &one, "sealed", 6);
}

static uint32_t enrolled_of(uint32_t userid) {
    struct user user;
    TEST_ASSERT_EQUAL_INT(0, store_users_get(store, userid, &arena, &user));
    return user.enrolled;
}

void test_all_columns_come_back(void) {
    struct credential out;
    uint8_t sealed[STORE_SEALED_MAX];
    size_t len = 0;

    TEST_ASSERT_EQUAL_INT(0, put(7, FACTOR_FINGER, 9, 4000000000U));
    TEST_ASSERT_EQUAL_INT(0, store_credential_by_slot(store, FACTOR_FINGER, 4000000000U, &out));
    TEST_ASSERT_EQUAL_UINT32(7, out.userid);
    TEST_ASSERT_EQUAL_INT(FACTOR_FINGER, out.factor);
    TEST_ASSERT_EQUAL_UINT8(9, out.index);
    TEST_ASSERT_TRUE(out.duress);
    TEST_ASSERT_EQUAL_UINT8(77, out.quality);
    TEST_ASSERT_EQUAL_INT64(1764000000, out.enrolled_s);
    TEST_ASSERT_EQUAL_UINT32(4000000000U, out.slot);
    TEST_ASSERT_EQUAL_INT(0, store_credential_get(store, 7, FACTOR_FINGER, 9, &out));
    TEST_ASSERT_EQUAL_UINT32(4000000000U, out.slot);
    TEST_ASSERT_EQUAL_INT(0, store_credential_sealed(store, FACTOR_FINGER, 4000000000U, sealed, &len));
    TEST_ASSERT_EQUAL_size_t(6, len);
    TEST_ASSERT_EQUAL_MEMORY("sealed", sealed, 6);
}

void test_nobody(void) {
    struct credential out;
    uint8_t sealed[STORE_SEALED_MAX];
    size_t len = 0;

    TEST_ASSERT_EQUAL_INT(0, put(7, FACTOR_FINGER, 0, 1));
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, store_credential_by_slot(store, FACTOR_FINGER, 0, &out));
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, store_credential_by_slot(store, FACTOR_FACE, 1, &out));
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, store_credential_get(store, 8, FACTOR_FINGER, 0, &out));
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, store_credential_sealed(store, FACTOR_IRIS, 1, sealed, &len));
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, store_credential_delete(store, 7, FACTOR_FINGER, 1));
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, store_credential_set_duress(store, 7, 1, true));
}

/* The row of the same finger makes room; another one's slot does not. */
void test_put_replaces_the_own_and_nobody_elses(void) {
    struct credential all[STORE_CREDENTIALS_OF_ONE];
    size_t count = 0;

    TEST_ASSERT_EQUAL_INT(0, put(7, FACTOR_FINGER, 3, 10));
    TEST_ASSERT_EQUAL_INT(0, put(7, FACTOR_FINGER, 3, 11));
    TEST_ASSERT_EQUAL_INT(0, store_credential_list(store, 7, all, &count));
    TEST_ASSERT_EQUAL_size_t(1, count);
    TEST_ASSERT_EQUAL_UINT32(11, all[0].slot);
    TEST_ASSERT_EQUAL_UINT32(8, enrolled_of(7));
    TEST_ASSERT_EQUAL_INT(E_EXISTS, put(8, FACTOR_FINGER, 0, 11));
    TEST_ASSERT_EQUAL_INT(0, put(8, FACTOR_FACE, 0, 11));
}

void test_what_cannot_be_is_refused(void) {
    uint8_t large[STORE_SEALED_MAX + 1] = {0};
    struct credential one = {.userid = 7, .factor = FACTOR_FINGER};

    TEST_ASSERT_EQUAL_INT(E_RANGE, put(7, FACTOR_FINGER, 10, 0));
    TEST_ASSERT_EQUAL_INT(E_RANGE, put(7, FACTOR_FACE, 1, 0));
    TEST_ASSERT_EQUAL_INT(E_RANGE, put(7, FACTOR_IRIS, 2, 0));
    TEST_ASSERT_EQUAL_INT(E_RANGE, put(7, FACTOR_CARD, 0, 0));
    TEST_ASSERT_EQUAL_INT(E_RANGE, store_credential_put(store, &one, large, sizeof(large)));
    TEST_ASSERT_EQUAL_INT(0, store_credential_put(store, &one, large, STORE_SEALED_MAX));
}

void test_a_user_takes_all_along(void) {
    struct store_users_counts counts;
    struct credential out;
    const uint8_t *picture = NULL;
    size_t len = 0;

    TEST_ASSERT_EQUAL_INT(0, put(7, FACTOR_FINGER, 0, 0));
    TEST_ASSERT_EQUAL_INT(0, put(7, FACTOR_FACE, 0, 0));
    TEST_ASSERT_EQUAL_INT(0, put(7, FACTOR_IRIS, 1, 0));
    TEST_ASSERT_EQUAL_INT(0, put(8, FACTOR_FINGER, 0, 1));
    TEST_ASSERT_EQUAL_INT(0, store_photo_put(store, 7, "jpeg", 4));
    TEST_ASSERT_EQUAL_INT(0, store_users_counts(store, &counts));
    TEST_ASSERT_EQUAL_UINT32(2, counts.fingers);
    TEST_ASSERT_EQUAL_UINT32(1, counts.faces);
    TEST_ASSERT_EQUAL_UINT32(1, counts.irises);
    TEST_ASSERT_EQUAL_INT(0, store_users_delete(store, 7));
    TEST_ASSERT_EQUAL_INT(0, store_users_counts(store, &counts));
    TEST_ASSERT_EQUAL_UINT32(1, counts.fingers);
    TEST_ASSERT_EQUAL_UINT32(0, counts.faces + counts.irises);
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, store_credential_by_slot(store, FACTOR_FINGER, 0, &out));
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, store_photo_get(store, 7, &arena, &picture, &len));
    TEST_ASSERT_EQUAL_INT(0, store_credential_by_slot(store, FACTOR_FINGER, 1, &out));
}

void test_duress_is_set_and_taken_away(void) {
    struct credential out;

    TEST_ASSERT_EQUAL_INT(0, put(7, FACTOR_FINGER, 2, 5));
    TEST_ASSERT_EQUAL_INT(0, store_credential_set_duress(store, 7, 2, true));
    TEST_ASSERT_EQUAL_INT(0, store_credential_get(store, 7, FACTOR_FINGER, 2, &out));
    TEST_ASSERT_TRUE(out.duress);
    TEST_ASSERT_EQUAL_INT(0, store_credential_set_duress(store, 7, 2, false));
    TEST_ASSERT_EQUAL_INT(0, store_credential_get(store, 7, FACTOR_FINGER, 2, &out));
    TEST_ASSERT_FALSE(out.duress);
}

static uint32_t free_from(uint32_t from) {
    uint32_t slot = 999;
    TEST_ASSERT_EQUAL_INT(0, store_credential_free_slot(store, FACTOR_FINGER, from, &slot));
    return slot;
}

void test_the_lowest_free_slot(void) {
    static const uint32_t taken[] = {0, 1, 3, 4};
    uint32_t slots[3];
    size_t count = 0;

    TEST_ASSERT_EQUAL_UINT32(0, free_from(0));
    TEST_ASSERT_EQUAL_UINT32(40, free_from(40));
    for (unsigned i = 0; i < 4; i++) {
        TEST_ASSERT_EQUAL_INT(0, put(7, FACTOR_FINGER, i, taken[i]));
    }
    TEST_ASSERT_EQUAL_INT(0, put(7, FACTOR_FACE, 0, 2));
    TEST_ASSERT_EQUAL_UINT32(2, free_from(0));
    TEST_ASSERT_EQUAL_UINT32(2, free_from(2));
    TEST_ASSERT_EQUAL_UINT32(5, free_from(3));
    TEST_ASSERT_EQUAL_UINT32(6, free_from(6));
    TEST_ASSERT_EQUAL_INT(0, store_credential_slots(store, FACTOR_FINGER, 1, slots, 3, &count));
    TEST_ASSERT_EQUAL_size_t(3, count);
    TEST_ASSERT_EQUAL_UINT32(1, slots[0]);
    TEST_ASSERT_EQUAL_UINT32(4, slots[2]);
    TEST_ASSERT_EQUAL_INT(0, store_credential_slots(store, FACTOR_FINGER, 5, slots, 3, &count));
    TEST_ASSERT_EQUAL_size_t(0, count);
}

void test_who_lacks_a_factor(void) {
    struct user own = {.userid = 20, .username = "own", .group = 1, .identify_mode = IDENTIFY_MODE_ANY};
    struct user card = {.userid = 21, .username = "card", .group = 1, .cardno = 5};
    uint32_t count = 0;

    TEST_ASSERT_EQUAL_INT(0, store_users_add(store, &own, NULL));
    TEST_ASSERT_EQUAL_INT(0, store_users_add(store, &card, NULL));
    TEST_ASSERT_EQUAL_INT(0, put(7, FACTOR_FINGER, 9, 0));
    TEST_ASSERT_EQUAL_INT(0, put(8, FACTOR_FACE, 0, 0));
    TEST_ASSERT_EQUAL_INT(0, put(9, FACTOR_IRIS, 1, 0));
    TEST_ASSERT_EQUAL_INT(0, store_credential_lacking(store, FACTOR_FINGER, &count));
    TEST_ASSERT_EQUAL_UINT32(3, count);
    TEST_ASSERT_EQUAL_INT(0, store_credential_lacking(store, FACTOR_IRIS, &count));
    TEST_ASSERT_EQUAL_UINT32(3, count);
    TEST_ASSERT_EQUAL_INT(0, store_credential_lacking(store, FACTOR_CARD, &count));
    TEST_ASSERT_EQUAL_UINT32(3, count);
    TEST_ASSERT_EQUAL_INT(0, store_credential_lacking(store, FACTOR_PASSWORD, &count));
    TEST_ASSERT_EQUAL_UINT32(4, count);
    TEST_ASSERT_EQUAL_INT(0, store_credential_lacking(store, FACTOR_ID, &count));
    TEST_ASSERT_EQUAL_UINT32(0, count);
}

void test_photo(void) {
    static uint8_t large[STORE_PHOTO_MAX + 1];
    const uint8_t *picture = NULL;
    size_t len = 0;

    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, store_photo_get(store, 7, &arena, &picture, &len));
    TEST_ASSERT_EQUAL_INT(E_TOO_LARGE, store_photo_put(store, 7, large, sizeof(large)));
    TEST_ASSERT_EQUAL_INT(0, store_photo_put(store, 7, large, STORE_PHOTO_MAX));
    TEST_ASSERT_EQUAL_INT(0, store_photo_put(store, 7, "second", 6));
    TEST_ASSERT_EQUAL_UINT32(8192, enrolled_of(7));
    TEST_ASSERT_EQUAL_INT(0, store_photo_get(store, 7, &arena, &picture, &len));
    TEST_ASSERT_EQUAL_size_t(6, len);
    TEST_ASSERT_EQUAL_MEMORY("second", picture, 6);
    TEST_ASSERT_EQUAL_INT(0, store_photo_delete(store, 7));
    TEST_ASSERT_EQUAL_UINT32(0, enrolled_of(7));
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, store_photo_delete(store, 7));
}
