/* Changes of period groups and of which are in force: which are accepted and refused, revisions, and the audit log. */
#include "core/rules/periods.h"

#include <stdio.h>
#include <string.h>

#include "audit_rows.h"
#include "core/rules/rules.h"
#include "store/store_impl.h"
#include "terminal_fixture.h"
#include "unity.h"

static struct fixture t;
static struct periods_saved kept;
static struct in_force_refusal refusal;
static uint32_t revision;
static const char *field;
static const struct actor by = {.account = "admin", .peer = "192.0.2.1", .call = "AddGroupTime"};
static const struct store_period morning[] = {{1, 480, 720}};

void setUp(void) {
    fixture_up(&t);
}

void tearDown(void) {
    fixture_down(&t);
}

static struct periods_change change_of(uint8_t number, enum period_kind kind) {
    return (struct periods_change){
        .group = {.number = number, .name = "Early", .kind = kind, .periods = morning, .period_count = 1}};
}

static int save(const struct periods_change *change) {
    field = "none";
    return periods_save(t.core, &by, change, &kept, &field);
}

static void expect_saved(const struct periods_change *change, uint8_t number, uint32_t expected) {
    TEST_ASSERT_EQUAL(0, save(change));
    TEST_ASSERT_NULL(field);
    TEST_ASSERT_EQUAL_UINT(number, kept.saved.number);
    TEST_ASSERT_EQUAL_UINT32(expected, kept.saved.revision);
}

static void define(uint8_t number, enum period_kind kind) {
    const struct periods_change change = change_of(number, kind);
    TEST_ASSERT_EQUAL(0, save(&change));
}

static void define_group(uint8_t number) {
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL(0, store_groups_put(t.core->store, &(struct group){.number = number, .name = "Staff"}));
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
    rules_changed(t.core);
}

static int put(const struct in_force_change *change) {
    return periods_put_in_force(t.core, &by, change, &revision, &refusal);
}

static uint32_t in_force(unsigned group) {
    return rules_all(rules_get(t.core))->in_force[group];
}

static const struct store_period_group *stored(uint8_t number) {
    return &rules_all(rules_get(t.core))->periods[number - 1];
}

static int64_t audit_rows(const char *where) {
    char whole[AUDIT_WHERE_MAX];
    (void)snprintf(whole, sizeof(whole), "object LIKE 'period%%' AND (%s)", where);
    return audit_rows_count(t.core->store, whole);
}

void test_it_is_kept_in_its_merged_form(void) {
    static const struct store_period sent[] = {{2, 480, 720}, {1, 720, 1020}, {1, 480, 720}, {3, 60, 60}};
    struct periods_change change = change_of(9, PERIOD_KIND_WORKING);
    change.group.periods = sent;
    change.group.period_count = 4;
    expect_saved(&change, 9, 1);
    TEST_ASSERT_TRUE(kept.merged);
    TEST_ASSERT_EQUAL_size_t(2, kept.count);
    TEST_ASSERT_EQUAL_UINT(1020, kept.periods[0].end);
    TEST_ASSERT_EQUAL_size_t(2, stored(9)->period_count);
    TEST_ASSERT_EQUAL_UINT(1, stored(9)->periods[0].day);
    TEST_ASSERT_EQUAL_UINT(480, stored(9)->periods[0].start);
    TEST_ASSERT_EQUAL_UINT(1020, stored(9)->periods[0].end);
    change.group.period_count = 1;
    expect_saved(&change, 9, 2);
    TEST_ASSERT_FALSE(kept.merged);
    change.group.period_count = 0;
    expect_saved(&change, 9, 3);
    TEST_ASSERT_FALSE(kept.merged);
    TEST_ASSERT_EQUAL_size_t(0, stored(9)->period_count);
}

