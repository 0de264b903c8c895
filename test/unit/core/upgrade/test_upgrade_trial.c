/* After the restart: a firmware passes its self-test, or the previous one comes back; whenever the power fails, the
 * next start knows the state. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "audit_rows.h"
#include "core/base/about.h"
#include "core/upgrade/upgrade.h"
#include "fake_machine.h"
#include "file_watch.h"
#include "store/before.h"
#include "terminal_fixture.h"
#include "transitions.h"
#include "unity.h"

#define WELL_MS 5000
#define TRIAL_MS 90000
#define LOOK_MS 1000

static struct fixture t;
static struct upgrade_state state;

static void write_file(const char *name, const char *content) {
    char path[128];
    (void)snprintf(path, sizeof(path), "%s/%s", t.dir, name);
    FILE *file = fopen(path, "w");
    TEST_ASSERT_NOT_NULL(file);
    TEST_ASSERT_GREATER_OR_EQUAL(0, fputs(content, file));
    TEST_ASSERT_EQUAL(0, fclose(file));
}

static bool is_there(const char *name) {
    char path[128];
    (void)snprintf(path, sizeof(path), "%s/%s", t.dir, name);
    return access(path, F_OK) == 0;
}

/* Starts what the boot loader chooses: in slot A version 0.1.0, in B 0.2.0. */
static void boot(enum slot expected) {
    int64_t utc_ms = (int64_t)atomic_load(&t.fake.utc_ms);
    unsigned long long drawn = atomic_load(&t.fake.drawn);
    TEST_ASSERT_EQUAL(expected, fake_machine_boot(t.system_dir));
    t.version = expected == SLOT_A ? "0.1.0" : "0.2.0";
    t.counter = expected == SLOT_A ? 1 : 2;
    fake_hal_init(&t.fake);
    atomic_store(&t.fake.utc_ms, utc_ms);
    atomic_store(&t.fake.drawn, drawn);
    TEST_ASSERT_EQUAL(0, fixture_start(&t));
}

static void reboot(enum slot expected) {
    fixture_stop(&t);
    boot(expected);
}

void setUp(void) {
    fixture_up(&t);
    fixture_stop(&t);
    (void)snprintf(t.system_dir, sizeof(t.system_dir), "%s/system", t.dir);
    fake_machine_make(t.system_dir);
}

void tearDown(void) {
    transitions_end();
    (void)file_watch_stop();
    fake_machine_remove(t.system_dir);
    fixture_down(&t);
}

/* As an upgrade from A to B leaves it; the terminal is stopped. `sector`: up to the last step. */
static void leave_switched(bool sector) {
    struct upgrade_history history = {
        .phase = UPGRADE_PHASE_SWITCHED, .from = "0.1.0", .to = "0.2.0", .slot = SLOT_B, .at_s = 1763900000};
    (void)snprintf(history.drivers[0], sizeof(history.drivers[0]), "display");
    (void)snprintf(history.drivers[1], sizeof(history.drivers[1]), "sound");
    history.answered = 3;
    TEST_ASSERT_EQUAL(0, history_write(t.dir, &history));
    if (sector) {
        _cleanup_(slots_freep) struct slots *slots = NULL;
        TEST_ASSERT_EQUAL(0, slots_open(t.system_dir, &slots));
        TEST_ASSERT_EQUAL(0, slots_switch(slots));
    }
}

static void start_trial(void) {
    leave_switched(true);
    boot(SLOT_B);
}

static void look(void) {
    upgrade_upkeep(t.core);
    upgrade_read(t.core, &state);
}

/* Lets it serve and run for long enough. */
static void prove(void) {
    upgrade_set_served(t.shared);
    fake_hal_advance(&t.fake, WELL_MS);
    look();
}

