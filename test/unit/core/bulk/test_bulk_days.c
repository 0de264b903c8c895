/* Dates of a column. */
#include "core/bulk/bulk_days.h"

#include "unity.h"

static struct bulk_reading reading;

void setUp(void) {
    reading = (struct bulk_reading){.cards = {.digits_unclear = false}};
}
void tearDown(void) {
}

static void day(uint32_t want, const char *text) {
    uint32_t got = 0;
    TEST_ASSERT_EQUAL_INT_MESSAGE(0, bulk_day_parse(text, &reading, &got), text);
    TEST_ASSERT_EQUAL_UINT32_MESSAGE(want, got, text);
}

static void no_day(int err, const char *text) {
    uint32_t got = 0;
    TEST_ASSERT_EQUAL_INT_MESSAGE(err, bulk_day_parse(text, &reading, &got), text);
}

void test_days_of_one_reading(void) {
    day(20260131, "2026-01-31");
    day(20260131, "2026/1/31");
    day(20260203, "3.2.2026"); /* with dots the day comes first */
    day(20261202, "02.12.2026");
    day(20260203, "3. 2. 2026.");
    day(20260303, "3/3/2026");
    day(20240229, "29.2.2024");
    day(20260131, "20260131");
    day(20000101, "36526");
    day(20991231, "73050");
    day(20261225, "46381.5");
    day(20260131, "\xe2\x80\x8f\xd9\xa3\xd9\xa1.\xd9\xa1.\xd9\xa2\xd9\xa0\xd9\xa2\xd9\xa6"); /* 31.1.2026 */
}

void test_the_time_of_day_is_left_out(void) {
    static const char *const texts[] = {
        "2026-12-25 00:00:00",      "2026-12-25T00:00:00Z",   "2026-12-25T23:59:59.999+05:30",
        "2026-12-25 23:59 UTC",     "2026-12-25 00:00:00+02", "2026-12-25 1:05 PM",
        "2026-12-25, 12:00:00 AM",  "25.12.2026 00:00",       "2026-12-25T00:00:00 -0800",
        "2026-12-25 00:00:00GMT+1", "20261225T000000Z"};
    for (size_t i = 0; i + 1 < sizeof(texts) / sizeof(texts[0]); i++) {
        day(20261225, texts[i]);
    }
    no_day(E_FORMAT, texts[sizeof(texts) / sizeof(texts[0]) - 1]);
}

void test_what_is_no_day(void) {
    static const char *const texts[] = {"",
                                        "today",
                                        "2026-01/31",
                                        "/1/2026",
                                        "1//2026",
                                        "31.2.2026",
                                        "2026-13-01",
                                        "00001.1.2026",
                                        "2026-1-1T",
                                        "2026-1-1 x",
                                        "2026-1-1 1:",
                                        "2026-1-1x",
                                        "36525",
                                        "73051",
                                        "46381x",
                                        "46381.",
                                        "2026-1-2026",
                                        "123-1-1",
                                        "1/1",
                                        "1.1.2026 1:1:1:1",
                                        "46381 1",
                                        "2026-1-1 1:00.",
                                        "2026-1-1 1:00+",
                                        "2026-1-1 1:00+1:1",
                                        "1.1.2026 00:00 and a text that is longer than any date is",
                                        "\xd0\xb4\xd0\xb0"};
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        no_day(E_FORMAT, texts[i]);
    }
    reading.as.date_order = BULK_DATE_ORDER_DAY_FIRST;
    no_day(E_FORMAT, "1/13/2026");
    no_day(E_FORMAT, "31/31/2026");
}

void test_the_order_is_that_of_the_column(void) {
    no_day(E_DATE_ORDER, "3/2/2026");
    no_day(E_DATE_ORDER, "13/2/2026");
    reading.as.date_order = BULK_DATE_ORDER_DAY_FIRST;
    day(20260203, "3/2/2026");
    day(20260213, "13-2-2026");
    reading.as.date_order = BULK_DATE_ORDER_MONTH_FIRST;
    day(20260302, "3/2/2026");
    day(20260213, "2/13/2026");
    day(20260203, "3.2.2026");
}

static enum bulk_date_order order_of(const char *const *texts, size_t count) {
    struct bulk_days_seen seen = {false, false};
    for (size_t i = 0; i < count; i++) {
        bulk_days_note(&seen, texts[i]);
    }
    return bulk_days_order(&seen);
}

void test_a_column_shows_its_order(void) {
    TEST_ASSERT_EQUAL_INT(BULK_DATE_ORDER_DAY_FIRST, order_of((const char *[]){"3/2/2026", "13/2/2026"}, 2));
    TEST_ASSERT_EQUAL_INT(BULK_DATE_ORDER_MONTH_FIRST, order_of((const char *[]){"2-13-2026", "3/2/2026"}, 2));
    TEST_ASSERT_EQUAL_INT(BULK_DATE_ORDER_AUTO, order_of((const char *[]){"2/13/2026", "13/2/2026"}, 2));
    TEST_ASSERT_EQUAL_INT(
        BULK_DATE_ORDER_AUTO,
        order_of((const char *[]){"3/2/2026", "13.2.2026", "2026-12-13", "x", "46381", "13/2/26"}, 6));
}

void test_years_are_those_of_this_century(void) {
    no_day(E_YEAR_SHORT, "1.1.26");
    no_day(E_YEAR_SHORT, "31/12/26");
    no_day(E_YEAR_RANGE, "1.1.1999");
    no_day(E_YEAR_RANGE, "2100-01-01");
    no_day(E_YEAR_RANGE, "9999-12-31");
    no_day(E_YEAR_PERSIAN, "1406/10/10");
    no_day(E_YEAR_HIJRI, "1449-07-22");
    no_day(E_YEAR_HIJRI, "1500-01-01");
    no_day(E_YEAR_BUDDHIST, "31.12.2570");
    reading.as.calendar = BULK_CALENDAR_BUDDHIST;
    day(20271231, "31.12.2570");
    day(20270131, "31.1.2027");
    no_day(E_YEAR_PERSIAN, "1406/10/10");
    no_day(E_YEAR_RANGE, "3000-01-01");
}
