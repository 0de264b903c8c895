#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/backup/backup.h"
#include "core/backup/restore.h"
#include "core/base/about.h"
#include "core/base/audit.h"
#include "core/base/core.h"
#include "core/base/hooks.h"
#include "core/settings/provisional.h"
#include "core/time/clock.h"
#include "core/upgrade/upgrade_impl.h"
#include "core/upgrade/version.h"
#include "hal/hal.h"
#include "store/before.h"
#include "store/kept.h"
#include "util/log.h"

static int hold_as(struct upgrade *upgrade, bool is_upkeep) {
    (void)pthread_mutex_lock(&upgrade->mutex);
    while (upgrade->is_held && upgrade->is_upkeep) { /* so that a chunk sent meanwhile need not be repeated */
        (void)pthread_cond_wait(&upgrade->released, &upgrade->mutex);
    }
    bool is_free = !upgrade->is_held;
    if (is_free) {
        upgrade->is_held = true;
        upgrade->is_upkeep = is_upkeep;
    }
    (void)pthread_mutex_unlock(&upgrade->mutex);
    return is_free ? 0 : E_BUSY;
}

int upgrade_hold(struct upgrade *upgrade) {
    return hold_as(upgrade, false);
}

void upgrade_release(struct upgrade *upgrade) {
    (void)pthread_mutex_lock(&upgrade->mutex);
    upgrade->is_held = false;
    (void)pthread_cond_broadcast(&upgrade->released);
    (void)pthread_mutex_unlock(&upgrade->mutex);
}

void upgrade_set_step(struct upgrade *upgrade, enum upgrade_step step, int error, int64_t due_ms, const char *by) {
    static const struct log_machine machine = {"upgrade", upgrade_step_text, UPGRADE_STEP_COUNT};
    (void)pthread_mutex_lock(&upgrade->mutex);
    log_transition("upgrade", &machine, upgrade->step, step, by);
    upgrade->step = step;
    upgrade->error = error;
    upgrade->due_ms = due_ms;
    upgrade->has_offer = step == UPGRADE_STEP_OFFERED || (upgrade->has_offer && step != UPGRADE_STEP_IDLE);
    (void)pthread_mutex_unlock(&upgrade->mutex);
}

void upgrade_drop(struct upgrade *upgrade) {
    installer_free(TAKE_PTR(upgrade->installer));
    free(upgrade->head);
    upgrade->head = NULL;
    upgrade->head_len = 0;
}

int upgrade_note(struct core *core, const struct upgrade_history *history) {
    struct upgrade *upgrade = core->shared->upgrade;
    int r = history_write(upgrade->state_dir, history);
    if (r == 0) {
        (void)pthread_mutex_lock(&upgrade->mutex);
        upgrade->history = *history;
        (void)pthread_mutex_unlock(&upgrade->mutex);
    }
    return r;
}

int upgrade_new(struct core_shared *shared, const char *system_dir, struct upgrade **ret_upgrade) {
    struct upgrade *upgrade = calloc(1, sizeof(*upgrade));
    if (upgrade == NULL) {
        return E_NOMEM;
    }
    (void)pthread_mutex_init(&upgrade->mutex, NULL);
    (void)pthread_cond_init(&upgrade->released, NULL);
    /* continues what was in progress in the terminal's own state */
    const char *recovery = about_facts(shared)->recovery_dir;
    upgrade->state_dir = recovery != NULL ? recovery : store_home_dir(shared->home);
    upgrade->due_ms = INT64_MAX;
    upgrade->look_ms = INT64_MAX;
    upgrade->system_error = system_dir[0] != '\0' ? slots_open(system_dir, &upgrade->slots) : 0;
    int r = history_read(upgrade->state_dir, &upgrade->history);
    if (r < 0 && recovery != NULL) { /* recovery mode continues without updates */
        upgrade->history = (struct upgrade_history){.phase = UPGRADE_PHASE_NONE};
        r = 0;
    }
    if (r == 0) {
        r = upgrade_trial_begin(shared, upgrade);
    }
    if (r < 0) {
        upgrade_free(upgrade);
        return r;
    }
    *ret_upgrade = upgrade;
    return 0;
}

