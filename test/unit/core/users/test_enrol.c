/* Enrolment with a module that does what the test says, on a whole terminal: docs/rules.md, "Enrolment". */
#include "core/users/enrol.h"

#include <stdlib.h>
#include <string.h>

#include "audit_rows.h"
#include "core/accounts/roles.h"
#include "core/users/credentials.h"
#include "core/users/init_card.h"
#include "fake_module.h"
#include "made_picture.h"
#include "memory_watch.h"
#include "terminal_fixture.h"
#include "transitions.h"
#include "unity.h"
#include "util/arena.h"
#include "util/buf.h"

#define SOME_CARD 4711U

static struct fixture t;
static struct fake_module finger, face, iris;
static struct actor admin;
static struct actor operator; /* user 8 with level 8 */
static struct enrol_view view;
static struct users_refusal refusal;
static unsigned shows; /* how often the display was given something */

static int show(void *ctx, const struct hal_display_enrol *now) {
    struct fake_hal *fake = ctx;
    shows++;
    fake->enrol = *now;
    return fake->display_offline ? E_OFFLINE : 0;
}

void setUp(void) {
    fixture_up(&t);
    fake_module_fit(&finger, 1, &t.fake.hal.finger);
    fake_module_fit(&face, 2, &t.fake.hal.face);
    fake_module_fit(&iris, 3, &t.fake.hal.iris);
    credentials_trust(t.core, FACTOR_FINGER, finger.info.serial);
    credentials_trust(t.core, FACTOR_FACE, face.info.serial);
    credentials_trust(t.core, FACTOR_IRIS, iris.info.serial);
    t.fake.hal.display.enrol = show;
    fixture_add_user(&t, 7, "Ada", 0, 0, NULL);
    fixture_add_user(&t, 8, "Grace", 8, 0, "402913");
    admin = (struct actor){
        .session = 1, .account = "admin", .name = "Administrator", .level = 16, .fresh = true, .call = "regfp"};
    operator=(struct actor){.session = 2, .account = "8", .userid = 8, .level = 8, .fresh = true, .call = "regfp"};
    refusal = (struct users_refusal){0};
    shows = 0;
}

void tearDown(void) {
    transitions_end();
    fixture_down(&t);
}

static void look(void) {
    enrol_look(t.core, &admin, &view);
}

static int start(const struct actor *by, struct enrol_wish wish) {
    refusal = (struct users_refusal){.field = NULL};
    return enrol_start(t.core, by, &wish, &refusal);
}

static void begin_finger(const struct actor *by, uint8_t index) {
    TEST_ASSERT_EQUAL(0, start(by, (struct enrol_wish){.userid = 7, .factor = ENROL_FACTOR_FINGER, .index = index}));
}

static void begin_card(const struct actor *by) {
    TEST_ASSERT_EQUAL(0, start(by, (struct enrol_wish){.userid = 7, .factor = ENROL_FACTOR_CARD}));
}

static void expect_end(enum enrol_step step, enum enrol_note note) {
    look();
    TEST_ASSERT_EQUAL(step, view.step);
    TEST_ASSERT_EQUAL(note, view.note);
    TEST_ASSERT_EQUAL_UINT32(0, view.seconds_left);
    TEST_ASSERT_FALSE(enrol_goes_on(t.core));
    TEST_ASSERT_FALSE(enrol_has_module(t.core, FACTOR_FINGER));
    TEST_ASSERT_EQUAL_INT64(INT64_MAX, enrol_due_ms(t.core));
}

static void expect_going(void) {
    look();
    TEST_ASSERT_TRUE(enrol_goes_on(t.core));
    TEST_ASSERT_NOT_EQUAL(0, view.seconds_left);
}

static struct audit_copy newest_audit(void) {
    struct audit_rows rows;
    audit_rows_read(t.core->store, &rows);
    return rows.rows[0];
}

static unsigned count_audit(void) {
    struct audit_rows rows;
    audit_rows_read(t.core->store, &rows);
    return rows.count;
}

static int get_credential(unsigned index, struct credential *ret_credential) {
    return store_credential_get(t.core->store, 7, FACTOR_FINGER, index, ret_credential);
}

static uint64_t card_of(uint32_t userid) {
    struct arena arena;
    struct user user;
    arena_init(&arena, 8192);
    TEST_ASSERT_EQUAL(0, users_get(t.core, userid, &arena, &user));
    arena_done(&arena);
    return user.cardno;
}

static void delete_user(uint32_t id) {
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL(0, store_users_delete(t.core->store, id));
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
}

static void set_level(uint32_t id, uint8_t level) {
    struct user user = {.userid = id, .username = "Changed", .level = level, .group = 1};
    uint32_t revision = 0;
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL(0, store_users_update(t.core->store, &user, NULL, &revision));
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
}

/* Levels 1 to 8 have this right about users, and no other. */
static void set_rights(enum right right) {
    struct roles_change changes[8];
    struct roles_refusal ignored;
    uint32_t revision = 0;
    for (uint8_t i = 0; i < 8; i++) {
        changes[i] = (struct roles_change){.level = (uint8_t)(i + 1)};
        changes[i].right[FUNCTION_GROUP_USER] = (uint8_t)right;
    }
    TEST_ASSERT_EQUAL(0, roles_save(t.core, &admin, NULL, changes, 8, &revision, &ignored));
}

/* ---- the beginning ---- */

void test_before_the_first_nothing_goes_on(void) {
    look();
    TEST_ASSERT_EQUAL(ENROL_STEP_IDLE, view.step);
    TEST_ASSERT_EQUAL_STRING("", view.holder);
    TEST_ASSERT_FALSE(view.own);
    TEST_ASSERT_EQUAL_UINT32(0, view.seconds_left);
    TEST_ASSERT_FALSE(enrol_goes_on(t.core));
    TEST_ASSERT_FALSE(enrol_has_module(t.core, FACTOR_FINGER));
    TEST_ASSERT_FALSE(enrol_takes_card(t.core, SOME_CARD, false));
    TEST_ASSERT_EQUAL_INT64(INT64_MAX, enrol_due_ms(t.core));
    TEST_ASSERT_EQUAL_UINT(0, shows);
}

