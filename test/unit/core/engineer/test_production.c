/* The test of the factory: the mode, each device, what somebody answers, and the text that comes of it. */
#include "core/engineer/production.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "audit_rows.h"
#include "core/base/about.h"
#include "core/base/actor.h"
#include "core/base/core.h"
#include "core/door/door.h"
#include "core/users/enrol.h"
#include "core/users/users.h"
#include "file_watch.h"
#include "hal/input.h"
#include "made_picture.h"
#include "store/store_impl.h"
#include "terminal_fixture.h"
#include "unity.h"
#include "util/buf.h"
#include "util/text.h"

#define CARD 8675309

static struct fixture t;
static struct actor admin, engineer;
static struct production_view view;
static struct buf text;
static unsigned wait_s;
static unsigned char *jpeg;
static const char *silent; /* device that does not answer */
static bool has_more; /* a device of which the test knows nothing */
static const char *const *only; /* the devices there are; NULL: those of a usual terminal */

static size_t give_drivers(void *ctx, struct hal_driver ret_drivers[HAL_DRIVERS_MAX]) {
    static const char *const names[] = {"door",    "finger",  "reader", "keypad", "sound",
                                        "display", "entropy", "clock",  "camera", "ethernet"};
    size_t count = 0;
    (void)ctx;
    for (size_t i = 0; only != NULL && only[i] != NULL; i++) {
        ret_drivers[count++] = (struct hal_driver){only[i], true};
    }
    if (only != NULL) {
        return count;
    }
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        ret_drivers[count++] = (struct hal_driver){names[i], silent == NULL || strcmp(names[i], silent) != 0};
    }
    if (has_more) {
        ret_drivers[count++] = (struct hal_driver){"hologram", true};
    }
    return count;
}

static void draw(void) {
    made_picture(&jpeg, &t.fake.still_len);
    t.fake.still = jpeg;
}

void setUp(void) {
    fixture_up(&t);
    t.fake.hal.health.drivers = give_drivers;
    t.fake.net.states[WAN_MODE_ETHERNET].link_up = true;
    t.fake.net.states[WAN_MODE_ETHERNET].speed = 100;
    draw();
    silent = NULL;
    has_more = false;
    only = NULL;
    admin = (struct actor){.account = "admin", .level = 16, .super = true, .peer = "192.0.2.1", .call = "c"};
    engineer = (struct actor){.account = "engineer", .userid = ACTOR_USERID_ENGINEER, .super = true, .call = "c"};
    buf_init(&text);
    (void)door_look(t.core);
}

void tearDown(void) {
    (void)file_watch_stop();
    buf_done(&text);
    free(jpeg);
    jpeg = NULL;
    fixture_down(&t);
}

static void set_mode(enum machine_mode mode) {
    TEST_ASSERT_EQUAL(0, production_set_mode(t.core, &admin, mode));
}

/* Begins a run, and lets the clock have its second. */
static void begin(void) {
    set_mode(MACHINE_MODE_PRODUCTION_TEST);
    TEST_ASSERT_EQUAL(0, production_start(t.core, &admin));
    fake_hal_advance(&t.fake, 1000);
    production_look(t.core, &view);
}

static const char *on(void) {
    production_look(t.core, &view);
    return view.at < view.step_count ? view.steps[view.at].name : "";
}

static const struct production_step *step(const char *name) {
    production_look(t.core, &view);
    for (size_t i = 0; i < view.step_count; i++) {
        if (strcmp(view.steps[i].name, name) == 0) {
            return &view.steps[i];
        }
    }
    TEST_FAIL_MESSAGE(name);
    return NULL;
}

static void expect(const char *name, enum production_verdict verdict, enum production_why why, const char *measured) {
    const struct production_step *one = step(name);
    TEST_ASSERT_EQUAL_MESSAGE(verdict, one->verdict, name);
    TEST_ASSERT_EQUAL_MESSAGE(why, one->why, name);
    TEST_ASSERT_EQUAL_STRING_MESSAGE(measured, one->measured, name);
}

static int answer_of(const struct actor *by, const char *name, enum production_answer answer, const char *reason) {
    struct production_said said = {.name = name, .answer = answer, .reason = reason};
    return production_answer(t.core, by, &said, &wait_s);
}

static int answer(const char *name, enum production_answer what) {
    return answer_of(&admin, name, what, "");
}

/* Skips devices until one is on. */
static void skip_to(const char *name) {
    while (strcmp(on(), name) != 0) {
        TEST_ASSERT_EQUAL(0, answer_of(&admin, on(), PRODUCTION_ANSWER_SKIP, "not now"));
    }
}

static bool show(struct hal_input_event event) {
    return production_takes(t.core, &event, /* is_reader= */ true);
}

static struct hal_input_event card(void) {
    return (struct hal_input_event){.kind = HAL_CREDENTIAL_CARD, .card = CARD, .uid_octets = 4};
}

static struct hal_input_event typed(const char *digits) {
    struct hal_input_event event = {.kind = HAL_CREDENTIAL_PIN};
    (void)snprintf(event.digits, sizeof(event.digits), "%s", digits);
    return event;
}

static struct hal_input_event finger(unsigned quality, bool is_readable) {
    return (struct hal_input_event){.kind = HAL_CREDENTIAL_FINGER,
                                    .match = {.quality = quality, .readable = is_readable, .live = true}};
}

