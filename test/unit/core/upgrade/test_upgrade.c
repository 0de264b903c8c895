/* An upgrade up to the restart: who may, what is refused, what SWUpdate gets, and how the slots stand after each end. */
#include "core/upgrade/upgrade.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "audit_rows.h"
#include "core/backup/backup_impl.h"
#include "core/base/about.h"
#include "core/base/audit.h"
#include "core/settings/provisional.h"
#include "core/settings/settings.h"
#include "core/upgrade/upgrade_impl.h"
#include "fake_machine.h"
#include "fake_swupdate.h"
#include "file_watch.h"
#include "made_bundle.h"
#include "terminal_fixture.h"
#include "transitions.h"
#include "unity.h"

#define WELL_MS 5000
#define HEAD ((size_t)65536)
#define LARGE 80000 /* bytes of an image that is more than a head */

static struct fixture t;
static struct upgrade_state state;
static const uint8_t *bundle;
static size_t bundle_len;
static int64_t received;
static uint64_t free_octets;
static struct actor ada = {.account = "7", .userid = 7, .level = 16, .session = 1, .peer = "192.0.2.1", .call = "c"};
static struct actor ben = {.account = "8", .userid = 8, .level = 16, .session = 2, .peer = "192.0.2.2", .call = "c"};

/* In place of the store's own: what the disk has left. */
uint64_t store_home_free_octets(const struct store_home *home) {
    (void)home;
    return free_octets;
}

static void start_machine(void) {
    fixture_stop(&t);
    (void)snprintf(t.system_dir, sizeof(t.system_dir), "%s/system", t.dir);
    fake_machine_make(t.system_dir);
    TEST_ASSERT_EQUAL(SLOT_A, fake_machine_boot(t.system_dir));
    TEST_ASSERT_EQUAL(0, fixture_start(&t));
}

static void start_swupdate(void) {
    char run[96];
    (void)snprintf(run, sizeof(run), "%s/run", t.system_dir);
    fake_swupdate_start(run);
}

void setUp(void) {
    free_octets = UINT64_C(1) << 40;
    fixture_up(&t);
    start_machine();
    start_swupdate();
    received = -1;
    ada.super = false;
}

void tearDown(void) {
    transitions_end();
    (void)file_watch_stop();
    fake_swupdate_stop();
    fake_machine_remove(t.system_dir);
    fixture_down(&t);
}

static void make(struct fake_bundle with) {
    bundle_len = fake_machine_bundle(&with, &bundle);
}

static int send(const struct actor *by, size_t from, size_t len) {
    const struct upgrade_piece piece = {.offset = (int64_t)from,
                                        .total = (int64_t)bundle_len,
                                        .name = "postern-0.2.0.swu",
                                        .data = bundle + from,
                                        .len = len};
    return upgrade_piece(t.core, by, &piece, &received);
}

/* The head, or the whole file where that is less. */
static int send_head(const struct actor *by) {
    return send(by, 0, bundle_len < HEAD ? bundle_len : HEAD);
}

static int start(const struct actor *by) {
    return upgrade_start(t.core, by, &(struct upgrade_wish){.force = false});
}

static int force(const struct actor *by, const char *serial_end) {
    return upgrade_start(t.core, by, &(struct upgrade_wish){.force = true, .serial_end = serial_end});
}

static void check_step(enum upgrade_step step, int error) {
    upgrade_read(t.core, &state);
    TEST_ASSERT_EQUAL(step, state.step);
    TEST_ASSERT_EQUAL(error, state.error);
}

static void check_slots(enum slot first, unsigned a, unsigned b) {
    struct slots_state slots;
    fake_machine_read(t.system_dir, &slots);
    TEST_ASSERT_EQUAL(first, slots.first);
    TEST_ASSERT_EQUAL(a, slots.left[SLOT_A]);
    TEST_ASSERT_EQUAL(b, slots.left[SLOT_B]);
}

/* As the worker does that looks after it, until it is decided. */
static void finish_checking(void) {
    for (int i = 0; i < 100; i++) {
        upgrade_upkeep(t.core);
        upgrade_read(t.core, &state);
        if (state.step != UPGRADE_STEP_CHECKING) {
            return;
        }
    }
    TEST_FAIL_MESSAGE("SWUpdate says nothing");
}

/* To where all has been sent. */
static void send_all(struct fake_bundle with) {
    make(with);
    TEST_ASSERT_EQUAL(0, send_head(&ada));
    TEST_ASSERT_EQUAL(0, start(&ada));
    if (bundle_len > HEAD) {
        TEST_ASSERT_EQUAL(0, send(&ada, HEAD, bundle_len - HEAD));
    }
    check_step(UPGRADE_STEP_CHECKING, 0);
}

static struct audit_rows audit;