void test_one_that_begins_says_what_it_waits_for(void) {
    TEST_ASSERT_EQUAL(
        0, start(&admin, (struct enrol_wish){
                             .userid = 7, .factor = ENROL_FACTOR_FINGER, .index = 3, .duress = true, .mark = 5}));
    TEST_ASSERT_TRUE(enrol_goes_on(t.core));
    TEST_ASSERT_TRUE(enrol_has_module(t.core, FACTOR_FINGER));
    TEST_ASSERT_FALSE(enrol_has_module(t.core, FACTOR_FACE));
    TEST_ASSERT_FALSE(enrol_takes_card(t.core, SOME_CARD, false));
    TEST_ASSERT_EQUAL(ENROL_STEP_PRESENT, t.fake.enrol.step);
    TEST_ASSERT_EQUAL(ENROL_FACTOR_FINGER, t.fake.enrol.factor);
    TEST_ASSERT_EQUAL_UINT(1, t.fake.enrol.needed);
    TEST_ASSERT_EQUAL_UINT32(7, t.fake.enrol.userid);
    TEST_ASSERT_EQUAL_STRING("Ada", t.fake.enrol.name);
    look();
    TEST_ASSERT_EQUAL(ENROL_STEP_PRESENT, view.step);
    TEST_ASSERT_EQUAL(ENROL_NOTE_NONE, view.note);
    TEST_ASSERT_EQUAL_UINT32(7, view.wish.userid);
    TEST_ASSERT_EQUAL_UINT8(3, view.wish.index);
    TEST_ASSERT_TRUE(view.wish.duress);
    TEST_ASSERT_EQUAL_UINT32(5, view.wish.mark);
    TEST_ASSERT_EQUAL_UINT(0, view.presses);
    TEST_ASSERT_EQUAL_UINT(FAKE_MODULE_PRESSES, view.needed);
    TEST_ASSERT_EQUAL_UINT32(60, view.seconds_left);
    TEST_ASSERT_EQUAL_STRING("admin", view.holder);
    TEST_ASSERT_EQUAL_STRING("Administrator", view.holder_name);
    TEST_ASSERT_TRUE(view.own);
    enrol_look(t.core, &operator, & view);
    TEST_ASSERT_FALSE(view.own);
    struct audit_copy row = newest_audit();
    TEST_ASSERT_EQUAL_STRING("user 7", row.object);
    TEST_ASSERT_EQUAL_STRING("regfp", row.call);
    TEST_ASSERT_EQUAL_STRING("{\"enrols\":\"finger\",\"index\":3}", row.after);
}