/* The relay goes on and off, as it does for who is let in. */
static void relay_moves(void) {
    (void)door_look(t.core);
    production_look(t.core, &view);
    TEST_ASSERT_EQUAL(PRODUCTION_ASK_MOVED, view.ask);
    fake_hal_advance(&t.fake, 5000);
    (void)door_look(t.core);
}

/* All that somebody has to do, done well. */
static void do_all(void) {
    TEST_ASSERT_EQUAL_STRING("display", on());
    TEST_ASSERT_EQUAL(0, answer("display", PRODUCTION_ANSWER_YES));
    TEST_ASSERT_EQUAL(0, answer("sound", PRODUCTION_ANSWER_YES));
    TEST_ASSERT_TRUE(show(typed(PRODUCTION_KEYS)));
    TEST_ASSERT_EQUAL_STRING("reader", on());
    TEST_ASSERT_TRUE(show(card()));
    TEST_ASSERT_EQUAL_STRING("finger", on());
    TEST_ASSERT_TRUE(show(finger(87, true)));
    TEST_ASSERT_EQUAL_STRING("door", on());
    TEST_ASSERT_EQUAL(0, answer("door", PRODUCTION_ANSWER_AGAIN));
    relay_moves();
    TEST_ASSERT_EQUAL(0, answer("door", PRODUCTION_ANSWER_YES));
    production_look(t.core, &view);
}

static const char *written(void) {
    buf_clear(&text);
    TEST_ASSERT_EQUAL(0, production_text(t.core, &text));
    return buf_text(&text);
}

static struct audit_rows audit;

/* The newest, of `count`. */
static void check_row(unsigned count, const char *object, const char *after) {
    audit_rows_read(t.core->store, &audit);
    TEST_ASSERT_EQUAL(count, audit.count);
    if (count > 0) {
        TEST_ASSERT_EQUAL_STRING(object, audit.rows[0].object);
        TEST_ASSERT_EQUAL_STRING(after, audit.rows[0].after);
    }
}

/* --- The mode of production --------------------------------------------------------------------------------------------- */

void test_the_mode_ends_by_itself_after_an_hour(void) {
    TEST_ASSERT_EQUAL(MACHINE_MODE_NORMAL, production_mode(t.core));
    TEST_ASSERT_EQUAL(0, production_set_mode(t.core, &admin, MACHINE_MODE_PRODUCTION_TEST));
    check_row(1, "mode", "{\"mode\":\"productionTest\"}");
    fake_hal_advance(&t.fake, INT64_C(3600) * 1000 - 1);
    TEST_ASSERT_EQUAL(MACHINE_MODE_PRODUCTION_TEST, production_mode(t.core));
    fake_hal_advance(&t.fake, 1);
    TEST_ASSERT_EQUAL(MACHINE_MODE_NORMAL, production_mode(t.core));
}

void test_the_mode_is_ended_and_does_not_outlive_a_restart(void) {
    TEST_ASSERT_EQUAL(0, production_set_mode(t.core, &admin, MACHINE_MODE_PRODUCTION_TEST));
    TEST_ASSERT_EQUAL(0, production_set_mode(t.core, &admin, MACHINE_MODE_NORMAL));
    TEST_ASSERT_EQUAL(MACHINE_MODE_NORMAL, production_mode(t.core));
    check_row(2, "mode", "{\"mode\":\"normal\"}");
    TEST_ASSERT_EQUAL(0, production_set_mode(t.core, &admin, MACHINE_MODE_PRODUCTION_TEST));
    fixture_restart(&t);
    TEST_ASSERT_EQUAL(MACHINE_MODE_NORMAL, production_mode(t.core));
}

/* The calendar is set as often as one likes: the hour is one of the clock that never jumps. */
void test_the_hour_is_not_the_calendars(void) {
    TEST_ASSERT_EQUAL(0, production_set_mode(t.core, &admin, MACHINE_MODE_PRODUCTION_TEST));
    (void)atomic_fetch_add(&t.fake.utc_ms, INT64_C(86400000));
    TEST_ASSERT_EQUAL(MACHINE_MODE_PRODUCTION_TEST, production_mode(t.core));
}

/* --- A run -------------------------------------------------------------------------------------------------------------- */

void test_a_run_needs_the_mode_and_there_is_one(void) {
    TEST_ASSERT_EQUAL(E_SWITCHED_OFF, production_start(t.core, &admin));
    production_look(t.core, &view);
    TEST_ASSERT_EQUAL(PRODUCTION_PHASE_NONE, view.phase);
    TEST_ASSERT_EQUAL(E_NOTFOUND, production_text(t.core, &text));
    begin();
    TEST_ASSERT_EQUAL(PRODUCTION_PHASE_RUNNING, view.phase);
    check_row(2, "production test", "{\"begun\":true}");
    TEST_ASSERT_EQUAL(E_PRODUCTION_RUNNING, production_start(t.core, &admin));
    TEST_ASSERT_EQUAL(E_NOTFOUND, production_text(t.core, &text));
}