static void check_slots(enum slot first, unsigned a, unsigned b, uint32_t floor) {
    struct slots_state slots;
    fake_machine_read(t.system_dir, &slots);
    TEST_ASSERT_EQUAL(first, slots.first);
    TEST_ASSERT_EQUAL(a, slots.left[SLOT_A]);
    TEST_ASSERT_EQUAL(b, slots.left[SLOT_B]);
    TEST_ASSERT_EQUAL_UINT32(floor, slots.floor);
}

static void check_state(enum upgrade_step step, enum upgrade_phase phase, enum upgrade_reason reason,
                        const char *device) {
    upgrade_read(t.core, &state);
    TEST_ASSERT_EQUAL(step, state.step);
    TEST_ASSERT_EQUAL(phase, state.history.phase);
    TEST_ASSERT_EQUAL(reason, state.history.reason);
    TEST_ASSERT_EQUAL_STRING(device, state.history.device);
}

/* What is shown is what the next start will read. */
static void check_kept(void) {
    struct upgrade_history kept;
    TEST_ASSERT_EQUAL(0, history_read(t.dir, &kept));
    upgrade_read(t.core, &state);
    TEST_ASSERT_EQUAL(kept.phase, state.history.phase);
    TEST_ASSERT_EQUAL(kept.reason, state.history.reason);
    TEST_ASSERT_EQUAL_STRING(kept.device, state.history.device);
    TEST_ASSERT_EQUAL_INT64(kept.at_s, state.history.at_s);
}

static void check_confirmed(void) {
    check_state(UPGRADE_STEP_IDLE, UPGRADE_PHASE_CONFIRMED, UPGRADE_REASON_NONE, "");
    check_kept();
    check_slots(SLOT_B, 3, 3, 2);
    TEST_ASSERT_EQUAL_UINT32(2, state.floor);
    TEST_ASSERT_FALSE(upgrade_is_unproved(t.shared));
    TEST_ASSERT_FALSE(upgrade_is_trial(t.shared));
    TEST_ASSERT_FALSE(is_there("postern.db.before"));
    TEST_ASSERT_EQUAL_INT64(INT64_MAX, upgrade_due_ms(t.core));
}

static struct audit_rows audit;

static unsigned count_rows(void) {
    audit_rows_read(t.core->store, &audit);
    return audit.count;
}

/* --- A start that brings nothing new ---------------------------------------------------------------------------------- */

void test_each_start_gets_its_tries_back_when_it_is_well(void) {
    boot(SLOT_A);
    check_state(UPGRADE_STEP_IDLE, UPGRADE_PHASE_NONE, UPGRADE_REASON_NONE, "");
    TEST_ASSERT_TRUE(upgrade_is_unproved(t.shared));
    TEST_ASSERT_EQUAL_INT64(core_mono_ms(t.core) + WELL_MS, upgrade_due_ms(t.core));
    upgrade_set_served(t.shared);
    TEST_ASSERT_FALSE(upgrade_is_unproved(t.shared));
    fake_hal_advance(&t.fake, WELL_MS - 1);
    look();
    check_slots(SLOT_A, 2, 3, 1);
    fake_hal_advance(&t.fake, 1);
    look();
    check_slots(SLOT_A, 3, 3, 1);
    TEST_ASSERT_EQUAL_INT64(INT64_MAX, upgrade_due_ms(t.core));
    TEST_ASSERT_EQUAL(0, count_rows());
    TEST_ASSERT_FALSE(is_there("upgrade"));
}

/* It is started again by the watchdog as often as it has tries; it is not for it to give up. */
void test_a_start_that_does_not_serve_gets_none_back(void) {
    boot(SLOT_A);
    fake_hal_advance(&t.fake, 10 * TRIAL_MS);
    look();
    check_slots(SLOT_A, 2, 3, 1);
    TEST_ASSERT_EQUAL(0, t.fake.restarts);
    TEST_ASSERT_TRUE(upgrade_is_unproved(t.shared));
    TEST_ASSERT_EQUAL_INT64(core_mono_ms(t.core) + LOOK_MS, upgrade_due_ms(t.core));
}