void test_places_and_duress_are_those_of_the_factor(void) {
    static const struct {
        enum enrol_factor factor;
        uint8_t index;
        bool duress;
        const char *field; /* NULL: it begins */
    } cases[] = {
        {ENROL_FACTOR_FINGER, 0, false, NULL},     {ENROL_FACTOR_FINGER, 9, true, NULL},
        {ENROL_FACTOR_FINGER, 10, false, "index"}, {ENROL_FACTOR_IRIS, 1, false, NULL},
        {ENROL_FACTOR_IRIS, 2, false, "index"},    {ENROL_FACTOR_IRIS, 0, true, "duress"},
        {ENROL_FACTOR_FACE, 0, false, NULL},       {ENROL_FACTOR_FACE, 1, false, "index"},
        {ENROL_FACTOR_FACE, 0, true, "duress"},    {ENROL_FACTOR_CARD, 0, false, NULL},
        {ENROL_FACTOR_CARD, 1, false, "index"},    {ENROL_FACTOR_CARD, 0, true, "duress"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct enrol_wish wish = {
            .userid = 7, .factor = cases[i].factor, .index = cases[i].index, .duress = cases[i].duress};
        TEST_ASSERT_EQUAL(cases[i].field == NULL ? 0 : E_RANGE, start(&admin, wish));
        TEST_ASSERT_EQUAL_STRING(cases[i].field, refusal.field);
        TEST_ASSERT_EQUAL(cases[i].field == NULL, enrol_goes_on(t.core));
        TEST_ASSERT_EQUAL(0, enrol_cancel(t.core, &admin));
    }
}

void test_each_factor_begins_in_its_own_module(void) {
    static const struct {
        enum enrol_factor wish;
        enum factor factor;
        struct fake_module *module;
    } cases[] = {{ENROL_FACTOR_FINGER, FACTOR_FINGER, &finger},
                 {ENROL_FACTOR_FACE, FACTOR_FACE, &face},
                 {ENROL_FACTOR_IRIS, FACTOR_IRIS, &iris}};
    for (size_t i = 0; i < 3; i++) {
        TEST_ASSERT_EQUAL(0, start(&admin, (struct enrol_wish){.userid = 7, .factor = cases[i].wish}));
        for (size_t j = 0; j < 3; j++) {
            TEST_ASSERT_EQUAL(i == j, enrol_has_module(t.core, cases[j].factor));
            TEST_ASSERT_EQUAL_UINT(j <= i, cases[j].module->enrolled);
        }
        TEST_ASSERT_EQUAL(0, enrol_cancel(t.core, &admin));
        cases[i].module->info.fitted = false;
        TEST_ASSERT_EQUAL(E_NOT_FITTED, start(&admin, (struct enrol_wish){.userid = 7, .factor = cases[i].wish}));
        TEST_ASSERT_EQUAL_STRING("factor", refusal.field);
        TEST_ASSERT_FALSE(enrol_goes_on(t.core));
    }
}

void test_who_may_not_begins_nothing(void) {
    struct actor stale = operator, gone = operator, higher = operator;
    stale.fresh = false;
    gone.level = 9;
    fixture_add_user(&t, 4, "Peer", 4, 0, "517394");
    fixture_add_user(&t, 9, "Chief", 9, 0, "739158");
    const struct {
        const struct actor *by;
        uint32_t userid;
        int err;
        const char *field;
    } cases[] = {
        {&admin, 99, E_USER_UNKNOWN, "userid"},
        {&higher, 9, E_ABOVE_LEVEL, "userid"},
        {&stale, 4, E_PASSWORD_NEEDED, NULL},
        {&gone, 7, E_SESSION_ENDED, NULL},
        {&operator, 4, 0, NULL},
        {&stale, 7, 0, NULL},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        unsigned before = count_audit();
        TEST_ASSERT_EQUAL(cases[i].err, start(cases[i].by, (struct enrol_wish){.userid = cases[i].userid,
                                                                               .factor = ENROL_FACTOR_FINGER}));
        TEST_ASSERT_EQUAL_STRING(cases[i].field, refusal.field);
        TEST_ASSERT_EQUAL(cases[i].err == 0, enrol_goes_on(t.core));
        TEST_ASSERT_EQUAL_UINT(before + (cases[i].err == 0), count_audit());
        TEST_ASSERT_EQUAL(0, enrol_cancel(t.core, &admin));
    }
}

void test_a_second_one_begins_when_the_first_is_over(void) {
    begin_finger(&admin, 0);
    TEST_ASSERT_EQUAL(E_ENROL_BUSY, start(&operator,(struct enrol_wish){.userid = 7, .factor = ENROL_FACTOR_CARD}));
    TEST_ASSERT_EQUAL_UINT(0, finger.cancelled);
    fake_hal_advance(&t.fake, ENROL_LIMIT_MS);
    begin_card(&operator); /* nobody looked meanwhile */
    TEST_ASSERT_EQUAL_UINT(1, finger.cancelled);
    look();
    TEST_ASSERT_EQUAL_STRING("8", view.holder);
    TEST_ASSERT_EQUAL_UINT32(60, view.seconds_left);
}

void test_a_module_that_cannot_begins_nothing(void) {
    static const struct {
        int err, enrol_error, list_error;
        bool is_offline, is_strange, is_full;
    } cases[] = {
        {.err = E_OFFLINE, .is_offline = true},
        {.err = E_BUSY, .is_strange = true},
        {.err = E_MODULE_FULL, .is_full = true},
        {.err = E_OFFLINE, .list_error = E_OFFLINE},
        {.err = E_MODULE_FULL, .enrol_error = E_CAPACITY},
        {.err = E_BUSY, .enrol_error = E_BUSY},
        {.err = 0},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        unsigned changes = credentials_changes(t.core);
        finger.info.online = !cases[i].is_offline;
        finger.info.serial[0] = cases[i].is_strange ? 9 : 1;
        finger.enrol_error = cases[i].enrol_error;
        finger.list_error = cases[i].list_error;
        finger.info.capacity = cases[i].is_full ? 0 : FAKE_MODULE_SLOTS;
        TEST_ASSERT_EQUAL(cases[i].err, start(&admin, (struct enrol_wish){.userid = 7, .factor = ENROL_FACTOR_FINGER}));
        TEST_ASSERT_EQUAL(cases[i].err == 0, enrol_goes_on(t.core));
        TEST_ASSERT_EQUAL(cases[i].err == 0, enrol_has_module(t.core, FACTOR_FINGER));
        /* What may have been erased is compared with the store. */
        TEST_ASSERT_EQUAL_UINT(changes + (cases[i].enrol_error < 0), credentials_changes(t.core));
    }
}

/* A credential of another user in the store. */
static void keep_slot(uint32_t userid, unsigned index, uint32_t slot) {
    struct credential credential = {.userid = userid, .factor = FACTOR_FINGER, .index = (uint8_t)index, .slot = slot};
    TEST_ASSERT_EQUAL(0, store_begin(t.core->store));
    TEST_ASSERT_EQUAL(0, credentials_keep(t.core, &admin, &credential, false, "minutiae", 8));
    TEST_ASSERT_EQUAL(0, store_commit(t.core->store));
}

void test_the_slot_is_free_in_the_store_and_in_the_module(void) {
    finger.taken[0] = true;
    finger.taken[3] = true;
    keep_slot(8, 0, 1);
    begin_finger(&admin, 0);
    TEST_ASSERT_EQUAL_UINT32(2, finger.state.slot);
    TEST_ASSERT_EQUAL(0, enrol_cancel(t.core, &admin));
    finger.info.capacity = 3;
    begin_finger(&admin, 0);
    TEST_ASSERT_EQUAL_UINT32(2, finger.state.slot);
    TEST_ASSERT_EQUAL(0, enrol_cancel(t.core, &admin));
    finger.info.capacity = 2;
    TEST_ASSERT_EQUAL(E_MODULE_FULL, start(&admin, (struct enrol_wish){.userid = 7, .factor = ENROL_FACTOR_FINGER}));
    finger.info.capacity = 4;
    finger.taken[2] = true;
    TEST_ASSERT_EQUAL(E_MODULE_FULL, start(&admin, (struct enrol_wish){.userid = 7, .factor = ENROL_FACTOR_FINGER}));
    TEST_ASSERT_FALSE(enrol_goes_on(t.core));
}

/* ---- steps ---- */

void test_steps_notes_and_counts_of_the_module_are_seen(void) {
    static const struct {
        enum hal_enrol_step step;
        enum hal_enrol_note note;
        enum enrol_step seen;
        enum enrol_note seen_note;
    } cases[] = {
        {HAL_ENROL_PRESENT, HAL_ENROL_NOTE_NONE, ENROL_STEP_PRESENT, ENROL_NOTE_NONE},
        {HAL_ENROL_LIFT, HAL_ENROL_NOTE_NONE, ENROL_STEP_LIFT, ENROL_NOTE_NONE},
        {HAL_ENROL_WORKING, HAL_ENROL_NOTE_NONE, ENROL_STEP_WORKING, ENROL_NOTE_NONE},
        {HAL_ENROL_PRESENT, HAL_ENROL_NOTE_POOR, ENROL_STEP_PRESENT, ENROL_NOTE_POOR},
        {HAL_ENROL_PRESENT, HAL_ENROL_NOTE_NOT_SAME, ENROL_STEP_PRESENT, ENROL_NOTE_NOT_SAME},
        {HAL_ENROL_LIFT, HAL_ENROL_NOTE_NOT_LIVE, ENROL_STEP_LIFT, ENROL_NOTE_NOT_LIVE},
        {HAL_ENROL_PRESENT, HAL_ENROL_NOTE_SEVERAL, ENROL_STEP_PRESENT, ENROL_NOTE_SEVERAL},
        {HAL_ENROL_PRESENT, HAL_ENROL_NOTE_NO_FACE, ENROL_STEP_PRESENT, ENROL_NOTE_NO_FACE},
    };
    begin_finger(&admin, 0);
    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        finger.state.step = cases[i].step;
        finger.state.note = cases[i].note;
        finger.state.presses = i;
        finger.state.needed = i + 2;
        finger.state.quality = 50 + i;
        look();
        TEST_ASSERT_EQUAL(cases[i].seen, view.step);
        TEST_ASSERT_EQUAL(cases[i].seen_note, view.note);
        TEST_ASSERT_EQUAL_UINT(i, view.presses);
        TEST_ASSERT_EQUAL_UINT(i + 2, view.needed);
        TEST_ASSERT_EQUAL_UINT(50 + i, view.quality);
        TEST_ASSERT_EQUAL(cases[i].seen, t.fake.enrol.step);
        TEST_ASSERT_EQUAL(cases[i].seen_note, t.fake.enrol.note);
        TEST_ASSERT_EQUAL_UINT(i, t.fake.enrol.presses);
        TEST_ASSERT_EQUAL_UINT(i + 2, t.fake.enrol.needed);
        TEST_ASSERT_TRUE(enrol_goes_on(t.core));
    }
}

