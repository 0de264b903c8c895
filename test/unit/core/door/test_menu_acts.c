/* Who may open the administrator's menu, and what it does. */
#include "core/door/menu_acts.h"

#include <stdio.h>
#include <string.h>

#include "core/accounts/accounts.h"
#include "core/accounts/throttle.h"
#include "core/settings/settings.h"
#include "store/base/audit.h"
#include "terminal_fixture.h"
#include "unity.h"
#include "util/err.h"

static struct fixture t;
static struct actor by;
static unsigned wait_s, may;

void setUp(void) {
    fixture_up(&t);
    memset(&by, 0, sizeof(by));
    wait_s = 0;
    fixture_add_user(&t, 7, "Ada", 16, 0, "604713");
    fixture_add_user(&t, 8, "Bob", 0, 0, "604714");
    fixture_add_user(&t, 9, "Eve", 1, 0, "604715");
}

void tearDown(void) {
    fixture_down(&t);
}

static int admit(const char *id, const char *code) {
    struct menu_admission admission;
    menu_admit(t.core, id, code, &admission);
    wait_s = admission.wait_s;
    by = admission.by;
    may = admission.may;
    return admission.r;
}

static void set_own_password(const char *password) {
    struct actor admin = {.account = "admin", .level = 16, .fresh = true, .peer = "-", .call = "GetMachineParam"};
    struct setting_machine_param values = {0};
    (void)snprintf(values.keypad_password, sizeof(values.keypad_password), "%s", password);
    struct settings_change change = {
        .page = SETTING_PAGE_MACHINE_PARAM, .values = &values, .given = SETTING_MACHINE_PARAM_KEYPAD_PASSWORD};
    struct settings_result saved;
    TEST_ASSERT_EQUAL(0, settings_save(t.core, &admin, &change, &saved));
}

void test_an_administrator_opens_it_by_id_and_code(void) {
    TEST_ASSERT_EQUAL(0, admit("7", "604713"));
    TEST_ASSERT_EQUAL(7, by.userid);
    TEST_ASSERT_EQUAL_STRING("7", by.account);
    TEST_ASSERT_EQUAL_STRING("keypad", by.peer);
}

void test_all_others_get_one_answer(void) {
    static const struct {
        const char *what, *id, *code;
    } rows[] = {
        {"a wrong code", "7", "604714"},
        {"no administrator", "8", "604714"},
        {"no right", "9", "604715"},
        {"an ID of nobody", "5", "604713"},
        {"another writing", "07", "604713"},
        {"no password is set", "0", "604713"},
        {"an ID too long", "7777777777777777", "604713"},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        TEST_ASSERT_EQUAL_MESSAGE(E_PASSWORD_WRONG, admit(rows[i].id, rows[i].code), rows[i].what);
        TEST_ASSERT_EQUAL_MESSAGE(0, by.userid, rows[i].what);
    }
}

void test_no_password_is_no_password_of_any_code(void) {
    TEST_ASSERT_EQUAL(E_PASSWORD_WRONG, admit("0", ""));
    set_own_password("407231");
    TEST_ASSERT_EQUAL(E_PASSWORD_WRONG, admit("0", ""));
    TEST_ASSERT_EQUAL(E_PASSWORD_WRONG, admit("0", "40723"));
    TEST_ASSERT_EQUAL(E_PASSWORD_WRONG, admit("0", "4072311"));
    TEST_ASSERT_EQUAL(E_PASSWORD_WRONG, admit("7", "407231"));
    TEST_ASSERT_EQUAL(0, admit("0", "407231"));
    TEST_ASSERT_EQUAL_STRING("keypad", by.account);
    TEST_ASSERT_EQUAL(ACTOR_USERID_KEYPAD, by.userid);
    TEST_ASSERT_EQUAL(0, menu_end_waits(t.core, &by, &wait_s));
    set_own_password("");
    TEST_ASSERT_EQUAL(E_SESSION_ENDED, menu_end_waits(t.core, &by, &wait_s));
    TEST_ASSERT_EQUAL(E_PASSWORD_WRONG, admit("0", "407231"));
}

