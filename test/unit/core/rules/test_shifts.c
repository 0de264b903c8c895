/* A change of a shift, of who has it, of punches and of leave is whole or not there: when its audit row cannot be written, nothing of it
 * happened. What the changes do is told by test/api/shifts.test.ts and test/api/report.test.ts. */
#include "core/rules/shifts.h"

#include "audit_rows.h"
#include "core/events/log.h"
#include "core/records/corrections.h"
#include "core/records/leave.h"
#include "core/time/clock.h"
#include "core/users/users.h"
#include "store/store_impl.h"
#include "store/users/usual_shift.h"
#include "terminal_fixture.h"
#include "unity.h"
#include "util/arena.h"

static struct fixture t;
static const struct actor by = {.account = "admin", .level = 16, .peer = "192.0.2.1", .call = "GetShiftsInfo"};

static struct rules_saved saved;
static const char *field;
static uint32_t id;
static int64_t seq;

static int save_shift(uint16_t on_duty) {
    struct shift_change change = {.values = {.number = 1, .on_duty = on_duty}, .given = VALUE_BIT(SHIFT_ON_DUTY)};
    return shifts_save(t.core, &by, &change, &saved, &field);
}

static int assign(uint32_t which, uint32_t from) {
    const struct shifts_wish wish = {.id = which, .userid = 7, .shift = 1, .from = from};
    return shifts_assign(t.core, &by, &wish, &id, &field);
}

static int enter_leave(void) {
    const struct leave leave = {.userid = 7, .kind = LEAVE_KIND_SICK, .from = 20260601, .to = 20260602, .note = ""};
    uint32_t entered = 0;
    return leave_add(t.core, &by, &leave, &entered, &field);
}

static int add_punch(void) {
    const struct correction correction = {
        .userid = 7, .day = clock_today(t.core), .minute = 0, .status = PUNCH_STATUS_IN, .reason = "forgot"};
    return corrections_add(t.core, &by, &correction, &seq, &field);
}

static int change_usual(uint8_t shift) {
    struct users_saved kept;
    struct users_refusal refusal = {0};
    struct user_change change = {.values = {.userid = 7, .shift = shift}, .given = VALUE_BIT(USER_SHIFT)};
    return users_edit(t.core, &by, &change, &kept, &refusal);
}

void setUp(void) {
    fixture_up(&t);
    fixture_add_user(&t, 7, "Ada", 0, 0, NULL);
    TEST_ASSERT_EQUAL(0, save_shift(480));
    TEST_ASSERT_EQUAL(0, assign(0, 20260601));
    TEST_ASSERT_EQUAL(0, enter_leave());
    TEST_ASSERT_EQUAL(0, add_punch());
}

void tearDown(void) {
    fixture_down(&t);
}

/* All of it as one number. */
static int64_t stored(void) {
    int64_t number = 0;
    TEST_ASSERT_EQUAL(0, store_read_number(t.core->store,
                                           "SELECT (SELECT count(*) FROM shift WHERE on_duty = 480)"
                                           " + (SELECT count(*) FROM shift_assignment) * 10"
                                           " + (SELECT sum(\"from\") FROM shift_assignment) * 1000"
                                           " + (SELECT count(*) FROM leave) * 100"
                                           " + (SELECT count(*) FROM record) * 100000000000"
                                           " + (SELECT shift FROM user WHERE userid = 7) * 3",
                                           &number));
    return number;
}