void test_what_the_module_fails_of_is_said(void) {
    static const struct {
        enum hal_enrol_note note;
        enum enrol_note seen;
    } cases[] = {
        {HAL_ENROL_NOTE_FULL, ENROL_NOTE_FULL},           {HAL_ENROL_NOTE_TIMEOUT, ENROL_NOTE_TIMEOUT},
        {HAL_ENROL_NOTE_LOST, ENROL_NOTE_LOST},           {HAL_ENROL_NOTE_CANCELLED, ENROL_NOTE_CANCELLED},
        {HAL_ENROL_NOTE_NO_FACE, ENROL_NOTE_NO_FACE},     {HAL_ENROL_NOTE_POOR, ENROL_NOTE_POOR},
        {HAL_ENROL_NOTE_SEVERAL, ENROL_NOTE_SEVERAL},     {HAL_ENROL_NOTE_NOT_LIVE, ENROL_NOTE_NOT_LIVE},
        {HAL_ENROL_NOTE_DUPLICATE, ENROL_NOTE_DUPLICATE},
    };
    struct credential ignored;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        unsigned changes = credentials_changes(t.core);
        begin_finger(&admin, 0);
        fake_module_fail(&finger, cases[i].note);
        expect_end(ENROL_STEP_FAILED, cases[i].seen);
        TEST_ASSERT_EQUAL_UINT32(0, view.duplicate);
        TEST_ASSERT_EQUAL_UINT(changes + 1, credentials_changes(t.core)); /* the modules are compared */
        TEST_ASSERT_EQUAL(E_NOTFOUND, get_credential(0, &ignored));
    }
}

void test_a_duplicate_names_who_has_it_and_the_next_one_names_nobody(void) {
    keep_slot(8, 0, 2);
    begin_finger(&admin, 0);
    fake_module_fail(&finger, HAL_ENROL_NOTE_DUPLICATE);
    finger.state.duplicate = 2;
    finger.state.quality = 80;
    finger.state.presses = 1;
    expect_end(ENROL_STEP_FAILED, ENROL_NOTE_DUPLICATE);
    TEST_ASSERT_EQUAL_UINT32(8, view.duplicate);
    begin_card(&operator);
    look();
    TEST_ASSERT_EQUAL(ENROL_STEP_PRESENT, view.step);
    TEST_ASSERT_EQUAL(ENROL_NOTE_NONE, view.note);
    TEST_ASSERT_EQUAL_UINT32(0, view.duplicate);
    TEST_ASSERT_EQUAL_UINT(0, view.presses);
    TEST_ASSERT_EQUAL_UINT(1, view.needed);
    TEST_ASSERT_EQUAL_UINT(0, view.quality);
    TEST_ASSERT_EQUAL_STRING("", view.holder_name);
}

void test_a_module_that_knows_nothing_of_it_has_lost_it(void) {
    begin_finger(&admin, 0);
    finger.state.step = HAL_ENROL_IDLE;
    expect_end(ENROL_STEP_FAILED, ENROL_NOTE_LOST);
    TEST_ASSERT_EQUAL_UINT(1, finger.cancelled);
    begin_finger(&admin, 0);
    finger.state.slot++;
    expect_end(ENROL_STEP_FAILED, ENROL_NOTE_LOST);
    TEST_ASSERT_EQUAL_UINT(2, finger.cancelled);
}

void test_the_display_is_told_what_differs_alone(void) {
    begin_finger(&admin, 0);
    look();
    unsigned told = shows;
    look();
    TEST_ASSERT_EQUAL_UINT(told, shows);
    finger.state.quality++; /* is not on it */
    look();
    TEST_ASSERT_EQUAL_UINT(told, shows);
    finger.state.step = HAL_ENROL_LIFT;
    look();
    TEST_ASSERT_EQUAL_UINT(told + 1, shows);
    finger.state.note = HAL_ENROL_NOTE_POOR;
    look();
    TEST_ASSERT_EQUAL_UINT(told + 2, shows);
    finger.state.presses++;
    look();
    TEST_ASSERT_EQUAL_UINT(told + 3, shows);
    finger.state.needed++;
    look();
    TEST_ASSERT_EQUAL_UINT(told + 4, shows);
    t.fake.display_offline = true;
    TEST_ASSERT_EQUAL(0, enrol_cancel(t.core, &admin));
    TEST_ASSERT_EQUAL_UINT(told + 5, shows);
    TEST_ASSERT_EQUAL(ENROL_STEP_FAILED, t.fake.enrol.step);
    look();
    TEST_ASSERT_EQUAL_UINT(told + 5, shows); /* the driver shows it itself when it is back */
}

/* ---- time ---- */

void test_without_a_press_that_counted_it_ends_after_a_minute(void) {
    begin_finger(&admin, 0);
    fake_hal_advance(&t.fake, 1);
    look();
    TEST_ASSERT_EQUAL_UINT32(60, view.seconds_left);
    fake_hal_advance(&t.fake, 999);
    look();
    TEST_ASSERT_EQUAL_UINT32(59, view.seconds_left);
    fake_hal_advance(&t.fake, ENROL_LIMIT_MS - 1001);
    look();
    TEST_ASSERT_EQUAL_UINT32(1, view.seconds_left);
    TEST_ASSERT_EQUAL_UINT(0, finger.cancelled);
    fake_hal_advance(&t.fake, 1);
    expect_end(ENROL_STEP_FAILED, ENROL_NOTE_TIMEOUT);
    TEST_ASSERT_EQUAL_UINT(1, finger.cancelled);
}

void test_a_press_that_counts_gives_another_minute_and_another_look_none(void) {
    begin_finger(&admin, 0);
    fake_hal_advance(&t.fake, ENROL_LIMIT_MS - 1);
    finger.state.note = HAL_ENROL_NOTE_POOR;
    look();
    TEST_ASSERT_EQUAL_UINT32(1, view.seconds_left);
    finger.state.presses = 1;
    look();
    TEST_ASSERT_EQUAL_UINT32(60, view.seconds_left);
    fake_hal_advance(&t.fake, ENROL_LIMIT_MS - 1);
    expect_going();
    fake_hal_advance(&t.fake, 1);
    expect_end(ENROL_STEP_FAILED, ENROL_NOTE_TIMEOUT);
}

void test_after_five_minutes_it_ends_whatever_is_shown(void) {
    begin_finger(&admin, 0);
    for (unsigned i = 1; i <= 5; i++) {
        fake_hal_advance(&t.fake, 50000);
        finger.state.presses = i;
        look();
        TEST_ASSERT_EQUAL_UINT32(i < 5 ? 60 : 50, view.seconds_left);
    }
    fake_hal_advance(&t.fake, 49999);
    finger.state.presses = 6;
    look();
    TEST_ASSERT_EQUAL_UINT32(1, view.seconds_left);
    fake_hal_advance(&t.fake, 1);
    finger.state.presses = 7;
    expect_end(ENROL_STEP_FAILED, ENROL_NOTE_TIMEOUT);
    begin_finger(&admin, 0); /* a new one has its own five minutes */
    look();
    TEST_ASSERT_EQUAL_UINT32(60, view.seconds_left);
}