int upgrade_system_error(const struct core_shared *shared) {
    return shared->upgrade->system_error;
}

void upgrade_free(struct upgrade *upgrade) {
    if (upgrade == NULL) {
        return;
    }
    upgrade_drop(upgrade);
    slots_free(upgrade->slots);
    (void)pthread_cond_destroy(&upgrade->released);
    (void)pthread_mutex_destroy(&upgrade->mutex);
    free(upgrade);
}

void upgrade_read(struct core *core, struct upgrade_state *ret_state) {
    struct upgrade *upgrade = core->shared->upgrade;
    memset(ret_state, 0, sizeof(*ret_state));
    ret_state->fitted = upgrade->slots != NULL;
    if (ret_state->fitted) {
        ret_state->slot = slots_running(upgrade->slots);
        (void)snprintf(ret_state->board, sizeof(ret_state->board), "%s", slots_board(upgrade->slots));
    }
    (void)pthread_mutex_lock(&upgrade->mutex);
    ret_state->floor = upgrade->floor;
    ret_state->step = upgrade->step;
    memcpy(ret_state->name, upgrade->name, sizeof(ret_state->name));
    memcpy(ret_state->holder, upgrade->holder, sizeof(ret_state->holder));
    ret_state->received = upgrade->received;
    ret_state->total = upgrade->total;
    ret_state->percent = upgrade->percent;
    ret_state->error = upgrade->error;
    ret_state->has_offer = upgrade->has_offer;
    ret_state->history = upgrade->history;
    if (upgrade->has_offer) {
        ret_state->offer = upgrade->offer;
    }
    (void)pthread_mutex_unlock(&upgrade->mutex);
}

enum upgrade_step upgrade_step_now(const struct core_shared *shared) {
    struct upgrade *upgrade = shared->upgrade;
    (void)pthread_mutex_lock(&upgrade->mutex);
    enum upgrade_step step = upgrade->step;
    (void)pthread_mutex_unlock(&upgrade->mutex);
    return step;
}

/* --- The head ------------------------------------------------------------------------------------------------------ */

/* Returns whether a new upload may start: none is in progress, or it is the caller's, or it was abandoned. */
static int begin_may(struct core *core, const struct actor *by) {
    struct upgrade *upgrade = core->shared->upgrade;
    (void)pthread_mutex_lock(&upgrade->mutex);
    bool is_own = strcmp(upgrade->holder, by->account) == 0;
    bool is_left = core_mono_ms(core) - upgrade->piece_ms >= UPGRADE_IDLE_MS;
    enum upgrade_step step = upgrade->step;
    (void)pthread_mutex_unlock(&upgrade->mutex);
    switch (step) {
        case UPGRADE_STEP_IDLE:
        case UPGRADE_STEP_FAILED: return 0;
        case UPGRADE_STEP_OFFERED:
        case UPGRADE_STEP_RECEIVING: return is_own || is_left ? 0 : E_UPGRADE_BUSY;
        case UPGRADE_STEP_CHECKING:
        case UPGRADE_STEP_SWITCHING:
        case UPGRADE_STEP_TRIAL: break;
    }
    return E_UPGRADE_BUSY;
}

/* Compares the offer with the running firmware. */
static void offer_compare(const struct core *core, uint32_t floor, struct upgrade_offer *offer) {
    const struct about_facts *about = about_facts(core->shared);
    offer->older = offer->facts.counter < floor;
    offer->earlier = version_is_before(offer->facts.version, about->version);
    offer->other_brand = strcmp(offer->facts.brand, about->brand) != 0;
    offer->same = strcmp(offer->facts.build_id, about->build_id) == 0;
}