static void check_rows(unsigned count, const char *account, const char *after) {
    audit_rows_read(t.core->store, &audit);
    TEST_ASSERT_EQUAL(count, audit.count);
    if (count > 0) {
        TEST_ASSERT_EQUAL_STRING(account, audit.rows[0].account);
        TEST_ASSERT_EQUAL_STRING("upgrade", audit.rows[0].object);
        TEST_ASSERT_EQUAL_STRING(after, audit.rows[0].after);
    }
}

/* --- Where there is nothing to upgrade -------------------------------------------------------------------------------- */

void test_without_a_system_folder_nothing_is_fitted(void) {
    fixture_stop(&t);
    t.system_dir[0] = '\0';
    TEST_ASSERT_EQUAL(0, fixture_start(&t));
    TEST_ASSERT_EQUAL(0, upgrade_system_error(t.shared));
    check_step(UPGRADE_STEP_IDLE, 0);
    TEST_ASSERT_FALSE(state.fitted);
    make((struct fake_bundle){.counter = 1});
    TEST_ASSERT_EQUAL(E_UPGRADE_NOT_FITTED, send_head(&ada));
    TEST_ASSERT_EQUAL(E_UPGRADE_NOT_FITTED, start(&ada));
    TEST_ASSERT_EQUAL(E_UPGRADE_NOT_READY, upgrade_cancel(t.core, &ada));
    TEST_ASSERT_FALSE(upgrade_is_unproved(t.shared)); /* nor is anything to be proved */
    TEST_ASSERT_FALSE(upgrade_is_trial(t.shared));
    (void)snprintf(t.system_dir, sizeof(t.system_dir), "%s/system", t.dir);
}

void test_a_folder_that_cannot_be_read_is_none_and_is_said(void) {
    char path[128];
    fixture_stop(&t);
    (void)snprintf(path, sizeof(path), "%s/slot", t.system_dir);
    TEST_ASSERT_EQUAL(0, remove(path));
    TEST_ASSERT_EQUAL(0, fixture_start(&t));
    TEST_ASSERT_EQUAL(E_NOTFOUND, upgrade_system_error(t.shared));
    check_step(UPGRADE_STEP_IDLE, 0);
    TEST_ASSERT_FALSE(state.fitted);
}

void test_how_the_machine_stands(void) {
    check_step(UPGRADE_STEP_IDLE, 0);
    TEST_ASSERT_TRUE(state.fitted);
    TEST_ASSERT_EQUAL(SLOT_A, state.slot);
    TEST_ASSERT_EQUAL_STRING("laptop", state.board);
    TEST_ASSERT_EQUAL_UINT32(1, state.floor);
    TEST_ASSERT_FALSE(state.has_offer);
    TEST_ASSERT_EQUAL(UPGRADE_PHASE_NONE, state.history.phase);
}

/* --- The head --------------------------------------------------------------------------------------------------------- */

void test_a_head_is_offered_and_nothing_is_touched(void) {
    struct fake_swupdate_seen seen;
    make((struct fake_bundle){.counter = 3});
    TEST_ASSERT_EQUAL(0, send_head(&ada));
    TEST_ASSERT_EQUAL_INT64(bundle_len, received);
    check_step(UPGRADE_STEP_OFFERED, 0);
    TEST_ASSERT_TRUE(state.has_offer);
    TEST_ASSERT_EQUAL_STRING("7", state.holder);
    TEST_ASSERT_EQUAL_STRING("postern-0.2.0.swu", state.name);
    TEST_ASSERT_EQUAL_INT64(bundle_len, state.total);
    TEST_ASSERT_EQUAL_STRING("0.2.0", state.offer.facts.version);
    TEST_ASSERT_EQUAL_UINT32(3, state.offer.facts.counter);
    TEST_ASSERT_FALSE(state.offer.older || state.offer.earlier || state.offer.same || state.offer.other_brand);
    fake_swupdate_seen(&seen);
    TEST_ASSERT_EQUAL(0, seen.requests);
    check_slots(SLOT_A, 2, 3);
    check_rows(0, "", "");
}

void test_how_an_offer_stands_to_what_runs(void) {
    make((struct fake_bundle){.version = "0.1.0", .build_id = "build-1", .brand = "other"});
    TEST_ASSERT_EQUAL(0, send_head(&ada));
    check_step(UPGRADE_STEP_OFFERED, 0);
    TEST_ASSERT_TRUE(state.offer.same);
    TEST_ASSERT_TRUE(state.offer.other_brand);
    TEST_ASSERT_FALSE(state.offer.earlier);
    make((struct fake_bundle){.version = "0.1.0-rc.1"});
    TEST_ASSERT_EQUAL(0, send_head(&ada));
    check_step(UPGRADE_STEP_OFFERED, 0);
    TEST_ASSERT_TRUE(state.offer.earlier);
    TEST_ASSERT_FALSE(state.offer.same);
}

