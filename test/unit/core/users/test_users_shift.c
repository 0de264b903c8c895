/* What the usual shift of a user was before it was changed. */
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

#include "core/base/actor.h"
#include "core/users/users.h"
#include "store/store_impl.h"
#include "store/users/usual_shift.h"
#include "terminal_fixture.h"
#include "unity.h"

static const struct actor admin = {.account = "admin", .level = 16, .fresh = true, .peer = "-", .call = "edituser"};
static struct fixture t;

void setUp(void) {
    fixture_up(&t); /* it is 2026-09-21 */
    fixture_add_user(&t, 7, "Ada", 0, 0, NULL);
}

void tearDown(void) {
    fixture_down(&t);
}

static void set_shift(uint8_t shift) {
    struct user_change change = {.values = {.userid = 7, .shift = shift}, .given = GIVEN(SHIFT)};
    struct users_refusal refusal = {0};
    struct users_saved saved;
    TEST_ASSERT_EQUAL(0, users_edit(t.core, &admin, &change, &saved, &refusal));
}

/* All that is known of days gone by, oldest first: `shift:from-to` with blanks between. */
static void expect(const char *expected) {
    static char found[4096];
    sqlite3_stmt *query = NULL;
    size_t len = 0;
    found[0] = '\0';
    TEST_ASSERT_EQUAL(SQLITE_OK, sqlite3_prepare_v2(t.core->store->db,
                                                    "SELECT shift, \"from\", \"to\" FROM shift_assignment"
                                                    " WHERE userid = 7 AND usual = 1 ORDER BY \"from\"",
                                                    -1, &query, NULL));
    while (sqlite3_step(query) == SQLITE_ROW) {
        len +=
            (size_t)snprintf(found + len, sizeof(found) - len, "%s%d:%d-%d", len > 0 ? " " : "",
                             sqlite3_column_int(query, 0), sqlite3_column_int(query, 1), sqlite3_column_int(query, 2));
    }
    (void)sqlite3_finalize(query);
    TEST_ASSERT_EQUAL_STRING(expected, found);
}

static void next_day(void) {
    fake_hal_advance(&t.fake, INT64_C(86400000));
}

void test_the_one_before_holds_up_to_yesterday(void) {
    set_shift(3);
    expect("0:0-20260920");
    next_day();
    next_day();
    set_shift(4);
    expect("0:0-20260920 3:20260921-20260922");
    set_shift(5); /* once more today: up to yesterday nothing is different */
    expect("0:0-20260920 3:20260921-20260922");
    next_day();
    set_shift(5); /* no change */
    expect("0:0-20260920 3:20260921-20260922");
    set_shift(6);
    expect("0:0-20260920 3:20260921-20260922 5:20260923-20260923");
}

void test_another_change_of_the_user_is_none_of_the_shift(void) {
    struct user_change change = {.values = {.userid = 7, .group = 2}, .given = GIVEN(GROUP)};
    struct users_refusal refusal = {0};
    struct users_saved saved;
    TEST_ASSERT_EQUAL(0, users_edit(t.core, &admin, &change, &saved, &refusal));
    expect("");
}

void test_of_many_changes_the_oldest_two_become_one(void) {
    uint32_t count = 0, last = 0;
    for (unsigned i = 0; i < STORE_USUAL_SHIFTS_MAX; i++) {
        set_shift((uint8_t)(1 + i % 3));
        next_day();
    }
    TEST_ASSERT_EQUAL(0, store_usual_shift_last(t.core->store, 7, &count, &last));
    TEST_ASSERT_EQUAL_UINT32(STORE_USUAL_SHIFTS_MAX, count);
    set_shift(9);
    TEST_ASSERT_EQUAL(0, store_usual_shift_last(t.core->store, 7, &count, &last));
    TEST_ASSERT_EQUAL_UINT32(STORE_USUAL_SHIFTS_MAX, count);
    TEST_ASSERT_EQUAL_UINT32(20261123, last); /* 64 days after 20260920 */
}