void test_upkeep_is_due_when_something_may_have_happened(void) {
    static const struct {
        enum hal_enrol_step step;
        bool is_over;
    } steps[] = {{HAL_ENROL_PRESENT, false}, {HAL_ENROL_LIFT, false},  {HAL_ENROL_WORKING, false},
                 {HAL_ENROL_DONE, true},     {HAL_ENROL_FAILED, true}, {HAL_ENROL_IDLE, true}};
    begin_finger(&admin, 0);
    look();
    int64_t now_ms = core_mono_ms(t.core);
    for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
        finger.state.step = steps[i].step;
        TEST_ASSERT_EQUAL_INT64(steps[i].is_over ? 0 : now_ms + 250, enrol_due_ms(t.core));
    }
    finger.state.step = HAL_ENROL_PRESENT;
    fake_hal_advance(&t.fake, ENROL_LIMIT_MS - 250);
    look();
    TEST_ASSERT_EQUAL_INT64(now_ms + ENROL_LIMIT_MS, enrol_due_ms(t.core));
    fake_hal_advance(&t.fake, 1);
    look();
    TEST_ASSERT_EQUAL_INT64(now_ms + ENROL_LIMIT_MS, enrol_due_ms(t.core)); /* not after its end */
    fake_hal_advance(&t.fake, 249);
    enrol_upkeep(t.core);
    TEST_ASSERT_EQUAL_INT64(INT64_MAX, enrol_due_ms(t.core));
    expect_end(ENROL_STEP_FAILED, ENROL_NOTE_TIMEOUT);
}

void test_upkeep_of_a_card_is_due_every_200_ms_and_at_once_when_one_was_shown(void) {
    begin_card(&admin);
    int64_t begun_ms = core_mono_ms(t.core);
    TEST_ASSERT_EQUAL_INT64(begun_ms + 200, enrol_due_ms(t.core));
    fake_hal_advance(&t.fake, ENROL_LIMIT_MS - 201);
    TEST_ASSERT_EQUAL_INT64(begun_ms + ENROL_LIMIT_MS - 1, enrol_due_ms(t.core));
    fake_hal_advance(&t.fake, 2);
    TEST_ASSERT_EQUAL_INT64(begun_ms + ENROL_LIMIT_MS, enrol_due_ms(t.core));
    TEST_ASSERT_TRUE(enrol_takes_card(t.core, SOME_CARD, false));
    TEST_ASSERT_EQUAL_INT64(0, enrol_due_ms(t.core));
    enrol_upkeep(t.core);
    TEST_ASSERT_EQUAL_UINT64(SOME_CARD, card_of(7));
    expect_end(ENROL_STEP_DONE, ENROL_NOTE_NONE);
}

/* ---- what is stored ---- */

static void finish_with_quality(unsigned quality) {
    fake_module_finish(&finger, "minutiae of Ada");
    finger.state.quality = quality;
}

void test_a_template_is_stored_with_its_audit_row(void) {
    static const struct {
        unsigned quality, kept;
        bool duress;
    } cases[] = {{99, 99, true}, {100, 100, false}, {101, 100, false}, {0, 0, false}};
    for (uint8_t i = 0; i < 4; i++) {
        struct credential kept;
        char template[HAL_BIOMETRIC_TEMPLATE_MAX], after[128];
        size_t len = 0;
        unsigned changes = credentials_changes(t.core);
        TEST_ASSERT_EQUAL(
            0, start(&admin, (struct enrol_wish){
                                 .userid = 7, .factor = ENROL_FACTOR_FINGER, .index = i, .duress = cases[i].duress}));
        fake_hal_advance(&t.fake, 1000);
        finish_with_quality(cases[i].quality);
        expect_end(ENROL_STEP_DONE, ENROL_NOTE_NONE);
        TEST_ASSERT_EQUAL(0, get_credential(i, &kept));
        TEST_ASSERT_EQUAL(cases[i].duress, kept.duress);
        TEST_ASSERT_EQUAL_UINT8(cases[i].kept, kept.quality);
        TEST_ASSERT_EQUAL_INT64(core_utc_ms(t.core) / 1000, kept.enrolled_s);
        TEST_ASSERT_EQUAL_UINT32(i, kept.slot);
        TEST_ASSERT_EQUAL(0, credentials_template(t.core, &kept, template, &len));
        TEST_ASSERT_EQUAL_STRING_LEN("minutiae of Ada", template, len);
        TEST_ASSERT_EQUAL_size_t(15, len);
        TEST_ASSERT_EQUAL_UINT(0, finger.erased);
        TEST_ASSERT_EQUAL_UINT(changes, credentials_changes(t.core)); /* module and store agree */
        struct audit_copy row = newest_audit();
        (void)snprintf(after, sizeof(after), "{\"factor\":\"finger\",\"index\":%u,\"duress\":%s,\"quality\":%u}", i,
                       cases[i].duress ? "true" : "false", cases[i].kept);
        TEST_ASSERT_EQUAL_STRING(after, row.after);
        TEST_ASSERT_EQUAL_STRING("user 7", row.object);
        TEST_ASSERT_EQUAL(AUDIT_IMPORTANCE_EDIT, row.importance);
    }
}

void test_upkeep_stores_while_nobody_looks(void) {
    struct credential kept;
    begin_finger(&admin, 4);
    fake_module_finish(&finger, "minutiae");
    enrol_upkeep(t.core);
    TEST_ASSERT_EQUAL(0, get_credential(4, &kept));
}

static void store_first_finger(void) {
    begin_finger(&admin, 2);
    fake_module_finish(&finger, "the first");
    expect_end(ENROL_STEP_DONE, ENROL_NOTE_NONE);
}

void test_the_one_before_is_in_the_store_until_the_new_one_is(void) {
    struct credential kept;
    store_first_finger();
    unsigned changes = credentials_changes(t.core);
    begin_finger(&admin, 2);
    TEST_ASSERT_EQUAL_UINT(1, finger.erased);
    TEST_ASSERT_EQUAL_UINT32(0, finger.erased_slot);
    TEST_ASSERT_EQUAL_UINT32(1, finger.state.slot);
    TEST_ASSERT_EQUAL(0, get_credential(2, &kept));
    TEST_ASSERT_EQUAL_UINT32(0, kept.slot);
    fake_module_finish(&finger, "the second");
    expect_end(ENROL_STEP_DONE, ENROL_NOTE_NONE);
    TEST_ASSERT_EQUAL(0, get_credential(2, &kept));
    TEST_ASSERT_EQUAL_UINT32(1, kept.slot);
    TEST_ASSERT_EQUAL_UINT(changes + 1, credentials_changes(t.core));
    begin_finger(&admin, 3); /* replaces none */
    TEST_ASSERT_EQUAL_UINT(1, finger.erased);
    fake_module_finish(&finger, "another");
    expect_end(ENROL_STEP_DONE, ENROL_NOTE_NONE);
    TEST_ASSERT_EQUAL_UINT(changes + 1, credentials_changes(t.core));
}

