/* Numbers that a file has had. */
#include "core/bulk/bulk_seen.h"

#include "unity.h"

#define MANY 20000U /* so that it grows several times */

static struct bulk_seen seen;

void setUp(void) {
    bulk_seen_init(&seen, UINT64_C(0x123456789abcdef0));
}

void tearDown(void) {
    bulk_seen_done(&seen);
}

static uint32_t number_of(uint32_t i) {
    return 1 + i * 214748U; /* up to the largest */
}

void test_nothing_was_seen_at_first(void) {
    TEST_ASSERT_FALSE(bulk_seen_is_marked(&seen, 7));
    bulk_seen_mark(&seen, 7);
    TEST_ASSERT_FALSE(bulk_seen_is_marked(&seen, 7));
    TEST_ASSERT_EQUAL_size_t(0, seen.size);
    TEST_ASSERT_EQUAL_INT(1, bulk_seen_add(&seen, 7, 0));
    TEST_ASSERT_FALSE(bulk_seen_is_marked(&seen, 7));
}

void test_each_number_is_new_once_and_keeps_its_mark_while_the_table_grows(void) {
    for (uint32_t i = 0; i < MANY; i++) {
        TEST_ASSERT_EQUAL_INT(1, bulk_seen_add(&seen, number_of(i), 0));
        if (i % 3 == 0) {
            bulk_seen_mark(&seen, number_of(i));
        }
    }
    for (uint32_t i = 0; i < MANY; i++) {
        TEST_ASSERT_EQUAL_INT(0, bulk_seen_add(&seen, number_of(i), 0));
        TEST_ASSERT_EQUAL(i % 3 == 0, bulk_seen_is_marked(&seen, number_of(i)));
    }
    TEST_ASSERT_EQUAL_size_t(MANY, seen.count);
    TEST_ASSERT_FALSE(bulk_seen_is_marked(&seen, 2));
    bulk_seen_mark(&seen, 2);
    TEST_ASSERT_FALSE(bulk_seen_is_marked(&seen, 2));
    TEST_ASSERT_EQUAL_INT(1, bulk_seen_add(&seen, 2, 0));
    TEST_ASSERT_FALSE(bulk_seen_is_marked(&seen, 2));
}

/* Searching ends: half of the table is free, and no more than that is wasted. */
void test_it_is_never_more_than_half_full_and_grows_no_sooner(void) {
    for (uint32_t i = 1; i <= MANY; i++) {
        TEST_ASSERT_EQUAL_INT(1, bulk_seen_add(&seen, i, 0));
        TEST_ASSERT_LESS_OR_EQUAL_size_t(seen.size, seen.count * 2);
        TEST_ASSERT_TRUE(seen.size == 1024 || seen.count * 4 > seen.size);
        TEST_ASSERT_EQUAL_size_t(0, seen.size & (seen.size - 1));
    }
}

/* Otherwise a file could be made of numbers that are all looked for in one place. */
void test_where_a_number_lies_depends_on_the_seed(void) {
    struct bulk_seen other;
    unsigned alike = 0;
    bulk_seen_init(&other, UINT64_C(0x0fedcba987654321));
    for (uint32_t i = 1; i <= 400; i++) {
        TEST_ASSERT_EQUAL_INT(1, bulk_seen_add(&seen, i, 0));
        TEST_ASSERT_EQUAL_INT(1, bulk_seen_add(&other, i, 0));
    }
    for (size_t at = 0; at < seen.size; at++) {
        alike += seen.slots[at] != 0 && seen.slots[at] == other.slots[at] ? 1 : 0;
    }
    bulk_seen_done(&other);
    TEST_ASSERT_LESS_THAN_UINT(20, alike);
}

void test_it_can_be_used_again_when_it_was_emptied(void) {
    TEST_ASSERT_EQUAL_INT(1, bulk_seen_add(&seen, 7, 0));
    bulk_seen_mark(&seen, 7);
    bulk_seen_done(&seen);
    TEST_ASSERT_EQUAL_UINT64(UINT64_C(0x123456789abcdef1), seen.seed);
    TEST_ASSERT_FALSE(bulk_seen_is_marked(&seen, 7));
    TEST_ASSERT_EQUAL_INT(1, bulk_seen_add(&seen, 7, 0));
    TEST_ASSERT_FALSE(bulk_seen_is_marked(&seen, 7));
}