/* Stores the head and its content. */
static int offer_keep(struct core *core, const struct actor *by, const struct upgrade_piece *piece,
                      const struct upgrade_offer *offer) {
    struct upgrade *upgrade = core->shared->upgrade;
    upgrade->head = malloc(piece->len);
    if (upgrade->head == NULL) {
        return E_NOMEM;
    }
    memcpy(upgrade->head, piece->data, piece->len);
    upgrade->head_len = piece->len;
    (void)pthread_mutex_lock(&upgrade->mutex);
    (void)snprintf(upgrade->name, sizeof(upgrade->name), "%s", piece->name);
    (void)snprintf(upgrade->holder, sizeof(upgrade->holder), "%s", by->account);
    upgrade->total = piece->total;
    upgrade->received = 0;
    upgrade->percent = 0;
    upgrade->piece_ms = core_mono_ms(core);
    upgrade->offer = *offer;
    (void)pthread_mutex_unlock(&upgrade->mutex);
    upgrade_set_step(upgrade, UPGRADE_STEP_OFFERED, 0, INT64_MAX, "head");
    return 0;
}

/* Checks the head, and offers its content. Discards an earlier update in any case. The caller is the holder. */
static int take_head(struct core *core, const struct actor *by, const struct upgrade_piece *piece) {
    struct upgrade *upgrade = core->shared->upgrade;
    int r = begin_may(core, by);
    if (r < 0) {
        return r;
    }
    upgrade_drop(upgrade);
    upgrade_set_step(upgrade, UPGRADE_STEP_IDLE, 0, INT64_MAX, "another head");
    _cleanup_free_ struct upgrade_offer *offer = calloc(1, sizeof(*offer));
    struct slots_state slots;
    if (offer == NULL) {
        return E_NOMEM;
    }
    const struct bundle_terms terms = {
        .roots_pem = slots_roots(upgrade->slots),
        .board = slots_board(upgrade->slots),
        .devices = {slots_device(upgrade->slots, SLOT_A), slots_device(upgrade->slots, SLOT_B)},
        .now_s = core_utc_ms(core) / 1000,
        .whole_size = (uint64_t)piece->total};
    r = bundle_judge(piece->data, piece->len, &terms, &offer->facts);
    if (r == BUNDLE_MORE) {
        return E_UPLOAD_GAP;
    }
    if (r < 0) {
        log_warn("upgrade", "bundle refused", log_errno(r));
        return r;
    }
    r = slots_read(upgrade->slots, &slots);
    uint32_t floor = r == 0 ? slots.floor : upgrade->floor; /* a damaged sector is recreated when it is written */
    offer_compare(core, floor, offer);
    return offer_keep(core, by, piece, offer);
}

/* --- The rest ------------------------------------------------------------------------------------------------------ */

/* It cannot continue. The caller is the holder. */
static int give_up(struct upgrade *upgrade, int error) {
    upgrade_drop(upgrade);
    upgrade_set_step(upgrade, UPGRADE_STEP_FAILED, error, INT64_MAX, err_name(error));
    return error;
}

/* Passes bytes on after checking them. The caller is the holder. */
static int pass_on(struct core *core, const void *data, size_t len) {
    struct upgrade *upgrade = core->shared->upgrade;
    int r = bundle_follow(&upgrade->follower, data, len);
    if (r == 0) {
        r = installer_write(upgrade->installer, data, len);
    }
    if (r < 0) {
        return give_up(upgrade, r == E_TIMEOUT ? cause_rename(r, E_UPGRADE_FAILED) : r);
    }
    bool is_whole = bundle_followed(&upgrade->follower);
    (void)pthread_mutex_lock(&upgrade->mutex);
    upgrade->received += (int64_t)len;
    upgrade->piece_ms = core_mono_ms(core);
    (void)pthread_mutex_unlock(&upgrade->mutex);
    if (is_whole) {
        installer_end(upgrade->installer);
        upgrade_set_step(upgrade, UPGRADE_STEP_CHECKING, 0, 0, "last piece");
        hooks_wake(core);
    }
    return 0;
}