void test_the_one_before_goes_back_when_nothing_came_of_it(void) {
    struct credential kept;
    store_first_finger();
    unsigned changes = credentials_changes(t.core);
    begin_finger(&admin, 2);
    TEST_ASSERT_EQUAL(0, enrol_cancel(t.core, &admin));
    TEST_ASSERT_EQUAL_UINT(changes + 1, credentials_changes(t.core));
    TEST_ASSERT_EQUAL(0, get_credential(2, &kept));
    TEST_ASSERT_EQUAL_UINT32(0, kept.slot);
    begin_finger(&admin, 2); /* it is out of the module already */
    fake_module_fail(&finger, HAL_ENROL_NOTE_TIMEOUT);
    expect_end(ENROL_STEP_FAILED, ENROL_NOTE_TIMEOUT);
    TEST_ASSERT_EQUAL_UINT(changes + 2, credentials_changes(t.core));
    finger.erase_error = E_OFFLINE;
    TEST_ASSERT_EQUAL(E_OFFLINE,
                      start(&admin, (struct enrol_wish){.userid = 7, .factor = ENROL_FACTOR_FINGER, .index = 2}));
    TEST_ASSERT_FALSE(enrol_goes_on(t.core));
}

static void hold_users(void) {
    credentials_hold(t.shared, true);
}

static void delete_ada(void) {
    delete_user(7);
}

/* What Ada laid on the sensor is not Zoe's. */
static void replace_ada(void) {
    delete_user(7);
    fixture_add_user(&t, 7, "Zoe", 0, 0, NULL);
}

static void raise_ada(void) {
    set_level(7, 4);
}

static void raise_ada_above(void) {
    set_level(7, 9);
}

static void lower_operator(void) {
    set_level(8, 7);
}

static void take_the_right(void) {
    set_rights(RIGHT_READ);
}

static void nothing(void) {
}

static void fail_read(void) {
    finger.read_error = E_NOTFOUND;
}

static void lose_module(void) {
    finger.read_error = E_OFFLINE;
}

/* What happens between the beginning and the last press. */
static const struct {
    void (*meanwhile)(void);
    enum enrol_step step;
    enum enrol_note note;
    bool is_stale; /* the password had not been typed */
    bool is_of_module; /* no matter of a card */
} meanwhiles[] = {
    {nothing, ENROL_STEP_DONE, ENROL_NOTE_NONE, false, false},
    {nothing, ENROL_STEP_DONE, ENROL_NOTE_NONE, true, false},
    {raise_ada, ENROL_STEP_DONE, ENROL_NOTE_NONE, false, true},
    {raise_ada, ENROL_STEP_FAILED, ENROL_NOTE_NOT_STORED, true, false},
    {raise_ada_above, ENROL_STEP_FAILED, ENROL_NOTE_NOT_STORED, false, false},
    {delete_ada, ENROL_STEP_FAILED, ENROL_NOTE_NOT_STORED, false, false},
    {replace_ada, ENROL_STEP_FAILED, ENROL_NOTE_NOT_STORED, false, false},
    {lower_operator, ENROL_STEP_FAILED, ENROL_NOTE_NOT_STORED, false, false},
    {take_the_right, ENROL_STEP_FAILED, ENROL_NOTE_NOT_STORED, false, false},
    {hold_users, ENROL_STEP_FAILED, ENROL_NOTE_NOT_STORED, false, false},
    {fail_read, ENROL_STEP_FAILED, ENROL_NOTE_NOT_STORED, false, true},
    {lose_module, ENROL_STEP_FAILED, ENROL_NOTE_LOST, false, true},
};

void test_a_template_is_stored_if_who_began_it_still_may(void) {
    for (size_t i = 0; i < sizeof(meanwhiles) / sizeof(meanwhiles[0]); i++) {
        struct actor by = operator;
        struct credential kept;
        by.fresh = !meanwhiles[i].is_stale;
        set_rights(RIGHT_WRITE);
        begin_finger(&by, 0);
        meanwhiles[i].meanwhile();
        unsigned rows = count_audit();
        fake_module_finish(&finger, "minutiae");
        expect_end(meanwhiles[i].step, meanwhiles[i].note);
        bool is_stored = meanwhiles[i].step == ENROL_STEP_DONE;
        TEST_ASSERT_EQUAL(is_stored ? 0 : E_NOTFOUND, get_credential(0, &kept));
        TEST_ASSERT_EQUAL_UINT(is_stored ? 0 : 1, finger.erased);
        TEST_ASSERT_EQUAL_UINT(rows + is_stored, count_audit());
        if (is_stored) {
            TEST_ASSERT_EQUAL(meanwhiles[i].meanwhile == raise_ada ? AUDIT_IMPORTANCE_RIGHTS : AUDIT_IMPORTANCE_EDIT,
                              newest_audit().importance);
        }
        tearDown();
        setUp();
    }
}

void test_a_card_is_stored_if_who_began_it_still_may(void) {
    for (size_t i = 0; i < sizeof(meanwhiles) / sizeof(meanwhiles[0]); i++) {
        struct actor by = operator;
        uint32_t holder = 0;
        if (meanwhiles[i].is_of_module) {
            continue;
        }
        by.fresh = !meanwhiles[i].is_stale;
        set_rights(RIGHT_WRITE);
        begin_card(&by);
        meanwhiles[i].meanwhile();
        unsigned rows = count_audit();
        TEST_ASSERT_TRUE(enrol_takes_card(t.core, SOME_CARD, false));
        expect_end(meanwhiles[i].step, meanwhiles[i].note);
        bool is_stored = meanwhiles[i].step == ENROL_STEP_DONE;
        TEST_ASSERT_EQUAL(is_stored ? 0 : E_NOTFOUND, users_by_card(t.core, SOME_CARD, &holder));
        TEST_ASSERT_EQUAL_UINT(rows + is_stored, count_audit());
        tearDown();
        setUp();
    }
}

/* ---- cards ---- */

void test_a_card_that_is_awaited_becomes_the_users(void) {
    begin_card(&admin);
    TEST_ASSERT_FALSE(enrol_has_module(t.core, FACTOR_FINGER));
    look();
    TEST_ASSERT_EQUAL(ENROL_STEP_PRESENT, view.step);
    TEST_ASSERT_EQUAL_UINT(1, view.needed);
    TEST_ASSERT_TRUE(enrol_takes_card(t.core, SOME_CARD, false));
    expect_end(ENROL_STEP_DONE, ENROL_NOTE_NONE);
    TEST_ASSERT_EQUAL_UINT(1, view.presses);
    TEST_ASSERT_EQUAL_UINT64(SOME_CARD, card_of(7));
    TEST_ASSERT_EQUAL_STRING("{\"cardno\":\"4711\"}", newest_audit().after);
    TEST_ASSERT_FALSE(enrol_takes_card(t.core, SOME_CARD + 1, false)); /* the next one opens the door again */
    TEST_ASSERT_EQUAL_UINT(0, finger.cancelled);
}

