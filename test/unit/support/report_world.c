#include "report_world.h"

#include "core/base/actor.h"
#include "core/rules/rules.h"
#include "core/settings/settings.h"
#include "store/records/leave.h"
#include "store/rules/shifts.h"
#include "store/users/users.h"
#include "unity.h"

void report_world_person(struct fixture *fixture, uint32_t id, const char *name, uint8_t group, uint8_t shift) {
    const struct user user = {.userid = id, .username = name, .group = group, .shift = shift};
    TEST_ASSERT_EQUAL(0, store_begin(fixture->core->store));
    TEST_ASSERT_EQUAL(0, store_users_add(fixture->core->store, &user, NULL));
    TEST_ASSERT_EQUAL(0, store_commit(fixture->core->store));
}

void report_world_shift(struct fixture *fixture, uint8_t number, const char *name) {
    struct shift shift = shift_defaults;
    shift.number = number;
    shift.name = name;
    TEST_ASSERT_EQUAL(0, store_begin(fixture->core->store));
    TEST_ASSERT_EQUAL(0, store_shifts_put(fixture->core->store, &shift));
    TEST_ASSERT_EQUAL(0, store_commit(fixture->core->store));
}

void report_world_night(struct fixture *fixture, uint16_t from, uint16_t to) {
    static const struct actor actor = {.account = "admin", .level = 16, .peer = "192.0.2.1", .call = "GetKaoqinParam"};
    struct setting_kaoqin_param values = settings_get(fixture->core)->values.kaoqin_param;
    values.night_from = from;
    values.night_to = to;
    TEST_ASSERT_EQUAL(0, fixture_save(fixture->core, &actor, SETTING_PAGE_KAOQIN_PARAM, &values));
}

int64_t report_world_punch(struct fixture *fixture, uint32_t userid, const char *utc, enum record_status status) {
    return log_world_punch(fixture, userid, log_world_ms(utc), status);
}

void report_world_leave(struct fixture *fixture, uint32_t userid, uint32_t from, uint32_t to) {
    const struct leave leave = {.userid = userid, .kind = LEAVE_KIND_SICK, .from = from, .to = to, .note = "flu"};
    uint32_t id = 0;
    TEST_ASSERT_EQUAL(0, store_begin(fixture->core->store));
    TEST_ASSERT_EQUAL(0, store_leave_add(fixture->core->store, &leave, &id));
    TEST_ASSERT_EQUAL(0, store_commit(fixture->core->store));
}

void report_world_assign(struct fixture *fixture, const struct shift_assignment *row) {
    uint32_t id = 0;
    TEST_ASSERT_EQUAL(0, store_begin(fixture->core->store));
    TEST_ASSERT_EQUAL(0, store_assignments_add(fixture->core->store, row, &id));
    TEST_ASSERT_EQUAL(0, store_commit(fixture->core->store));
}

void report_world_add(struct fixture *fixture) {
    log_world_zone(fixture, 0);
    report_world_shift(fixture, 1, "Day");
    report_world_person(fixture, 7, "Ada", 2, 1);
    report_world_person(fixture, 8, "Bob", 3, 1);
    report_world_person(fixture, 9, "Cy", 2, 0);
    (void)report_world_punch(fixture, 7, "2026-06-01T08:10:00", RECORD_STATUS_IN);
    (void)report_world_punch(fixture, 7, "2026-06-01T16:00:00", RECORD_STATUS_OUT);
    report_world_leave(fixture, 7, 20260603, 20260603);
    (void)report_world_punch(fixture, 8, "2026-06-01T08:00:00", RECORD_STATUS_IN);
    (void)report_world_punch(fixture, 8, "2026-06-02T07:00:00", RECORD_STATUS_IN);
    (void)report_world_punch(fixture, 8, "2026-06-02T17:00:00", RECORD_STATUS_OUT);
    (void)report_world_punch(fixture, 9, "2026-06-01T09:00:00", RECORD_STATUS_IN);
    (void)report_world_punch(fixture, 9, "2026-06-01T12:00:00", RECORD_STATUS_OUT);
}
