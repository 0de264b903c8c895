/* Days that the rows of a roster had so far. */
#include "core/bulk/bulk_entries.h"

#include "unity.h"

static struct bulk_entries entries;

void setUp(void) {
    bulk_entries_init(&entries, 77);
}

void tearDown(void) {
    bulk_entries_done(&entries);
}

static uint32_t find(uint32_t userid, uint32_t from, uint32_t to) {
    int32_t growth = 0;
    return bulk_entries_find(&entries, &(struct roster_entry){.userid = userid, .from = from, .to = to}, &growth);
}

static void add(uint32_t userid, uint32_t from, uint32_t to, uint32_t line, int32_t growth) {
    const struct roster_entry entry = {.userid = userid, .from = from, .to = to};
    TEST_ASSERT_EQUAL_INT(0, bulk_entries_add(&entries, &entry, line, growth));
}

void test_days_of_the_same_user_meet(void) {
    TEST_ASSERT_EQUAL_UINT32(0, find(7, 20261201, 20261231));
    add(7, 20261205, 20261210, 12, 1);
    TEST_ASSERT_EQUAL_UINT32(12, find(7, 20261210, 20261210));
    TEST_ASSERT_EQUAL_UINT32(12, find(7, 20261201, 20261205));
    TEST_ASSERT_EQUAL_UINT32(12, find(7, 20261201, 20261231));
    TEST_ASSERT_EQUAL_UINT32(0, find(7, 20261211, 20261231));
    TEST_ASSERT_EQUAL_UINT32(0, find(7, 20261201, 20261204));
    TEST_ASSERT_EQUAL_UINT32(0, find(8, 20261205, 20261210));
}

void test_many_rows_and_what_they_add(void) {
    int32_t growth = 0;
    for (uint32_t i = 1; i <= 5000; i++) {
        add(i % 100, 20260000 + i, 20260000 + i, i, i % 100 == 7 ? 2 : 1);
    }
    const struct roster_entry entry = {.userid = 7, .from = 20300101, .to = 20300101};
    TEST_ASSERT_EQUAL_UINT32(0, bulk_entries_find(&entries, &entry, &growth));
    TEST_ASSERT_EQUAL_INT32(100, growth);
    TEST_ASSERT_EQUAL_UINT32(107, find(7, 20260107, 20260107));
    bulk_entries_done(&entries);
    TEST_ASSERT_EQUAL_UINT32(0, find(7, 20260107, 20260107));
}