void test_another_card_takes_the_next_free_place_until_there_are_five(void) {
    const struct enrol_wish another = {.userid = 7, .factor = ENROL_FACTOR_CARD, .another = true};
    const struct enrol_wish finger_wish = {.userid = 7, .factor = ENROL_FACTOR_FINGER, .another = true};
    for (uint64_t card = 901; card <= 905; card++) {
        struct users_refusal refusal = {0};
        uint32_t holder = 0;
        TEST_ASSERT_EQUAL(0, enrol_start(t.core, &admin, &another, &refusal));
        TEST_ASSERT_TRUE(enrol_takes_card(t.core, card, false));
        expect_end(ENROL_STEP_DONE, ENROL_NOTE_NONE);
        TEST_ASSERT_EQUAL(0, users_by_card(t.core, card, &holder));
        TEST_ASSERT_EQUAL_UINT32(7, holder);
        TEST_ASSERT_EQUAL_UINT64(901, card_of(7));
    }
    struct users_refusal refusal = {0};
    TEST_ASSERT_EQUAL(E_CARDS_FULL, enrol_start(t.core, &admin, &another, &refusal));
    TEST_ASSERT_EQUAL_STRING("another", refusal.field);
    TEST_ASSERT_EQUAL(E_RANGE, enrol_start(t.core, &admin, &finger_wish, &refusal));
    TEST_ASSERT_EQUAL_STRING("another", refusal.field);
    begin_card(&admin); /* replaces the first */
    TEST_ASSERT_TRUE(enrol_takes_card(t.core, 906, false));
    expect_end(ENROL_STEP_DONE, ENROL_NOTE_NONE);
    uint32_t holder = 0;
    TEST_ASSERT_EQUAL_UINT64(906, card_of(7));
    TEST_ASSERT_EQUAL(E_NOTFOUND, users_by_card(t.core, 901, &holder));
}

void test_a_card_that_is_nobodys_to_give_is_named_and_another_awaited(void) {
    TEST_ASSERT_EQUAL(0, init_card_keep(t.core, &admin, 555));
    fixture_add_user(&t, 12, "Has one", 0, 444, NULL);
    static const struct {
        uint64_t card;
        bool is_random;
        enum enrol_note note;
        uint32_t holder;
    } cases[] = {{444, false, ENROL_NOTE_DUPLICATE, 12},
                 {445, true, ENROL_NOTE_RANDOM, 0},
                 {UINT64_C(0x100000000), false, ENROL_NOTE_TOO_LONG, 0},
                 {555, false, ENROL_NOTE_DUPLICATE, 0}};
    begin_card(&admin);
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        fake_hal_advance(&t.fake, ENROL_LIMIT_MS - 1);
        TEST_ASSERT_TRUE(enrol_takes_card(t.core, cases[i].card, cases[i].is_random));
        look();
        TEST_ASSERT_EQUAL(ENROL_STEP_PRESENT, view.step);
        TEST_ASSERT_EQUAL(cases[i].note, view.note);
        TEST_ASSERT_EQUAL_UINT32(cases[i].holder, view.duplicate);
        TEST_ASSERT_EQUAL_UINT32(60, view.seconds_left);
        TEST_ASSERT_EQUAL_UINT(0, view.presses);
    }
    TEST_ASSERT_TRUE(enrol_takes_card(t.core, 445, false));
    expect_end(ENROL_STEP_DONE, ENROL_NOTE_NONE);
    TEST_ASSERT_EQUAL_UINT32(0, view.duplicate);
    TEST_ASSERT_EQUAL_UINT64(445, card_of(7));
}

void test_a_card_that_is_taken_does_not_hold_the_door_for_more_than_five_minutes(void) {
    fixture_add_user(&t, 12, "Has one", 0, 444, NULL);
    begin_card(&admin);
    for (unsigned i = 0; i < 5; i++) {
        TEST_ASSERT_TRUE(enrol_takes_card(t.core, 444, false));
        fake_hal_advance(&t.fake, 59999);
        look();
    }
    TEST_ASSERT_TRUE(enrol_takes_card(t.core, 444, false));
    fake_hal_advance(&t.fake, 5);
    expect_end(ENROL_STEP_FAILED, ENROL_NOTE_TIMEOUT);
    TEST_ASSERT_FALSE(enrol_takes_card(t.core, 444, false));
}

void test_a_card_shown_to_one_is_not_the_next_ones(void) {
    begin_card(&admin);
    TEST_ASSERT_EQUAL(0, enrol_cancel(t.core, &admin));
    TEST_ASSERT_FALSE(enrol_takes_card(t.core, SOME_CARD, false));
    begin_card(&admin);
    expect_going();
    TEST_ASSERT_EQUAL_UINT64(0, card_of(7));
}

/* ---- the end ---- */

void test_who_began_it_may_end_it_and_who_has_that_level(void) {
    static const struct {
        const char *account;
        uint8_t level;
        int err;
    } cases[] = {{"9", 7, E_FORBIDDEN}, {"9", 8, 0}, {"9", 9, 0}, {"8", 8, 0}, {"8", 1, 0}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct actor by = {.userid = 9, .level = cases[i].level};
        (void)snprintf(by.account, sizeof(by.account), "%s", cases[i].account);
        begin_finger(&operator, 0);
        unsigned cancelled = finger.cancelled;
        TEST_ASSERT_EQUAL(cases[i].err, enrol_cancel(t.core, &by));
        TEST_ASSERT_EQUAL(cases[i].err != 0, enrol_goes_on(t.core));
        TEST_ASSERT_EQUAL_UINT(cancelled + (cases[i].err == 0), finger.cancelled);
        TEST_ASSERT_EQUAL(0, enrol_cancel(t.core, &admin));
        expect_end(ENROL_STEP_FAILED, ENROL_NOTE_CANCELLED);
        TEST_ASSERT_EQUAL(ENROL_STEP_FAILED, t.fake.enrol.step);
    }
}

void test_cancelling_what_is_over_changes_nothing(void) {
    struct actor low = {.account = "3", .userid = 3, .level = 1};
    begin_finger(&admin, 0);
    fake_module_finish(&finger, "minutiae");
    TEST_ASSERT_EQUAL(0, enrol_cancel(t.core, &low)); /* it was done a moment ago, and is stored */
    expect_end(ENROL_STEP_DONE, ENROL_NOTE_NONE);
    TEST_ASSERT_EQUAL_UINT(0, finger.cancelled);
    TEST_ASSERT_EQUAL(ENROL_STEP_DONE, t.fake.enrol.step);
}

