/* The handlers of enrolment, modules, credentials and the initial administrator's card, with modules that do what the test says. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api_world.h"
#include "contract.h"
#include "core/settings/settings.h"
#include "core/users/credentials.h"
#include "core/users/enrol.h"
#include "fake_module.h"
#include "made_picture.h"
#include "store/users/credential.h"
#include "unity.h"

static struct api_world w;
static struct fake_module finger, face, iris;
static struct actor operator_; /* user 8 with level 8 */

void setUp(void) {
    api_world_up(&w);
    fake_module_fit(&finger, 1, &w.t.fake.hal.finger);
    fake_module_fit(&face, 2, &w.t.fake.hal.face);
    fake_module_fit(&iris, 3, &w.t.fake.hal.iris);
    credentials_trust(w.t.core, FACTOR_FINGER, finger.info.serial);
    credentials_trust(w.t.core, FACTOR_FACE, face.info.serial);
    credentials_trust(w.t.core, FACTOR_IRIS, iris.info.serial);
    fixture_add_user(&w.t, 7, "Ada", 0, 0, NULL);
    fixture_add_user(&w.t, 8, "Grace", 8, 0, "402913");
    fixture_add_user(&w.t, 9, "Chief", 9, 0, "739158");
    operator_ = (struct actor){.session = 2,
                               .account = "8",
                               .name = "Grace",
                               .userid = 8,
                               .level = 8,
                               .fresh = true,
                               .peer = "192.0.2.8",
                               .call = "regfp"};
}

void tearDown(void) {
    api_world_down(&w);
}

static void refused(int code, const char *field, int answer) {
    api_world_check(&w, code, field, answer);
}

static struct get_online_enroll_status_reply status;

static int call_status(void) {
    w.ctx.wait = false;
    return api_get_online_enroll_status(&w.ctx, &status);
}

static void see(enum enrol_step step, bool waits) {
    TEST_ASSERT_EQUAL(CAT_OK, call_status());
    TEST_ASSERT_EQUAL(step, status.step);
    TEST_ASSERT_EQUAL(waits, w.ctx.wait);
}

static int begin(struct regfp_req req) {
    req.userid = req.userid != 0 ? req.userid : 7;
    return api_regfp(&w.ctx, &req);
}

void test_an_enrolment_from_its_beginning_to_its_end(void) {
    see(ENROL_STEP_IDLE, false);
    TEST_ASSERT_EQUAL_STRING("", status.holder);
    TEST_ASSERT_FALSE(status.own);
    refused(CAT_OK, NULL, begin((struct regfp_req){.factor = ENROL_FACTOR_FINGER, .index = 3, .duress = true}));
    see(ENROL_STEP_PRESENT, true);
    TEST_ASSERT_EQUAL(ENROL_NOTE_NONE, status.note);
    TEST_ASSERT_EQUAL(7, status.userid);
    TEST_ASSERT_EQUAL(ENROL_FACTOR_FINGER, status.factor);
    TEST_ASSERT_EQUAL(3, status.index);
    TEST_ASSERT_TRUE(status.duress);
    TEST_ASSERT_FALSE(status.picture);
    TEST_ASSERT_EQUAL(0, status.presses);
    TEST_ASSERT_EQUAL(FAKE_MODULE_PRESSES, status.needed);
    TEST_ASSERT_EQUAL(60, status.seconds_left);
    TEST_ASSERT_TRUE(status.own);
    TEST_ASSERT_EQUAL_STRING("admin", status.holder);
    refused(CAT_ENROL_BUSY, NULL, begin((struct regfp_req){.factor = ENROL_FACTOR_CARD}));
    finger.state.step = HAL_ENROL_LIFT;
    finger.state.presses = 2;
    finger.state.quality = 71;
    see(ENROL_STEP_LIFT, true);
    TEST_ASSERT_EQUAL(2, status.presses);
    TEST_ASSERT_EQUAL(71, status.quality);
    finger.state.step = HAL_ENROL_WORKING;
    see(ENROL_STEP_WORKING, true);
    fake_module_finish(&finger, "minutiae");
    see(ENROL_STEP_DONE, false);
    TEST_ASSERT_EQUAL(0, status.seconds_left);
    struct credential stored;
    TEST_ASSERT_EQUAL(0, store_credential_get(w.t.core->store, 7, FACTOR_FINGER, 3, &stored));
    TEST_ASSERT_TRUE(stored.duress);
    api_world_without_memory(&w, 64, call_status);
}

