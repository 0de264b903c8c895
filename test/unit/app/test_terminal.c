/* The thread that waits for credentials. */
#include "app/terminal.h"

#include <semaphore.h>
#include <stdatomic.h>
#include <string.h>

#include "core/accounts/throttle.h"
#include "core/base/actor.h"
#include "core/machine/menu_jobs.h"
#include "core/settings/settings.h"
#include "core/start/start.h"
#include "core/users/init_card.h"
#include "terminal_fixture.h"
#include "unity.h"

static struct fixture fixture;
static sem_t asked, stop;
static const struct hal_input_event *first;
static struct hal_input_event seen_again;
static int waits;
static const struct hal_input_event *script; /* what comes in, one after the other */
static int script_len, timeouts[8];

/* Gives one PIN; asked again, it looks at what is left of it. */
static int wait_input(void *ctx, int timeout_ms, struct hal_input_event *ret_event) {
    (void)ctx;
    (void)timeout_ms;
    if (waits++ == 0) {
        first = ret_event;
        *ret_event = (struct hal_input_event){.kind = HAL_CREDENTIAL_PIN, .digits = "4711", .time_ms = 1};
        return 0;
    }
    if (waits == 2) {
        TEST_ASSERT_EQUAL_PTR(first, ret_event);
        memcpy(&seen_again, ret_event, sizeof(seen_again));
        (void)sem_post(&asked);
    }
    (void)sem_wait(&stop);
    return E_CANCELLED;
}

static void wake_input(void *ctx) {
    (void)ctx;
    (void)sem_post(&stop);
}

/* Gives the events of the script. */
static int play_script(void *ctx, int timeout_ms, struct hal_input_event *ret_event) {
    (void)ctx;
    if (waits < script_len) {
        timeouts[waits] = timeout_ms;
        *ret_event = script[waits++];
        return 0;
    }
    (void)sem_post(&asked);
    (void)sem_wait(&stop);
    return E_CANCELLED;
}

void setUp(void) {
    waits = 0;
    fixture_up(&fixture);
    fixture.fake.hal.input.wait = wait_input;
    fixture.fake.hal.input.wake = wake_input;
    TEST_ASSERT_EQUAL(0, sem_init(&asked, 0, 0));
    TEST_ASSERT_EQUAL(0, sem_init(&stop, 0, 0));
}

void tearDown(void) {
    fixture_down(&fixture);
}

void test_a_pin_is_wiped_before_the_next_is_waited_for(void) {
    static const struct hal_input_event nothing;
    struct terminal *terminal = NULL;
    memset(&seen_again, 1, sizeof(seen_again));
    struct core *core = fixture_core(&fixture);
    TEST_ASSERT_EQUAL(0, terminal_start(core, &fixture.fake.hal, &terminal));
    TEST_ASSERT_EQUAL(0, sem_wait(&asked));
    terminal = terminal_stop(terminal);
    start_thread_end(core);
    TEST_ASSERT_EQUAL_MEMORY(&nothing, &seen_again, sizeof(nothing));
}

/* Lets a terminal take these events. */
static void play(const struct hal_input_event *events, int count) {
    struct terminal *terminal = NULL;
    struct core *core = fixture_core(&fixture);
    script = events;
    script_len = count;
    fixture.fake.hal.input.wait = play_script;
    TEST_ASSERT_EQUAL(0, terminal_start(core, &fixture.fake.hal, &terminal));
    TEST_ASSERT_EQUAL(0, sem_wait(&asked));
    terminal = terminal_stop(terminal);
    start_thread_end(core);
}

#define MENU_KEY {.what = HAL_INPUT_MENU}
#define TYPED(text) {.kind = HAL_CREDENTIAL_PIN, .digits = text}
#define CARD(number_) {.kind = HAL_CREDENTIAL_CARD, .card = number_}

static void lock_keypad(void) {
    struct actor by = {.account = "admin", .level = 16, .peer = "-", .call = "GetTimeParam"};
    struct setting_time_param values = {.keyboard_lock = true};
    struct settings_change change = {
        .page = SETTING_PAGE_TIME_PARAM, .values = &values, .given = SETTING_TIME_PARAM_KEYBOARD_LOCK};
    struct settings_result saved;
    TEST_ASSERT_EQUAL(0, settings_save(fixture.core, &by, &change, &saved));
}

