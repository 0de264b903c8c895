/* What the engineer does at a terminal: the SN key, /up, levels of the log, the mode of production, stills. */
#include "core/engineer/engineer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "audit_rows.h"
#include "core/base/actor.h"
#include "core/base/factory.h"
#include "core/engineer/production.h"
#include "file_watch.h"
#include "made_picture.h"
#include "picture/picture.h"
#include "store/store_impl.h"
#include "terminal_fixture.h"
#include "unity.h"
#include "util/buf.h"

#define KEY "0123-4567-89AB-CDEF-986B"
#define OTHER_KEY "ffff-ffff-ffff-ffff-97df"

static struct fixture t;
static struct actor admin, super, nobody;
static struct buf out;
static unsigned wait_s;
static unsigned char *jpeg;

void setUp(void) {
    fixture_up(&t);
    admin = (struct actor){.account = "admin", .level = 16, .session = 1, .peer = "192.0.2.1", .call = "c"};
    super = admin;
    super.super = true;
    nobody = actor_nobody("192.0.2.9", "test_takephoto");
    buf_init(&out);
    wait_s = 0;
}

void tearDown(void) {
    (void)file_watch_stop();
    buf_done(&out);
    free(jpeg);
    jpeg = NULL;
    fixture_down(&t);
    log_set_level(LOG_LEVEL_INFO);
}

static struct audit_rows audit;

/* The newest, of `count`. */
static void check_row(unsigned count, const char *object, const char *after) {
    audit_rows_read(t.core->store, &audit);
    TEST_ASSERT_EQUAL(count, audit.count);
    if (count > 0) {
        TEST_ASSERT_EQUAL_STRING("admin", audit.rows[0].account);
        TEST_ASSERT_EQUAL_STRING(object, audit.rows[0].object);
        TEST_ASSERT_EQUAL_STRING(after, audit.rows[0].after);
    }
}

/* --- The SN key and /up ------------------------------------------------------------------------------------------------ */

static void check_key(const char *expected) {
    char key[FACTORY_SN_KEY_MAX];
    factory_sn_key(t.shared, key);
    TEST_ASSERT_EQUAL_STRING(expected, key);
}

void test_the_first_key_is_anybodys_to_write_and_another_the_engineers(void) {
    TEST_ASSERT_EQUAL(E_SN_KEY, engineer_set_sn_key(t.core, &admin, "0123-4567-89AB-CDEF-29B1"));
    check_key("");
    check_row(0, "", "");
    TEST_ASSERT_EQUAL(0, engineer_set_sn_key(t.core, &admin, KEY));
    check_key(KEY);
    check_row(1, "SN key", "{\"key\":\"set\"}"); /* not the key itself */
    TEST_ASSERT_EQUAL(E_SUPER_NEEDED, engineer_set_sn_key(t.core, &admin, OTHER_KEY));
    TEST_ASSERT_EQUAL(E_SUPER_NEEDED, engineer_set_sn_key(t.core, &admin, KEY));
    check_key(KEY);
    TEST_ASSERT_EQUAL(E_SN_KEY, engineer_set_sn_key(t.core, &super, "nothing"));
    TEST_ASSERT_EQUAL(0, engineer_set_sn_key(t.core, &super, OTHER_KEY));
    check_key("FFFF-FFFF-FFFF-FFFF-97DF");
    check_row(2, "SN key", "{\"key\":\"set\"}");
    fixture_restart(&t);
    check_key("FFFF-FFFF-FFFF-FFFF-97DF");
}

void test_up_is_closed_and_opened(void) {
    TEST_ASSERT_EQUAL(0, engineer_set_up(t.core, &admin, false));
    TEST_ASSERT_FALSE(factory_up_is_open(t.shared));
    check_row(1, "/up", "{\"open\":false}");
    fixture_restart(&t);
    TEST_ASSERT_FALSE(factory_up_is_open(t.shared));
    TEST_ASSERT_EQUAL(0, engineer_set_up(t.core, &admin, true));
    TEST_ASSERT_TRUE(factory_up_is_open(t.shared));
    check_row(2, "/up", "{\"open\":true}");
}

/* --- The log ------------------------------------------------------------------------------------------------------------ */

static enum log_level level_of(const char *name) {
    for (unsigned i = 0; i < LOG_MODULES; i++) {
        if (strcmp(log_module_name(i), name) == 0) {
            return log_module_level(i);
        }
    }
    TEST_FAIL_MESSAGE(name);
    return LOG_LEVEL_ERROR;
}