/* Handles a chunk after the head. The caller is the holder. */
static int take_piece(struct core *core, const struct actor *by, const struct upgrade_piece *piece) {
    struct upgrade *upgrade = core->shared->upgrade;
    if (upgrade->step != UPGRADE_STEP_RECEIVING) {
        return E_UPGRADE_NOT_READY;
    }
    if (strcmp(upgrade->holder, by->account) != 0) {
        return E_UPGRADE_BUSY;
    }
    bool goes_on = piece->total == upgrade->total && piece->offset == upgrade->received &&
                   (int64_t)piece->len <= piece->total - piece->offset;
    return goes_on ? pass_on(core, piece->data, piece->len) : E_UPLOAD_GAP;
}

int upgrade_piece(struct core *core, const struct actor *by, const struct upgrade_piece *piece, int64_t *ret_received) {
    struct upgrade *upgrade = core->shared->upgrade;
    int r = upgrade->slots != NULL ? upgrade_hold(upgrade) : E_UPGRADE_NOT_FITTED;
    if (r < 0) {
        return r;
    }
    r = piece->offset == 0 ? take_head(core, by, piece) : take_piece(core, by, piece);
    *ret_received = piece->offset == 0 ? (int64_t)upgrade->head_len : upgrade->received;
    upgrade_release(upgrade);
    return r;
}

/* --- Start and end
 * -------------------------------------------------------------------------------------------------- */

/* Checks whether an older firmware may be started. */
static int check_older(struct core *core, const struct actor *by, const struct upgrade_wish *wish) {
    const struct upgrade_offer *offer = &core->shared->upgrade->offer;
    if (!offer->older && !offer->earlier) {
        return 0;
    }
    if (!wish->force) {
        return E_BUNDLE_OLDER;
    }
    if (!by->super) {
        return E_SUPER_NEEDED;
    }
    return wish->serial_end != NULL && about_is_end_of_serial(core->shared, wish->serial_end) ? 0 : E_SERIAL_WRONG;
}

/* Reads schema and size of the data for the new firmware. */
static int data_here(struct core *core, int64_t *ret_schema, uint64_t *ret_octets) {
    const char *recovery = about_facts(core->shared)->recovery_dir;
    if (recovery != NULL) {
        *ret_schema = store_kept_schema(recovery);
        *ret_octets = store_kept_octets(recovery);
        return 0;
    }
    *ret_schema = store_schema_latest();
    return store_size(core->store, ret_octets);
}

/* Checks that the new firmware supports the data, and that there is space for the copy it makes first. */
static int check_data(struct core *core) {
    const struct bundle_facts *facts = &core->shared->upgrade->offer.facts;
    int64_t schema = 0, brought = facts->schema;
    uint64_t octets = 0;
    int r = data_here(core, &schema, &octets);
    if (r < 0 || brought == schema) {
        return r;
    }
    if (brought < schema) {
        return E_BUNDLE_SCHEMA;
    }
    bool has_room = store_home_free_octets(core->shared->home) >= octets + STORE_MARGIN_OCTETS;
    return has_room ? 0 : E_NOSPC;
}

/* Checks that a restart interrupts nothing. */
static int check_others(struct core *core) {
    struct provisional provisional;
    struct backup_state backup;
    provisional_read(core, &provisional);
    if (provisional.step != PROVISIONAL_NONE) {
        return E_PROVISIONAL_PENDING;
    }
    int r = backup_read(core, &backup);
    if (r < 0) {
        return r;
    }
    struct restore_state restore;
    restore_read(core, &restore);
    bool is_restoring = restore.step == RESTORE_STEP_CHECKING || restore.step == RESTORE_STEP_RESTARTING;
    return backup.making || is_restoring ? E_BACKUP_RUNNING : 0;
}