void test_what_can_proves_itself_alone(void) {
    begin();
    TEST_ASSERT_EQUAL_STRING("display", on());
    expect("entropy", PRODUCTION_VERDICT_PASSED, PRODUCTION_WHY_NOTHING, "64 octets");
    expect("clock", PRODUCTION_VERDICT_PASSED, PRODUCTION_WHY_NOTHING, "drift 0 ms");
    expect("ethernet", PRODUCTION_VERDICT_PASSED, PRODUCTION_WHY_NOTHING, "100 Mbit/s, 00:00:00:00:00:00");
    TEST_ASSERT_EQUAL(PRODUCTION_VERDICT_PASSED, step("storage")->verdict);
    TEST_ASSERT_NOT_NULL(strstr(step("storage")->measured, " MiB free, wear 0 %"));
    char expected[64], path[128];
    (void)snprintf(expected, sizeof(expected), "320x240, %zu octets", t.fake.still_len);
    expect("camera", PRODUCTION_VERDICT_PASSED, PRODUCTION_WHY_NOTHING, expected);
    (void)snprintf(path, sizeof(path), "%s/production", t.dir);
    TEST_ASSERT_NOT_EQUAL(0, access(path, F_OK)); /* nothing is left of the storage's test */
}

void test_all_well(void) {
    begin();
    do_all();
    TEST_ASSERT_EQUAL(PRODUCTION_PHASE_DONE, view.phase);
    TEST_ASSERT_TRUE(view.has_passed);
    expect("keypad", PRODUCTION_VERDICT_PASSED, PRODUCTION_WHY_NOTHING, "10 keys");
    expect("reader", PRODUCTION_VERDICT_PASSED, PRODUCTION_WHY_NOTHING, "UID of 4 octets");
    expect("finger", PRODUCTION_VERDICT_PASSED, PRODUCTION_WHY_NOTHING, "quality 87");
    expect("door", PRODUCTION_VERDICT_PASSED, PRODUCTION_WHY_NOTHING, "on and off");
    char after[160];
    (void)snprintf(after, sizeof(after), "{\"passed\":true,\"sha256\":\"%s\"}", view.sha256);
    check_row(4, "production test", after); /* mode, begun, the relay, this */
    set_mode(MACHINE_MODE_NORMAL);
    TEST_ASSERT_EQUAL_STRING(written(), written()); /* it stays */
    set_mode(MACHINE_MODE_PRODUCTION_TEST);
    TEST_ASSERT_EQUAL(0, production_start(t.core, &admin)); /* in its place */
    TEST_ASSERT_EQUAL(E_NOTFOUND, production_text(t.core, &text));
}

void test_the_text_is_the_same_octets_and_names_nobodys_card(void) {
    char expected[2048];
    begin();
    do_all();
    (void)snprintf(expected, sizeof(expected),
                   "postern-production-test 1\n"
                   "serial = %s\n"
                   "board = -\n"
                   "brand = %s\n"
                   "version = 0.1.0\n"
                   "build = %s\n"
                   "tester = admin\n"
                   "begun = 2026-09-21T14:13:20Z\n"
                   "ended = 2026-09-21T14:13:26Z\n"
                   "device = entropy passed; 64 octets\n"
                   "device = clock passed; drift 0 ms\n"
                   "device = storage passed; %s\n"
                   "device = ethernet passed; 100 Mbit/s, 00:00:00:00:00:00\n"
                   "device = camera passed; 320x240, %zu octets\n"
                   "device = display passed\n"
                   "device = sound passed\n"
                   "device = keypad passed; 10 keys\n"
                   "device = reader passed; UID of 4 octets\n"
                   "device = finger passed; quality 87\n"
                   "device = door passed; on and off\n"
                   "result = passed\n",
                   about_serial(t.shared), about_facts(t.shared)->brand, about_facts(t.shared)->build_id,
                   step("storage")->measured, t.fake.still_len);
    TEST_ASSERT_EQUAL_STRING(expected, written());
    uint8_t hash[CRYPTO_SHA256_LEN];
    char hex[PRODUCTION_SHA256_MAX];
    struct crypto_sha256 state;
    crypto_sha256_begin(&state);
    crypto_sha256_add(&state, expected, strlen(expected));
    crypto_sha256_end(&state, hash);
    text_hex(hash, sizeof(hash), hex);
    TEST_ASSERT_EQUAL_STRING(hex, view.sha256);
}

void test_a_device_that_nobody_thought_of_has_to_answer(void) {
    has_more = true;
    begin();
    expect("hologram", PRODUCTION_VERDICT_PASSED, PRODUCTION_WHY_NOTHING, "");
}

/* --- What fails --------------------------------------------------------------------------------------------------------- */

void test_what_does_not_answer_has_failed(void) {
    silent = "camera";
    begin();
    expect("camera", PRODUCTION_VERDICT_FAILED, PRODUCTION_WHY_SILENT, "");
    TEST_ASSERT_EQUAL(0, t.fake.stills); /* nor is it tried */
    do_all();
    TEST_ASSERT_EQUAL(PRODUCTION_PHASE_DONE, view.phase);
    TEST_ASSERT_FALSE(view.has_passed);
    TEST_ASSERT_NOT_NULL(strstr(written(), "device = camera failed silent\n"));
    TEST_ASSERT_NOT_NULL(strstr(written(), "result = failed\n"));
}

void test_a_camera_whose_picture_breaks_off_has_failed(void) {
    t.fake.still_len /= 2;
    begin();
    TEST_ASSERT_EQUAL(PRODUCTION_WHY_WRONG, step("camera")->why);
}

void test_a_clock_that_goes_another_way_has_failed(void) {
    set_mode(MACHINE_MODE_PRODUCTION_TEST);
    TEST_ASSERT_EQUAL(0, production_start(t.core, &admin));
    fake_hal_advance(&t.fake, 1000);
    (void)atomic_fetch_sub(&t.fake.utc_ms, 1000); /* it stands */
    expect("clock", PRODUCTION_VERDICT_FAILED, PRODUCTION_WHY_WRONG, "drift -1000 ms");
}