/* What was offered before goes with it. */
void test_a_head_that_is_refused_leaves_nothing(void) {
    make((struct fake_bundle){.counter = 1});
    TEST_ASSERT_EQUAL(0, send_head(&ada));
    make((struct fake_bundle){.stranger = true});
    TEST_ASSERT_EQUAL(E_BUNDLE_SIGNER_UNKNOWN, send_head(&ada));
    check_step(UPGRADE_STEP_IDLE, 0);
    TEST_ASSERT_FALSE(state.has_offer);
    TEST_ASSERT_EQUAL(E_UPGRADE_NOT_READY, start(&ada));
    make((struct fake_bundle){.board = "another-board"});
    TEST_ASSERT_EQUAL(E_BUNDLE_BOARD, send_head(&ada));
    check_step(UPGRADE_STEP_IDLE, 0);
    make((struct fake_bundle){.counter = 1});
    TEST_ASSERT_EQUAL(E_UPLOAD_GAP, send(&ada, 0, 1000)); /* less than a head */
    check_step(UPGRADE_STEP_IDLE, 0);
}

/* Which devices there are, and which of them answer. */
static void check_drivers(void) {
    const struct hal_health *health = &t.fake.hal.health;
    struct hal_driver drivers[HAL_DRIVERS_MAX];
    size_t count = health->drivers(health->ctx, drivers);
    TEST_ASSERT_GREATER_THAN(1, count);
    for (size_t i = 0; i < count; i++) {
        TEST_ASSERT_EQUAL_STRING(drivers[i].name, state.history.drivers[i]);
        TEST_ASSERT_EQUAL(drivers[i].answers, state.history.answered >> i & 1U);
    }
    TEST_ASSERT_EQUAL_STRING("", count < HAL_DRIVERS_MAX ? state.history.drivers[count] : "");
}

/* --- From the first byte to the restart ------------------------------------------------------------------------------ */

void test_a_small_one_is_switched_to(void) {
    struct fake_swupdate_seen seen;
    t.fake.sound_offline = true;
    send_all((struct fake_bundle){.counter = 2});
    check_slots(SLOT_A, 2, 0); /* half a system is never started */
    check_rows(1, "7", "{\"version\":\"0.2.0\"}");
    finish_checking();
    check_step(UPGRADE_STEP_SWITCHING, 0);
    TEST_ASSERT_EQUAL_INT64(bundle_len, state.received);
    fake_swupdate_seen(&seen);
    TEST_ASSERT_EQUAL_STRING("b", seen.mode);
    TEST_ASSERT_EQUAL(bundle_len, seen.len);
    TEST_ASSERT_EQUAL_MEMORY(bundle, seen.octets, bundle_len);
    check_slots(SLOT_B, 2, 3);
    TEST_ASSERT_EQUAL(1, t.fake.restarts);
    TEST_ASSERT_EQUAL(UPGRADE_PHASE_SWITCHED, state.history.phase);
    TEST_ASSERT_EQUAL_STRING("0.1.0", state.history.from);
    TEST_ASSERT_EQUAL_STRING("0.2.0", state.history.to);
    TEST_ASSERT_EQUAL(SLOT_B, state.history.slot);
    TEST_ASSERT_EQUAL_INT64(FAKE_UTC_MS / 1000, state.history.at_s);
    check_drivers();
    TEST_ASSERT_EQUAL_INT64(INT64_MAX, upgrade_due_ms(t.core));
}

void test_a_large_one_comes_in_pieces(void) {
    struct fake_swupdate_seen seen;
    make((struct fake_bundle){.image = LARGE});
    TEST_ASSERT_EQUAL(E_UPGRADE_NOT_READY, send(&ada, HEAD, 1000)); /* not begun */
    TEST_ASSERT_EQUAL(0, send_head(&ada));
    TEST_ASSERT_EQUAL(E_UPGRADE_NOT_READY, send(&ada, HEAD, 1000)); /* not started */
    TEST_ASSERT_EQUAL(0, start(&ada));
    check_step(UPGRADE_STEP_RECEIVING, 0);
    TEST_ASSERT_EQUAL_INT64(HEAD, state.received);
    for (size_t at = HEAD; at < bundle_len; at += 5000) {
        size_t left = bundle_len - at;
        TEST_ASSERT_EQUAL(E_UPLOAD_GAP, send(&ada, at + 1, left > 1 ? left - 1 : 0));
        TEST_ASSERT_EQUAL_INT64(at, received);
        TEST_ASSERT_EQUAL(0, send(&ada, at, left < 5000 ? left : 5000));
        TEST_ASSERT_EQUAL_INT64(at + (left < 5000 ? left : 5000), received);
    }
    check_step(UPGRADE_STEP_CHECKING, 0);
    finish_checking();
    check_step(UPGRADE_STEP_SWITCHING, 0);
    fake_swupdate_seen(&seen);
    TEST_ASSERT_EQUAL(bundle_len, seen.len);
    TEST_ASSERT_EQUAL_MEMORY(bundle, seen.octets, bundle_len);
}

