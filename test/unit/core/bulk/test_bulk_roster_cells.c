/* Days and shifts of a roster as people write them. */
#include "core/bulk/bulk_roster_cells.h"

#include <stdlib.h>
#include <string.h>

#include "unity.h"

static struct bulk_names *names;

void setUp(void) {
    static const struct {
        uint8_t number;
        const char *name;
    } shifts[] = {{1, "Early"}, {2, "Late"}, {3, "Night"}, {4, "Day/Night"}, {5, "Late"}};
    names = calloc(1, sizeof(*names));
    TEST_ASSERT_NOT_NULL(names);
    for (size_t i = 0; i < sizeof(shifts) / sizeof(shifts[0]) - 1; i++) {
        bulk_names_add(names, &(struct bulk_name){.field = USER_SHIFT, .number = shifts[i].number}, shifts[i].name);
    }
}

void tearDown(void) {
    free(names);
}

static void assert_shifts(int err, uint64_t shifts, const char *text, const char *unknown) {
    char got[BULK_NAME_MAX] = "";
    uint64_t bits = 99;
    bool is_out = true;
    TEST_ASSERT_EQUAL_INT_MESSAGE(err, bulk_roster_shifts(names, text, &bits, &is_out, got), text);
    TEST_ASSERT_FALSE(is_out);
    if (err == 0) {
        TEST_ASSERT_EQUAL_HEX64_MESSAGE(shifts, bits, text);
    }
    if (unknown != NULL) {
        TEST_ASSERT_EQUAL_STRING(unknown, got);
    }
}

void test_shifts_by_number_and_by_name(void) {
    assert_shifts(0, 1U << 2, "3", NULL);
    assert_shifts(0, UINT64_C(1) << 63, "64", NULL);
    assert_shifts(0, 1U << 0, "early", NULL);
    assert_shifts(0, 1U << 3, "Day/Night", NULL);
    assert_shifts(E_RANGE, 0, "65", NULL);
    assert_shifts(E_RANGE, 0, "0", NULL);
    assert_shifts(E_MISSING, 0, "", NULL);
    assert_shifts(E_SHIFT_NAME, 0, "Morning", "Morning");
}

void test_several_shifts(void) {
    assert_shifts(0, 3, "Early + Late", NULL);
    assert_shifts(0, 3, "2;1", NULL);
    assert_shifts(0, 7, "early/late, night", NULL);
    assert_shifts(0, 1, "Early + 1", NULL);
    assert_shifts(E_SHIFT_NAME, 0, "Early + Morning", "Morning");
    assert_shifts(E_MISSING, 0, "+", NULL);
}

void test_rows_with_a_name_may_be_left_out(void) {
    char unknown[BULK_NAME_MAX];
    uint64_t bits = 0;
    bool is_out = false;
    bulk_names_add(names, &(struct bulk_name){.field = USER_SHIFT, .is_said = true, .leaves_out = true}, "Off");
    TEST_ASSERT_EQUAL_INT(0, bulk_roster_shifts(names, "off", &bits, &is_out, unknown));
    TEST_ASSERT_TRUE(is_out);
}

/* Reads a row of the first day, the last day and another column. */
static int days_of(const char *first, const char *last, uint32_t *ret_from, uint32_t *ret_to, size_t *ret_column) {
    static const uint8_t fields[] = {BULK_FIELD_USERID, BULK_FIELD_FIRST_DAY, BULK_FIELD_LAST_DAY};
    static const struct bulk_reading readings[3];
    struct sheet_cell cells[3] = {{"7", 1}, {first, strlen(first)}, {last, strlen(last)}};
    const struct bulk_columns columns = {.fields = fields, .readings = readings, .count = 3};
    const struct sheet_row row = {.line = 1, .cells = cells, .count = 3};
    return bulk_roster_days(&columns, &row, ret_from, ret_to, ret_column);
}

static void assert_days(uint32_t from, uint32_t to, const char *first, const char *last) {
    uint32_t got_from = 0, got_to = 0;
    size_t column = 0;
    TEST_ASSERT_EQUAL_INT_MESSAGE(0, days_of(first, last, &got_from, &got_to, &column), first);
    TEST_ASSERT_EQUAL_UINT32_MESSAGE(from, got_from, first);
    TEST_ASSERT_EQUAL_UINT32_MESSAGE(to, got_to, first);
}

void test_days_in_two_columns_and_in_one(void) {
    assert_days(20261201, 20261224, "2026-12-01", "2026-12-24");
    assert_days(20261201, 20261201, "2026-12-01", "");
    assert_days(20261201, 20261224, "2026-12-01 - 2026-12-24", "");
    assert_days(20261201, 20261224, "2026-12-01–2026-12-24", "");
    assert_days(20261201, 20261224, "01.12.2026 — 24.12.2026", "");
    assert_days(20261201, 20261224, "2026-12-01..2026-12-24", "");
    assert_days(20261201, 20261224, "2026-12-01 to 2026-12-24", "");
    assert_days(20261201, 20261224, "1.12.2026 al 24.12.2026", "");
    assert_days(20261201, 20261224, "2026-12-01 إلى 2026-12-24", "");
    assert_days(20261201, 20261201, "2026-12-01 00:00:00", "");
}

static void assert_wrong(int err, size_t column, const char *first, const char *last) {
    uint32_t from = 0, to = 0;
    size_t got = 99;
    TEST_ASSERT_EQUAL_INT_MESSAGE(err, days_of(first, last, &from, &to, &got), first);
    TEST_ASSERT_EQUAL_size_t(column, got);
}

void test_what_is_wrong_with_days(void) {
    assert_wrong(E_MISSING, 1, "", "2026-12-24");
    assert_wrong(E_ROSTER_DAYS, 2, "2026-12-24", "2026-12-01");
    assert_wrong(E_ROSTER_DAYS, 1, "2026-12-24 - 2026-12-01", "");
    assert_wrong(E_FORMAT, 1, "soon", "");
    assert_wrong(E_FORMAT, 2, "2026-12-24", "later");
    assert_wrong(E_FORMAT, 1, "2026-12-01 - ", "");
    assert_wrong(E_DATE_ORDER, 1, "05/06/2026", "");
}

void test_a_day_is_not_two(void) {
    char first[BULK_HALF_MAX], last[BULK_HALF_MAX];
    TEST_ASSERT_FALSE(bulk_days_split("2026-12-01", first, last));
    TEST_ASSERT_FALSE(bulk_days_split("1-12-2026", first, last));
    TEST_ASSERT_FALSE(bulk_days_split(" - ", first, last));
}
