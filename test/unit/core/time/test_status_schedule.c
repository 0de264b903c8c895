#include "core/time/status_schedule.h"

#include "unity.h"

enum { SUNDAY, MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY };

static struct status_schedule schedule;

void setUp(void) {
    for (int status = 0; status < STATUS_COUNT; status++) {
        for (int day = 0; day < STATUS_DAYS; day++) {
            schedule.start[status][day] = STATUS_NEVER;
        }
    }
}

void tearDown(void) {
}

static void expect(unsigned status, unsigned began_on, unsigned began_at, unsigned weekday, unsigned minute) {
    struct status_now now = status_at(&schedule, weekday, minute);
    TEST_ASSERT_TRUE(now.scheduled);
    TEST_ASSERT_EQUAL(status, now.status);
    TEST_ASSERT_EQUAL(began_on, now.weekday);
    TEST_ASSERT_EQUAL(began_at, now.minute);
}

void test_without_any_start_it_is_the_first_status(void) {
    struct status_now now = status_at(&schedule, WEDNESDAY, 600);
    TEST_ASSERT_FALSE(now.scheduled);
    TEST_ASSERT_EQUAL(0, now.status);
    TEST_ASSERT_EQUAL(0, status_next_in(&schedule, WEDNESDAY, 600));
}

void test_the_latest_start_applies(void) {
    schedule.start[0][MONDAY] = 7 * 60;
    schedule.start[1][MONDAY] = 12 * 60;
    expect(0, MONDAY, 420, MONDAY, 420);
    expect(0, MONDAY, 420, MONDAY, 719);
    expect(1, MONDAY, 720, MONDAY, 720);
    TEST_ASSERT_EQUAL(1, status_next_in(&schedule, MONDAY, 719));
    TEST_ASSERT_EQUAL(300, status_next_in(&schedule, MONDAY, 420));
}

void test_it_lasts_over_midnight_and_over_days_without_a_start(void) {
    schedule.start[2][FRIDAY] = 17 * 60;
    schedule.start[0][MONDAY] = 8 * 60;
    expect(2, FRIDAY, 1020, SATURDAY, 0);
    expect(2, FRIDAY, 1020, SUNDAY, 1439);
    expect(2, FRIDAY, 1020, MONDAY, 479);
    expect(0, MONDAY, 480, MONDAY, 480);
    expect(0, MONDAY, 480, FRIDAY, 1019);
    TEST_ASSERT_EQUAL(480, status_next_in(&schedule, MONDAY, 0));
}

void test_a_single_start_applies_all_week(void) {
    schedule.start[5][TUESDAY] = 0;
    expect(5, TUESDAY, 0, TUESDAY, 0);
    expect(5, TUESDAY, 0, MONDAY, 1439);
    TEST_ASSERT_EQUAL(7 * 1440, status_next_in(&schedule, TUESDAY, 0));
    TEST_ASSERT_EQUAL(1, status_next_in(&schedule, MONDAY, 1439));
}

void test_of_two_in_the_same_minute_the_later_of_the_list_applies(void) {
    schedule.start[1][THURSDAY] = 540;
    schedule.start[4][THURSDAY] = 540;
    expect(4, THURSDAY, 540, THURSDAY, 540);
    expect(4, THURSDAY, 540, WEDNESDAY, 540);
}