/* `finger` is the older name of `index`, and goes before it. */
void test_which_finger(void) {
    refused(CAT_OK, NULL,
            begin((struct regfp_req){.factor = ENROL_FACTOR_FINGER, .finger = 4, .has_finger = true, .index = 3}));
    see(ENROL_STEP_PRESENT, true);
    TEST_ASSERT_EQUAL(4, status.index);
    refused(CAT_OK, NULL, api_enrol_cancel(&w.ctx));
    refused(CAT_OK, NULL, begin((struct regfp_req){.factor = ENROL_FACTOR_FINGER, .finger = 4, .index = 3}));
    see(ENROL_STEP_PRESENT, true);
    TEST_ASSERT_EQUAL(3, status.index);
}

void test_who_may_not_enrol(void) {
    refused(CAT_USER_UNKNOWN, "userid", begin((struct regfp_req){.userid = 99, .factor = ENROL_FACTOR_CARD}));
    refused(CAT_OUT_OF_RANGE, "index", begin((struct regfp_req){.factor = ENROL_FACTOR_FACE, .index = 1}));
    face.info.fitted = false;
    refused(CAT_NOT_FITTED, "factor", begin((struct regfp_req){.factor = ENROL_FACTOR_FACE}));
    w.ctx.actor = &operator_;
    refused(CAT_ABOVE_LEVEL, "userid", begin((struct regfp_req){.userid = 9, .factor = ENROL_FACTOR_CARD}));
    see(ENROL_STEP_IDLE, false);
}

void test_whose_enrolment_it_is(void) {
    w.ctx.actor = &operator_;
    refused(CAT_OK, NULL, begin((struct regfp_req){.factor = ENROL_FACTOR_CARD}));
    see(ENROL_STEP_PRESENT, true);
    TEST_ASSERT_TRUE(status.own);
    w.ctx.actor = &w.by;
    see(ENROL_STEP_PRESENT, true);
    TEST_ASSERT_FALSE(status.own);
    TEST_ASSERT_EQUAL_STRING("8", status.holder);
    TEST_ASSERT_EQUAL_STRING("Grace", status.holder_name);
    refused(CAT_OK, NULL, api_enrol_cancel(&w.ctx)); /* has the level */
    see(ENROL_STEP_FAILED, false);
    refused(CAT_OK, NULL, begin((struct regfp_req){.factor = ENROL_FACTOR_CARD}));
    w.ctx.actor = &operator_;
    refused(CAT_FORBIDDEN, NULL, api_enrol_cancel(&w.ctx));
}

void test_a_card_that_somebody_has(void) {
    fixture_add_user(&w.t, 10, "Bob", 0, 4711, NULL);
    refused(CAT_OK, NULL, begin((struct regfp_req){.factor = ENROL_FACTOR_CARD}));
    TEST_ASSERT_TRUE(enrol_takes_card(w.t.core, 4711, false));
    TEST_ASSERT_EQUAL(CAT_OK, call_status());
    TEST_ASSERT_EQUAL(10, status.duplicate);
}

void test_a_face_from_a_picture(void) {
    struct enrol_face_req req = {.userid = 7};
    uint8_t *picture = NULL;
    w.ctx.body = "no picture";
    w.ctx.body_len = 10;
    refused(CAT_UPLOAD_FORMAT, NULL, api_enrol_face(&w.ctx, &req));
    made_picture(&picture, &w.ctx.body_len);
    w.ctx.body = picture;
    refused(CAT_OK, NULL, api_enrol_face(&w.ctx, &req));
    TEST_ASSERT_GREATER_THAN(500, face.picture_len);
    TEST_ASSERT_EQUAL(CAT_OK, call_status());
    TEST_ASSERT_TRUE(status.picture);
    TEST_ASSERT_EQUAL(ENROL_FACTOR_FACE, status.factor);
    refused(CAT_OK, NULL, api_enrol_cancel(&w.ctx));
    req.userid = 99;
    refused(CAT_USER_UNKNOWN, "userid", api_enrol_face(&w.ctx, &req));
    free(picture);
}

/* --- Modules and credentials --- */

static struct modules_reply modules;
static struct credentials_reply credentials;
static struct lacking_reply lacking;