void test_a_link_without_a_cable_has_failed(void) {
    t.fake.net.states[WAN_MODE_ETHERNET].link_up = false;
    begin();
    expect("ethernet", PRODUCTION_VERDICT_FAILED, PRODUCTION_WHY_WRONG, "no link, 00:00:00:00:00:00");
}

void test_each_device_has_a_minute_and_an_answer_begins_it_anew(void) {
    begin();
    TEST_ASSERT_EQUAL(60, view.seconds_left);
    fake_hal_advance(&t.fake, 59000);
    TEST_ASSERT_EQUAL(0, answer("display", PRODUCTION_ANSWER_AGAIN));
    fake_hal_advance(&t.fake, 59999);
    TEST_ASSERT_EQUAL_STRING("display", on());
    TEST_ASSERT_EQUAL(1, view.seconds_left);
    fake_hal_advance(&t.fake, 1);
    TEST_ASSERT_EQUAL_STRING("sound", on());
    expect("display", PRODUCTION_VERDICT_FAILED, PRODUCTION_WHY_TIMEOUT, "");
    TEST_ASSERT_EQUAL(60, view.seconds_left);
    TEST_ASSERT_EQUAL(E_NOTFOUND, answer("display", PRODUCTION_ANSWER_YES)); /* too late */
    for (int i = 0; i < 5; i++) {
        fake_hal_advance(&t.fake, PRODUCTION_STEP_MS);
        production_upkeep(t.core); /* nobody looks on */
    }
    production_look(t.core, &view);
    TEST_ASSERT_EQUAL(PRODUCTION_PHASE_DONE, view.phase);
    TEST_ASSERT_EQUAL(INT64_MAX, production_due_ms(t.core));
}

void test_no_and_skipped_have_failed(void) {
    begin();
    TEST_ASSERT_EQUAL(0, answer("display", PRODUCTION_ANSWER_NO));
    expect("display", PRODUCTION_VERDICT_FAILED, PRODUCTION_WHY_NO, "");
    TEST_ASSERT_EQUAL(E_MISSING, answer("sound", PRODUCTION_ANSWER_SKIP));
    TEST_ASSERT_EQUAL(0, answer_of(&admin, "sound", PRODUCTION_ANSWER_SKIP, "кабель"));
    expect("sound", PRODUCTION_VERDICT_FAILED, PRODUCTION_WHY_SKIPPED, "");
    TEST_ASSERT_EQUAL_STRING("кабель", step("sound")->reason);
    TEST_ASSERT_EQUAL(E_NOTFOUND, answer("keypad", PRODUCTION_ANSWER_YES)); /* no answer counts for it */
    TEST_ASSERT_EQUAL(E_NOTFOUND, answer("keypad", PRODUCTION_ANSWER_NO));
    TEST_ASSERT_EQUAL(E_NOTFOUND, answer("keypad", PRODUCTION_ANSWER_AGAIN));
    set_mode(MACHINE_MODE_NORMAL);
    TEST_ASSERT_NOT_NULL(strstr(written(), "device = display failed no\ndevice = sound failed skipped; кабель\n"));
}

void test_leaving_the_mode_ends_it(void) {
    begin();
    set_mode(MACHINE_MODE_NORMAL);
    production_look(t.core, &view);
    TEST_ASSERT_EQUAL(PRODUCTION_PHASE_DONE, view.phase);
    expect("display", PRODUCTION_VERDICT_FAILED, PRODUCTION_WHY_ENDED, "");
    expect("door", PRODUCTION_VERDICT_FAILED, PRODUCTION_WHY_ENDED, "");
    TEST_ASSERT_EQUAL_STRING("", t.fake.chosen); /* taken off the display */
    TEST_ASSERT_FALSE(show(card()));
    begin();
    fake_hal_advance(&t.fake, PRODUCTION_MODE_MS);
    TEST_ASSERT_EQUAL(E_NOTFOUND, answer("display", PRODUCTION_ANSWER_YES));
    production_look(t.core, &view);
    TEST_ASSERT_EQUAL(PRODUCTION_PHASE_DONE, view.phase);
}

/* --- What somebody shows and sees --------------------------------------------------------------------------------------- */

void test_the_display_shows_a_number_and_the_loudspeaker_sounds(void) {
    begin();
    TEST_ASSERT_EQUAL(PRODUCTION_ASK_SEEN, view.ask);
    TEST_ASSERT_EQUAL(4, strlen(view.shown));
    TEST_ASSERT_EQUAL_STRING(view.shown, t.fake.chosen);
    TEST_ASSERT_EQUAL(0, answer("display", PRODUCTION_ANSWER_YES));
    TEST_ASSERT_EQUAL_STRING("", t.fake.chosen);
    unsigned played = t.fake.played;
    TEST_ASSERT_EQUAL(HAL_SOUND_TEST, t.fake.sound);
    TEST_ASSERT_EQUAL(0, answer("sound", PRODUCTION_ANSWER_AGAIN));
    TEST_ASSERT_EQUAL(played + 1, t.fake.played);
}

void test_without_a_run_nothing_is_taken(void) {
    TEST_ASSERT_FALSE(show(card()));
    set_mode(MACHINE_MODE_PRODUCTION_TEST);
    TEST_ASSERT_FALSE(show(card()));
}