void test_pieces_that_do_not_fit_are_not_taken(void) {
    make((struct fake_bundle){.image = LARGE});
    TEST_ASSERT_EQUAL(0, send_head(&ada));
    TEST_ASSERT_EQUAL(0, start(&ada));
    bundle_len++; /* another total */
    TEST_ASSERT_EQUAL(E_UPLOAD_GAP, send(&ada, HEAD, 100));
    bundle_len--;
    TEST_ASSERT_EQUAL(E_UPLOAD_GAP, send(&ada, HEAD, bundle_len - HEAD + 1)); /* more than is missing */
    TEST_ASSERT_EQUAL(E_UPLOAD_GAP, send(&ada, HEAD - 1, 100));
    check_step(UPGRADE_STEP_RECEIVING, 0);
    TEST_ASSERT_EQUAL(0, send(&ada, HEAD, bundle_len - HEAD));
    TEST_ASSERT_EQUAL(E_UPGRADE_NOT_READY, send(&ada, bundle_len, 0)); /* all is here */
}

void test_while_it_is_checked_it_is_asked_again(void) {
    fake_swupdate_say(FAKE_SWUPDATE_SILENT);
    send_all((struct fake_bundle){.counter = 1});
    TEST_ASSERT_LESS_OR_EQUAL(core_mono_ms(t.core), upgrade_due_ms(t.core));
    upgrade_upkeep(t.core);
    check_step(UPGRADE_STEP_CHECKING, 0);
    TEST_ASSERT_LESS_OR_EQUAL(core_mono_ms(t.core), upgrade_due_ms(t.core));
    TEST_ASSERT_EQUAL(E_UPGRADE_BUSY, send_head(&ada)); /* its own, too */
    fake_hal_advance(&t.fake, UPGRADE_IDLE_MS);
    TEST_ASSERT_EQUAL(E_UPGRADE_BUSY, send_head(&ben));
    check_slots(SLOT_A, 2, 0);
    fake_swupdate_say(FAKE_SWUPDATE_SUCCESS);
    finish_checking();
    check_step(UPGRADE_STEP_SWITCHING, 0);
    TEST_ASSERT_EQUAL(E_UPGRADE_BUSY, send_head(&ada));
}

/* A client that sends a bundle as soon as the terminal responds must not delay the self-test of this run: after three
 * such starts the boot loader would select the other slot. */
void test_this_run_proves_itself_whatever_is_sent_meanwhile(void) {
    const int64_t well_ms = core_mono_ms(t.core) + WELL_MS;
    upgrade_set_served(t.shared);
    make((struct fake_bundle){.stranger = true});
    TEST_ASSERT_EQUAL(E_BUNDLE_SIGNER_UNKNOWN, send_head(&ada));
    TEST_ASSERT_EQUAL_INT64(well_ms, upgrade_due_ms(t.core));
    make((struct fake_bundle){.image = LARGE});
    TEST_ASSERT_EQUAL(0, send_head(&ada));
    TEST_ASSERT_EQUAL(0, start(&ada));
    TEST_ASSERT_EQUAL_INT64(well_ms, upgrade_due_ms(t.core));
    fake_hal_advance(&t.fake, WELL_MS);
    upgrade_upkeep(t.core);
    check_step(UPGRADE_STEP_RECEIVING, 0);
    check_slots(SLOT_A, 3, 0); /* the half-written one is not started either */
    TEST_ASSERT_EQUAL_INT64(INT64_MAX, upgrade_due_ms(t.core));
    TEST_ASSERT_EQUAL(0, send(&ada, HEAD, bundle_len - HEAD));
    finish_checking();
    check_slots(SLOT_B, 3, 3);
}

static void *cancel_apart(void *ctx) {
    *(int *)ctx = upgrade_cancel(t.core, &ada);
    return NULL;
}

/* A call that comes while the upkeep looks is not told that the terminal is busy; one beside another call is. */
void test_the_upkeep_is_waited_for(void) {
    struct upgrade *upgrade = t.shared->upgrade;
    pthread_t caller;
    int r = 0;
    TEST_ASSERT_EQUAL(0, upgrade_hold(upgrade));
    TEST_ASSERT_EQUAL(E_BUSY, upgrade_cancel(t.core, &ada));
    upgrade->is_upkeep = true;
    TEST_ASSERT_EQUAL(0, pthread_create(&caller, NULL, cancel_apart, &r));
    (void)usleep(50000); /* so that it has asked; without it nothing would be tested, and nothing fail */
    upgrade_release(upgrade);
    TEST_ASSERT_EQUAL(0, pthread_join(caller, NULL));
    TEST_ASSERT_EQUAL(E_UPGRADE_NOT_READY, r);
}

