/* The self-test. Every start of a slot costs one of its tries, which the boot loader decrements; they are restored when
 * this run has served, and has run for a while. A new firmware must do more: each device that responded before still
 * responds. A firmware that does not get so far is restarted until its tries are used up; one that gets so far but
 * lacks a device rolls back by itself. */
#include <stdio.h>
#include <string.h>

#include "core/base/about.h"
#include "core/base/audit.h"
#include "core/base/core.h"
#include "core/upgrade/upgrade_impl.h"
#include "hal/hal.h"
#include "store/before.h"
#include "util/log.h"

#define LOOK_MS 1000 /* interval of checking */
#define WELL_MS 5000 /* time it must run */
#define TRIAL_MS 90000 /* time for devices to respond */
#define UPGRADE_CALL "upgrade" /* call in the audit log for the terminal's own actions */

/* Updates the history at a start after a rollback. A full storage must not prevent the start: then the next one reports
 * it again. */
static int went_back(struct core_shared *shared, struct upgrade *upgrade) {
    struct upgrade_history *history = &upgrade->history;
    const struct store_status *status = store_home_status(shared->home);
    if (history->phase == UPGRADE_PHASE_SWITCHED) {
        history->reason = UPGRADE_REASON_NO_START;
        history->device[0] = '\0';
    }
    history->phase = UPGRADE_PHASE_BACK;
    history->at_s = shared->hal->clock.utc_ms(shared->hal->clock.ctx) / 1000;
    history->lines_taken = status->lines_taken;
    history->lines_left = status->lines_left;
    int r = history_write(upgrade->state_dir, history);
    return r == E_NOSPC ? 0 : r;
}

int upgrade_trial_begin(struct core_shared *shared, struct upgrade *upgrade) {
    const struct hal_clock *clock = &shared->hal->clock;
    struct slots_state slots = {.floor = 0};
    bool is_recovery = about_is_recovery(shared); /* which does not test the slot it runs from */
    atomic_store(&upgrade->proved, upgrade->slots == NULL || is_recovery);
    if (upgrade->slots == NULL) {
        /* no rollback from here, and it contains people deleted from now on */
        return store_before_forget(shared->home);
    }
    upgrade->started_ms = clock->mono_ms(clock->ctx);
    upgrade->look_ms = upgrade->started_ms + WELL_MS;
    upgrade->floor = slots_read(upgrade->slots, &slots) == 0 ? slots.floor : 0;
    if (is_recovery) {
        return 0;
    }
    enum upgrade_phase phase = upgrade->history.phase;
    bool is_new = slots_running(upgrade->slots) == upgrade->history.slot;
    bool is_undecided = phase == UPGRADE_PHASE_SWITCHED || phase == UPGRADE_PHASE_RETURNING;
    /* one that was rolling back when the power failed must pass the self-test as before */
    if (is_undecided && is_new) {
        upgrade_set_step(upgrade, UPGRADE_STEP_TRIAL, 0, INT64_MAX, "restart");
        return 0;
    }
    return is_undecided ? went_back(shared, upgrade) : 0;
}

void upgrade_set_served(struct core_shared *shared) {
    atomic_store(&shared->upgrade->served, true);
}

bool upgrade_is_unproved(const struct core_shared *shared) {
    return !atomic_load(&shared->upgrade->served) && !atomic_load(&shared->upgrade->proved);
}

bool upgrade_is_trial(const struct core_shared *shared) {
    return !atomic_load(&shared->upgrade->proved) && store_before_exists(shared->home);
}

/* Returns the first device that responded before the switch and does not now; NULL: none. */
static const char *device_lost(const struct core *core) {
    const struct upgrade_history *history = &core->shared->upgrade->history;
    const struct hal_health *health = &core->shared->hal->health;
    struct hal_driver drivers[HAL_DRIVERS_MAX];
    size_t count = health->drivers(health->ctx, drivers);
    for (size_t i = 0; i < HAL_DRIVERS_MAX && history->drivers[i][0] != '\0'; i++) {
        bool answers = false;
        for (size_t k = 0; k < count && !answers; k++) {
            answers = strcmp(drivers[k].name, history->drivers[i]) == 0 && drivers[k].answers;
        }
        if ((history->answered >> i & 1U) != 0 && !answers) {
            return history->drivers[i];
        }
    }
    return NULL;
}