void test_levels_of_one_part_and_of_all(void) {
    TEST_ASSERT_EQUAL(0, engineer_set_level(t.core, &admin, "door", LOG_LEVEL_DEBUG));
    TEST_ASSERT_EQUAL(LOG_LEVEL_DEBUG, level_of("door"));
    TEST_ASSERT_EQUAL(LOG_LEVEL_INFO, level_of("http"));
    check_row(1, "log door", "{\"level\":\"debug\"}");
    TEST_ASSERT_EQUAL(0, engineer_set_level(t.core, &admin, "all", LOG_LEVEL_ERROR));
    TEST_ASSERT_EQUAL(LOG_LEVEL_ERROR, level_of("door"));
    TEST_ASSERT_EQUAL(LOG_LEVEL_ERROR, level_of("http"));
    check_row(2, "log all", "{\"level\":\"error\"}");
    TEST_ASSERT_EQUAL(E_NOTFOUND, engineer_set_level(t.core, &admin, "windows", LOG_LEVEL_DEBUG));
    check_row(2, "log all", "{\"level\":\"error\"}");
}

/* A disk that is full is when somebody wants to see more. */
void test_on_a_full_disk_it_is_done_all_the_same(void) {
    file_watch_start(t.dir);
    file_watch_fill();
    TEST_ASSERT_EQUAL(0, engineer_set_level(t.core, &admin, "door", LOG_LEVEL_DEBUG));
    TEST_ASSERT_EQUAL(0, production_set_mode(t.core, &admin, MACHINE_MODE_PRODUCTION_TEST));
    (void)file_watch_stop();
    TEST_ASSERT_EQUAL(LOG_LEVEL_DEBUG, level_of("door"));
    TEST_ASSERT_EQUAL(MACHINE_MODE_PRODUCTION_TEST, production_mode(t.core));
    check_row(0, "", "");
}

/* --- Stills ------------------------------------------------------------------------------------------------------------- */

static void draw(void) {
    made_picture(&jpeg, &t.fake.still_len);
    t.fake.still = jpeg;
}

static int still(const struct actor *by) {
    buf_clear(&out);
    return engineer_still(t.core, by, &out, &wait_s);
}

void test_a_still_is_made_anew(void) {
    struct picture_head head;
    draw();
    TEST_ASSERT_EQUAL(0, still(&admin));
    TEST_ASSERT_EQUAL(0, picture_head(out.data, out.len, &head));
    TEST_ASSERT_EQUAL(PICTURE_JPEG, head.kind);
    TEST_ASSERT_EQUAL(PICTURE_WIDTH, head.width);
    TEST_ASSERT_EQUAL(PICTURE_HEIGHT, head.height);
    TEST_ASSERT_NULL(memmem(out.data, out.len, jpeg, t.fake.still_len));
}

void test_one_every_two_seconds_whoever_asks(void) {
    draw();
    TEST_ASSERT_EQUAL(0, still(&admin));
    TEST_ASSERT_EQUAL(E_THROTTLED, still(&super));
    TEST_ASSERT_EQUAL(2, wait_s);
    fake_hal_advance(&t.fake, 1999);
    TEST_ASSERT_EQUAL(E_THROTTLED, still(&admin));
    TEST_ASSERT_EQUAL(1, wait_s);
    TEST_ASSERT_EQUAL(0, out.len);
    fake_hal_advance(&t.fake, 1);
    TEST_ASSERT_EQUAL(0, still(&super));
    TEST_ASSERT_EQUAL(2, t.fake.stills);
}

/* In production nobody has signed in yet; else a camera is not for who passes by. */
void test_without_a_session_only_in_production(void) {
    draw();
    TEST_ASSERT_EQUAL(E_TOKEN_FAILED, still(&nobody));
    TEST_ASSERT_EQUAL(0, t.fake.stills);
    TEST_ASSERT_EQUAL(0, still(&admin)); /* a refused caller has used no turn */
    TEST_ASSERT_EQUAL(0, production_set_mode(t.core, &super, MACHINE_MODE_PRODUCTION_TEST));
    TEST_ASSERT_EQUAL(E_THROTTLED, still(&nobody));
    fake_hal_advance(&t.fake, ENGINEER_STILL_MS);
    TEST_ASSERT_EQUAL(0, still(&nobody));
    fake_hal_advance(&t.fake, PRODUCTION_MODE_MS);
    TEST_ASSERT_EQUAL(E_TOKEN_FAILED, still(&nobody));
}

