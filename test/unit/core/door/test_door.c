/* The door with its driver, store and log: what commands do, and what the outputs are told. */
#include "core/door/door.h"

#include <string.h>

#include "core/base/core.h"
#include "core/events/log.h"
#include "core/rules/periods.h"
#include "core/settings/settings.h"
#include "core/start/start.h"
#include "core/time/clock.h"
#include "hal/input.h"
#include "store/door/door.h"
#include "store/store.h"
#include "terminal_fixture.h"
#include "unity.h"
#include "util/arena.h"

static struct fixture t;
static struct fake_devices *devices;
static struct actor admin;
static unsigned wait_s;

static void save(struct setting_access_control set) {
    TEST_ASSERT_EQUAL_INT(0, fixture_save(t.core, &admin, SETTING_PAGE_ACCESS_CONTROL, &set));
}

static struct setting_access_control settings_now(void) {
    return settings_get(t.core)->values.access_control;
}

void setUp(void) {
    fixture_up(&t);
    devices = &t.fake.devices;
    admin = actor_nobody("::1", "doorCommand");
    admin.userid = 0;
    admin.level = 16;
    admin.session = 1;
    admin.fresh = true;
    (void)strcpy(admin.account, "admin");
    struct setting_access_control set = settings_now();
    set.sensor = DOOR_SENSOR_NORMALLY_CLOSED;
    devices->door.sensor = true;
    save(set);
    door_begin(t.core);
    (void)door_look(t.core);
}

void tearDown(void) {
    fixture_down(&t);
}

static int command(enum door_command what) {
    return door_command(t.core, &admin, what, "", &wait_s);
}

static int64_t look_after(int64_t ms) {
    fake_hal_advance(&t.fake, ms);
    return door_look(t.core);
}

static struct door_view view(void) {
    struct door_view now;
    door_read(t.core, &now);
    return now;
}

void test_a_start_switches_everything_off_whatever_it_was(void) {
    for (unsigned i = 0; i < HAL_DOOR_OUTPUTS; i++) {
        devices->outputs[i] = true;
    }
    devices->door.relay = true;
    door_begin(t.core);
    for (unsigned i = 0; i < HAL_DOOR_OUTPUTS; i++) {
        TEST_ASSERT_FALSE(devices->outputs[i]);
    }
}

static unsigned changes;

static void count_change(void *ctx) {
    (*(unsigned *)ctx)++;
}

void test_who_looks_on_is_told_of_each_change_and_of_nothing_else(void) {
    changes = 0;
    door_set_changed(t.shared, count_change, &changes);
    uint32_t revision = door_revision(t.core);
    (void)look_after(3777);
    (void)door_look(t.core);
    TEST_ASSERT_EQUAL_UINT(0, changes);
    TEST_ASSERT_EQUAL_UINT32(revision, door_revision(t.core));
    devices->door.sensor = false; /* open */
    (void)door_look(t.core);
    (void)look_after(100);
    TEST_ASSERT_TRUE(changes > 0);
    TEST_ASSERT_EQUAL_UINT32(revision + changes, door_revision(t.core));
    unsigned before = changes;
    (void)look_after(1001); /* an alarm that lasts is the same one */
    (void)look_after(999);
    TEST_ASSERT_EQUAL_UINT(before, changes);
    door_set_changed(t.shared, NULL, NULL);
    devices->door.sensor = true;
    (void)door_look(t.core);
    (void)look_after(100);
    TEST_ASSERT_EQUAL_UINT(before, changes);
    TEST_ASSERT_NOT_EQUAL_UINT32(revision + before, door_revision(t.core));
}

void test_who_is_let_in_moves_the_relay_and_the_line(void) {
    door_let_in(t.core, 7041, 0);
    TEST_ASSERT_TRUE(devices->outputs[HAL_DOOR_RELAY]);
    TEST_ASSERT_EQUAL_UINT(1, devices->frames);
    TEST_ASSERT_EQUAL_UINT8(26, devices->frame.count);
    TEST_ASSERT_EQUAL_INT64(t.core->shared->hal->clock.mono_ms(t.core->shared->hal->clock.ctx) + 5000,
                            door_look(t.core));
    (void)look_after(4999);
    TEST_ASSERT_TRUE(devices->outputs[HAL_DOOR_RELAY]);
    (void)look_after(1);
    TEST_ASSERT_FALSE(devices->outputs[HAL_DOOR_RELAY]);
    TEST_ASSERT_EQUAL_UINT(2, devices->switched[HAL_DOOR_RELAY] - 1); /* off, on, off: told no more often than needed */
}