void test_it_has_no_more_intervals_than_fit(void) {
    struct store_period many[STORE_PERIODS_MAX + 1] = {{0}};
    for (size_t i = 0; i <= STORE_PERIODS_MAX; i++) {
        many[i] = (struct store_period){(uint8_t)(i % 7), (uint16_t)(i / 7 * 100), (uint16_t)(i / 7 * 100 + 50)};
    }
    struct periods_change change = change_of(1, PERIOD_KIND_WORKING);
    change.group.periods = many;
    change.group.period_count = STORE_PERIODS_MAX + 1;
    TEST_ASSERT_EQUAL(E_RANGE, save(&change));
    TEST_ASSERT_EQUAL_UINT(0, stored(1)->number);
    change.group.period_count = STORE_PERIODS_MAX;
    expect_saved(&change, 1, 1);
    TEST_ASSERT_EQUAL_size_t(STORE_PERIODS_MAX, stored(1)->period_count);
}

void test_without_a_number_it_takes_the_lowest_that_is_free(void) {
    struct periods_change change = change_of(2, PERIOD_KIND_WORKING);
    expect_saved(&change, 2, 1);
    change.group.number = 0;
    expect_saved(&change, 1, 2);
    for (uint8_t number = 3; number <= 32; number++) {
        expect_saved(&change, number, number);
    }
    TEST_ASSERT_EQUAL(E_CAPACITY, save(&change));
    TEST_ASSERT_NULL(field);
}

/* Each part of it alone. */
void test_only_what_differs_is_written(void) {
    static const struct store_period others[][1] = {{{2, 480, 720}}, {{2, 481, 720}}, {{2, 481, 721}}};
    struct periods_change change = change_of(3, PERIOD_KIND_WORKING);
    expect_saved(&change, 3, 1);
    expect_saved(&change, 3, 1);
    TEST_ASSERT_EQUAL_INT64(1, audit_rows("1"));
    change.group.name = "Late";
    expect_saved(&change, 3, 2);
    change.group.kind = PERIOD_KIND_ALWAYS_OPEN;
    expect_saved(&change, 3, 3);
    for (size_t i = 0; i < 3; i++) {
        change.group.periods = others[i];
        expect_saved(&change, 3, 4 + (uint32_t)i);
        expect_saved(&change, 3, 4 + (uint32_t)i);
    }
    change.group.period_count = 0;
    expect_saved(&change, 3, 7);
    TEST_ASSERT_EQUAL_INT64(7, audit_rows("object = 'period group 3'"));
}

void test_who_saw_another_one_changes_nothing(void) {
    struct periods_change change = change_of(3, PERIOD_KIND_WORKING);
    change.has_revision = true;
    change.revision = 1;
    TEST_ASSERT_EQUAL(E_CHANGED_MEANWHILE, save(&change));
    TEST_ASSERT_EQUAL_STRING("revision", field);
    change.revision = 0;
    expect_saved(&change, 3, 1);
    change.group.name = "Late";
    TEST_ASSERT_EQUAL(E_CHANGED_MEANWHILE, save(&change));
    TEST_ASSERT_EQUAL_STRING("Early", stored(3)->name);
    change.revision = 1;
    expect_saved(&change, 3, 2);
    TEST_ASSERT_EQUAL_STRING("Late", stored(3)->name);
}

void test_the_audit_log_has_what_was_and_what_is(void) {
    struct periods_change change = change_of(3, PERIOD_KIND_ALWAYS_CLOSED);
    uint32_t deleted = 0;
    uint8_t wrong = 0;
    expect_saved(&change, 3, 1);
    TEST_ASSERT_EQUAL_INT64(
        1, audit_rows("object = 'period group 3' AND before IS NULL AND"
                      " after = '{\"name\":\"Early\",\"kind\":\"alwaysClosed\",\"periods\":[[1,480,720]]}'"));
    change.group.period_count = 0;
    expect_saved(&change, 3, 2);
    TEST_ASSERT_EQUAL_INT64(
        1, audit_rows("before = '{\"name\":\"Early\",\"kind\":\"alwaysClosed\",\"periods\":[[1,480,720]]}' AND"
                      " after = '{\"name\":\"Early\",\"kind\":\"alwaysClosed\",\"periods\":[]}'"));
    TEST_ASSERT_EQUAL(0, periods_delete(t.core, &by, store_period_bit(3), false, &deleted, &wrong));
    TEST_ASSERT_EQUAL_INT64(1, audit_rows("object = 'period group 3' AND after IS NULL AND"
                                          " before = '{\"name\":\"Early\",\"kind\":\"alwaysClosed\",\"periods\":[]}'"));
}