void test_one_is_ended_by_its_mark_and_no_other_is(void) {
    TEST_ASSERT_EQUAL(0, start(&admin, (struct enrol_wish){.userid = 7, .factor = ENROL_FACTOR_FINGER, .mark = 3}));
    enrol_cancel_own(t.core, 2);
    enrol_cancel_own(t.core, 0);
    expect_going();
    enrol_cancel_own(t.core, 3);
    TEST_ASSERT_EQUAL(ENROL_STEP_FAILED, t.fake.enrol.step);
    expect_end(ENROL_STEP_FAILED, ENROL_NOTE_CANCELLED);
    TEST_ASSERT_EQUAL_UINT(1, finger.cancelled);
    enrol_cancel_own(t.core, 3);
    TEST_ASSERT_EQUAL_UINT(1, finger.cancelled);
    begin_finger(&admin, 0);
    fake_module_finish(&finger, "minutiae");
    enrol_cancel_own(t.core, 0); /* done a moment before */
    expect_end(ENROL_STEP_DONE, ENROL_NOTE_NONE);
}

/* ---- pictures ---- */

static uint8_t *picture;
static size_t picture_len;

static int start_picture(const struct actor *by, uint32_t userid, const void *data, size_t len) {
    refusal = (struct users_refusal){.field = NULL};
    return enrol_start_picture(t.core, by, userid, data, len, &refusal);
}

void test_a_picture_is_enrolled_like_a_face(void) {
    struct credential kept;
    made_picture(&picture, &picture_len);
    TEST_ASSERT_EQUAL(0, start_picture(&admin, 7, picture, picture_len));
    free(picture);
    TEST_ASSERT_TRUE(enrol_has_module(t.core, FACTOR_FACE));
    TEST_ASSERT_GREATER_THAN(0, face.picture_len);
    TEST_ASSERT_EQUAL_HEX8(0xff, face.picture[0]); /* a JPEG, made again */
    TEST_ASSERT_EQUAL_HEX8(0xd8, face.picture[1]);
    TEST_ASSERT_EQUAL(ENROL_STEP_WORKING, t.fake.enrol.step);
    TEST_ASSERT_EQUAL_STRING("{\"enrols\":\"face\",\"index\":0,\"picture\":true}", newest_audit().after);
    TEST_ASSERT_EQUAL_STRING("user 7", newest_audit().object);
    fake_module_finish(&face, "a face");
    expect_end(ENROL_STEP_DONE, ENROL_NOTE_NONE);
    TEST_ASSERT_TRUE(view.wish.picture);
    TEST_ASSERT_EQUAL(0, store_credential_get(t.core->store, 7, FACTOR_FACE, 0, &kept));
    TEST_ASSERT_EQUAL(0, start(&admin, (struct enrol_wish){.userid = 7, .factor = ENROL_FACTOR_FACE}));
    look();
    TEST_ASSERT_FALSE(view.wish.picture);
    TEST_ASSERT_EQUAL_size_t(0, face.picture_len);
}

void test_what_is_no_picture_of_a_user_begins_nothing(void) {
    made_picture(&picture, &picture_len);
    struct actor stale = operator;
    stale.fresh = false;
    TEST_ASSERT_EQUAL(E_UPLOAD_FORMAT, start_picture(&admin, 7, "no picture", 10));
    TEST_ASSERT_EQUAL(E_USER_UNKNOWN, start_picture(&admin, 99, "no picture", 10)); /* before the picture is read */
    TEST_ASSERT_EQUAL_STRING("userid", refusal.field);
    TEST_ASSERT_EQUAL(E_PASSWORD_NEEDED, start_picture(&stale, 8, "no picture", 10));
    TEST_ASSERT_NULL(refusal.field);
    TEST_ASSERT_FALSE(enrol_goes_on(t.core));
    begin_card(&admin);
    TEST_ASSERT_EQUAL(E_ENROL_BUSY, start_picture(&admin, 7, picture, picture_len));
    TEST_ASSERT_EQUAL(0, enrol_cancel(t.core, &admin));
    t.fake.hal.face.enrol_picture = NULL;
    TEST_ASSERT_EQUAL(E_NOT_FITTED, start_picture(&admin, 7, picture, picture_len));
    fake_module_fit(&face, 2, &t.fake.hal.face);
    face.info.fitted = false;
    TEST_ASSERT_EQUAL(E_NOT_FITTED, start_picture(&admin, 7, picture, picture_len));
    face.info.fitted = true;
    TEST_ASSERT_EQUAL(0, start_picture(&admin, 7, picture, picture_len));
    free(picture);
}

static void act_store(void) {
    enrol_upkeep(t.core);
}

void test_a_template_is_left_nowhere(void) {
    begin_finger(&admin, 0);
    fake_module_finish(&finger, "these are the minutiae of Ada");
    memory_watch_nothing(act_store, "these are the minutiae of Ada");
    expect_end(ENROL_STEP_DONE, ENROL_NOTE_NONE);
}

/* --- The log ------------------------------------------------------------------------------------------------------------ */

static void module_is(enum hal_enrol_step step) {
    finger.state.step = step;
    look();
}

void test_an_enrolment_is_in_the_log_step_by_step(void) {
    transitions_follow("enrol", "enrolment");
    begin_finger(&admin, 0);
    module_is(HAL_ENROL_LIFT);
    module_is(HAL_ENROL_PRESENT);
    module_is(HAL_ENROL_PRESENT);
    module_is(HAL_ENROL_WORKING);
    finish_with_quality(80);
    expect_end(ENROL_STEP_DONE, ENROL_NOTE_NONE);
    begin_card(&admin);
    TEST_ASSERT_TRUE(enrol_takes_card(t.core, SOME_CARD, false));
    expect_end(ENROL_STEP_DONE, ENROL_NOTE_NONE);
    assert_transitions("from=idle to=present by=start\n"
                       "from=present to=lift by=module\n"
                       "from=lift to=present by=module\n"
                       "from=present to=working by=module\n"
                       "from=working to=done by=module\n"
                       "from=done to=present by=start\n"
                       "from=present to=done by=card\n");
}

void test_an_enrolment_that_fails_is_in_the_log_with_its_cause(void) {
    transitions_follow("enrol", "enrolment");
    begin_finger(&admin, 0);
    fake_module_fail(&finger, HAL_ENROL_NOTE_DUPLICATE);
    expect_end(ENROL_STEP_FAILED, ENROL_NOTE_DUPLICATE);
    begin_card(&admin);
    fake_hal_advance(&t.fake, ENROL_LIMIT_MS);
    expect_end(ENROL_STEP_FAILED, ENROL_NOTE_TIMEOUT);
    begin_finger(&admin, 0);
    TEST_ASSERT_EQUAL(0, enrol_cancel(t.core, &admin));
    assert_transitions("from=idle to=present by=start\n"
                       "from=present to=failed by=duplicate\n"
                       "from=failed to=present by=start\n"
                       "from=present to=failed by=timeout\n"
                       "from=failed to=present by=start\n"
                       "from=present to=failed by=cancelled\n");
}
