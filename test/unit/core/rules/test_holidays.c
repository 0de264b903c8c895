/* Changes of holidays: which are accepted, under which number and revision, and what is left in the audit log. */
#include "core/rules/holidays.h"

#include <stdio.h>
#include <string.h>

#include "audit_rows.h"
#include "core/rules/rules.h"
#include "store/store_impl.h"
#include "terminal_fixture.h"
#include "unity.h"

static struct fixture t;
static struct rules_saved saved;
static const char *field;
static const struct actor by = {.account = "admin", .peer = "192.0.2.1", .call = "addHoliday"};

void setUp(void) {
    fixture_up(&t);
}

void tearDown(void) {
    fixture_down(&t);
}

static struct holidays_change change_of(uint8_t number, uint32_t from, uint32_t to) {
    return (struct holidays_change){.holiday = {.number = number, .name = "Eve", .from = from, .to = to}};
}

static int save(const struct holidays_change *change) {
    field = "none";
    saved = (struct rules_saved){0};
    return holidays_save(t.core, &by, change, &saved, &field);
}

static void expect_saved(const struct holidays_change *change, uint8_t number, uint32_t revision) {
    TEST_ASSERT_EQUAL(0, save(change));
    TEST_ASSERT_NULL(field);
    TEST_ASSERT_EQUAL_UINT(number, saved.number);
    TEST_ASSERT_EQUAL_UINT32(revision, saved.revision);
}

static const struct holiday *stored(uint8_t number) {
    return &rules_all(rules_get(t.core))->holidays[number - 1];
}

static int64_t audit_rows(const char *where) {
    char whole[AUDIT_WHERE_MAX];
    (void)snprintf(whole, sizeof(whole), "object LIKE 'holiday%%' AND (%s)", where);
    return audit_rows_count(t.core->store, whole);
}

void test_it_has_both_days_and_does_not_end_before_it_begins_or_last_too_long(void) {
    static const struct {
        uint32_t from, to;
        int error;
        const char *field;
    } cases[] = {{0, 20260601, E_MISSING, "from"},
                 {20260601, 0, E_MISSING, "to"},
                 {0, 0, E_MISSING, "from"},
                 {20260602, 20260601, E_RANGE, "to"},
                 {20260601, 20260802, E_RANGE, "to"}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const struct holidays_change change = change_of(1, cases[i].from, cases[i].to);
        TEST_ASSERT_EQUAL(cases[i].error, save(&change));
        TEST_ASSERT_EQUAL_STRING(cases[i].field, field);
        TEST_ASSERT_EQUAL_UINT(0, stored(1)->number);
    }
    struct holidays_change change = change_of(1, 20260601, 20260801); /* 62 days */
    expect_saved(&change, 1, 1);
    change = change_of(2, 20260601, 20260601);
    expect_saved(&change, 2, 2);
}

void test_without_a_number_it_takes_the_lowest_that_is_free(void) {
    struct holidays_change change = change_of(2, 20261224, 20261224);
    expect_saved(&change, 2, 1);
    change.holiday.number = 0;
    expect_saved(&change, 1, 2);
    expect_saved(&change, 3, 3);
    for (uint8_t number = 4; number <= 64; number++) {
        expect_saved(&change, number, number);
    }
    TEST_ASSERT_EQUAL(E_CAPACITY, save(&change));
    TEST_ASSERT_NULL(field);
}

void test_it_replaces_the_one_of_its_number_whole(void) {
    struct holidays_change change = {
        .holiday = {
            .number = 5, .name = "Eve", .from = 20261224, .to = 20261226, .yearly = true, .plan = HOLIDAY_PLAN_SUNDAY}};
    expect_saved(&change, 5, 1);
    TEST_ASSERT_EQUAL_UINT32(20261224, stored(5)->from);
    TEST_ASSERT_EQUAL_UINT32(20261226, stored(5)->to);
    TEST_ASSERT_TRUE(stored(5)->yearly);
    TEST_ASSERT_EQUAL(HOLIDAY_PLAN_SUNDAY, stored(5)->plan);
    TEST_ASSERT_EQUAL_STRING("Eve", stored(5)->name);
    change = change_of(5, 20261224, 20261226);
    expect_saved(&change, 5, 2);
    TEST_ASSERT_FALSE(stored(5)->yearly);
    TEST_ASSERT_EQUAL(HOLIDAY_PLAN_NONE, stored(5)->plan);
}