void test_without_its_audit_row_nothing_happens(void) {
    const int64_t before = stored();
    const int64_t last = log_last(t.core);
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, "CREATE TRIGGER no_audit BEFORE INSERT ON audit BEGIN"
                                                   " SELECT raise(ABORT, 'no room'); END"));
    TEST_ASSERT_LESS_THAN(0, save_shift(500));
    TEST_ASSERT_LESS_THAN(0, assign(id, 20260701));
    TEST_ASSERT_LESS_THAN(0, assign(0, 20260701));
    TEST_ASSERT_LESS_THAN(0, shifts_unassign(t.core, &by, id));
    TEST_ASSERT_LESS_THAN(0, shifts_delete(t.core, &by, 1, true));
    TEST_ASSERT_LESS_THAN(0, enter_leave());
    TEST_ASSERT_LESS_THAN(0, leave_delete(t.core, &by, 1));
    TEST_ASSERT_LESS_THAN(0, add_punch());
    TEST_ASSERT_LESS_THAN(0, corrections_void(t.core, &by, seq, "no"));
    TEST_ASSERT_LESS_THAN(0, change_usual(1));
    TEST_ASSERT_EQUAL_INT64(before, stored());
    TEST_ASSERT_EQUAL_INT64(last, log_last(t.core));
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, "DROP TRIGGER no_audit"));
    TEST_ASSERT_EQUAL(0, change_usual(1)); /* no transaction is left open */
    TEST_ASSERT_NOT_EQUAL(before, stored());
}

/* The days on which it was changed are noted without a gap, also when there is no room for more of them. */
void test_what_was_usual_is_known_for_every_day(void) {
    struct shift_assignment rows[STORE_ROWS_OF_USER_MAX];
    size_t count = 0;
    for (uint8_t change = 0; change < STORE_USUAL_SHIFTS_MAX + 5; change++) {
        TEST_ASSERT_EQUAL(0, change_usual((uint8_t)(change % 2 + 1)));
        TEST_ASSERT_EQUAL(0, change_usual((uint8_t)(change % 2 + 3)));
        t.fake.utc_ms += INT64_C(86400000);
    }
    TEST_ASSERT_EQUAL(0, store_assignments_of(t.core->store, 7, 0, rows, sizeof(rows) / sizeof(rows[0]), &count));
    size_t usual = 0;
    uint32_t next = 0;
    for (size_t i = 0; i < count; i++) {
        if (rows[i].usual) {
            TEST_ASSERT_EQUAL_UINT32(next, rows[i].from);
            next = local_day_of(local_day_number(rows[i].to) + 1);
            usual++;
        }
    }
    TEST_ASSERT_EQUAL_INT64(local_day_number(clock_today(t.core)) - 1, local_day_number(next));
    TEST_ASSERT_EQUAL_size_t(STORE_USUAL_SHIFTS_MAX, usual);
}

static int64_t audit_rows(const char *where) {
    return audit_rows_count(t.core->store, where);
}

void test_the_audit_log_has_what_was_and_what_is(void) {
    TEST_ASSERT_EQUAL_INT64(1, audit_rows("object = 'shift 1' AND before IS NULL"
                                          " AND json_extract(after, '$.onDuty') = 480"));
    TEST_ASSERT_EQUAL(0, save_shift(500));
    TEST_ASSERT_EQUAL_INT64(1, audit_rows("object = 'shift 1' AND json_extract(before, '$.onDuty') = 480"
                                          " AND json_extract(after, '$.onDuty') = 500"));
    TEST_ASSERT_EQUAL(0, assign(id, 20260701));
    TEST_ASSERT_EQUAL_INT64(1, audit_rows("object = 'shifts of user 7' AND before IS NULL"
                                          " AND json_extract(after, '$.from') = '2026-06-01'"));
    TEST_ASSERT_EQUAL_INT64(1,
                            audit_rows("object = 'shifts of user 7' AND json_extract(before, '$.from') = '2026-06-01'"
                                       " AND json_extract(after, '$.from') = '2026-07-01'"));
    TEST_ASSERT_EQUAL(0, shifts_unassign(t.core, &by, id));
    TEST_ASSERT_EQUAL_INT64(1, audit_rows("object = 'shifts of user 7' AND json_extract(before, '$.shift') = 1"
                                          " AND after IS NULL"));
    TEST_ASSERT_EQUAL(0, shifts_delete(t.core, &by, 1, true));
    TEST_ASSERT_EQUAL_INT64(1, audit_rows("object = 'shift 1' AND json_extract(before, '$.onDuty') = 500"
                                          " AND after IS NULL"));
}