void test_its_kind_stays_while_it_is_in_force(void) {
    struct periods_change change = change_of(3, PERIOD_KIND_ALWAYS_OPEN);
    define(3, PERIOD_KIND_WORKING);
    define(4, PERIOD_KIND_ALWAYS_OPEN);
    define(5, PERIOD_KIND_WORKING);
    define_group(16);
    TEST_ASSERT_EQUAL(0, put(&(struct in_force_change){.has_working = true, .working = {[16] = store_period_bit(3)}}));
    TEST_ASSERT_EQUAL(0, put(&(struct in_force_change){.has_open = true, .open = store_period_bit(4)}));
    TEST_ASSERT_EQUAL(E_PERIOD_IN_USE, save(&change));
    TEST_ASSERT_EQUAL_STRING("kind", field);
    TEST_ASSERT_EQUAL(PERIOD_KIND_WORKING, stored(3)->kind);
    change = change_of(4, PERIOD_KIND_ALWAYS_CLOSED);
    TEST_ASSERT_EQUAL(E_PERIOD_IN_USE, save(&change));
    change = change_of(5, PERIOD_KIND_ALWAYS_CLOSED);
    TEST_ASSERT_EQUAL(0, save(&change));
    change = change_of(3, PERIOD_KIND_WORKING);
    change.group.name = "Another name";
    TEST_ASSERT_EQUAL(0, save(&change));
}

void test_those_that_are_there_are_deleted_all_or_none(void) {
    uint32_t deleted = 77;
    uint8_t wrong = 77;
    define(1, PERIOD_KIND_WORKING);
    define(2, PERIOD_KIND_WORKING);
    define(32, PERIOD_KIND_WORKING);
    define_group(2);
    TEST_ASSERT_EQUAL(0, put(&(struct in_force_change){.has_working = true, .working = {[2] = store_period_bit(2)}}));
    const uint32_t before = revision;
    TEST_ASSERT_EQUAL(E_PERIOD_IN_USE, periods_delete(t.core, &by, UINT32_MAX, false, &deleted, &wrong));
    TEST_ASSERT_EQUAL_UINT(2, wrong);
    TEST_ASSERT_EQUAL_UINT(1, stored(1)->number); /* none of them */
    TEST_ASSERT_EQUAL(0,
                      periods_delete(t.core, &by, store_period_bit(1) | store_period_bit(7), false, &deleted, &wrong));
    TEST_ASSERT_EQUAL_UINT32(1, deleted);
    TEST_ASSERT_EQUAL_UINT(0, wrong);
    TEST_ASSERT_EQUAL_UINT(0, stored(1)->number);
    TEST_ASSERT_EQUAL_UINT32(before, rules_all(rules_get(t.core))->in_force_revision);
    TEST_ASSERT_EQUAL(0, periods_delete(t.core, &by, UINT32_MAX, true, &deleted, &wrong));
    TEST_ASSERT_EQUAL_UINT32(2, deleted);
    TEST_ASSERT_EQUAL_UINT(0, stored(2)->number);
    TEST_ASSERT_EQUAL_UINT(0, stored(32)->number);
    TEST_ASSERT_EQUAL_HEX32(0, in_force(2));
    TEST_ASSERT_GREATER_THAN_UINT32(before, rules_all(rules_get(t.core))->in_force_revision);
    TEST_ASSERT_EQUAL(0, periods_delete(t.core, &by, UINT32_MAX, false, &deleted, &wrong));
    TEST_ASSERT_EQUAL_UINT32(0, deleted);
}

/* 1, 2 working; 3, 31 always open; 4, 32 always closed; groups 2 and 16. */
static void define_all(void) {
    define(1, PERIOD_KIND_WORKING);
    define(2, PERIOD_KIND_WORKING);
    define(3, PERIOD_KIND_ALWAYS_OPEN);
    define(31, PERIOD_KIND_ALWAYS_OPEN);
    define(4, PERIOD_KIND_ALWAYS_CLOSED);
    define(32, PERIOD_KIND_ALWAYS_CLOSED);
    define_group(2);
    define_group(16);
}