/* From the switch on the other slot is the first, whatever the state of this run's self-test. */
void test_a_run_that_is_switched_from_proves_nothing(void) {
    upgrade_set_served(t.shared);
    send_all((struct fake_bundle){.counter = 2});
    finish_checking();
    check_step(UPGRADE_STEP_SWITCHING, 0);
    TEST_ASSERT_EQUAL_INT64(INT64_MAX, upgrade_due_ms(t.core));
    fake_hal_advance(&t.fake, WELL_MS);
    upgrade_upkeep(t.core);
    check_slots(SLOT_B, 2, 3);
}

/* --- When it goes wrong ----------------------------------------------------------------------------------------------- */

void test_what_swupdate_refuses_is_never_started(void) {
    fake_swupdate_say(FAKE_SWUPDATE_FAILURE);
    send_all((struct fake_bundle){.counter = 1});
    finish_checking();
    check_step(UPGRADE_STEP_FAILED, E_UPGRADE_FAILED);
    check_slots(SLOT_A, 2, 0);
    TEST_ASSERT_EQUAL(0, t.fake.restarts);
    TEST_ASSERT_EQUAL(UPGRADE_PHASE_NONE, state.history.phase);
    fake_swupdate_say(FAKE_SWUPDATE_SUCCESS);
    TEST_ASSERT_EQUAL(0, send_head(&ben)); /* anybody may begin again */
    check_step(UPGRADE_STEP_OFFERED, 0);
}

/* The byte that is wrong does not reach the slot. */
void test_an_image_that_is_not_the_signed_one(void) {
    struct fake_swupdate_seen seen;
    static uint8_t octets[MADE_BUNDLE_MAX];
    make((struct fake_bundle){.image = LARGE});
    memcpy(octets, bundle, bundle_len);
    octets[bundle_len - 5000] ^= 1;
    bundle = octets;
    TEST_ASSERT_EQUAL(0, send_head(&ada));
    TEST_ASSERT_EQUAL(0, start(&ada));
    TEST_ASSERT_EQUAL(E_BUNDLE_DAMAGED, send(&ada, HEAD, bundle_len - HEAD));
    check_step(UPGRADE_STEP_FAILED, E_BUNDLE_DAMAGED);
    fake_swupdate_seen(&seen);
    TEST_ASSERT_EQUAL(HEAD, seen.len);
    check_slots(SLOT_A, 2, 0);
}

void test_without_swupdate_nothing_is_begun(void) {
    fake_swupdate_stop();
    make((struct fake_bundle){.counter = 1});
    TEST_ASSERT_EQUAL(0, send_head(&ada));
    TEST_ASSERT_EQUAL(E_UPGRADE_NOT_FITTED, start(&ada));
    check_step(UPGRADE_STEP_OFFERED, 0);
    start_swupdate();
    TEST_ASSERT_EQUAL(0, start(&ada));
}

/* The new system is whole, but would be started by nobody: it is barred again. */
void test_a_machine_that_cannot_restart(void) {
    t.fake.restart_fails = true;
    send_all((struct fake_bundle){.counter = 1});
    finish_checking();
    check_step(UPGRADE_STEP_FAILED, E_UPGRADE_FAILED);
    check_slots(SLOT_A, 2, 0);
}

/* Without the history the next start would not know what it is. */
void test_a_history_that_cannot_be_written(void) {
    send_all((struct fake_bundle){.counter = 1});
    file_watch_start(t.dir);
    file_watch_fill();
    finish_checking();
    (void)file_watch_stop();
    check_step(UPGRADE_STEP_FAILED, E_UPGRADE_FAILED);
    check_slots(SLOT_A, 2, 0);
    TEST_ASSERT_EQUAL(0, t.fake.restarts);
}

static void write_sector(const char *octets) {
    char path[128];
    (void)snprintf(path, sizeof(path), "%s/env", t.system_dir);
    FILE *file = fopen(path, "w");
    TEST_ASSERT_NOT_NULL(file);
    TEST_ASSERT_GREATER_THAN(0, fputs(octets, file));
    TEST_ASSERT_EQUAL(0, fclose(file));
}

void test_a_damaged_sector_is_made_anew_first(void) {
    write_sector("nothing");
    send_all((struct fake_bundle){.counter = 1});
    check_slots(SLOT_A, 3, 0);
    finish_checking();
    check_slots(SLOT_B, 3, 3);
}

/* --- One at a time ---------------------------------------------------------------------------------------------------- */