/* A device that fails on an ordinary day sends nobody back. */
void test_without_a_trial_no_device_is_needed(void) {
    boot(SLOT_A);
    t.fake.sound_offline = true;
    prove();
    check_slots(SLOT_A, 3, 3, 1);
}

/* --- A trial that goes well ------------------------------------------------------------------------------------------- */

void test_a_new_firmware_is_confirmed_when_it_has_served_and_gone_on(void) {
    start_trial();
    check_state(UPGRADE_STEP_TRIAL, UPGRADE_PHASE_SWITCHED, UPGRADE_REASON_NONE, "");
    check_slots(SLOT_B, 3, 2, 1);
    TEST_ASSERT_TRUE(upgrade_is_unproved(t.shared));
    fake_hal_advance(&t.fake, WELL_MS + 1000);
    look();
    TEST_ASSERT_EQUAL(UPGRADE_STEP_TRIAL, state.step); /* it has not served */
    upgrade_set_served(t.shared);
    look();
    check_confirmed();
    TEST_ASSERT_EQUAL_INT64(core_utc_ms(t.core) / 1000, state.history.at_s);
    TEST_ASSERT_EQUAL(0, t.fake.restarts);
    TEST_ASSERT_EQUAL(1, count_rows());
    TEST_ASSERT_EQUAL_STRING("-", audit.rows[0].account);
    TEST_ASSERT_EQUAL_STRING("-", audit.rows[0].peer);
    TEST_ASSERT_EQUAL_STRING("upgrade", audit.rows[0].object);
    TEST_ASSERT_EQUAL_STRING("{\"result\":\"confirmed\"}", audit.rows[0].after);
    reboot(SLOT_B);
    check_state(UPGRADE_STEP_IDLE, UPGRADE_PHASE_CONFIRMED, UPGRADE_REASON_NONE, "");
}

void test_five_seconds_are_no_less(void) {
    start_trial();
    upgrade_set_served(t.shared);
    fake_hal_advance(&t.fake, WELL_MS - 1);
    look();
    TEST_ASSERT_EQUAL(UPGRADE_STEP_TRIAL, state.step);
    fake_hal_advance(&t.fake, 1);
    look();
    check_confirmed();
}

void test_while_it_could_be_lost_nothing_is_changed(void) {
    write_file("postern.db.before", "as it was");
    start_trial();
    TEST_ASSERT_TRUE(upgrade_is_trial(t.shared));
    prove();
    check_confirmed(); /* and the copy is gone */
}

/* The same schema: changes made meanwhile stay, whichever firmware starts next. */
void test_without_a_copy_nothing_could_be_lost(void) {
    start_trial();
    TEST_ASSERT_FALSE(upgrade_is_trial(t.shared));
}

void test_a_device_has_time_to_answer(void) {
    start_trial();
    t.fake.sound_offline = true;
    prove();
    TEST_ASSERT_EQUAL(UPGRADE_STEP_TRIAL, state.step);
    fake_hal_advance(&t.fake, TRIAL_MS - WELL_MS - 1);
    look();
    TEST_ASSERT_EQUAL(UPGRADE_STEP_TRIAL, state.step);
    TEST_ASSERT_EQUAL(0, t.fake.restarts);
    TEST_ASSERT_EQUAL_INT64(core_mono_ms(t.core) + LOOK_MS, upgrade_due_ms(t.core));
    t.fake.sound_offline = false;
    look();
    check_confirmed();
}

void test_a_device_that_did_not_answer_before_is_not_asked_for(void) {
    struct upgrade_history history;
    leave_switched(true);
    TEST_ASSERT_EQUAL(0, history_read(t.dir, &history));
    history.answered = 1; /* the display alone */
    TEST_ASSERT_EQUAL(0, history_write(t.dir, &history));
    boot(SLOT_B);
    t.fake.sound_offline = true;
    prove();
    check_confirmed();
}