#define BIT(number) (UINT32_C(1) << ((number) - 1))

void test_each_list_replaces_its_own(void) {
    define_all();
    TEST_ASSERT_EQUAL(0, put(&(struct in_force_change){.has_working = true,
                                                       .working = {[2] = BIT(1) | BIT(2), [16] = BIT(2)},
                                                       .has_open = true,
                                                       .open = BIT(3) | BIT(31),
                                                       .has_closed = true,
                                                       .closed = BIT(32)}));
    TEST_ASSERT_EQUAL_HEX32(BIT(1) | BIT(2), in_force(2));
    TEST_ASSERT_EQUAL_HEX32(BIT(2), in_force(16));
    TEST_ASSERT_EQUAL_HEX32(BIT(3) | BIT(31) | BIT(32), in_force(STORE_DOOR));
    TEST_ASSERT_EQUAL(0, put(&(struct in_force_change){.has_open = true, .open = BIT(3), .working = {[2] = BIT(9)}}));
    TEST_ASSERT_EQUAL_HEX32(BIT(3) | BIT(32), in_force(STORE_DOOR));
    TEST_ASSERT_EQUAL_HEX32(BIT(1) | BIT(2), in_force(2));
    TEST_ASSERT_EQUAL(0, put(&(struct in_force_change){.has_closed = true, .closed = BIT(4), .open = BIT(9)}));
    TEST_ASSERT_EQUAL_HEX32(BIT(3) | BIT(4), in_force(STORE_DOOR));
    TEST_ASSERT_EQUAL(0, put(&(struct in_force_change){.has_working = true, .working = {[16] = BIT(1)}}));
    TEST_ASSERT_EQUAL_HEX32(0, in_force(2));
    TEST_ASSERT_EQUAL_HEX32(BIT(1), in_force(16));
    TEST_ASSERT_EQUAL_HEX32(BIT(3) | BIT(4), in_force(STORE_DOOR));
}

static void expect_refused(const struct in_force_change *change, int error, struct in_force_refusal expected) {
    const int64_t rows = audit_rows("1");
    memset(&refusal, 0x55, sizeof(refusal));
    TEST_ASSERT_EQUAL(error, put(change));
    TEST_ASSERT_EQUAL(expected.part, refusal.part);
    if (expected.part == IN_FORCE_WORKING) {
        TEST_ASSERT_EQUAL_UINT(expected.group, refusal.group);
    }
    TEST_ASSERT_EQUAL_UINT(expected.period, refusal.period);
    TEST_ASSERT_EQUAL_INT64(rows, audit_rows("1"));
}

void test_what_is_not_there_or_of_another_kind_is_refused(void) {
    define_all();
    expect_refused(&(struct in_force_change){.has_working = true, .working = {[3] = BIT(1)}}, E_GROUP_UNDEFINED,
                   (struct in_force_refusal){IN_FORCE_WORKING, 3, 0});
    expect_refused(&(struct in_force_change){.has_working = true, .working = {[2] = BIT(1), [16] = BIT(1) | BIT(5)}},
                   E_PERIOD_UNDEFINED, (struct in_force_refusal){IN_FORCE_WORKING, 16, 5});
    expect_refused(&(struct in_force_change){.has_working = true, .working = {[2] = BIT(3)}}, E_RANGE,
                   (struct in_force_refusal){IN_FORCE_WORKING, 2, 3});
    expect_refused(&(struct in_force_change){.has_working = true, .working = {[2] = BIT(32)}}, E_RANGE,
                   (struct in_force_refusal){IN_FORCE_WORKING, 2, 32});
    expect_refused(&(struct in_force_change){.has_open = true, .open = BIT(3) | BIT(4)}, E_RANGE,
                   (struct in_force_refusal){IN_FORCE_OPEN, 0, 4});
    expect_refused(&(struct in_force_change){.has_open = true, .open = BIT(1)}, E_RANGE,
                   (struct in_force_refusal){IN_FORCE_OPEN, 0, 1});
    expect_refused(&(struct in_force_change){.has_closed = true, .closed = BIT(31)}, E_RANGE,
                   (struct in_force_refusal){IN_FORCE_CLOSED, 0, 31});
    expect_refused(&(struct in_force_change){.has_closed = true, .closed = BIT(30)}, E_PERIOD_UNDEFINED,
                   (struct in_force_refusal){IN_FORCE_CLOSED, 0, 30});
}