static int call_modules(void) {
    memset(&modules, 0, sizeof(modules));
    return api_modules(&w.ctx, &modules);
}

static int call_credentials(void) {
    memset(&credentials, 0, sizeof(credentials));
    return api_credentials(&w.ctx, &(struct credentials_req){.userid = 7}, &credentials);
}

static int call_lacking(void) {
    memset(&lacking, 0, sizeof(lacking));
    return api_lacking(&w.ctx, &(struct lacking_req){.factors = 1U << FACTOR_CARD | 1U << FACTOR_FACE}, &lacking);
}

static void keep(enum factor factor, uint8_t index, uint32_t slot) {
    struct credential one = {.userid = 7, .factor = factor, .index = index, .slot = slot};
    TEST_ASSERT_EQUAL(0, store_begin(w.t.core->store));
    TEST_ASSERT_EQUAL(0, credentials_keep(w.t.core, &w.by, &one, false, "minutiae", 8));
    TEST_ASSERT_EQUAL(0, store_commit(w.t.core->store));
}

void test_how_the_modules_are(void) {
    finger.info.count = 2;
    iris.info.online = false;
    face.info.fitted = false;
    TEST_ASSERT_EQUAL(CAT_OK, call_modules());
    TEST_ASSERT_EQUAL(3, modules.modules_count);
    TEST_ASSERT_EQUAL(ENROL_FACTOR_FINGER, modules.modules[0].factor);
    TEST_ASSERT_TRUE(modules.modules[0].fitted);
    TEST_ASSERT_TRUE(modules.modules[0].online);
    TEST_ASSERT_EQUAL(FAKE_MODULE_SLOTS, modules.modules[0].capacity);
    TEST_ASSERT_EQUAL(2, modules.modules[0].count);
    TEST_ASSERT_EQUAL(0, modules.modules[0].failed);
    TEST_ASSERT_EQUAL(ENROL_FACTOR_FACE, modules.modules[1].factor);
    TEST_ASSERT_FALSE(modules.modules[1].fitted);
    TEST_ASSERT_EQUAL(ENROL_FACTOR_IRIS, modules.modules[2].factor);
    TEST_ASSERT_TRUE(modules.modules[2].fitted);
    TEST_ASSERT_FALSE(modules.modules[2].online);
    api_world_without_memory(&w, 64, call_modules);
    TEST_ASSERT_EQUAL(3, modules.modules_count);
}

void test_replies_are_whole_or_none(void) {
    keep(FACTOR_FINGER, 1, 1);
    keep(FACTOR_IRIS, 0, 2);
    api_world_without_memory(&w, 64, call_credentials);
    TEST_ASSERT_EQUAL(2, credentials.credentials_count);
    TEST_ASSERT_EQUAL(3, credentials.modules_count);
    api_world_interrupted(&w, call_lacking);
    TEST_ASSERT_EQUAL(2, lacking.lacking_count);
    TEST_ASSERT_EQUAL(3, lacking.lacking[0].users);
    api_world_without_memory(&w, 64, call_lacking);
}

void test_credentials_of_who_stands_higher(void) {
    w.ctx.actor = &operator_;
    refused(CAT_ABOVE_LEVEL, "userid", api_del_credential(&w.ctx, &(struct del_credential_req){.userid = 9}));
    refused(CAT_ABOVE_LEVEL, "userid", api_set_duress(&w.ctx, &(struct set_duress_req){.userid = 9}));
    refused(CAT_ABOVE_LEVEL, "userid", api_del_photo(&w.ctx, &(struct del_photo_req){.userid = 9}));
    w.ctx.body = "no picture";
    w.ctx.body_len = 10;
    refused(CAT_ABOVE_LEVEL, "userid", api_upload_photo(&w.ctx, &(struct upload_photo_req){.userid = 9}));
}

/* A card is no credential of a module: it goes with the user. */
void test_a_card_is_not_deleted_as_a_credential(void) {
    keep(FACTOR_FINGER, 0, 1);
    keep(FACTOR_FACE, 0, 2);
    keep(FACTOR_IRIS, 0, 3);
    refused(CAT_GONE, "index",
            api_del_credential(&w.ctx, &(struct del_credential_req){.userid = 7, .factor = ENROL_FACTOR_CARD}));
    TEST_ASSERT_EQUAL(CAT_OK, call_credentials());
    TEST_ASSERT_EQUAL(3, credentials.credentials_count);
}