/* A device that this firmware does not know any more is one that does not answer. */
void test_a_device_that_is_not_there_any_more(void) {
    struct upgrade_history history;
    leave_switched(true);
    TEST_ASSERT_EQUAL(0, history_read(t.dir, &history));
    (void)snprintf(history.drivers[2], sizeof(history.drivers[2]), "lidar");
    history.answered = 7;
    TEST_ASSERT_EQUAL(0, history_write(t.dir, &history));
    boot(SLOT_B);
    upgrade_set_served(t.shared);
    fake_hal_advance(&t.fake, TRIAL_MS);
    look();
    check_state(UPGRADE_STEP_SWITCHING, UPGRADE_PHASE_RETURNING, UPGRADE_REASON_SELF_TEST, "lidar");
}

/* --- The way back ----------------------------------------------------------------------------------------------------- */

void test_a_lost_device_sends_it_back(void) {
    start_trial();
    t.fake.sound_offline = true;
    upgrade_set_served(t.shared);
    fake_hal_advance(&t.fake, TRIAL_MS);
    look();
    check_state(UPGRADE_STEP_SWITCHING, UPGRADE_PHASE_RETURNING, UPGRADE_REASON_SELF_TEST, "sound");
    check_kept();
    check_slots(SLOT_A, 3, 2, 1); /* the floor was not raised */
    TEST_ASSERT_EQUAL(1, t.fake.restarts);
    reboot(SLOT_A);
    check_state(UPGRADE_STEP_IDLE, UPGRADE_PHASE_BACK, UPGRADE_REASON_SELF_TEST, "sound");
    check_kept();
    TEST_ASSERT_EQUAL_STRING("0.1.0", state.history.from);
    TEST_ASSERT_EQUAL_STRING("0.2.0", state.history.to);
    TEST_ASSERT_EQUAL_INT64(core_utc_ms(t.core) / 1000, state.history.at_s);
    prove();
    check_slots(SLOT_A, 3, 2, 1);
    reboot(SLOT_A);
    check_state(UPGRADE_STEP_IDLE, UPGRADE_PHASE_BACK, UPGRADE_REASON_SELF_TEST, "sound");
}

/* It runs, but answers nobody. */
void test_what_does_not_serve_goes_back(void) {
    start_trial();
    fake_hal_advance(&t.fake, TRIAL_MS - 1);
    look();
    TEST_ASSERT_EQUAL(UPGRADE_STEP_TRIAL, state.step);
    t.fake.sound_offline = true; /* that is not what it is about */
    fake_hal_advance(&t.fake, 1);
    look();
    check_state(UPGRADE_STEP_SWITCHING, UPGRADE_PHASE_RETURNING, UPGRADE_REASON_NO_START, "");
    reboot(SLOT_A);
    check_state(UPGRADE_STEP_IDLE, UPGRADE_PHASE_BACK, UPGRADE_REASON_NO_START, "");
}

void test_what_dies_three_times_is_not_started_again(void) {
    start_trial();
    reboot(SLOT_B);
    check_state(UPGRADE_STEP_TRIAL, UPGRADE_PHASE_SWITCHED, UPGRADE_REASON_NONE, "");
    reboot(SLOT_B);
    check_slots(SLOT_B, 3, 0, 1);
    reboot(SLOT_A);
    check_state(UPGRADE_STEP_IDLE, UPGRADE_PHASE_BACK, UPGRADE_REASON_NO_START, "");
    check_kept();
    prove();
    check_slots(SLOT_A, 3, 0, 1); /* the other one is tried no more */
}

/* Its last try is as good as its first. */
void test_what_is_well_at_its_third_start_is_confirmed(void) {
    start_trial();
    reboot(SLOT_B);
    reboot(SLOT_B);
    prove();
    check_confirmed();
}

