/* The initial administrator's card: whose ID it stands for, who may write it, and how it is awaited. */
#include "core/users/init_card.h"

#include <string.h>

#include "audit_rows.h"
#include "core/base/actor.h"
#include "core/settings/settings.h"
#include "core/users/credentials.h"
#include "core/users/enrol.h"
#include "core/users/init_card_write.h"
#include "core/users/users.h"
#include "store/users/init_card.h"
#include "terminal_fixture.h"
#include "unity.h"

static const struct actor admin = {
    .session = 1, .account = "admin", .level = 16, .fresh = true, .peer = "-", .call = "InitAdminCard"};
static struct fixture t;
static struct actor chief; /* user 20 with level 16 */
static struct enrol_view view;

void setUp(void) {
    fixture_up(&t);
    fixture_add_user(&t, 20, "Ida", 16, 0, "604713");
    fixture_add_user(&t, 7, "Ada", 0, 444, NULL);
    chief =
        (struct actor){.session = 2, .account = "20", .userid = 20, .level = 16, .peer = "-", .call = "InitAdminCard"};
}

void tearDown(void) {
    fixture_down(&t);
}

static struct audit_rows audit(void) {
    struct audit_rows rows;
    audit_rows_read(t.core->store, &rows);
    return rows;
}

static struct init_card written(void) {
    struct init_card card = {.userid = 99};
    TEST_ASSERT_EQUAL(0, init_card_get(t.core, &card));
    return card;
}

static void set_keypad_password(const char *password) {
    struct setting_machine_param page = settings_get(t.core)->values.machine_param;
    const struct settings_change change = {.page = SETTING_PAGE_MACHINE_PARAM,
                                           .values = &page,
                                           .given = SETTING_MACHINE_PARAM_KEYPAD_PASSWORD,
                                           .sure = true};
    struct settings_result result;
    (void)snprintf(page.keypad_password, sizeof(page.keypad_password), "%s", password);
    TEST_ASSERT_EQUAL(0, settings_save(t.core, &admin, &change, &result));
}

void test_it_stands_for_the_id_of_who_wrote_it(void) {
    static const struct {
        uint32_t userid, owner;
    } cases[] = {{0, 0},
                 {20, 20},
                 {USER_USERID_MAX, USER_USERID_MAX},
                 {USER_USERID_MAX + 1, 0},
                 {ACTOR_USERID_KEY, 0},
                 {ACTOR_USERID_KEYPAD, 0}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct actor by = {.userid = cases[i].userid};
        TEST_ASSERT_EQUAL_UINT32(cases[i].owner, init_card_owner(&by));
    }
}

void test_it_is_found_by_its_number_alone_and_replaced(void) {
    uint32_t userid = 99;
    TEST_ASSERT_FALSE(written().is_written);
    TEST_ASSERT_EQUAL_UINT32(0, written().userid);
    TEST_ASSERT_EQUAL(E_NOTFOUND, init_card_find(t.core, 4711, &userid));
    TEST_ASSERT_EQUAL(0, init_card_keep(t.core, &chief, 4711));
    TEST_ASSERT_TRUE(written().is_written);
    TEST_ASSERT_EQUAL_UINT32(20, written().userid);
    TEST_ASSERT_EQUAL_INT64(core_utc_ms(t.core) / 1000, written().written_s);
    TEST_ASSERT_EQUAL(0, init_card_find(t.core, 4711, &userid));
    TEST_ASSERT_EQUAL_UINT32(20, userid);
    TEST_ASSERT_EQUAL(E_NOTFOUND, init_card_find(t.core, 4710, &userid));
    TEST_ASSERT_EQUAL(E_NOTFOUND, init_card_find(t.core, 47110, &userid));
    TEST_ASSERT_EQUAL(E_NOTFOUND, init_card_find(t.core, 471, &userid));
    TEST_ASSERT_EQUAL_STRING("initCard", audit().rows[0].object);
    TEST_ASSERT_EQUAL_STRING("20", audit().rows[0].account);
    TEST_ASSERT_EQUAL_STRING("", audit().rows[0].before);
    TEST_ASSERT_EQUAL_STRING("{\"userid\":20}", audit().rows[0].after);
    fake_hal_advance(&t.fake, 5000);
    TEST_ASSERT_EQUAL(0, init_card_keep(t.core, &admin, 4712));
    TEST_ASSERT_EQUAL_STRING("{\"userid\":20}", audit().rows[0].before);
    TEST_ASSERT_EQUAL_STRING("{\"userid\":0}", audit().rows[0].after);
    TEST_ASSERT_EQUAL_INT64(core_utc_ms(t.core) / 1000, written().written_s);
    TEST_ASSERT_EQUAL(E_NOTFOUND, init_card_find(t.core, 4711, &userid));
    TEST_ASSERT_EQUAL(0, init_card_find(t.core, 4712, &userid));
    TEST_ASSERT_EQUAL_UINT32(0, userid);
}