/* A camera at a door shows people: it takes a right, and the audit log says who looked. */
void test_looking_takes_a_right_and_is_noted(void) {
    struct actor reader = admin;
    reader.level = 1;
    draw();
    TEST_ASSERT_EQUAL(E_FORBIDDEN, still(&reader));
    TEST_ASSERT_EQUAL(0, t.fake.stills);
    reader.super = true; /* the engineer */
    TEST_ASSERT_EQUAL(0, still(&reader));
    check_row(1, "camera", "");
    for (int64_t ms = 0; ms < ENGINEER_LOOK_MS - ENGINEER_STILL_MS; ms += ENGINEER_STILL_MS) {
        fake_hal_advance(&t.fake, ENGINEER_STILL_MS);
        TEST_ASSERT_EQUAL(0, still(&reader));
    }
    check_row(1, "camera", ""); /* one who goes on looking */
    fake_hal_advance(&t.fake, ENGINEER_STILL_MS);
    TEST_ASSERT_EQUAL(0, still(&reader));
    check_row(2, "camera", "");
    fake_hal_advance(&t.fake, ENGINEER_STILL_MS);
    (void)strcpy(reader.peer, "192.0.2.77");
    TEST_ASSERT_EQUAL(0, still(&reader));
    check_row(3, "camera", "");
    fake_hal_advance(&t.fake, ENGINEER_STILL_MS);
    (void)strcpy(admin.peer, reader.peer);
    (void)strcpy(reader.account, "12");
    TEST_ASSERT_EQUAL(0, still(&reader));
    audit_rows_read(t.core->store, &audit);
    TEST_ASSERT_EQUAL(4, audit.count);
    TEST_ASSERT_EQUAL_STRING("12", audit.rows[0].account);
}

/* Such a camera is asked again at once. */
void test_a_still_that_is_being_taken_costs_no_turn(void) {
    draw();
    t.fake.camera_busy = true;
    TEST_ASSERT_EQUAL(E_BUSY, still(&admin));
    TEST_ASSERT_EQUAL(E_BUSY, still(&admin));
    t.fake.camera_busy = false;
    TEST_ASSERT_EQUAL(0, still(&admin));
    TEST_ASSERT_EQUAL(E_THROTTLED, still(&admin));
}

void test_cameras_that_give_nothing_or_no_picture(void) {
    t.fake.camera_offline = true;
    TEST_ASSERT_EQUAL(E_OFFLINE, still(&admin));
    t.fake.camera_offline = false;
    fake_hal_advance(&t.fake, ENGINEER_STILL_MS);
    t.fake.still = "no picture at all";
    t.fake.still_len = 17;
    TEST_ASSERT_EQUAL(E_FORMAT, still(&admin));
    TEST_ASSERT_EQUAL(0, out.len);
}

/* What cannot be noted is said, and a turn that nobody used is not given back. */
void test_what_cannot_be_noted_is_said(void) {
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, "ALTER TABLE audit RENAME TO gone"));
    TEST_ASSERT_LESS_THAN(0, engineer_set_sn_key(t.core, &admin, KEY));
    TEST_ASSERT_LESS_THAN(0, engineer_set_up(t.core, &admin, false));
    TEST_ASSERT_LESS_THAN(0, engineer_set_level(t.core, &admin, "all", LOG_LEVEL_WARN));
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, "ALTER TABLE gone RENAME TO audit"));
}

void test_a_camera_that_failed_has_cost_its_turn(void) {
    t.fake.camera_offline = true;
    TEST_ASSERT_EQUAL(E_OFFLINE, still(&admin));
    t.fake.camera_offline = false;
    draw();
    TEST_ASSERT_EQUAL(E_THROTTLED, still(&admin));
    TEST_ASSERT_EQUAL(2, wait_s);
    fake_hal_advance(&t.fake, 1000);
    TEST_ASSERT_EQUAL(E_THROTTLED, still(&admin));
    TEST_ASSERT_EQUAL(1, wait_s); /* a whole second is one */
    TEST_ASSERT_EQUAL(0, t.fake.stills);
}