void test_the_menu_opens_and_ends_the_waits_also_with_the_keypad_locked(void) {
    static const struct hal_input_event events[] = {TYPED("604713"), MENU_KEY, TYPED("7"), TYPED("604713"), TYPED("1")};
    unsigned wait_s = 0;
    fixture_add_user(&fixture, 7, "Ada", 16, 0, "604713");
    lock_keypad();
    while (throttle_try(fixture.core, "admin", "192.0.2.1", 0, &wait_s) == 0) {
    }
    play(events, 5);
    TEST_ASSERT_EQUAL(0, fixture.fake.results); /* what was typed for the door was not taken */
    TEST_ASSERT_EQUAL(HAL_MENU_WORKING, fixture.fake.menu.page);
    menu_jobs_upkeep(fixture.core); /* as a worker does */
    TEST_ASSERT_EQUAL(0, throttle_try(fixture.core, "admin", "192.0.2.1", 0, &wait_s));
    TEST_ASSERT_EQUAL(40000, timeouts[1]); /* to the next minute, at which hours of the door may begin */
    TEST_ASSERT_EQUAL(30000, timeouts[2]);
}

void test_the_initial_card_asks_who_shows_it_for_the_code(void) {
    static const struct hal_input_event events[] = {CARD(98765)};
    const struct actor ada = {
        .session = 1, .account = "7", .userid = 7, .level = 16, .peer = "-", .call = "InitAdminCard"};
    fixture_add_user(&fixture, 7, "Ada", 16, 0, "604713");
    TEST_ASSERT_EQUAL(0, init_card_keep(fixture.core, &ada, 98765));
    play(events, 1);
    TEST_ASSERT_EQUAL(HAL_MENU_ASK_CODE, fixture.fake.menu.page);
    TEST_ASSERT_EQUAL(0, fixture.fake.results); /* the door has seen nothing of it */
}

void test_a_card_closes_the_menu_and_opens_the_door(void) {
    static const struct hal_input_event events[] = {MENU_KEY, TYPED("7"), CARD(1234301)};
    fixture_add_user(&fixture, 7, "Ada", 16, 1234301, "604713");
    play(events, 3);
    TEST_ASSERT_EQUAL(HAL_MENU_CLOSED, fixture.fake.menu.page);
    TEST_ASSERT_EQUAL(1, fixture.fake.results);
    TEST_ASSERT_TRUE(fixture.fake.result.granted);
}

void test_the_key_pressed_again_gives_the_digits_back_to_the_door(void) {
    static const struct hal_input_event events[] = {MENU_KEY, MENU_KEY, TYPED("4711")};
    fixture_add_user(&fixture, 7, "Ada", 0, 0, "4711");
    play(events, 3);
    TEST_ASSERT_EQUAL(HAL_MENU_CLOSED, fixture.fake.menu.page);
    TEST_ASSERT_TRUE(fixture.fake.result.granted);
}

#define FLOOD 200

static int frames, frames_at_wait[8];
static bool relay_late; /* the lock is still released long after the delay */

/* A frame every 100 ms, as fast as they are taken. */
static int flood_line(void *ctx, struct wiegand_frame *ret_frame) {
    struct wiegand_layout layout = wiegand_usual(0, 32);
    (void)ctx;
    if (frames == FLOOD) {
        return E_NOTFOUND;
    }
    frames++;
    fake_hal_advance(&fixture.fake, 100);
    relay_late = relay_late || (frames > 60 && fixture.fake.devices.outputs[HAL_DOOR_RELAY]);
    return wiegand_make(&layout, 0, (uint64_t)1000 + (uint64_t)frames, ret_frame);
}

static int wait_in_flood(void *ctx, int timeout_ms, struct hal_input_event *ret_event) {
    if (waits < 8) {
        frames_at_wait[waits] = frames;
        timeouts[waits] = timeout_ms;
    }
    if (frames < FLOOD && waits > 0) {
        waits++;
        return E_TIMEOUT;
    }
    waits = waits == 0 ? 0 : script_len;
    return play_script(ctx, timeout_ms, ret_event);
}

/* Who has the wires of the reader outside sends frames without end: the lock falls in time, and other readers are asked. */
void test_a_flooded_line_keeps_neither_the_lock_nor_other_readers_waiting(void) {
    static const struct hal_input_event events[] = {CARD(4300)};
    fixture_add_user(&fixture, 7, "Ada", 0, 4300, NULL);
    frames = 0;
    relay_late = false;
    fixture.fake.hal.door.receive = flood_line;
    struct terminal *terminal = NULL;
    struct core *core = fixture_core(&fixture);
    script = events;
    script_len = 1;
    fixture.fake.hal.input.wait = wait_in_flood;
    TEST_ASSERT_EQUAL(0, terminal_start(core, &fixture.fake.hal, &terminal));
    TEST_ASSERT_EQUAL(0, sem_wait(&asked));
    terminal = terminal_stop(terminal);
    start_thread_end(core);
    TEST_ASSERT_EQUAL(FLOOD, frames);
    TEST_ASSERT_FALSE(relay_late);
    TEST_ASSERT_LESS_OR_EQUAL(8, frames_at_wait[2] - frames_at_wait[1]);
    TEST_ASSERT_EQUAL(0, timeouts[2]); /* and what is left of the line is not waited for */
}
