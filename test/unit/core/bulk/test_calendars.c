/* Days of other calendars: the values are those of the calendars of Iran and Saudi Arabia. */
#include "core/bulk/calendars.h"

#include "unity.h"

void setUp(void) {
}
void tearDown(void) {
}

static void day(uint32_t want, enum bulk_calendar calendar, uint32_t year, uint32_t month, uint32_t at) {
    uint32_t got = 0;
    TEST_ASSERT_EQUAL_INT(0, calendar_day(calendar, year, month, at, &got));
    TEST_ASSERT_EQUAL_UINT32(want, got);
}

static void no_day(int err, enum bulk_calendar calendar, uint32_t year, uint32_t month, uint32_t at) {
    uint32_t got = 0;
    TEST_ASSERT_EQUAL_INT(err, calendar_day(calendar, year, month, at, &got));
}

void test_persian(void) {
    day(20000101, BULK_CALENDAR_PERSIAN, 1378, 10, 11);
    day(20240320, BULK_CALENDAR_PERSIAN, 1403, 1, 1);
    day(20250320, BULK_CALENDAR_PERSIAN, 1403, 12, 30);
    day(20250321, BULK_CALENDAR_PERSIAN, 1404, 1, 1);
    day(20271231, BULK_CALENDAR_PERSIAN, 1406, 10, 10);
    day(20991231, BULK_CALENDAR_PERSIAN, 1478, 10, 11);
    no_day(E_RANGE, BULK_CALENDAR_PERSIAN, 1378, 10, 10);
    no_day(E_RANGE, BULK_CALENDAR_PERSIAN, 1478, 10, 12);
    no_day(E_RANGE, BULK_CALENDAR_PERSIAN, 1377, 1, 1);
    no_day(E_FORMAT, BULK_CALENDAR_PERSIAN, 1404, 12, 30);
    no_day(E_FORMAT, BULK_CALENDAR_PERSIAN, 1404, 7, 31);
}

void test_hijri(void) {
    day(20000101, BULK_CALENDAR_HIJRI, 1420, 9, 24);
    day(20260218, BULK_CALENDAR_HIJRI, 1447, 9, 1);
    day(20271220, BULK_CALENDAR_HIJRI, 1449, 7, 22);
    day(20991231, BULK_CALENDAR_HIJRI, 1523, 10, 19);
    no_day(E_RANGE, BULK_CALENDAR_HIJRI, 1523, 10, 20);
    no_day(E_RANGE, BULK_CALENDAR_HIJRI, 1524, 1, 1);
    no_day(E_FORMAT, BULK_CALENDAR_HIJRI, 1449, 7, 31);
}

void test_buddhist(void) {
    day(20271231, BULK_CALENDAR_BUDDHIST, 2570, 12, 31);
    day(20280229, BULK_CALENDAR_BUDDHIST, 2571, 2, 29);
    no_day(E_FORMAT, BULK_CALENDAR_BUDDHIST, 2570, 2, 29);
    no_day(E_RANGE, BULK_CALENDAR_BUDDHIST, 2643, 1, 1);
}

void test_gregorian(void) {
    day(20000101, BULK_CALENDAR_GREGORIAN, 2000, 1, 1);
    no_day(E_FORMAT, BULK_CALENDAR_GREGORIAN, 2026, 0, 1);
    no_day(E_FORMAT, BULK_CALENDAR_GREGORIAN, 2026, 13, 1);
    no_day(E_FORMAT, BULK_CALENDAR_GREGORIAN, 2026, 1, 0);
    no_day(E_RANGE, BULK_CALENDAR_GREGORIAN, 2100, 1, 1);
}