/* Nobody is let in by what is shown meanwhile, whatever is awaited: but through devices on a link, which are no part of it. */
void test_what_comes_in_is_the_tests(void) {
    begin();
    TEST_ASSERT_TRUE(show(card()));
    TEST_ASSERT_TRUE(show(typed("4711")));
    TEST_ASSERT_TRUE(show(finger(80, true)));
    TEST_ASSERT_TRUE(show((struct hal_input_event){.what = HAL_INPUT_MENU}));
    TEST_ASSERT_TRUE(show((struct hal_input_event){.what = HAL_INPUT_STATUS}));
    TEST_ASSERT_FALSE(show((struct hal_input_event){.what = HAL_INPUT_CONTACTS}));
    struct hal_input_event linked = card();
    linked.from = CREDENTIAL_FROM_BLUETOOTH;
    TEST_ASSERT_FALSE(show(linked));
    TEST_ASSERT_EQUAL_STRING("display", on());
    skip_to("keypad");
    TEST_ASSERT_TRUE(show(card()));
    TEST_ASSERT_TRUE(show(typed("0123")));
    TEST_ASSERT_EQUAL_STRING("keypad", on());
    TEST_ASSERT_EQUAL_STRING("4 keys", view.steps[view.at].measured);
    struct hal_input_event outside = typed(PRODUCTION_KEYS);
    TEST_ASSERT_TRUE(production_takes(t.core, &outside, /* is_reader= */ false));
    TEST_ASSERT_EQUAL_STRING("keypad", on()); /* nor a keypad on the Wiegand line */
    TEST_ASSERT_TRUE(show(typed(PRODUCTION_KEYS)));
    TEST_ASSERT_EQUAL_STRING("reader", on()); /* which the previous card does not decide */
    struct hal_input_event line = card();
    TEST_ASSERT_TRUE(production_takes(t.core, &line, /* is_reader= */ false));
    TEST_ASSERT_EQUAL_STRING("reader", on()); /* nor the Wiegand line */
    TEST_ASSERT_TRUE(show(card()));
    TEST_ASSERT_EQUAL_STRING("finger", on());
    TEST_ASSERT_TRUE(show(finger(12, false)));
    TEST_ASSERT_EQUAL_STRING("finger", on());
    TEST_ASSERT_EQUAL_STRING("quality 12", view.steps[view.at].measured);
    struct hal_input_event rubber = finger(90, true);
    rubber.match.live = false;
    TEST_ASSERT_TRUE(show(rubber));
    TEST_ASSERT_EQUAL_STRING("finger", on());
    TEST_ASSERT_TRUE(show(finger(61, true)));
    TEST_ASSERT_EQUAL_STRING("door", on());
}

/* --- The relay ---------------------------------------------------------------------------------------------------------- */

void test_the_relay_is_switched_by_a_call_and_by_who_may_open_the_door(void) {
    begin();
    skip_to("door");
    (void)door_look(t.core);
    fake_hal_advance(&t.fake, 1000);
    TEST_ASSERT_EQUAL_STRING("door", on());
    TEST_ASSERT_EQUAL(PRODUCTION_ASK_RELAY, view.ask);
    TEST_ASSERT_EQUAL(0, t.fake.devices.outputs[HAL_DOOR_RELAY]);
    TEST_ASSERT_EQUAL(E_NOTFOUND, answer("door", PRODUCTION_ANSWER_YES)); /* it was not switched */
    TEST_ASSERT_EQUAL(E_FORBIDDEN, answer_of(&engineer, "door", PRODUCTION_ANSWER_AGAIN, ""));
    (void)door_look(t.core);
    TEST_ASSERT_FALSE(t.fake.devices.outputs[HAL_DOOR_RELAY]);
    TEST_ASSERT_EQUAL(0, answer("door", PRODUCTION_ANSWER_AGAIN));
    check_row(3, "door", "{\"command\":\"open\",\"reason\":\"production test\"}");
    (void)door_look(t.core);
    TEST_ASSERT_TRUE(t.fake.devices.outputs[HAL_DOOR_RELAY]);
    TEST_ASSERT_EQUAL_STRING("door", on());
    TEST_ASSERT_EQUAL(0, answer("door", PRODUCTION_ANSWER_YES));
    TEST_ASSERT_EQUAL_STRING("door", on()); /* until it fell again */
    TEST_ASSERT_EQUAL(0, answer("door", PRODUCTION_ANSWER_AGAIN)); /* it was not sure */
    fake_hal_advance(&t.fake, 500);
    (void)door_look(t.core);
    TEST_ASSERT_EQUAL_STRING("door", on());
    TEST_ASSERT_EQUAL(0, answer("door", PRODUCTION_ANSWER_YES));
    fake_hal_advance(&t.fake, 5000);
    (void)door_look(t.core);
    TEST_ASSERT_EQUAL_STRING("", on());
    expect("door", PRODUCTION_VERDICT_PASSED, PRODUCTION_WHY_NOTHING, "on and off");
}

void test_a_relay_that_sticks_has_failed(void) {
    begin();
    skip_to("door");
    t.fake.devices.relay_stuck = true;
    TEST_ASSERT_EQUAL(0, answer("door", PRODUCTION_ANSWER_AGAIN));
    (void)door_look(t.core);
    fake_hal_advance(&t.fake, 600);
    (void)door_look(t.core);
    TEST_ASSERT_EQUAL_STRING("", on());
    expect("door", PRODUCTION_VERDICT_FAILED, PRODUCTION_WHY_WRONG, "the relay does not follow");
}