void test_who_may_no_more_writes_none(void) {
    struct actor low = chief, gone = chief;
    fixture_add_user(&t, 21, "Low", 1, 0, "735846");
    low.userid = 21;
    low.level = 1;
    gone.level = 15;
    unsigned rows = audit().count;
    TEST_ASSERT_EQUAL(E_SESSION_ENDED, init_card_keep(t.core, &low, 4711)); /* has not the right */
    TEST_ASSERT_EQUAL(E_SESSION_ENDED, init_card_keep(t.core, &gone, 4711));
    TEST_ASSERT_FALSE(written().is_written);
    TEST_ASSERT_EQUAL_UINT(rows, audit().count);
}

/* ---- waiting for it ---- */

void test_it_is_awaited_as_an_enrolment_of_nobody(void) {
    uint32_t userid = 99;
    TEST_ASSERT_EQUAL(0, init_card_start(t.core, &chief, false));
    enrol_look(t.core, &chief, &view);
    TEST_ASSERT_TRUE(view.wish.is_init_card);
    TEST_ASSERT_EQUAL(ENROL_FACTOR_CARD, view.wish.factor);
    TEST_ASSERT_EQUAL_STRING("initCard", audit().rows[0].object);
    TEST_ASSERT_EQUAL_STRING("{\"enrols\":\"card\",\"index\":0}", audit().rows[0].after);
    TEST_ASSERT_TRUE(enrol_takes_card(t.core, 444, false)); /* Ada's */
    enrol_look(t.core, &chief, &view);
    TEST_ASSERT_EQUAL(ENROL_NOTE_DUPLICATE, view.note);
    TEST_ASSERT_EQUAL_UINT32(7, view.duplicate);
    TEST_ASSERT_TRUE(enrol_takes_card(t.core, 555, false));
    enrol_look(t.core, &chief, &view);
    TEST_ASSERT_EQUAL(ENROL_STEP_DONE, view.step);
    TEST_ASSERT_EQUAL(0, init_card_find(t.core, 555, &userid));
    TEST_ASSERT_EQUAL_UINT32(20, userid);
    TEST_ASSERT_EQUAL(E_INIT_CARD_EXISTS, init_card_start(t.core, &chief, false));
    TEST_ASSERT_FALSE(enrol_goes_on(t.core));
    TEST_ASSERT_EQUAL(0, init_card_start(t.core, &chief, true));
    TEST_ASSERT_EQUAL(E_ENROL_BUSY, init_card_start(t.core, &chief, true));
    TEST_ASSERT_TRUE(enrol_takes_card(t.core, 555, false)); /* the same card again */
    enrol_look(t.core, &chief, &view);
    TEST_ASSERT_EQUAL(ENROL_STEP_DONE, view.step);
}

void test_one_of_id_0_needs_the_password_of_the_keypad(void) {
    struct actor by = admin;
    set_keypad_password("");
    TEST_ASSERT_EQUAL(E_KEYPAD_PASSWORD_NEEDED, init_card_start(t.core, &by, false));
    TEST_ASSERT_FALSE(enrol_goes_on(t.core));
    TEST_ASSERT_EQUAL(0, init_card_start(t.core, &chief, false)); /* has a code of its own */
    TEST_ASSERT_EQUAL(0, init_card_cancel(t.core, &chief));
    set_keypad_password("735846");
    TEST_ASSERT_EQUAL(0, init_card_start(t.core, &by, false));
}

void test_who_is_gone_begins_none_and_what_is_held_does_not_matter(void) {
    struct actor gone = chief;
    gone.level = 15;
    TEST_ASSERT_EQUAL(E_SESSION_ENDED, init_card_start(t.core, &gone, false));
    TEST_ASSERT_FALSE(enrol_goes_on(t.core));
    credentials_hold(t.shared, true);
    TEST_ASSERT_EQUAL(0, init_card_start(t.core, &chief, false));
}

void test_cancelling_it_ends_no_other_enrolment(void) {
    struct users_refusal refusal = {0};
    struct enrol_wish wish = {.userid = 7, .factor = ENROL_FACTOR_CARD};
    TEST_ASSERT_EQUAL(0, init_card_cancel(t.core, &chief));
    TEST_ASSERT_EQUAL(0, init_card_start(t.core, &chief, false));
    struct actor low = {.account = "21", .userid = 21, .level = 15};
    TEST_ASSERT_EQUAL(E_FORBIDDEN, init_card_cancel(t.core, &low));
    TEST_ASSERT_TRUE(enrol_goes_on(t.core));
    TEST_ASSERT_EQUAL(0, init_card_cancel(t.core, &chief));
    TEST_ASSERT_FALSE(enrol_goes_on(t.core));
    chief.fresh = true;
    TEST_ASSERT_EQUAL(0, enrol_start(t.core, &chief, &wish, &refusal));
    TEST_ASSERT_EQUAL(0, init_card_cancel(t.core, &chief));
    TEST_ASSERT_TRUE(enrol_goes_on(t.core));
}