void test_somebody_else_may_not_go_on_with_it(void) {
    make((struct fake_bundle){.image = LARGE});
    TEST_ASSERT_EQUAL(0, send_head(&ada));
    TEST_ASSERT_EQUAL(E_UPGRADE_BUSY, send_head(&ben));
    TEST_ASSERT_EQUAL(E_UPGRADE_BUSY, start(&ben));
    check_step(UPGRADE_STEP_OFFERED, 0);
    TEST_ASSERT_EQUAL(0, start(&ada));
    TEST_ASSERT_EQUAL(E_UPGRADE_BUSY, send(&ben, HEAD, bundle_len - HEAD));
    TEST_ASSERT_EQUAL(E_UPGRADE_BUSY, send_head(&ben));
    check_step(UPGRADE_STEP_RECEIVING, 0);
    TEST_ASSERT_EQUAL_STRING("7", state.holder);
    TEST_ASSERT_EQUAL(E_UPGRADE_NOT_READY, start(&ada)); /* it is */
}

void test_what_was_left_is_anybodys_to_begin_anew(void) {
    struct fake_swupdate_seen seen;
    make((struct fake_bundle){.image = LARGE});
    TEST_ASSERT_EQUAL(0, send_head(&ada));
    fake_hal_advance(&t.fake, UPGRADE_IDLE_MS - 1);
    TEST_ASSERT_EQUAL(E_UPGRADE_BUSY, send_head(&ben));
    fake_hal_advance(&t.fake, 1);
    TEST_ASSERT_EQUAL(0, send_head(&ben));
    TEST_ASSERT_EQUAL(0, start(&ben));
    fake_hal_advance(&t.fake, UPGRADE_IDLE_MS - 1);
    TEST_ASSERT_EQUAL(0, send(&ben, HEAD, 1000)); /* each piece counts */
    fake_hal_advance(&t.fake, UPGRADE_IDLE_MS - 1);
    TEST_ASSERT_EQUAL(E_UPGRADE_BUSY, send_head(&ada));
    fake_hal_advance(&t.fake, 1);
    TEST_ASSERT_EQUAL(0, send_head(&ada));
    TEST_ASSERT_EQUAL(E_UPGRADE_NOT_READY, send(&ben, HEAD + 1000, 1000));
    fake_swupdate_seen(&seen); /* which misses the rest, and refuses what it has */
    TEST_ASSERT_EQUAL(HEAD + 1000, seen.len);
    check_step(UPGRADE_STEP_OFFERED, 0);
    TEST_ASSERT_EQUAL_STRING("7", state.holder);
}

void test_ones_own_is_begun_anew_at_any_time(void) {
    make((struct fake_bundle){.image = LARGE});
    TEST_ASSERT_EQUAL(0, send_head(&ada));
    TEST_ASSERT_EQUAL(0, start(&ada));
    TEST_ASSERT_EQUAL(0, send_head(&ada));
    check_step(UPGRADE_STEP_OFFERED, 0);
    TEST_ASSERT_EQUAL(0, start(&ada));
    TEST_ASSERT_EQUAL(0, send(&ada, HEAD, bundle_len - HEAD));
    finish_checking();
    check_step(UPGRADE_STEP_SWITCHING, 0);
}

void test_while_a_worker_has_it_others_wait(void) {
    struct upgrade *upgrade = t.shared->upgrade;
    make((struct fake_bundle){.counter = 1});
    TEST_ASSERT_EQUAL(0, upgrade_hold(upgrade));
    TEST_ASSERT_EQUAL(E_BUSY, send_head(&ada));
    TEST_ASSERT_EQUAL(E_BUSY, start(&ada));
    TEST_ASSERT_EQUAL(E_BUSY, upgrade_cancel(t.core, &ada));
    upgrade_upkeep(t.core);
    check_step(UPGRADE_STEP_IDLE, 0); /* reading waits for nobody */
    upgrade_release(upgrade);
    TEST_ASSERT_EQUAL(0, send_head(&ada));
}

/* --- Ending it -------------------------------------------------------------------------------------------------------- */

static void check_cancelled(void) {
    TEST_ASSERT_EQUAL(0, upgrade_cancel(t.core, &ben)); /* anybody with the right */
    check_step(UPGRADE_STEP_IDLE, 0);
    TEST_ASSERT_FALSE(state.has_offer);
    audit_rows_read(t.core->store, &audit);
    TEST_ASSERT_EQUAL_STRING("8", audit.rows[0].account);
    TEST_ASSERT_EQUAL_STRING("upgrade", audit.rows[0].object);
    TEST_ASSERT_EQUAL(E_UPGRADE_NOT_READY, upgrade_cancel(t.core, &ben));
    TEST_ASSERT_EQUAL(E_UPGRADE_NOT_READY, start(&ada));
}

void test_an_offer_is_cancelled(void) {
    make((struct fake_bundle){.counter = 1});
    TEST_ASSERT_EQUAL(0, send_head(&ada));
    check_cancelled();
    check_slots(SLOT_A, 2, 3); /* what is in the other slot was not touched */
}