void test_a_door_that_is_locked_down_stays_so(void) {
    TEST_ASSERT_EQUAL(0, door_command(t.core, &admin, DOOR_COMMAND_LOCK_DOWN, "", &wait_s));
    begin();
    skip_to("door");
    TEST_ASSERT_EQUAL(E_DOOR_LOCKED_DOWN, answer("door", PRODUCTION_ANSWER_AGAIN));
    (void)door_look(t.core);
    TEST_ASSERT_FALSE(t.fake.devices.outputs[HAL_DOOR_RELAY]);
}

/* --- One device alone ----------------------------------------------------------------------------------------------------- */

/* A terminal that has these devices, and its storage. */
static void begin_with(const char *const *devices) {
    only = devices;
    set_mode(MACHINE_MODE_PRODUCTION_TEST);
    TEST_ASSERT_EQUAL(0, production_start(t.core, &admin));
}

#define DEVICES(...) ((const char *const[]){__VA_ARGS__, NULL})

static int fill_even(void *ctx, void *buf, size_t len) {
    (void)ctx;
    memset(buf, 0x5a, len);
    return 0;
}

static int fill_counting(void *ctx, void *buf, size_t len) {
    (void)ctx;
    for (size_t i = 0; i < len; i++) {
        ((uint8_t *)buf)[i] = (uint8_t)i;
    }
    return 0;
}

static void assert_entropy(enum production_verdict verdict, enum production_why why, const char *measured) {
    TEST_ASSERT_EQUAL(0, production_start(t.core, &admin));
    expect("entropy", verdict, why, measured);
}

/* One byte all through, the same bytes twice, and none at all. */
void test_randomness_that_is_none(void) {
    struct hal_entropy usual = t.fake.hal.entropy;
    begin_with(DEVICES("entropy"));
    expect("entropy", PRODUCTION_VERDICT_PASSED, PRODUCTION_WHY_NOTHING, "64 octets");
    t.fake.hal.entropy.fill = fill_even;
    assert_entropy(PRODUCTION_VERDICT_FAILED, PRODUCTION_WHY_WRONG, "64 octets");
    t.fake.hal.entropy.fill = fill_counting;
    assert_entropy(PRODUCTION_VERDICT_FAILED, PRODUCTION_WHY_WRONG, "64 octets");
    t.fake.hal.entropy = usual;
    t.fake.entropy_fails = true;
    assert_entropy(PRODUCTION_VERDICT_FAILED, PRODUCTION_WHY_WRONG, "");
}

static void assert_drift(int64_t drift_ms, enum production_verdict verdict, const char *measured) {
    begin_with(DEVICES("clock"));
    fake_hal_advance(&t.fake, 999);
    TEST_ASSERT_EQUAL(PRODUCTION_VERDICT_WAITING, step("clock")->verdict);
    fake_hal_advance(&t.fake, 1);
    (void)atomic_fetch_add(&t.fake.utc_ms, drift_ms);
    enum production_why why = verdict == PRODUCTION_VERDICT_PASSED ? PRODUCTION_WHY_NOTHING : PRODUCTION_WHY_WRONG;
    expect("clock", verdict, why, measured);
}

void test_the_borders_of_a_clock(void) {
    assert_drift(100, PRODUCTION_VERDICT_PASSED, "drift 100 ms");
    assert_drift(101, PRODUCTION_VERDICT_FAILED, "drift 101 ms");
    assert_drift(-100, PRODUCTION_VERDICT_PASSED, "drift -100 ms");
    assert_drift(-101, PRODUCTION_VERDICT_FAILED, "drift -101 ms");
}

void test_what_is_measured_of_the_radios(void) {
    static const uint8_t macs[][HAL_MAC_LEN] = {{0x02, 0xA1, 0x0B, 0x3C, 0x4D, 0x5E}, {0x12, 0, 0, 0, 0xFF, 9}};
    memcpy(t.fake.net.states[WAN_MODE_WIFI].mac, macs[0], HAL_MAC_LEN);
    memcpy(t.fake.net.states[WAN_MODE_ETHERNET].mac, macs[1], HAL_MAC_LEN);
    t.fake.net.states[WAN_MODE_ETHERNET].speed = 1000;
    t.fake.devices.radio_offline = true;
    begin_with(DEVICES("bluetooth", "wifi", "ethernet"));
    expect("ethernet", PRODUCTION_VERDICT_PASSED, PRODUCTION_WHY_NOTHING, "1000 Mbit/s, 12:00:00:00:FF:09");
    expect("wifi", PRODUCTION_VERDICT_PASSED, PRODUCTION_WHY_NOTHING, "02:A1:0B:3C:4D:5E");
    expect("bluetooth", PRODUCTION_VERDICT_FAILED, PRODUCTION_WHY_SILENT, ""); /* it has no address */
    t.fake.devices.radio_offline = false;
    TEST_ASSERT_EQUAL(0, production_start(t.core, &admin));
    expect("bluetooth", PRODUCTION_VERDICT_PASSED, PRODUCTION_WHY_NOTHING, "02:00:5E:10:00:01");
    TEST_ASSERT_EQUAL_STRING("storage", view.steps[0].name);
    TEST_ASSERT_EQUAL_STRING("ethernet", view.steps[1].name);
    TEST_ASSERT_EQUAL_STRING("wifi", view.steps[2].name);
    TEST_ASSERT_EQUAL(PRODUCTION_PHASE_DONE, view.phase);
    TEST_ASSERT_TRUE(view.has_passed);
}

