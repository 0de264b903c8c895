/* Times and statuses of punches as terminals, spreadsheets and people write them. */
#include "core/bulk/bulk_times.h"

#include <string.h>

#include "core/time/local_time.h"
#include "unity.h"

static const char *const labels[PUNCH_STATUS_COUNT] = {"IN", "OUT", "Break", "F4", "F5", "F6", "F7", "Lunch"};

void setUp(void) {
}

void tearDown(void) {
}

static void assert_time(uint32_t hour, uint32_t minute, uint32_t second, const char *text) {
    uint32_t got = 99999;
    TEST_ASSERT_EQUAL_INT_MESSAGE(0, bulk_time_parse(text, &got), text);
    TEST_ASSERT_EQUAL_UINT32_MESSAGE(hour * 3600 + minute * 60 + second, got, text);
}

static void assert_no_time(const char *text) {
    uint32_t got = 0;
    TEST_ASSERT_EQUAL_INT_MESSAGE(E_TIME_OF_DAY, bulk_time_parse(text, &got), text);
}

void test_times_of_a_clock(void) {
    assert_time(8, 5, 0, "08:05");
    assert_time(8, 5, 0, "8:05");
    assert_time(17, 30, 59, "17:30:59");
    assert_time(17, 30, 59, "17:30:59.999");
    assert_time(0, 0, 0, "00:00:00");
    assert_time(23, 59, 59, "23:59:59");
    assert_time(8, 5, 0, "٠٨:٠٥");
}

void test_halves_of_a_day(void) {
    assert_time(17, 30, 0, "5:30 PM");
    assert_time(5, 30, 0, "5:30AM");
    assert_time(0, 5, 0, "12:05 am");
    assert_time(12, 5, 0, "12:05 p. m.");
    assert_time(20, 5, 9, "08:05:09 م");
    assert_time(8, 5, 9, "08:05:09 ص");
    assert_no_time("13:00 PM");
    assert_no_time("0:30 AM");
}

void test_fractions_of_a_day(void) {
    assert_time(0, 0, 0, "0");
    assert_time(12, 0, 0, "0.5");
    assert_time(8, 5, 9, "0.336909722222222");
    assert_time(8, 5, 9, "0,336909722");
    assert_time(23, 59, 59, "0.999999999999");
    assert_no_time("1.5");
    assert_no_time("0.5x");
    assert_no_time("0.");
}

/* A time with its own zone is not one of the terminal's clock. */
void test_what_is_no_time(void) {
    static const char *const none[] = {"",         "8",         "24:00",   "8:60",    "8:5",        "8:05:60",
                                       "8:05 XM",  "8:05Z",     "8:05+02", "-8:05",   "008:05",     "8:05:00:00",
                                       "8:05 PMx", "8:05 8:05", "noon:00", "08:05 p", "2026-03-01", "::"};
    for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++) {
        assert_no_time(none[i]);
    }
}

static void assert_status(enum record_status status, const char *text) {
    enum record_status got = RECORD_STATUS_STATUS6;
    TEST_ASSERT_EQUAL_INT_MESSAGE(0, bulk_status_parse(text, labels, &got), text);
    TEST_ASSERT_EQUAL_INT_MESSAGE(status, got, text);
}

void test_statuses(void) {
    assert_status(RECORD_STATUS_IN, "0");
    assert_status(RECORD_STATUS_OUT, "1");
    assert_status(RECORD_STATUS_STATUS1, "2");
    assert_status(RECORD_STATUS_STATUS6, "7");
    assert_status(RECORD_STATUS_NONE, "");
    assert_status(RECORD_STATUS_NONE, "255");
    assert_status(RECORD_STATUS_OUT, "Out");
    assert_status(RECORD_STATUS_STATUS3, "status3");
    assert_status(RECORD_STATUS_STATUS1, "break");
    assert_status(RECORD_STATUS_STATUS6, "LUNCH");
    assert_status(RECORD_STATUS_IN, "C/In");
    assert_status(RECORD_STATUS_OUT, "Salida");
    assert_status(RECORD_STATUS_OUT, "انصراف");
}

void test_what_is_no_status(void) {
    static const char *const none[] = {"8", "9", "00", "-1", "none", "late", "256"};
    for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++) {
        enum record_status got;
        TEST_ASSERT_EQUAL_INT_MESSAGE(E_PUNCH_STATUS, bulk_status_parse(none[i], labels, &got), none[i]);
    }
}