void test_what_is_in_force_has_a_revision_and_where_nothing_differs_nothing_is_written(void) {
    define_all();
    TEST_ASSERT_EQUAL(0, put(&(struct in_force_change){.has_working = true}));
    TEST_ASSERT_EQUAL_UINT32(0, revision);
    struct in_force_change change = {.has_open = true, .open = BIT(3), .has_revision = true, .revision = 1};
    expect_refused(&change, E_CHANGED_MEANWHILE, (struct in_force_refusal){IN_FORCE_REVISION_OLD, 0, 0});
    change.revision = 0;
    TEST_ASSERT_EQUAL(0, put(&change));
    TEST_ASSERT_EQUAL_UINT32(7, revision); /* of the rules: six period groups were defined */
    TEST_ASSERT_EQUAL_UINT32(7, rules_all(rules_get(t.core))->in_force_revision);
    change.revision = 7;
    const int64_t rows = audit_rows("1");
    TEST_ASSERT_EQUAL(0, put(&change));
    TEST_ASSERT_EQUAL_UINT32(7, revision);
    TEST_ASSERT_EQUAL_INT64(rows, audit_rows("1"));
    change.open = BIT(31);
    TEST_ASSERT_EQUAL(0, put(&change));
    TEST_ASSERT_EQUAL_UINT32(8, revision);
}

void test_the_audit_log_has_the_groups_and_the_door_for_which_it_differs(void) {
    define_all();
    TEST_ASSERT_EQUAL(
        0, put(&(struct in_force_change){.has_working = true, .working = {[2] = BIT(1), [16] = BIT(1) | BIT(2)}}));
    TEST_ASSERT_EQUAL_INT64(1, audit_rows("object = 'periods in force' AND before = '{\"group 2\":[],\"group 16\":[]}'"
                                          " AND after = '{\"group 2\":[1],\"group 16\":[1,2]}'"));
    TEST_ASSERT_EQUAL(0, put(&(struct in_force_change){
                             .has_working = true, .working = {[2] = BIT(1)}, .has_closed = true, .closed = BIT(32)}));
    TEST_ASSERT_EQUAL_INT64(1, audit_rows("object = 'periods in force' AND before = '{\"door\":[],\"group 16\":[1,2]}'"
                                          " AND after = '{\"door\":[32],\"group 16\":[]}'"));
}

void test_a_store_that_fails(void) {
    const struct periods_change any = change_of(0, PERIOD_KIND_WORKING);
    const struct periods_change first = change_of(1, PERIOD_KIND_WORKING);
    uint32_t deleted = 0;
    uint8_t wrong = 0;
    define(1, PERIOD_KIND_WORKING);
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, "DROP TABLE period"));
    const int r = save(&any);
    TEST_ASSERT_TRUE(r < 0 && r != E_NOTFOUND && r != E_CAPACITY);
    TEST_ASSERT_EQUAL(r, save(&first));
    TEST_ASSERT_NULL(field);
    TEST_ASSERT_EQUAL(r, put(&(struct in_force_change){.has_open = true, .open = BIT(1)}));
    TEST_ASSERT_EQUAL(r, periods_delete(t.core, &by, 1, true, &deleted, &wrong));
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, "DROP TABLE in_force"));
    TEST_ASSERT_EQUAL(r, put(&(struct in_force_change){.has_open = true, .open = 0}));
    TEST_ASSERT_EQUAL(r, periods_delete(t.core, &by, 0, true, &deleted, &wrong));
}