/* An ID that does not fit would be that of another person. */
void test_a_number_that_does_not_fit_is_not_sent(void) {
    door_let_in(t.core, 0x1000000, 0);
    TEST_ASSERT_EQUAL_UINT(0, devices->frames);
    TEST_ASSERT_TRUE(devices->outputs[HAL_DOOR_RELAY]);
    door_let_in(t.core, 0xffffff, 0);
    TEST_ASSERT_EQUAL_UINT(1, devices->frames);
}

void test_a_frame_waits_for_the_line(void) {
    devices->line_busy = true;
    door_let_in(t.core, 7, 0);
    TEST_ASSERT_EQUAL_UINT(0, devices->frames);
    devices->line_busy = false;
    (void)look_after(50);
    TEST_ASSERT_EQUAL_UINT(1, devices->frames);
    (void)look_after(50);
    TEST_ASSERT_EQUAL_UINT(1, devices->frames);
}

void test_cards_of_the_line(void) {
    struct hal_input_event event;
    struct wiegand_layout layout = wiegand_usual(0, 32);
    TEST_ASSERT_FALSE(door_read_line(t.core, &event));
    TEST_ASSERT_EQUAL_INT(0, wiegand_make(&layout, 0, 0x89D41B81, &devices->came));
    TEST_ASSERT_TRUE(door_read_line(t.core, &event));
    TEST_ASSERT_EQUAL_HEX64(0x89D41B81, event.card);
    TEST_ASSERT_EQUAL(HAL_CREDENTIAL_CARD, event.kind);
    TEST_ASSERT_EQUAL_INT(0, wiegand_make(&layout, 0, 0, &devices->came)); /* no card has the number 0 */
    TEST_ASSERT_TRUE(door_read_line(t.core, &event));
    TEST_ASSERT_EQUAL_HEX64(0, event.card);
    TEST_ASSERT_EQUAL_UINT8(34, event.frame.count);
    (void)door_look(t.core);
    TEST_ASSERT_EQUAL_UINT32(1, view().bad_frames);
}

void test_keys_of_the_line(void) {
    struct hal_input_event event;
    TEST_ASSERT_EQUAL_INT(0, wiegand_parse("0111", &devices->came));
    TEST_ASSERT_FALSE(door_read_line(t.core, &event));
    TEST_ASSERT_EQUAL_INT(0, wiegand_parse("01001011", &devices->came));
    TEST_ASSERT_TRUE(door_read_line(t.core, &event));
    TEST_ASSERT_EQUAL(HAL_CREDENTIAL_PIN, event.kind);
    TEST_ASSERT_EQUAL_STRING("7", event.digits);
    TEST_ASSERT_EQUAL_INT64(core_utc_ms(t.core), event.time_ms);
    (void)door_look(t.core);
    TEST_ASSERT_EQUAL_UINT32(0, view().bad_frames);
}

void test_commands_wait_for_the_terminals_thread(void) {
    TEST_ASSERT_EQUAL_INT(0, command(DOOR_COMMAND_OPEN));
    TEST_ASSERT_FALSE(devices->outputs[HAL_DOOR_RELAY]);
    (void)door_look(t.core);
    TEST_ASSERT_TRUE(devices->outputs[HAL_DOOR_RELAY]);
}

