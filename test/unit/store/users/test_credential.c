/* Rows of the table `user_credential`: borders of each member, and every failure of the database. */
#include "store/users/credential.h"

#include <string.h>

#include "store/home_impl.h"
#include "store/users/users.h"
#include "store_fails.h"
#include "unity.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static struct store *store;
static struct credential got, all[STORE_CREDENTIALS_OF_ONE];
static uint8_t sealed[STORE_SEALED_MAX];
static uint32_t slots[4], number;
static size_t count;

static int put(uint32_t userid, enum factor factor, unsigned index, bool duress, uint32_t slot) {
    struct credential one = {.userid = userid,
                             .factor = factor,
                             .index = (uint8_t)index,
                             .duress = duress,
                             .quality = 77,
                             .enrolled_s = 5000000000,
                             .slot = slot};

    return store_credential_put(store, &one, "sealed", 6);
}

void setUp(void) {
    TEST_ASSERT_EQUAL_INT(0, store_open_memory(&store));
    for (uint32_t id = 7; id <= 8; id++) {
        struct user user = {.userid = id, .username = "x", .group = 1};

        TEST_ASSERT_EQUAL_INT(0, store_users_add(store, &user, NULL));
    }
    TEST_ASSERT_EQUAL_INT(0, put(7, FACTOR_FINGER, 1, false, 4));
    TEST_ASSERT_EQUAL_INT(0, put(7, FACTOR_FINGER, 0, true, 5));
    TEST_ASSERT_EQUAL_INT(0, put(7, FACTOR_IRIS, 1, false, 6));
}

void tearDown(void) {
    store = store_free(store);
}

/* What there can be: the fingers 0 to 9, one face, two irises; duress of a finger alone. */
void test_what_can_be(void) {
    static const struct {
        enum factor factor;
        unsigned index;
        bool duress;
        int expected;
    } cases[] = {
        {FACTOR_FINGER, 9, false, 0},    {FACTOR_FINGER, 9, true, 0},      {FACTOR_FINGER, 10, false, E_RANGE},
        {FACTOR_FACE, 0, false, 0},      {FACTOR_FACE, 0, true, E_RANGE},  {FACTOR_FACE, 1, false, E_RANGE},
        {FACTOR_IRIS, 0, false, 0},      {FACTOR_IRIS, 1, false, 0},       {FACTOR_IRIS, 2, false, E_RANGE},
        {FACTOR_IRIS, 1, true, E_RANGE}, {FACTOR_CARD, 0, false, E_RANGE}, {FACTOR_PASSWORD, 0, false, E_RANGE},
        {FACTOR_ID, 0, false, E_RANGE},
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        TEST_ASSERT_EQUAL_INT(cases[i].expected,
                              put(8, cases[i].factor, cases[i].index, cases[i].duress, 50 + (uint32_t)i));
    }
}

/* By factor, then number; of one user alone. */
void test_the_list_of_a_user(void) {
    TEST_ASSERT_EQUAL_INT(0, put(8, FACTOR_FINGER, 3, false, 9));
    TEST_ASSERT_EQUAL_INT(0, store_credential_list(store, 7, all, &count));
    TEST_ASSERT_EQUAL_size_t(3, count);
    TEST_ASSERT_EQUAL_UINT32(5, all[0].slot);
    TEST_ASSERT_TRUE(all[0].duress);
    TEST_ASSERT_EQUAL_UINT32(7, all[0].userid);
    TEST_ASSERT_EQUAL_UINT8(0, all[0].index);
    TEST_ASSERT_EQUAL_UINT8(77, all[0].quality);
    TEST_ASSERT_EQUAL_INT64(5000000000, all[0].enrolled_s);
    TEST_ASSERT_EQUAL_INT(FACTOR_IRIS, all[2].factor);
    TEST_ASSERT_EQUAL_UINT32(4, all[1].slot);
    TEST_ASSERT_FALSE(all[1].duress);
    TEST_ASSERT_EQUAL_UINT32(6, all[2].slot);
    TEST_ASSERT_EQUAL_INT(0, store_credential_list(store, 9, all, &count));
    TEST_ASSERT_EQUAL_size_t(0, count);
}

/* All that one can have. */
void test_a_full_list(void) {
    for (unsigned i = 0; i < 10; i++) {
        TEST_ASSERT_EQUAL_INT(0, put(8, FACTOR_FINGER, i, false, 20 + i));
    }
    TEST_ASSERT_EQUAL_INT(0, put(8, FACTOR_FACE, 0, false, 20));
    TEST_ASSERT_EQUAL_INT(0, put(8, FACTOR_IRIS, 0, false, 20));
    TEST_ASSERT_EQUAL_INT(0, put(8, FACTOR_IRIS, 1, false, 21));
    TEST_ASSERT_EQUAL_INT(0, store_credential_list(store, 8, all, &count));
    TEST_ASSERT_EQUAL_size_t(STORE_CREDENTIALS_OF_ONE, count);
    TEST_ASSERT_EQUAL_UINT32(21, all[STORE_CREDENTIALS_OF_ONE - 1].slot);
}