/* Audits the terminal's own decision. */
static int trial_audit(struct core *core, const char *result) {
    const struct actor by = actor_nobody("-", UPGRADE_CALL);
    return audit_add_happened(core, &by, &(struct audit_change){.object = "upgrade", .after = result});
}

/* Confirms this run. The slot first: after a power cut a confirmed slot is found, and the rest is done. The caller is
 * the holder. */
static int trial_confirm(struct core *core) {
    struct upgrade *upgrade = core->shared->upgrade;
    uint32_t counter = about_facts(core->shared)->counter;
    bool is_trial = upgrade->step == UPGRADE_STEP_TRIAL;
    int r = slots_confirm(upgrade->slots, counter);
    if (r == 0 && is_trial) {
        struct upgrade_history history = upgrade->history;
        history.phase = UPGRADE_PHASE_CONFIRMED;
        history.at_s = core_utc_ms(core) / 1000;
        history.reason = UPGRADE_REASON_NONE;
        history.device[0] = '\0';
        r = upgrade_note(core, &history);
    }
    if (r == 0 && (is_trial || store_before_exists(core->shared->home))) { /* an interruption may have left it */
        r = store_before_forget(core->shared->home);
    }
    if (r == 0 && is_trial) {
        r = trial_audit(core, "{\"result\":\"confirmed\"}");
    }
    if (r < 0) {
        return r;
    }
    (void)pthread_mutex_lock(&upgrade->mutex);
    upgrade->floor = counter > upgrade->floor ? counter : upgrade->floor;
    (void)pthread_mutex_unlock(&upgrade->mutex);
    atomic_store(&upgrade->proved, true);
    if (is_trial) {
        upgrade_set_step(upgrade, UPGRADE_STEP_IDLE, 0, INT64_MAX, "trial passed");
    }
    return 0;
}

/* Rolls back to the previous firmware. The caller is the holder. */
static int trial_return(struct core *core, const char *device) {
    struct upgrade *upgrade = core->shared->upgrade;
    const struct hal_restart *restart = &core->shared->hal->restart;
    struct upgrade_history history = upgrade->history;
    history.phase = UPGRADE_PHASE_RETURNING;
    history.reason = device != NULL ? UPGRADE_REASON_SELF_TEST : UPGRADE_REASON_NO_START;
    (void)snprintf(history.device, sizeof(history.device), "%s", device != NULL ? device : "");
    int r = upgrade_note(core, &history);
    if (r == 0) {
        r = slots_switch(upgrade->slots);
    }
    if (r == 0) {
        r = restart->request(restart->ctx);
    }
    if (r == 0) {
        upgrade_set_step(upgrade, UPGRADE_STEP_SWITCHING, 0, INT64_MAX, device != NULL ? "device lost" : "not served");
    }
    return r;
}

static void set_look(struct upgrade *upgrade, int64_t look_ms) {
    (void)pthread_mutex_lock(&upgrade->mutex);
    upgrade->look_ms = look_ms;
    (void)pthread_mutex_unlock(&upgrade->mutex);
}

void upgrade_trial_look(struct core *core) {
    struct upgrade *upgrade = core->shared->upgrade;
    int64_t now = core_mono_ms(core), age = now - upgrade->started_ms;
    int r = 0;
    if (atomic_load(&upgrade->proved) || upgrade->slots == NULL) {
        set_look(upgrade, INT64_MAX);
        return;
    }
    bool is_trial = upgrade->step == UPGRADE_STEP_TRIAL;
    const char *lost = is_trial ? device_lost(core) : NULL;
    bool has_served = atomic_load(&upgrade->served);
    bool goes_on = true;
    if (has_served && lost == NULL && age >= WELL_MS) {
        r = trial_confirm(core);
        goes_on = r < 0;
    } else if (is_trial && age >= TRIAL_MS) {
        r = trial_return(core, has_served ? lost : NULL);
        goes_on = r < 0;
    }
    if (r < 0) {
        log_error("upgrade", "the trial of the firmware cannot be ended", log_errno(r));
    }
    set_look(upgrade, goes_on ? now + LOOK_MS : INT64_MAX); /* retries after a failure */
}