/* A row of two cells with the fields that are given. */
static int time_of(const uint8_t fields[2], const char *one, const char *other, int64_t *ret_s, size_t *ret_column) {
    static const struct bulk_reading readings[2];
    const struct bulk_columns columns = {.fields = fields, .readings = readings, .count = 2};
    const struct sheet_cell cells[2] = {{one, strlen(one)}, {other, strlen(other)}};
    const struct sheet_row row = {.line = 1, .count = 2, .cells = cells};
    return bulk_punch_time(&columns, &row, ret_s, ret_column);
}

static void assert_moment(const char *text) {
    static const uint8_t fields[2] = {BULK_FIELD_USERID, BULK_FIELD_DATE_TIME};
    int64_t got = 0;
    size_t column = 9;
    TEST_ASSERT_EQUAL_INT_MESSAGE(0, time_of(fields, "7", text, &got, &column), text);
    TEST_ASSERT_EQUAL_INT64_MESSAGE(local_day_number(20260321) * 86400 + 8 * 3600 + 5 * 60 + 9, got, text);
}

void test_day_and_time_in_one_cell(void) {
    assert_moment("2026-03-21 08:05:09");
    assert_moment("2026-03-21T08:05:09");
    assert_moment("2026/03/21 8:05:09 AM");
    assert_moment("21.03.2026, 08:05:09");
    assert_moment("20260321 08:05:09");
    assert_moment("46102.336909722");
}

void test_day_and_time_in_two_cells(void) {
    static const uint8_t fields[2] = {BULK_FIELD_TIME, BULK_FIELD_DATE};
    int64_t got = 0;
    size_t column = 9;
    TEST_ASSERT_EQUAL_INT(0, time_of(fields, "08:05", "2026-03-21", &got, &column));
    TEST_ASSERT_EQUAL_INT64(local_day_number(20260321) * 86400 + 8 * 3600 + 5 * 60, got);
    TEST_ASSERT_EQUAL_INT(E_TIME_OF_DAY, time_of(fields, "", "2026-03-21", &got, &column));
    TEST_ASSERT_EQUAL_size_t(0, column);
    TEST_ASSERT_EQUAL_INT(E_YEAR_RANGE, time_of(fields, "08:05", "1999-03-21", &got, &column));
    TEST_ASSERT_EQUAL_size_t(1, column);
    TEST_ASSERT_EQUAL_INT(E_DATE_ORDER, time_of(fields, "08:05", "05/04/2026", &got, &column));
}

void test_a_moment_that_lacks_a_part(void) {
    static const uint8_t fields[2] = {BULK_FIELD_USERID, BULK_FIELD_DATE_TIME};
    static const char *const none[] = {"2026-03-21", "08:05", "46102", "2026-03-2108:05", ""};
    for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++) {
        int64_t got = 0;
        size_t column = 9;
        TEST_ASSERT_EQUAL_INT_MESSAGE(E_TIME_OF_DAY, time_of(fields, "7", none[i], &got, &column), none[i]);
        TEST_ASSERT_EQUAL_size_t(1, column);
    }
}

void test_what_a_cell_looks_like(void) {
    TEST_ASSERT_EQUAL_INT(BULK_FIELD_DATE_TIME, bulk_time_field("2026-03-21 08:05:09"));
    TEST_ASSERT_EQUAL_INT(BULK_FIELD_DATE, bulk_time_field("2026-03-21"));
    TEST_ASSERT_EQUAL_INT(BULK_FIELD_DATE, bulk_time_field("21/03/2026"));
    TEST_ASSERT_EQUAL_INT(BULK_FIELD_TIME, bulk_time_field("08:05"));
    TEST_ASSERT_EQUAL_INT(BULK_FIELD_NONE, bulk_time_field("20260321"));
    TEST_ASSERT_EQUAL_INT(BULK_FIELD_NONE, bulk_time_field("7"));
    TEST_ASSERT_EQUAL_INT(BULK_FIELD_NONE, bulk_time_field("Ann"));
    TEST_ASSERT_EQUAL_INT(BULK_FIELD_NONE, bulk_time_field(""));
}