/* Requests the installer for the other slot and passes it the head. The caller is the holder. */
static int begin_writing(struct core *core) {
    struct upgrade *upgrade = core->shared->upgrade;
    enum slot into = slots_other(slots_running(upgrade->slots));
    int r = slots_bar(upgrade->slots); /* a half-written system is never started */
    if (r == E_CORRUPT) {
        r = slots_confirm(upgrade->slots, about_facts(core->shared)->counter);
        r = r == 0 ? slots_bar(upgrade->slots) : r;
    }
    if (r == 0) {
        r = installer_begin(slots_sockets(upgrade->slots), into, &core->shared->hal->clock, &upgrade->installer);
    }
    if (r < 0) {
        return r;
    }
    upgrade_set_step(upgrade, UPGRADE_STEP_RECEIVING, 0, INT64_MAX, "start");
    bundle_follow_begin(&upgrade->follower, &upgrade->offer.facts);
    return pass_on(core, upgrade->head, upgrade->head_len);
}

static int audit_start(struct core *core, const struct actor *by) {
    char after[BUNDLE_VERSION_MAX + 32];
    (void)snprintf(after, sizeof(after), "{\"version\":\"%s\"}", core->shared->upgrade->offer.facts.version);
    return audit_add_alone(
        core, by, &(struct audit_change){.object = "upgrade", .after = after, .importance = AUDIT_IMPORTANCE_RIGHTS});
}

static int start_held(struct core *core, const struct actor *by, const struct upgrade_wish *wish) {
    struct upgrade *upgrade = core->shared->upgrade;
    if (upgrade->step != UPGRADE_STEP_OFFERED || strcmp(upgrade->holder, by->account) != 0) {
        return upgrade->step == UPGRADE_STEP_OFFERED ? E_UPGRADE_BUSY : E_UPGRADE_NOT_READY;
    }
    int r = check_older(core, by, wish);
    if (r == 0) {
        r = check_data(core);
    }
    if (r == 0) {
        r = check_others(core);
    }
    if (r == 0) {
        r = audit_start(core, by);
    }
    if (r < 0) {
        return r;
    }
    return begin_writing(core);
}

int upgrade_start(struct core *core, const struct actor *by, const struct upgrade_wish *wish) {
    struct upgrade *upgrade = core->shared->upgrade;
    int r = upgrade->slots != NULL ? upgrade_hold(upgrade) : E_UPGRADE_NOT_FITTED;
    if (r < 0) {
        return r;
    }
    r = start_held(core, by, wish);
    upgrade_release(upgrade);
    return r;
}

int upgrade_cancel(struct core *core, const struct actor *by) {
    struct upgrade *upgrade = core->shared->upgrade;
    int r = upgrade_hold(upgrade);
    if (r < 0) {
        return r;
    }
    switch (upgrade->step) {
        case UPGRADE_STEP_OFFERED:
        case UPGRADE_STEP_RECEIVING:
        case UPGRADE_STEP_CHECKING:
        case UPGRADE_STEP_FAILED:
            upgrade_drop(upgrade);
            upgrade_set_step(upgrade, UPGRADE_STEP_IDLE, 0, INT64_MAX, "cancel");
            r = audit_add_happened(core, by, &(struct audit_change){.object = "upgrade"});
            break;
        case UPGRADE_STEP_IDLE:
        case UPGRADE_STEP_SWITCHING:
        case UPGRADE_STEP_TRIAL: r = E_UPGRADE_NOT_READY; break;
    }
    upgrade_release(upgrade);
    return r;
}

/* --- The end of writing ---------------------------------------------------------------------------------------------- */

/* Makes the history entry from before the new firmware starts. The caller is the holder. */
static void history_switched(struct core *core, struct upgrade_history *ret_history) {
    const struct upgrade *upgrade = core->shared->upgrade;
    const struct hal_health *health = &core->shared->hal->health;
    struct hal_driver drivers[HAL_DRIVERS_MAX];
    size_t count = health->drivers(health->ctx, drivers);
    *ret_history = (struct upgrade_history){.phase = UPGRADE_PHASE_SWITCHED,
                                            .slot = slots_other(slots_running(upgrade->slots)),
                                            .at_s = core_utc_ms(core) / 1000};
    (void)snprintf(ret_history->from, sizeof(ret_history->from), "%s", about_facts(core->shared)->version);
    (void)snprintf(ret_history->to, sizeof(ret_history->to), "%s", upgrade->offer.facts.version);
    for (size_t i = 0; i < count && i < HAL_DRIVERS_MAX; i++) {
        (void)snprintf(ret_history->drivers[i], sizeof(ret_history->drivers[i]), "%s", drivers[i].name);
        ret_history->answered |= drivers[i].answers ? UINT32_C(1) << i : 0;
    }
}