void test_a_sending_is_cancelled(void) {
    struct fake_swupdate_seen seen;
    make((struct fake_bundle){.image = LARGE});
    TEST_ASSERT_EQUAL(0, send_head(&ada));
    TEST_ASSERT_EQUAL(0, start(&ada));
    check_cancelled();
    fake_swupdate_seen(&seen);
    TEST_ASSERT_EQUAL(HEAD, seen.len);
    check_slots(SLOT_A, 2, 0);
    TEST_ASSERT_EQUAL(E_UPGRADE_NOT_READY, send(&ada, HEAD, 1000));
}

void test_a_check_is_cancelled(void) {
    fake_swupdate_say(FAKE_SWUPDATE_SILENT);
    send_all((struct fake_bundle){.counter = 1});
    check_cancelled();
    fake_swupdate_say(FAKE_SWUPDATE_SUCCESS);
    upgrade_upkeep(t.core);
    check_step(UPGRADE_STEP_IDLE, 0);
    check_slots(SLOT_A, 2, 0);
    TEST_ASSERT_EQUAL(0, t.fake.restarts);
}

void test_a_failure_is_put_away(void) {
    fake_swupdate_say(FAKE_SWUPDATE_FAILURE);
    send_all((struct fake_bundle){.counter = 1});
    finish_checking();
    check_cancelled();
}

void test_what_is_switched_to_cannot_be_cancelled(void) {
    send_all((struct fake_bundle){.counter = 1});
    finish_checking();
    TEST_ASSERT_EQUAL(E_UPGRADE_NOT_READY, upgrade_cancel(t.core, &ada));
    check_slots(SLOT_B, 2, 3);
}

/* --- Older firmware --------------------------------------------------------------------------------------------------- */

static const char *serial_end(void) {
    const char *serial = about_serial(t.shared);
    return serial + strlen(serial) - ABOUT_SERIAL_END;
}

/* Only the engineer, and not by a slip. */
static void check_older(void) {
    char other[ABOUT_SERIAL_END + 1];
    TEST_ASSERT_EQUAL(0, send_head(&ada));
    TEST_ASSERT_EQUAL(E_BUNDLE_OLDER, start(&ada));
    TEST_ASSERT_EQUAL(E_SUPER_NEEDED, force(&ada, serial_end()));
    ada.super = true;
    TEST_ASSERT_EQUAL(E_BUNDLE_OLDER, start(&ada));
    TEST_ASSERT_EQUAL(E_SERIAL_WRONG, force(&ada, NULL));
    TEST_ASSERT_EQUAL(E_SERIAL_WRONG, force(&ada, ""));
    memcpy(other, serial_end(), sizeof(other));
    other[0] = other[0] == 'X' ? 'Y' : 'X';
    TEST_ASSERT_EQUAL(E_SERIAL_WRONG, force(&ada, other));
    check_step(UPGRADE_STEP_OFFERED, 0);
    check_slots(SLOT_A, 2, 3);
    check_rows(0, "", "");
    TEST_ASSERT_EQUAL(0, force(&ada, serial_end()));
    finish_checking();
    check_step(UPGRADE_STEP_SWITCHING, 0);
}

void test_a_counter_below_the_floor(void) {
    _cleanup_(slots_freep) struct slots *slots = NULL;
    TEST_ASSERT_EQUAL(0, slots_open(t.system_dir, &slots));
    TEST_ASSERT_EQUAL(0, slots_confirm(slots, 5));
    fixture_stop(&t);
    TEST_ASSERT_EQUAL(SLOT_A, fake_machine_boot(t.system_dir));
    TEST_ASSERT_EQUAL(0, fixture_start(&t));
    make((struct fake_bundle){.counter = 5});
    TEST_ASSERT_EQUAL(0, send_head(&ada));
    check_step(UPGRADE_STEP_OFFERED, 0);
    TEST_ASSERT_FALSE(state.offer.older);
    make((struct fake_bundle){.counter = 4});
    TEST_ASSERT_EQUAL(0, send_head(&ada));
    check_step(UPGRADE_STEP_OFFERED, 0);
    TEST_ASSERT_TRUE(state.offer.older);
    TEST_ASSERT_EQUAL_UINT32(5, state.floor);
    check_older();
}

void test_a_version_below_the_one_that_runs(void) {
    make((struct fake_bundle){.version = "0.0.9", .counter = 9});
    check_older();
}

/* --- What the data says ----------------------------------------------------------------------------------------------- */

void test_a_firmware_that_cannot_read_the_data(void) {
    make((struct fake_bundle){.schema = store_schema_latest() - 1});
    TEST_ASSERT_EQUAL(0, send_head(&ada));
    TEST_ASSERT_EQUAL(E_BUNDLE_SCHEMA, start(&ada));
    ada.super = true;
    TEST_ASSERT_EQUAL(E_BUNDLE_SCHEMA, force(&ada, serial_end())); /* for any caller */
    check_slots(SLOT_A, 2, 3);
}