void test_a_command_is_in_the_log_with_who_and_why(void) {
    static const enum record_kind kinds[] = {RECORD_KIND_LOCK_DOWN, RECORD_KIND_RELEASE, RECORD_KIND_REMOTE_OPEN};
    static const char *const details[] = {"admin: drill", "admin", "admin: parcel"};
    struct arena arena;
    struct record lines[8];
    size_t count = 0;
    int64_t before = log_last(t.core);
    TEST_ASSERT_EQUAL_INT(0, door_command(t.core, &admin, DOOR_COMMAND_LOCK_DOWN, "drill", &wait_s));
    TEST_ASSERT_EQUAL_INT(0,
                          door_command(t.core, &admin, DOOR_COMMAND_LOCK_DOWN, "again", &wait_s)); /* it is already */
    TEST_ASSERT_EQUAL_INT(0, door_command(t.core, &admin, DOOR_COMMAND_RELEASE, NULL, &wait_s));
    TEST_ASSERT_EQUAL_INT(0, door_command(t.core, &admin, DOOR_COMMAND_OPEN, "parcel", &wait_s));
    arena_init(&arena, 65536);
    TEST_ASSERT_EQUAL_INT(0, log_read(t.core, before, lines, 8, &arena, &count));
    TEST_ASSERT_EQUAL_size_t(3, count);
    for (size_t i = 0; i < count; i++) {
        TEST_ASSERT_EQUAL(kinds[i], lines[i].kind);
        TEST_ASSERT_EQUAL_STRING(details[i], lines[i].detail);
        TEST_ASSERT_EQUAL_UINT32(0, lines[i].userid);
    }
    arena_done(&arena);
}

/* What is answered is durable: a restart at any moment finds it. */
void test_a_lock_down_is_stored_before_it_is_answered_and_outlives_a_restart(void) {
    bool stored = false;
    TEST_ASSERT_EQUAL_INT(0, command(DOOR_COMMAND_LOCK_DOWN));
    TEST_ASSERT_EQUAL_INT(0, store_door_locked_down(t.core->store, &stored));
    TEST_ASSERT_TRUE(stored);
    fixture_restart(&t);
    TEST_ASSERT_EQUAL(DOOR_LOCKED_DOWN, view().mode);
    door_begin(t.core);
    TEST_ASSERT_EQUAL(DOOR_LOCKED_DOWN, door_mode(t.core));
    door_let_in(t.core, 7, 0);
    TEST_ASSERT_FALSE(t.fake.devices.outputs[HAL_DOOR_RELAY]);
    TEST_ASSERT_EQUAL_INT(E_DOOR_LOCKED_DOWN, command(DOOR_COMMAND_OPEN));
    TEST_ASSERT_EQUAL_INT(0, command(DOOR_COMMAND_RELEASE));
    (void)door_look(t.core);
    TEST_ASSERT_EQUAL(DOOR_NORMAL, door_mode(t.core));
}

void test_a_release_asks_for_the_password_and_for_a_session(void) {
    TEST_ASSERT_EQUAL_INT(0, command(DOOR_COMMAND_LOCK_DOWN));
    admin.fresh = false;
    TEST_ASSERT_EQUAL_INT(E_PASSWORD_NEEDED, command(DOOR_COMMAND_RELEASE));
    admin.session = 0;
    TEST_ASSERT_EQUAL_INT(E_FORBIDDEN, command(DOOR_COMMAND_RELEASE));
    (void)door_look(t.core);
    TEST_ASSERT_EQUAL(DOOR_LOCKED_DOWN, door_mode(t.core));
}

void test_ten_openings_of_a_person_in_a_minute(void) {
    for (unsigned i = 0; i < DOOR_OPENS_MAX; i++) {
        TEST_ASSERT_EQUAL_INT(0, command(DOOR_COMMAND_OPEN));
        fake_hal_advance(&t.fake, 1000);
    }
    TEST_ASSERT_EQUAL_INT(E_THROTTLED, command(DOOR_COMMAND_OPEN));
    TEST_ASSERT_EQUAL_UINT(50, wait_s);
    fake_hal_advance(&t.fake, 49999);
    TEST_ASSERT_EQUAL_INT(E_THROTTLED, command(DOOR_COMMAND_OPEN));
    TEST_ASSERT_EQUAL_UINT(1, wait_s);
    fake_hal_advance(&t.fake, 1);
    TEST_ASSERT_EQUAL_INT(0, command(DOOR_COMMAND_OPEN));
}