void test_a_restart_that_fails_is_asked_for_again(void) {
    start_trial();
    t.fake.restart_fails = true;
    fake_hal_advance(&t.fake, TRIAL_MS);
    look();
    TEST_ASSERT_EQUAL(UPGRADE_STEP_TRIAL, state.step);
    TEST_ASSERT_EQUAL_INT64(core_mono_ms(t.core) + LOOK_MS, upgrade_due_ms(t.core));
    t.fake.restart_fails = false;
    fake_hal_advance(&t.fake, LOOK_MS);
    look();
    check_state(UPGRADE_STEP_SWITCHING, UPGRADE_PHASE_RETURNING, UPGRADE_REASON_NO_START, "");
    TEST_ASSERT_EQUAL(1, t.fake.restarts);
    check_slots(SLOT_A, 3, 2, 1);
}

/* The one before runs although nothing was written of an upgrade: it has nothing to tell, and is confirmed. */
void test_who_comes_back_without_a_history_is_an_ordinary_start(void) {
    _cleanup_(slots_freep) struct slots *slots = NULL;
    TEST_ASSERT_EQUAL(0, slots_open(t.system_dir, &slots));
    TEST_ASSERT_EQUAL(0, slots_switch(slots));
    for (int i = 0; i < 3; i++) {
        TEST_ASSERT_EQUAL(SLOT_B, fake_machine_boot(t.system_dir)); /* and dies at once */
    }
    boot(SLOT_A);
    check_state(UPGRADE_STEP_IDLE, UPGRADE_PHASE_NONE, UPGRADE_REASON_NONE, "");
    prove();
    check_slots(SLOT_A, 3, 0, 1);
    TEST_ASSERT_FALSE(is_there("upgrade"));
}

/* So is the new one, of which nobody noted that it is new. */
void test_a_new_one_without_a_history_is_an_ordinary_start(void) {
    leave_switched(true);
    write_file("upgrade", "nothing that can be understood");
    boot(SLOT_B);
    check_state(UPGRADE_STEP_IDLE, UPGRADE_PHASE_NONE, UPGRADE_REASON_NONE, "");
    prove();
    check_slots(SLOT_B, 3, 3, 2);
}

/* --- Where the power goes --------------------------------------------------------------------------------------------- */

/* Behind the history, before the sector: the slot before still runs, and says so. */
void test_a_cut_before_the_sector_is_written(void) {
    leave_switched(false);
    boot(SLOT_A);
    check_state(UPGRADE_STEP_IDLE, UPGRADE_PHASE_BACK, UPGRADE_REASON_NO_START, "");
    check_kept();
    prove();
    check_slots(SLOT_A, 3, 3, 1);
}

/* It gave up for want of the sound and said so; then the power went, and the sector is as it was. */
static void boot_while_returning(void) {
    struct upgrade_history history;
    leave_switched(true);
    TEST_ASSERT_EQUAL(0, history_read(t.dir, &history));
    history.phase = UPGRADE_PHASE_RETURNING;
    history.reason = UPGRADE_REASON_SELF_TEST;
    (void)snprintf(history.device, sizeof(history.device), "sound");
    TEST_ASSERT_EQUAL(0, history_write(t.dir, &history));
    boot(SLOT_B);
}

/* It gave up and said so, but the sector is as it was: it starts once more, and is not confirmed as if nothing had been. */
void test_a_cut_on_the_way_back_before_the_sector_is_written(void) {
    boot_while_returning();
    TEST_ASSERT_EQUAL(UPGRADE_STEP_TRIAL, (upgrade_read(t.core, &state), state.step));
    t.fake.sound_offline = true;
    prove();
    TEST_ASSERT_EQUAL(UPGRADE_STEP_TRIAL, state.step);
    fake_hal_advance(&t.fake, TRIAL_MS);
    look();
    check_state(UPGRADE_STEP_SWITCHING, UPGRADE_PHASE_RETURNING, UPGRADE_REASON_SELF_TEST, "sound");
    check_slots(SLOT_A, 3, 2, 1);
    reboot(SLOT_A);
    check_state(UPGRADE_STEP_IDLE, UPGRADE_PHASE_BACK, UPGRADE_REASON_SELF_TEST, "sound");
}