/* --- The initial administrator's card --- */

static struct init_card_status_reply card;

static int call_card(void) {
    w.ctx.wait = false;
    return api_init_card_status(&w.ctx, &card);
}

static int write_card(bool again) {
    return api_init_admin_card(&w.ctx, &(struct init_admin_card_req){.again = again});
}

static void set_keypad_password(const char *password) {
    struct setting_machine_param page = settings_get(w.t.core)->values.machine_param;
    const struct settings_change change = {.page = SETTING_PAGE_MACHINE_PARAM,
                                           .values = &page,
                                           .given = SETTING_MACHINE_PARAM_KEYPAD_PASSWORD,
                                           .sure = true};
    struct settings_result result;
    (void)snprintf(page.keypad_password, sizeof(page.keypad_password), "%s", password);
    TEST_ASSERT_EQUAL(0, settings_save(w.t.core, &w.by, &change, &result));
}

void test_the_initial_card_is_written(void) {
    refused(CAT_KEYPAD_PASSWORD_NEEDED, NULL, write_card(false));
    set_keypad_password("918273");
    api_world_interrupted(&w, call_card);
    TEST_ASSERT_FALSE(card.written);
    TEST_ASSERT_FALSE(w.ctx.wait);
    TEST_ASSERT_EQUAL(ENROL_STEP_IDLE, card.step);
    refused(CAT_OK, NULL, write_card(false));
    TEST_ASSERT_EQUAL(CAT_OK, call_card());
    TEST_ASSERT_TRUE(w.ctx.wait);
    TEST_ASSERT_EQUAL(ENROL_STEP_PRESENT, card.step);
    TEST_ASSERT_EQUAL(ENROL_NOTE_NONE, card.note);
    TEST_ASSERT_EQUAL(60, card.seconds_left);
    TEST_ASSERT_TRUE(card.own);
    TEST_ASSERT_TRUE(enrol_takes_card(w.t.core, 555, false));
    TEST_ASSERT_EQUAL(CAT_OK, call_card());
    TEST_ASSERT_EQUAL(ENROL_STEP_DONE, card.step);
    TEST_ASSERT_TRUE(card.written);
    TEST_ASSERT_EQUAL_INT64(FAKE_UTC_MS / 1000, card.written_at);
    TEST_ASSERT_EQUAL(0, card.userid);
    TEST_ASSERT_FALSE(w.ctx.wait);
    refused(CAT_INIT_CARD_EXISTS, NULL, write_card(false));
    refused(CAT_OK, NULL, write_card(true));
    refused(CAT_OK, NULL, api_init_card_cancel(&w.ctx));
    TEST_ASSERT_EQUAL(CAT_OK, call_card());
    TEST_ASSERT_EQUAL(ENROL_STEP_FAILED, card.step);
    TEST_ASSERT_EQUAL(ENROL_NOTE_CANCELLED, card.note);
    TEST_ASSERT_TRUE(card.written);
}

void test_an_enrolment_of_a_user_is_none_of_the_initial_card(void) {
    set_keypad_password("918273");
    refused(CAT_OK, NULL, begin((struct regfp_req){.factor = ENROL_FACTOR_CARD}));
    TEST_ASSERT_EQUAL(CAT_OK, call_card());
    TEST_ASSERT_EQUAL(ENROL_STEP_IDLE, card.step);
    TEST_ASSERT_EQUAL(0, card.seconds_left);
    TEST_ASSERT_FALSE(card.own);
    TEST_ASSERT_FALSE(w.ctx.wait);
    refused(CAT_OK, NULL, api_init_card_cancel(&w.ctx));
    see(ENROL_STEP_PRESENT, true); /* it goes on */
}

void test_the_initial_card_is_nobodys_other_card(void) {
    fixture_add_user(&w.t, 10, "Bob", 0, 4711, NULL);
    set_keypad_password("918273");
    refused(CAT_OK, NULL, write_card(false));
    TEST_ASSERT_TRUE(enrol_takes_card(w.t.core, 4711, false));
    TEST_ASSERT_EQUAL(CAT_OK, call_card());
    TEST_ASSERT_EQUAL(10, card.duplicate);
    TEST_ASSERT_FALSE(card.written);
    w.ctx.actor = &operator_;
    TEST_ASSERT_EQUAL(CAT_OK, call_card());
    TEST_ASSERT_FALSE(card.own);
}