void test_where_nothing_differs_nothing_is_written(void) {
    struct holidays_change change = change_of(5, 20261224, 20261226);
    expect_saved(&change, 5, 1);
    change.holiday.revision = 77; /* not sent: is not looked at */
    expect_saved(&change, 5, 1);
    TEST_ASSERT_EQUAL_INT64(1, audit_rows("1"));
    change.holiday.name = "Evening";
    expect_saved(&change, 5, 2);
    TEST_ASSERT_EQUAL_INT64(2, audit_rows("1"));
}

void test_who_saw_another_one_changes_nothing(void) {
    struct holidays_change change = change_of(5, 20261224, 20261226);
    change.has_revision = true;
    change.holiday.revision = 1;
    TEST_ASSERT_EQUAL(E_CHANGED_MEANWHILE, save(&change)); /* there is none */
    TEST_ASSERT_EQUAL_STRING("revision", field);
    change.holiday.revision = 0;
    expect_saved(&change, 5, 1);
    change.holiday.name = "Other";
    TEST_ASSERT_EQUAL(E_CHANGED_MEANWHILE, save(&change));
    TEST_ASSERT_EQUAL_STRING("revision", field);
    TEST_ASSERT_EQUAL_STRING("Eve", stored(5)->name);
    change.holiday.revision = 1;
    expect_saved(&change, 5, 2);
    TEST_ASSERT_EQUAL_STRING("Other", stored(5)->name);
}

void test_the_audit_log_has_what_was_and_what_is(void) {
    struct holidays_change change = change_of(5, 20261224, 20261226);
    uint32_t deleted = 0;
    const uint8_t five = 5;
    expect_saved(&change, 5, 1);
    TEST_ASSERT_EQUAL_INT64(1, audit_rows("object = 'holiday 5' AND before IS NULL AND account = 'admin'"
                                          " AND json_extract(after, '$.name') = 'Eve'"
                                          " AND json_extract(after, '$.to') = '2026-12-26'"));
    change.holiday.to = 20261225;
    expect_saved(&change, 5, 2);
    TEST_ASSERT_EQUAL_INT64(1, audit_rows("object = 'holiday 5' AND json_extract(before, '$.to') = '2026-12-26'"
                                          " AND json_extract(after, '$.to') = '2026-12-25'"
                                          " AND json_extract(before, '$.name') IS NULL"
                                          " AND json_extract(after, '$.name') IS NULL"));
    TEST_ASSERT_EQUAL(0, holidays_delete(t.core, &by, &five, 1, &deleted));
    TEST_ASSERT_EQUAL_INT64(1, audit_rows("object = 'holiday 5' AND after IS NULL"
                                          " AND json_extract(before, '$.name') = 'Eve'"
                                          " AND json_extract(before, '$.to') = '2026-12-25'"));
}

void test_those_that_are_there_are_deleted_and_counted(void) {
    static const uint8_t numbers[] = {1, 2, 4, 64, 2};
    uint32_t deleted = 77;
    for (uint8_t number = 1; number <= 3; number++) {
        const struct holidays_change change = change_of(number, 20261224, 20261226);
        expect_saved(&change, number, number);
    }
    TEST_ASSERT_EQUAL(0, holidays_delete(t.core, &by, numbers, 0, &deleted));
    TEST_ASSERT_EQUAL_UINT32(0, deleted);
    TEST_ASSERT_EQUAL(0, holidays_delete(t.core, &by, numbers, 5, &deleted));
    TEST_ASSERT_EQUAL_UINT32(2, deleted);
    TEST_ASSERT_EQUAL_UINT(0, stored(1)->number);
    TEST_ASSERT_EQUAL_UINT(0, stored(2)->number);
    TEST_ASSERT_EQUAL_UINT(3, stored(3)->number);
}

void test_a_store_that_fails(void) {
    const struct holidays_change change = change_of(0, 20261224, 20261226);
    const struct holidays_change fifth = change_of(5, 20261224, 20261226);
    const uint8_t five = 5;
    uint32_t deleted = 0;
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, "DROP TABLE holiday"));
    const int r = save(&change);
    TEST_ASSERT_TRUE(r < 0 && r != E_NOTFOUND && r != E_CAPACITY);
    TEST_ASSERT_EQUAL(r, save(&fifth));
    TEST_ASSERT_NULL(field);
    TEST_ASSERT_EQUAL(r, holidays_delete(t.core, &by, &five, 1, &deleted));
}