/* Each round is two lines of the log; a lock-down itself is never refused. */
void test_nobody_fills_the_log_with_releases(void) {
    for (unsigned i = 0; i < DOOR_OPENS_MAX; i++) {
        TEST_ASSERT_EQUAL_INT(0, command(DOOR_COMMAND_LOCK_DOWN));
        TEST_ASSERT_EQUAL_INT(0, command(DOOR_COMMAND_RELEASE));
    }
    TEST_ASSERT_EQUAL_INT(0, command(DOOR_COMMAND_LOCK_DOWN));
    TEST_ASSERT_EQUAL_INT(E_THROTTLED, command(DOOR_COMMAND_RELEASE));
    TEST_ASSERT_EQUAL_UINT(60, wait_s);
    fake_hal_advance(&t.fake, 60000);
    TEST_ASSERT_EQUAL_INT(0, command(DOOR_COMMAND_RELEASE));
    (void)door_look(t.core);
    TEST_ASSERT_EQUAL_INT(0, command(DOOR_COMMAND_OPEN)); /* counts by itself */
}

void test_what_happened_is_written_by_a_worker(void) {
    struct record records[8];
    size_t count = 0;
    struct arena arena;
    int64_t last = log_last(t.core);
    devices->door.sensor = false;
    (void)door_look(t.core);
    (void)look_after(50);
    TEST_ASSERT_EQUAL_INT64(last, log_last(t.core)); /* the terminal's thread wrote nothing */
    TEST_ASSERT_EQUAL_INT64(0, door_due_ms(t.core));
    door_upkeep(t.core);
    TEST_ASSERT_EQUAL_INT64(INT64_MAX, door_due_ms(t.core));
    arena_init(&arena, 4096);
    TEST_ASSERT_EQUAL_INT(0, log_read(t.core, last, records, 8, &arena, &count));
    TEST_ASSERT_EQUAL_size_t(2, count);
    TEST_ASSERT_EQUAL(RECORD_KIND_OPENED, records[0].kind);
    TEST_ASSERT_EQUAL(RECORD_KIND_FORCED, records[1].kind);
    arena_done(&arena);
}

void test_a_driver_that_comes_back_is_told_anew(void) {
    devices->door.online = false;
    door_let_in(t.core, 7, 0);
    TEST_ASSERT_FALSE(devices->outputs[HAL_DOOR_RELAY]);
    TEST_ASSERT_EQUAL_INT(E_OFFLINE, command(DOOR_COMMAND_OPEN));
    devices->door.online = true;
    (void)look_after(1000);
    TEST_ASSERT_TRUE(devices->outputs[HAL_DOOR_RELAY]);
    (void)look_after(4000);
    TEST_ASSERT_FALSE(devices->outputs[HAL_DOOR_RELAY]);
}

static void look_settled(void) {
    (void)door_look(t.core);
    (void)look_after(50);
}

/* A cable that comes and goes: the alarm goes on until it rests, but who opens is not kept waiting for that. */
void test_a_driver_that_comes_and_goes(void) {
    struct record records[64];
    size_t count = 0;
    struct arena arena;
    int64_t last = log_last(t.core);
    for (int i = 0; i < 30; i++) {
        devices->door.online = false;
        look_settled();
        devices->door.online = true;
        look_settled();
    }
    TEST_ASSERT_BITS_HIGH(1U << DOOR_ALARM_OFFLINE, view().alarms);
    TEST_ASSERT_TRUE(view().online);
    TEST_ASSERT_EQUAL_INT(0, command(DOOR_COMMAND_OPEN));
    (void)look_after(101000);
    TEST_ASSERT_EQUAL_UINT32(0, view().alarms);
    door_upkeep(t.core);
    arena_init(&arena, 1 << 16);
    TEST_ASSERT_EQUAL_INT(0, log_read(t.core, last, records, 64, &arena, &count));
    TEST_ASSERT_GREATER_THAN_size_t(22, count);
    TEST_ASSERT_LESS_THAN_size_t(26, count);
    TEST_ASSERT_EQUAL(RECORD_KIND_UNSTEADY, records[count - 2].kind);
    TEST_ASSERT_EQUAL_STRING_LEN("driver ", records[count - 2].detail, 7);
    TEST_ASSERT_EQUAL_STRING("door online", records[count - 1].detail);
    arena_done(&arena);
}