/* Started once more it finds all devices: then it is well, and nothing of the loss stays in its history. */
void test_what_is_well_after_all_is_confirmed(void) {
    boot_while_returning();
    prove();
    check_confirmed();
}

/* Behind the last note, before the copy goes: the next start takes it away. */
void test_a_cut_before_the_copy_is_removed(void) {
    start_trial();
    prove();
    check_confirmed();
    fixture_stop(&t);
    write_file("postern.db.before", "as it was");
    boot(SLOT_B);
    TEST_ASSERT_TRUE(upgrade_is_trial(t.shared)); /* for a moment */
    prove();
    check_confirmed();
    reboot(SLOT_B);
    TEST_ASSERT_FALSE(upgrade_is_trial(t.shared));
}

/* A full storage must not keep the terminal from starting, nor the new one from being confirmed in the end. */
void test_on_a_full_storage_the_one_before_starts(void) {
    leave_switched(true);
    for (int i = 0; i < 3; i++) {
        TEST_ASSERT_EQUAL(SLOT_B, fake_machine_boot(t.system_dir));
    }
    file_watch_start(t.dir);
    file_watch_at_open("upgrade", file_watch_fill); /* when all else of the start is done */
    boot(SLOT_A);
    (void)file_watch_stop();
    check_state(UPGRADE_STEP_IDLE, UPGRADE_PHASE_BACK, UPGRADE_REASON_NO_START, "");
    prove();
    check_slots(SLOT_A, 3, 0, 1);
    reboot(SLOT_A); /* and says it again, until it is noted */
    check_state(UPGRADE_STEP_IDLE, UPGRADE_PHASE_BACK, UPGRADE_REASON_NO_START, "");
    check_kept();
}

void test_on_a_full_storage_it_is_confirmed_later(void) {
    start_trial();
    upgrade_set_served(t.shared);
    fake_hal_advance(&t.fake, WELL_MS);
    file_watch_start(t.dir);
    file_watch_fill();
    look();
    (void)file_watch_stop();
    check_slots(SLOT_B, 3, 3, 2); /* the slot is: nobody goes back */
    TEST_ASSERT_EQUAL(UPGRADE_STEP_TRIAL, state.step);
    TEST_ASSERT_EQUAL_INT64(core_mono_ms(t.core) + LOOK_MS, upgrade_due_ms(t.core));
    fake_hal_advance(&t.fake, LOOK_MS);
    look();
    check_confirmed();
}

/* --- Cuts at every call ----------------------------------------------------------------------------------------------- */

static void run(const char *command) {
    TEST_ASSERT_EQUAL(0, system(command));
}

/* Keeps the folder of a stopped terminal, or puts it back. */
static void keep(bool back) {
    char command[300];
    (void)snprintf(command, sizeof(command),
                   back ? "rm -rf '%s' && cp -a '%s.kept' '%s'" : "rm -rf '%s.kept' && cp -a '%s' '%s.kept'", t.dir,
                   t.dir, t.dir);
    run(command);
}

static void drop_kept(void) {
    char command[128];
    (void)snprintf(command, sizeof(command), "rm -rf '%s.kept'", t.dir);
    run(command);
}