void test_a_storage_that_takes_nothing_or_does_not_say_how_worn_it_is(void) {
    char path[128];
    t.fake.sensor_offline = true;
    begin_with(DEVICES("wifi"));
    TEST_ASSERT_EQUAL(PRODUCTION_VERDICT_PASSED, step("storage")->verdict);
    TEST_ASSERT_NULL(strstr(step("storage")->measured, "wear"));
    file_watch_start(t.dir);
    file_watch_fill();
    TEST_ASSERT_EQUAL(0, production_start(t.core, &admin)); /* also without its row */
    (void)file_watch_stop();
    TEST_ASSERT_EQUAL(PRODUCTION_VERDICT_FAILED, step("storage")->verdict);
    TEST_ASSERT_EQUAL(PRODUCTION_WHY_WRONG, step("storage")->why);
    (void)snprintf(path, sizeof(path), "%s/production", t.dir);
    TEST_ASSERT_NOT_EQUAL(0, access(path, F_OK));
}

static void break_store(size_t len) {
    (void)len;
    t.fake.on_fill = NULL;
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, "ALTER TABLE audit_share RENAME TO gone"));
}

/* The database does not say what is in it: the storage has failed, whatever its file says. */
void test_a_storage_whose_database_fails(void) {
    t.fake.on_fill = break_store; /* with the first device, behind the row of the beginning */
    begin_with(DEVICES("entropy"));
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, "ALTER TABLE gone RENAME TO audit_share"));
    TEST_ASSERT_EQUAL(PRODUCTION_VERDICT_PASSED, step("entropy")->verdict);
    expect("storage", PRODUCTION_VERDICT_FAILED, PRODUCTION_WHY_WRONG, "");
}

/* A camera that is at it is waited for; one that gives another kind of picture has failed. */
void test_a_camera_that_is_busy_is_waited_for(void) {
    static const uint8_t png[] = {0x89, 'P', 'N', 'G', 13, 10, 26, 10, 0, 0, 0, 13, 'I', 'H', 'D', 'R', 0,
                                  0,    0,   8,   0,   0,  0,  8,  8,  2, 0, 0, 0,  0,   0,   0,   0};
    t.fake.camera_busy = true;
    begin_with(DEVICES("camera"));
    TEST_ASSERT_EQUAL_STRING("camera", on());
    fake_hal_advance(&t.fake, PRODUCTION_STEP_MS - 1);
    TEST_ASSERT_EQUAL_STRING("camera", on());
    t.fake.camera_busy = false;
    TEST_ASSERT_EQUAL(PRODUCTION_VERDICT_PASSED, step("camera")->verdict);
    t.fake.camera_busy = true;
    TEST_ASSERT_EQUAL(0, production_start(t.core, &admin));
    fake_hal_advance(&t.fake, PRODUCTION_STEP_MS);
    expect("camera", PRODUCTION_VERDICT_FAILED, PRODUCTION_WHY_TIMEOUT, "");
    t.fake.camera_busy = false;
    t.fake.still = png;
    t.fake.still_len = sizeof(png);
    TEST_ASSERT_EQUAL(0, production_start(t.core, &admin));
    TEST_ASSERT_EQUAL(PRODUCTION_WHY_WRONG, step("camera")->why);
}

/* A device that answers and does not do what it is told. */
void test_what_cannot_be_shown_or_played_has_failed(void) {
    t.fake.display_offline = t.fake.sound_offline = true;
    begin_with(DEVICES("display", "sound"));
    expect("display", PRODUCTION_VERDICT_FAILED, PRODUCTION_WHY_SILENT, "");
    expect("sound", PRODUCTION_VERDICT_FAILED, PRODUCTION_WHY_SILENT, "");
    t.fake.display_offline = t.fake.sound_offline = false;
    t.fake.entropy_fails = true; /* no number to show */
    TEST_ASSERT_EQUAL(0, production_start(t.core, &admin));
    expect("display", PRODUCTION_VERDICT_FAILED, PRODUCTION_WHY_WRONG, "");
}

static struct hal_input_event seen_of(enum hal_credential_kind kind) {
    struct hal_input_event event = finger(70, true);
    event.kind = kind;
    return event;
}

/* Each reader waits for its own kind alone. */
void test_each_reader_takes_its_own(void) {
    begin_with(DEVICES("finger", "face", "iris"));
    TEST_ASSERT_EQUAL_STRING("finger", on());
    TEST_ASSERT_EQUAL(PRODUCTION_ASK_FINGER, view.ask);
    TEST_ASSERT_TRUE(show(seen_of(HAL_CREDENTIAL_FACE)));
    TEST_ASSERT_TRUE(show(seen_of(HAL_CREDENTIAL_IRIS)));
    TEST_ASSERT_EQUAL_STRING("finger", on());
    TEST_ASSERT_TRUE(show(seen_of(HAL_CREDENTIAL_FINGER)));
    TEST_ASSERT_EQUAL_STRING("face", on());
    TEST_ASSERT_EQUAL(PRODUCTION_ASK_FACE, view.ask);
    TEST_ASSERT_TRUE(show(seen_of(HAL_CREDENTIAL_FINGER)));
    TEST_ASSERT_TRUE(show(seen_of(HAL_CREDENTIAL_IRIS)));
    TEST_ASSERT_EQUAL_STRING("face", on());
    TEST_ASSERT_TRUE(show(seen_of(HAL_CREDENTIAL_FACE)));
    TEST_ASSERT_EQUAL_STRING("iris", on());
    TEST_ASSERT_TRUE(show(seen_of(HAL_CREDENTIAL_FACE)));
    TEST_ASSERT_EQUAL_STRING("iris", on());
    TEST_ASSERT_TRUE(show(seen_of(HAL_CREDENTIAL_IRIS)));
    TEST_ASSERT_EQUAL_STRING("", on());
    expect("iris", PRODUCTION_VERDICT_PASSED, PRODUCTION_WHY_NOTHING, "quality 70");
}