/* Both or neither: the store is held, nothing is carried out and nothing is in the log; later both are. */
void test_a_command_that_cannot_be_stored_is_not_carried_out(void) {
    struct core *other = fixture_core(&t);
    bool stored = true;
    int64_t last = log_last(t.core);
    store_wait_most(t.core->store, 20);
    TEST_ASSERT_EQUAL_INT(0, store_begin(other->store));
    TEST_ASSERT_EQUAL_INT(E_BUSY, command(DOOR_COMMAND_LOCK_DOWN));
    TEST_ASSERT_EQUAL_INT(E_BUSY, command(DOOR_COMMAND_OPEN));
    (void)door_look(t.core);
    TEST_ASSERT_EQUAL(DOOR_NORMAL, door_mode(t.core));
    TEST_ASSERT_FALSE(devices->outputs[HAL_DOOR_RELAY]);
    store_abort(other->store);
    TEST_ASSERT_EQUAL_INT(0, store_door_locked_down(t.core->store, &stored));
    TEST_ASSERT_FALSE(stored);
    TEST_ASSERT_EQUAL_INT64(last, log_last(t.core));
    TEST_ASSERT_EQUAL_INT(0, command(DOOR_COMMAND_LOCK_DOWN));
    (void)door_look(t.core);
    TEST_ASSERT_EQUAL(DOOR_LOCKED_DOWN, door_mode(t.core));
    start_thread_end(other);
}

/* What is shown is what the relay reads back as, in the same look; and hours begin on the minute. */
void test_a_look_tells_the_relay_of_now_and_comes_again_on_the_minute(void) {
    door_let_in(t.core, 7, 0);
    TEST_ASSERT_TRUE(view().relay);
    (void)look_after(5000);
    TEST_ASSERT_FALSE(view().relay);
    int64_t due_ms = door_look(t.core);
    TEST_ASSERT_EQUAL_INT64(60000 - core_utc_ms(t.core) % 60000, due_ms - core_mono_ms(t.core));
}

static void hold_open_all_week(void) {
    static const struct store_period periods[] = {{0, 0, 1439}, {1, 0, 1439}, {2, 0, 1439}, {3, 0, 1439},
                                                  {4, 0, 1439}, {5, 0, 1439}, {6, 0, 1439}};
    struct periods_saved kept;
    struct in_force_refusal refusal;
    const char *field = NULL;
    uint32_t revision = 0;
    struct periods_change change = {
        .group = {.kind = PERIOD_KIND_ALWAYS_OPEN, .number = 1, .name = "Week", .periods = periods, .period_count = 7}};
    struct in_force_change in_force = {.has_open = true, .open = 1};
    TEST_ASSERT_EQUAL(0, periods_save(t.core, &admin, &change, &kept, &field));
    TEST_ASSERT_EQUAL(0, periods_put_in_force(t.core, &admin, &in_force, &revision, &refusal));
}

/* A clock that lost its time and was given one by a single answer of the network: it may be forged. */
void test_always_open_hours_do_not_begin_by_a_time_that_is_not_confirmed(void) {
    struct clock_move move;
    struct clock *clock = t.shared->clock;
    enum rules_door now = RULES_DOOR_NORMAL;
    struct rules_door_change changes_to_come[DOOR_CHANGES_MAX];
    hold_open_all_week();
    TEST_ASSERT_EQUAL(0, clock_new(&t.fake.hal, core_utc_ms(t.core) / 1000 + 1, &t.shared->clock));
    struct clock_answer one = {.server = "one.example", .address = 1, .utc_ms = core_utc_ms(t.core) + 86400000};
    TEST_ASSERT_EQUAL(0, clock_ntp_take(t.core, &one, &move));
    (void)door_look(t.core);
    TEST_ASSERT_EQUAL(DOOR_NORMAL, view().mode);
    TEST_ASSERT_FALSE(devices->outputs[HAL_DOOR_RELAY]);
    (void)door_schedule(t.core, &now, changes_to_come);
    TEST_ASSERT_EQUAL(RULES_DOOR_NORMAL, now);
    struct clock_answer two = {.server = "two.example", .address = 2, .utc_ms = one.utc_ms};
    TEST_ASSERT_EQUAL(0, clock_ntp_take(t.core, &two, &move));
    (void)door_look(t.core);
    TEST_ASSERT_EQUAL(DOOR_ALWAYS_OPEN, view().mode);
    TEST_ASSERT_TRUE(devices->outputs[HAL_DOOR_RELAY]);
    clock_free(t.shared->clock);
    t.shared->clock = clock;
}