/* What a trial does at `age_ms`, in a child whose power goes after so many calls. True: it came to its end. */
static bool is_done_before_cut(int64_t age_ms, bool lost, unsigned calls) {
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        boot(SLOT_B);
        t.fake.sound_offline = lost;
        upgrade_set_served(t.shared);
        fake_hal_advance(&t.fake, age_ms);
        file_watch_start(t.dir);
        file_watch_cut_after(calls);
        upgrade_upkeep(t.core);
        upgrade_read(t.core, &state);
        _exit(state.step == UPGRADE_STEP_TRIAL ? 1 : 0);
    }
    TEST_ASSERT_EQUAL(child, waitpid(child, &status, 0));
    TEST_ASSERT_TRUE(WIFEXITED(status));
    TEST_ASSERT_TRUE(WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == FILE_WATCH_CUT);
    return WEXITSTATUS(status) == 0;
}

/* The boot loader chooses; what runs then is played to its end. */
static void boot_any(void) {
    struct slots_state slots;
    fake_machine_read(t.system_dir, &slots);
    boot(slots.first);
}

/* Wherever the power goes while it is confirmed, it is confirmed in the end, and the copy is gone. */
void test_a_cut_anywhere_while_it_is_confirmed(void) {
    bool done = false;
    write_file("postern.db.before", "as it was");
    leave_switched(true);
    keep(false);
    for (unsigned calls = 0; !done; calls++) {
        TEST_ASSERT_LESS_THAN(60, calls);
        done = is_done_before_cut(WELL_MS, false, calls);
        boot(SLOT_B);
        prove();
        check_confirmed();
        fixture_stop(&t);
        keep(true);
    }
    drop_kept();
    boot(SLOT_B);
}

/* And while it goes back: never is one confirmed that had given up. */
void test_a_cut_anywhere_while_it_goes_back(void) {
    bool done = false;
    leave_switched(true);
    keep(false);
    for (unsigned calls = 0; !done; calls++) {
        TEST_ASSERT_LESS_THAN(60, calls);
        done = is_done_before_cut(TRIAL_MS, true, calls);
        boot_any();
        if (strcmp(t.version, "0.2.0") == 0) { /* the device is still lost */
            t.fake.sound_offline = true;
            prove();
            TEST_ASSERT_EQUAL(UPGRADE_STEP_TRIAL, state.step);
            fake_hal_advance(&t.fake, TRIAL_MS);
            look();
            TEST_ASSERT_EQUAL(UPGRADE_STEP_SWITCHING, state.step);
            reboot(SLOT_A);
        }
        check_state(UPGRADE_STEP_IDLE, UPGRADE_PHASE_BACK, UPGRADE_REASON_SELF_TEST, "sound");
        check_kept();
        prove();
        struct slots_state slots;
        fake_machine_read(t.system_dir, &slots);
        TEST_ASSERT_TRUE(slots.confirmed);
        TEST_ASSERT_EQUAL_UINT32(1, slots.floor);
        fixture_stop(&t);
        keep(true);
    }
    drop_kept();
    boot(SLOT_B);
}

/* --- The log ------------------------------------------------------------------------------------------------------------ */

void test_a_trial_is_in_the_log(void) {
    transitions_follow("upgrade", "upgrade");
    start_trial();
    assert_transitions("from=idle to=trial by=restart\n");
    upgrade_set_served(t.shared);
    fake_hal_advance(&t.fake, WELL_MS);
    look();
    assert_transitions("from=trial to=idle by=\"trial passed\"\n");
}

void test_the_way_back_is_in_the_log_with_its_cause(void) {
    transitions_follow("upgrade", "upgrade");
    start_trial();
    t.fake.sound_offline = true;
    upgrade_set_served(t.shared);
    fake_hal_advance(&t.fake, TRIAL_MS);
    look();
    assert_transitions("from=idle to=trial by=restart\n"
                       "from=trial to=switching by=\"device lost\"\n");
}

void test_a_firmware_that_served_nobody_goes_back_in_the_log(void) {
    transitions_follow("upgrade", "upgrade");
    start_trial();
    fake_hal_advance(&t.fake, TRIAL_MS);
    look();
    assert_transitions("from=idle to=trial by=restart\n"
                       "from=trial to=switching by=\"not served\"\n");
}