void test_a_copy_that_would_find_no_room(void) {
    uint64_t octets = 0;
    TEST_ASSERT_EQUAL(0, store_size(t.core->store, &octets));
    make((struct fake_bundle){.schema = store_schema_latest() + 1});
    TEST_ASSERT_EQUAL(0, send_head(&ada));
    free_octets = octets + STORE_MARGIN_OCTETS - 1;
    TEST_ASSERT_EQUAL(E_NOSPC, start(&ada));
    check_slots(SLOT_A, 2, 3);
    free_octets = octets + STORE_MARGIN_OCTETS + 1048576; /* the log of the database grows meanwhile */
    TEST_ASSERT_EQUAL(0, start(&ada));
}

/* The same schema needs no copy. */
void test_without_a_migration_no_room_is_needed(void) {
    make((struct fake_bundle){.counter = 1});
    TEST_ASSERT_EQUAL(0, send_head(&ada));
    free_octets = 0;
    TEST_ASSERT_NOT_EQUAL(E_NOSPC, start(&ada));
}

/* --- What a restart would tear ------------------------------------------------------------------------------------------ */

void test_a_change_that_waits_for_its_confirmation(void) {
    struct setting_ethernet values = {.mode = ADDRESS_MODE_FIXED, .mask = "255.255.255.0", .address = "192.0.2.40"};
    const struct settings_change change = {.page = SETTING_PAGE_ETHERNET,
                                           .values = &values,
                                           .given = SETTING_ETHERNET_MODE | SETTING_ETHERNET_ADDRESS |
                                                    SETTING_ETHERNET_MASK};
    struct settings_result result;
    enum setting_page page;
    TEST_ASSERT_EQUAL(0, settings_save(t.core, &ada, &change, &result));
    make((struct fake_bundle){.counter = 1});
    TEST_ASSERT_EQUAL(0, send_head(&ada)); /* which touches nothing */
    TEST_ASSERT_EQUAL(E_PROVISIONAL_PENDING, start(&ada));
    check_slots(SLOT_A, 2, 3);
    TEST_ASSERT_EQUAL(0, provisional_confirm(t.core, &ada, result.confirm_code, &page));
    TEST_ASSERT_EQUAL(0, start(&ada));
}

void test_a_backup_that_is_being_made(void) {
    TEST_ASSERT_EQUAL(0, backup_take(t.shared->backup));
    make((struct fake_bundle){.counter = 1});
    TEST_ASSERT_EQUAL(0, send_head(&ada));
    TEST_ASSERT_EQUAL(E_BACKUP_RUNNING, start(&ada));
    check_slots(SLOT_A, 2, 3);
    backup_give(t.shared->backup);
    TEST_ASSERT_EQUAL(0, start(&ada));
}

/* --- The log ------------------------------------------------------------------------------------------------------------ */

void test_an_upgrade_is_in_the_log_step_by_step(void) {
    transitions_follow("upgrade", "upgrade");
    make((struct fake_bundle){.image = LARGE});
    TEST_ASSERT_EQUAL(0, send_head(&ada));
    TEST_ASSERT_EQUAL(0, send_head(&ada));
    TEST_ASSERT_EQUAL(0, start(&ada));
    TEST_ASSERT_EQUAL(0, send(&ada, HEAD, 1000));
    TEST_ASSERT_EQUAL(0, send(&ada, HEAD + 1000, bundle_len - HEAD - 1000));
    finish_checking();
    assert_transitions("from=idle to=offered by=head\n"
                       "from=offered to=idle by=\"another head\"\n"
                       "from=idle to=offered by=head\n"
                       "from=offered to=receiving by=start\n"
                       "from=receiving to=checking by=\"last piece\"\n"
                       "from=checking to=switching by=installer\n");
}

void test_an_upgrade_that_fails_or_is_cancelled_is_in_the_log(void) {
    transitions_follow("upgrade", "upgrade");
    fake_swupdate_say(FAKE_SWUPDATE_FAILURE);
    send_all((struct fake_bundle){.counter = 1});
    assert_transitions("from=idle to=offered by=head\n"
                       "from=offered to=receiving by=start\n"
                       "from=receiving to=checking by=\"last piece\"\n");
    finish_checking();
    TEST_ASSERT_EQUAL(0, upgrade_cancel(t.core, &ada));
    assert_transitions("from=checking to=failed by=E_UPGRADE_FAILED\n"
                       "from=failed to=idle by=cancel\n");
}

void test_a_switch_that_fails_is_in_the_log_with_its_cause(void) {
    transitions_follow("upgrade", "upgrade");
    t.fake.restart_fails = true;
    send_all((struct fake_bundle){.counter = 1});
    finish_checking();
    assert_transitions("from=idle to=offered by=head\n"
                       "from=offered to=receiving by=start\n"
                       "from=receiving to=checking by=\"last piece\"\n"
                       "from=checking to=failed by=E_IO\n");
}