/* Makes the other slot start next. Writes the history first: after a power cut the old slot still runs. The caller is
 * the holder. */
static void switch_over(struct core *core) {
    struct upgrade *upgrade = core->shared->upgrade;
    struct upgrade_history history;
    history_switched(core, &history);
    upgrade_drop(upgrade);
    /* A copy from an earlier update belongs to another firmware. */
    int r = store_before_forget(core->shared->home);
    if (r == 0) {
        r = upgrade_note(core, &history);
    }
    if (r == 0) {
        r = slots_switch(upgrade->slots);
    }
    if (r == 0) {
        const struct hal_restart *restart = &core->shared->hal->restart;
        r = restart->request(restart->ctx);
    }
    if (r == 0) {
        upgrade_set_step(upgrade, UPGRADE_STEP_SWITCHING, 0, INT64_MAX, "installer");
        return;
    }
    upgrade_set_step(upgrade, UPGRADE_STEP_FAILED, cause_rename(r, E_UPGRADE_FAILED), INT64_MAX, err_name(r));
    r = slots_cancel(upgrade->slots);
    if (r < 0) { /* the next restart starts the new firmware, which is complete */
        log_error("upgrade", "the other slot stays chosen", log_errno(r));
    }
}

#define CHECK_WAIT_MS 500 /* for the installer, on a worker */

/* Reads the progress of the installer. The caller is the holder. */
static void check_installer(struct core *core) {
    struct upgrade *upgrade = core->shared->upgrade;
    struct installer_state state = {.result = INSTALLER_FAILED};
    int r = installer_wait(upgrade->installer, CHECK_WAIT_MS, &state);
    (void)pthread_mutex_lock(&upgrade->mutex);
    upgrade->percent = state.percent;
    (void)pthread_mutex_unlock(&upgrade->mutex);
    if (r < 0 || state.result == INSTALLER_FAILED) {
        const char *trouble = state.trouble[0] != '\0' ? state.trouble : "SWUpdate gave no reason";
        (void)give_up(upgrade, r < 0 ? cause_rename(r, E_UPGRADE_FAILED) : err_with_text(E_UPGRADE_FAILED, trouble));
    } else if (state.result == INSTALLER_SUCCEEDED) {
        switch_over(core);
    } else {
        upgrade_set_step(upgrade, UPGRADE_STEP_CHECKING, 0, core_mono_ms(core), "installer");
    }
}

int64_t upgrade_due_ms(struct core *core) {
    struct upgrade *upgrade = core->shared->upgrade;
    (void)pthread_mutex_lock(&upgrade->mutex);
    int64_t due_ms = upgrade->due_ms < upgrade->look_ms ? upgrade->due_ms : upgrade->look_ms;
    if (upgrade->step == UPGRADE_STEP_SWITCHING) { /* the other slot starts next: no self-test of this one any more */
        due_ms = INT64_MAX;
    }
    (void)pthread_mutex_unlock(&upgrade->mutex);
    return due_ms;
}

void upgrade_upkeep(struct core *core) {
    struct upgrade *upgrade = core->shared->upgrade;
    if (hold_as(upgrade, true) < 0) {
        return;
    }
    if (upgrade->step == UPGRADE_STEP_CHECKING) {
        check_installer(core);
    } else if (upgrade->step != UPGRADE_STEP_SWITCHING) {
        upgrade_trial_look(core);
    }
    upgrade_release(upgrade);
}