/* Tries until it waits, and gives how often that was. */
static unsigned tries(const char *id) {
    unsigned count = 0;
    while (count < 9 && admit(id, "604799") == E_PASSWORD_WRONG) {
        count++;
    }
    return count;
}

void test_codes_are_slowed_down_whether_anybody_has_the_id_or_not(void) {
    set_own_password("407231");
    static const char *const ids[] = {"7", "8", "5", "0"};
    for (size_t i = 0; i < sizeof(ids) / sizeof(ids[0]); i++) {
        TEST_ASSERT_EQUAL_MESSAGE(5, tries(ids[i]), ids[i]);
        TEST_ASSERT_EQUAL_MESSAGE(1, wait_s, ids[i]);
    }
    TEST_ASSERT_EQUAL(E_THROTTLED, admit("7", "604713"));
    TEST_ASSERT_EQUAL(E_THROTTLED, admit("0", "407231"));
    fake_hal_advance(&t.fake, 1000);
    TEST_ASSERT_EQUAL(0, admit("7", "604713"));
    TEST_ASSERT_EQUAL(5, tries("7"));
}

void test_they_count_with_those_at_the_door(void) {
    for (unsigned i = 0; i < 5; i++) {
        TEST_ASSERT_EQUAL(0, throttle_count(t.core, THROTTLE_KEYPAD, "7", &wait_s));
    }
    TEST_ASSERT_EQUAL(E_THROTTLED, admit("7", "604713"));
}

static int sign_in_try(void) {
    return throttle_try(t.core, "admin", "192.0.2.1", 0, &wait_s);
}

static void lock_out(void) {
    while (sign_in_try() == 0) {
    }
}

static int take_row(void *ctx, const struct store_audit_row *row) {
    struct actor *seen = ctx;
    if (strcmp(row->call, "menu") == 0) {
        seen->userid++;
        (void)snprintf(seen->account, sizeof(seen->account), "%s", row->account);
        (void)snprintf(seen->peer, sizeof(seen->peer), "%s", row->peer);
        TEST_ASSERT_EQUAL_STRING("waits", row->object);
        TEST_ASSERT_EQUAL_STRING("{\"result\":\"ended\"}", row->after);
    }
    return 0;
}

void test_the_waits_end_and_the_audit_log_says_who_did_it(void) {
    struct actor seen = {0};
    lock_out();
    TEST_ASSERT_EQUAL(0, admit("7", "604713"));
    TEST_ASSERT_EQUAL(0, menu_end_waits(t.core, &by, &wait_s));
    TEST_ASSERT_EQUAL(0, sign_in_try());
    TEST_ASSERT_EQUAL(0, store_audit_read(t.core->store, 100, take_row, &seen));
    TEST_ASSERT_EQUAL(1, seen.userid);
    TEST_ASSERT_EQUAL_STRING("7", seen.account);
    TEST_ASSERT_EQUAL_STRING("keypad", seen.peer);
}

void test_six_times_an_hour_and_not_to_guess_the_passwords_of_others(void) {
    TEST_ASSERT_EQUAL(0, admit("7", "604713"));
    for (unsigned i = 0; i < 6; i++) {
        TEST_ASSERT_EQUAL(0, menu_end_waits(t.core, &by, &wait_s));
    }
    lock_out();
    TEST_ASSERT_EQUAL(E_THROTTLED, menu_end_waits(t.core, &by, &wait_s));
    TEST_ASSERT_EQUAL(3600, wait_s);
    TEST_ASSERT_EQUAL(E_THROTTLED, sign_in_try());
    fake_hal_advance(&t.fake, INT64_C(3600000));
    TEST_ASSERT_EQUAL(0, menu_end_waits(t.core, &by, &wait_s));
}

void test_who_lost_the_right_meanwhile_ends_nothing(void) {
    TEST_ASSERT_EQUAL(0, admit("7", "604713"));
    lock_out();
    by.level = 9; /* as after a change of the user's level */
    TEST_ASSERT_EQUAL(E_SESSION_ENDED, menu_end_waits(t.core, &by, &wait_s));
    TEST_ASSERT_EQUAL(E_THROTTLED, sign_in_try());
}