/* --- Obstacles
 * ------------------------------------------------------------------------------------------------------------ */

void test_nobody_is_enrolled_meanwhile(void) {
    struct enrol_wish wish = {.userid = 7, .factor = ENROL_FACTOR_CARD, .mark = 5};
    struct users_refusal refusal = {0};
    fixture_add_user(&t, 7, "Ada", 0, 0, NULL);
    set_mode(MACHINE_MODE_PRODUCTION_TEST);
    TEST_ASSERT_EQUAL(0, enrol_start(t.core, &admin, &wish, &refusal));
    TEST_ASSERT_EQUAL(E_ENROL_BUSY, production_start(t.core, &admin));
    production_look(t.core, &view);
    TEST_ASSERT_EQUAL(PRODUCTION_PHASE_NONE, view.phase);
    TEST_ASSERT_EQUAL_INT64(INT64_MAX, production_due_ms(t.core));
    enrol_cancel_own(t.core, 5);
    TEST_ASSERT_EQUAL(0, production_start(t.core, &admin));
}

void test_what_cannot_be_noted_is_not_begun(void) {
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, "ALTER TABLE audit RENAME TO gone"));
    TEST_ASSERT_LESS_THAN(0, production_set_mode(t.core, &admin, MACHINE_MODE_PRODUCTION_TEST));
    TEST_ASSERT_EQUAL(MACHINE_MODE_NORMAL, production_mode(t.core));
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, "ALTER TABLE gone RENAME TO audit"));
    begin_with(DEVICES("wifi"));
    char before[PRODUCTION_SHA256_MAX];
    production_look(t.core, &view);
    memcpy(before, view.sha256, sizeof(before));
    TEST_ASSERT_EQUAL(64, strlen(before));
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, "ALTER TABLE audit RENAME TO gone"));
    TEST_ASSERT_LESS_THAN(0, production_start(t.core, &admin));
    production_look(t.core, &view);
    TEST_ASSERT_EQUAL_STRING(before, view.sha256); /* the one before is still there */
    TEST_ASSERT_EQUAL(0, store_exec(t.core->store, "ALTER TABLE gone RENAME TO audit"));
}

/* Four times a second, and after the run nothing more; a second run forgets the first. */
void test_the_pace_of_a_run_and_what_a_second_one_begins_with(void) {
    begin_with(DEVICES("display"));
    production_look(t.core, &view);
    TEST_ASSERT_EQUAL_INT64(core_mono_ms(t.core) + 250, production_due_ms(t.core));
    TEST_ASSERT_EQUAL_STRING("", view.sha256);
    TEST_ASSERT_FALSE(view.has_passed);
    fake_hal_advance(&t.fake, 100);
    production_upkeep(t.core);
    TEST_ASSERT_EQUAL_INT64(core_mono_ms(t.core) + 250, production_due_ms(t.core));
    TEST_ASSERT_EQUAL(0, answer_of(&admin, "display", PRODUCTION_ANSWER_SKIP, "broken"));
    production_look(t.core, &view);
    TEST_ASSERT_EQUAL(PRODUCTION_PHASE_DONE, view.phase);
    TEST_ASSERT_EQUAL(0, view.seconds_left);
    TEST_ASSERT_EQUAL_STRING("", view.shown);
    TEST_ASSERT_EQUAL(PRODUCTION_ASK_NOTHING, view.ask);
    TEST_ASSERT_EQUAL_INT64(INT64_MAX, production_due_ms(t.core));
    TEST_ASSERT_EQUAL(0, production_start(t.core, &engineer));
    production_look(t.core, &view);
    TEST_ASSERT_EQUAL_STRING("", view.sha256);
    TEST_ASSERT_EQUAL_STRING("", step("display")->reason);
    TEST_ASSERT_EQUAL(0, answer("display", PRODUCTION_ANSWER_YES));
    TEST_ASSERT_NOT_NULL(strstr(written(), "tester = engineer\n"));
    TEST_ASSERT_NOT_NULL(strstr(written(), "device = display passed\nresult = passed\n"));
}

/* At once, although nobody looks: what is shown goes, and the readers are everybody's again. */
void test_leaving_the_mode_ends_it_at_once(void) {
    begin_with(DEVICES("display"));
    TEST_ASSERT_EQUAL(4, strlen(t.fake.chosen));
    TEST_ASSERT_TRUE(show(card()));
    set_mode(MACHINE_MODE_NORMAL);
    TEST_ASSERT_EQUAL_STRING("", t.fake.chosen);
    TEST_ASSERT_FALSE(show(card()));
    TEST_ASSERT_EQUAL_INT64(INT64_MAX, production_due_ms(t.core));
    audit_rows_read(t.core->store, &audit);
    TEST_ASSERT_EQUAL(4, audit.count); /* mode, begun, mode, and what came of it */
    TEST_ASSERT_NOT_NULL(strstr(audit.rows[0].after, "\"passed\":false"));
}

void test_free_takes_nothing(void) {
    production_free(NULL);
}