void test_what_is_sealed_may_be_as_long_as_it_may(void) {
    uint8_t large[STORE_SEALED_MAX + 1];
    struct credential one = {.userid = 8, .factor = FACTOR_FACE, .slot = 3};

    memset(large, 0xa5, sizeof(large));
    TEST_ASSERT_EQUAL_INT(E_RANGE, store_credential_put(store, &one, large, sizeof(large)));
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, store_credential_get(store, 8, FACTOR_FACE, 0, &got));
    TEST_ASSERT_EQUAL_INT(0, store_credential_put(store, &one, large, STORE_SEALED_MAX));
    TEST_ASSERT_EQUAL_INT(0, store_credential_sealed(store, FACTOR_FACE, 3, sealed, &count));
    TEST_ASSERT_EQUAL_size_t(STORE_SEALED_MAX, count);
    TEST_ASSERT_EQUAL_MEMORY(large, sealed, STORE_SEALED_MAX);
    TEST_ASSERT_EQUAL_INT(0, store_exec(store, "PRAGMA ignore_check_constraints = ON;"
                                               " UPDATE user_credential SET template = zeroblob(2305)"));
    TEST_ASSERT_EQUAL_INT(E_CORRUPT, store_credential_sealed(store, FACTOR_FACE, 3, sealed, &count));
}

/* Slots up to a number of them, and what is beyond `max` is not touched. */
void test_slots(void) {
    slots[1] = 77;
    TEST_ASSERT_EQUAL_INT(0, store_credential_slots(store, FACTOR_FINGER, 0, slots, 1, &count));
    TEST_ASSERT_EQUAL_size_t(1, count);
    TEST_ASSERT_EQUAL_UINT32(4, slots[0]);
    TEST_ASSERT_EQUAL_UINT32(77, slots[1]);
    TEST_ASSERT_EQUAL_INT(0, store_credential_slots(store, FACTOR_FINGER, 5, slots, 4, &count));
    TEST_ASSERT_EQUAL_size_t(1, count);
    TEST_ASSERT_EQUAL_UINT32(5, slots[0]);
    TEST_ASSERT_EQUAL_INT(0, store_credential_slots(store, FACTOR_FINGER, 0, slots, 0, &count));
    TEST_ASSERT_EQUAL_size_t(0, count);
}

/* A copy that was made before has who is deleted: it is noted with the transaction. */
void test_deletions_are_noted(void) {
    TEST_ASSERT_EQUAL_INT(0, store_begin(store));
    TEST_ASSERT_FALSE(store->deletes);
    TEST_ASSERT_EQUAL_INT(0, store_credential_delete(store, 7, FACTOR_FINGER, 0));
    TEST_ASSERT_TRUE(store->deletes);
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, store_credential_get(store, 7, FACTOR_FINGER, 0, &got));
    TEST_ASSERT_EQUAL_INT(0, store_credential_get(store, 7, FACTOR_FINGER, 1, &got));
}

static int by_slot(struct store *of) {
    return store_credential_by_slot(of, FACTOR_FINGER, 5, &got);
}
static int get(struct store *of) {
    return store_credential_get(of, 7, FACTOR_IRIS, 1, &got);
}
static int list(struct store *of) {
    return store_credential_list(of, 7, all, &count);
}
static int put_again(struct store *of) {
    struct credential one = {.userid = 7, .factor = FACTOR_FINGER, .slot = 8};
    return store_credential_put(of, &one, "new", 3);
}
static int read_sealed(struct store *of) {
    return store_credential_sealed(of, FACTOR_IRIS, 6, sealed, &count);
}
static int delete_one(struct store *of) {
    return store_credential_delete(of, 7, FACTOR_FINGER, 0);
}
static int set_duress(struct store *of) {
    return store_credential_set_duress(of, 7, 0, false);
}
static int read_slots(struct store *of) {
    return store_credential_slots(of, FACTOR_FINGER, 0, slots, 4, &count);
}
static int free_slot(struct store *of) {
    return store_credential_free_slot(of, FACTOR_FINGER, 4, &number);
}
static int lacking(struct store *of) {
    return store_credential_lacking(of, FACTOR_FACE, &number);
}

/* Each look-up alone: another user, factor, number or slot is not there, and what is deleted is gone once. */
void test_who_is_not_there(void) {
    TEST_ASSERT_EQUAL_INT(0, store_credential_by_slot(store, FACTOR_IRIS, 6, &got));
    TEST_ASSERT_EQUAL_UINT32(7, got.userid);
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, store_credential_by_slot(store, FACTOR_IRIS, 5, &got));
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, store_credential_by_slot(store, FACTOR_FACE, 6, &got));
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, store_credential_get(store, 8, FACTOR_FINGER, 1, &got));
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, store_credential_get(store, 7, FACTOR_FINGER, 2, &got));
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, store_credential_sealed(store, FACTOR_FINGER, 6, sealed, &count));
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, store_credential_set_duress(store, 7, 2, true));
    TEST_ASSERT_EQUAL_INT(E_NOTFOUND, store_credential_delete(store, 7, FACTOR_FINGER, 2));
}

void test_every_failure_is_reported(void) {
    static store_call_fn *const calls[] = {by_slot,    get,        list,       put_again, read_sealed,
                                           delete_one, set_duress, read_slots, free_slot, lacking};

    for (size_t i = 0; i < COUNT(calls); i++) {
        store_fails(store, calls[i]);
    }
}
