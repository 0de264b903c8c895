#include "core/backup/copies.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "core/backup/copies_folder.h"
#include "core/backup/copies_plan.h"
#include "core/backup/writer.h"
#include "core/base/about.h"
#include "core/base/actor.h"
#include "core/base/audit.h"
#include "core/base/core.h"
#include "core/base/hooks.h"
#include "core/settings/settings.h"
#include "core/time/clock.h"
#include "store/backup/copies.h"
#include "util/log.h"

#define MS_PER_S 1000
#define REVISION_NONE UINT32_MAX /* not a revision of any page */

struct copies {
    atomic_bool ended;
    pthread_mutex_t mutex; /* guards the members below, for a few instructions */
    struct store_copies kept; /* as stored */
    struct copies_view view; /* of the folder */
    int64_t looked_ms; /* time of the last check, monotonic */
    bool wants_look;
    bool asked;
    bool making;
    int64_t next_s; /* of the schedule, from copies_next() */
    int64_t not_before_ms; /* monotonic: no scheduled start before */
    int64_t asked_not_before_ms; /* nor a requested one */
    uint32_t revision; /* of the settings that `next_s` was computed from */
    uint64_t clock; /* and of the clock */

    /* Only for the upkeep. */
    struct backup_writer *writer;
    struct copies_file file;
    bool by_hand; /* the one in progress was requested */
    bool has_cleaned; /* partial files of an earlier run are deleted */
    int64_t begun_ms;
};

int copies_new(const struct core_shared *shared, struct store *store, struct copies **ret_copies) {
    struct copies *copies = calloc(1, sizeof(*copies));
    if (copies == NULL) {
        return E_NOMEM;
    }
    const struct hal_clock *clock = &shared->hal->clock;
    copies->file = COPIES_FILE_NONE;
    copies->revision = REVISION_NONE;
    copies->next_s = COPIES_NEVER_S;
    copies->not_before_ms = clock->mono_ms(clock->ctx) + COPIES_SETTLE_MS;
    copies->asked_not_before_ms = INT64_MIN;
    copies->wants_look = true;
    int r = store_copies_get(store, &copies->kept);
    if (r < 0) {
        free(copies);
        return r;
    }
    pthread_mutex_init(&copies->mutex, NULL);
    *ret_copies = copies;
    return 0;
}

void copies_free(struct copies *copies) {
    if (copies == NULL) {
        return;
    }
    backup_writer_free(copies->writer);
    copies_file_drop(&copies->file);
    pthread_mutex_destroy(&copies->mutex);
    free(copies);
}

void copies_end(struct core_shared *shared) {
    atomic_store(&shared->copies->ended, true);
}

static const char *copies_folder(const struct core *core) {
    return about_facts(core->shared)->backup_dir;
}

static bool has_folder(const struct core *core) {
    return copies_folder(core)[0] != '\0';
}

static struct copies_plan plan_of(const struct settings *settings) {
    const struct setting_backup_param *param = &settings->values.backup_param;
    return (struct copies_plan){.plan = param->plan, .hour = param->hour};
}

/* Returns when a scheduled backup that is due at `next_s` may start, by the monotonic clock. The caller holds the
 * mutex. */
static int64_t plan_due_ms(const struct copies *copies, const struct core *core, int64_t next_s) {
    if (next_s == COPIES_NEVER_S) {
        return INT64_MAX;
    }
    int64_t due_ms = core_mono_ms(core) + (next_s * MS_PER_S - core_utc_ms(core));
    return due_ms > copies->not_before_ms ? due_ms : copies->not_before_ms;
}

static bool is_outdated(const struct copies *copies, struct core *core) {
    return copies->revision != settings_get(core)->revision[SETTING_PAGE_BACKUP_PARAM] ||
           copies->clock != clock_generation(core->shared);
}

int64_t copies_due_ms(struct core *core) {
    struct copies *copies = core->shared->copies;
    if (!has_folder(core) || atomic_load(&copies->ended)) {
        return INT64_MAX;
    }
    pthread_mutex_lock(&copies->mutex);
    int64_t due_ms = copies->looked_ms + COPIES_LOOK_MS;
    int64_t plan_ms = plan_due_ms(copies, core, copies->next_s);
    if (copies->making || copies->wants_look || is_outdated(copies, core)) {
        due_ms = INT64_MIN;
    } else if (copies->asked) {
        due_ms = copies->asked_not_before_ms;
    } else if (plan_ms < due_ms) {
        due_ms = plan_ms;
    }
    pthread_mutex_unlock(&copies->mutex);
    return due_ms;
}

/* Returns when the next is due with the current schedule, which the upkeep may not know yet. */
static int64_t next_of(struct core *core, int64_t day) {
    const struct settings *settings = settings_get(core);
    const struct copies_plan plan = plan_of(settings);
    const struct local_rule rule = clock_rule(settings);
    int64_t now_s = core_utc_ms(core) / MS_PER_S;
    return copies_next(&rule, &plan, copies_done(&rule, &plan, day, now_s), now_s);
}

void copies_read(struct core *core, struct copies_state *ret_state) {
    struct copies *copies = core->shared->copies;
    pthread_mutex_lock(&copies->mutex);
    int64_t now_ms = core_mono_ms(core);
    *ret_state = (struct copies_state){
        .folder = copies_folder(core),
        .writable = copies->view.writable,
        .count = copies->view.count,
        .last_s = copies->kept.last_s,
        .last_octets = copies->kept.last_octets,
        .error = copies->kept.error,
        .making = copies->making || copies->asked,
    };
    int64_t plan_ms = plan_due_ms(copies, core, next_of(core, copies->kept.day));
    if (has_folder(core) && plan_ms != INT64_MAX) {
        ret_state->next_s = (core_utc_ms(core) + (plan_ms > now_ms ? plan_ms - now_ms : 0)) / MS_PER_S;
    }
    copies->wants_look = copies->wants_look || now_ms - copies->looked_ms >= COPIES_STALE_MS;
    pthread_mutex_unlock(&copies->mutex);
}

/* Returns true for the one caller that may continue. */
static bool ask_begin(struct copies *copies) {
    pthread_mutex_lock(&copies->mutex);
    bool is_free = !copies->asked && !copies->making;
    if (is_free) {
        copies->asked = true;
        copies->asked_not_before_ms = INT64_MAX; /* not before it is in the audit log */
    }
    pthread_mutex_unlock(&copies->mutex);
    return is_free;
}

static void ask_end(struct copies *copies, bool goes) {
    pthread_mutex_lock(&copies->mutex);
    copies->asked = goes;
    copies->asked_not_before_ms = INT64_MIN;
    pthread_mutex_unlock(&copies->mutex);
}

int copies_ask(struct core *core, const struct actor *by) {
    struct copies *copies = core->shared->copies;
    if (!has_folder(core)) {
        return E_NO_BACKUP_FOLDER;
    }
    if (settings_get(core)->values.backup_param.passphrase[0] == '\0') {
        return E_NO_BACKUP_PASSPHRASE;
    }
    if (!ask_begin(copies)) {
        return E_BACKUP_RUNNING;
    }
    int r = audit_add_alone(core, by, &(struct audit_change){.object = "backup copy"});
    ask_end(copies, r == 0);
    hooks_wake(core);
    return r;
}

/* Stores the state: in memory even if the store fails. */
static void copies_keep(struct core *core, const struct store_copies *kept) {
    struct copies *copies = core->shared->copies;
    pthread_mutex_lock(&copies->mutex);
    copies->kept = *kept;
    pthread_mutex_unlock(&copies->mutex);
    int r = store_begin(core->store);
    if (r == 0) {
        _cleanup_(store_abortp) struct store *txn = core->store;
        r = store_copies_put(txn, kept);
        if (r == 0) {
            r = store_commit(txn);
        }
    }
    if (r < 0) {
        log_error("backup", "how the copies stand cannot be stored", log_errno(r));
    }
}

/* Updates the state of the schedule. */
static void copies_settle(struct core *core) {
    struct copies *copies = core->shared->copies;
    const struct settings *settings = settings_get(core);
    const struct copies_plan plan = plan_of(settings);
    const struct local_rule rule = clock_rule(settings);
    uint64_t clock = clock_generation(core->shared);
    int64_t now_s = core_utc_ms(core) / MS_PER_S;
    struct store_copies kept = copies->kept; /* written only by the upkeep */
    int64_t done = copies_done(&rule, &plan, kept.day, now_s);
    if (done != kept.day) {
        kept.day = done;
        kept.tries = 0;
        copies_keep(core, &kept);
    }
    pthread_mutex_lock(&copies->mutex);
    copies->next_s = copies_next(&rule, &plan, done, now_s);
    copies->revision = settings->revision[SETTING_PAGE_BACKUP_PARAM];
    copies->clock = clock;
    pthread_mutex_unlock(&copies->mutex);
}

static void look_anew(struct core *core) {
    struct copies *copies = core->shared->copies;
    struct copies_view view;
    copies_look(copies_folder(core), about_serial(core->shared), !copies->has_cleaned, &view);
    copies->has_cleaned = copies->has_cleaned || view.writable;
    if (view.is_link && !copies->view.is_link) { /* written only by the upkeep */
        log_error("backup", "backup folder refused", log_str("folder", copies_folder(core)),
                  log_str("cause", "the folder is a symbolic link"));
    }
    pthread_mutex_lock(&copies->mutex);
    copies->view = view;
    copies->looked_ms = core_mono_ms(core);
    copies->wants_look = false;
    pthread_mutex_unlock(&copies->mutex);
}

static void set_making(struct copies *copies, bool making) {
    pthread_mutex_lock(&copies->mutex);
    copies->making = making;
    pthread_mutex_unlock(&copies->mutex);
}

/* Ends writing. */
static void writing_ends(struct copies *copies) {
    backup_writer_free(copies->writer);
    copies->writer = NULL;
    copies_file_drop(&copies->file);
}

/* Stores the result, checks the folder, and then reports the end. */
static void making_ends(struct core *core, const struct store_copies *kept) {
    copies_keep(core, kept);
    copies_settle(core);
    look_anew(core);
    set_making(core->shared->copies, false);
}

/* Marks the scheduled day as handled. */
static void day_done(struct core *core, struct store_copies *kept) {
    const struct settings *settings = settings_get(core);
    const struct copies_plan plan = plan_of(settings);
    const struct local_rule rule = clock_rule(settings);
    int64_t come = copies_day(&rule, &plan, core_utc_ms(core) / MS_PER_S);
    kept->day = come > kept->day ? come : kept->day;
    kept->tries = 0;
}

static void copies_fail(struct core *core, int error) {
    struct copies *copies = core->shared->copies;
    struct store_copies kept = copies->kept;
    writing_ends(copies);
    if (error == E_CANCELLED) {
        set_making(copies, false);
        return; /* the terminal shuts down; the next start sees that it is due */
    }
    kept.error = error;
    if (!copies->by_hand) {
        kept.tries++;
        pthread_mutex_lock(&copies->mutex);
        copies->not_before_ms = core_mono_ms(core) + COPIES_AGAIN_MS;
        pthread_mutex_unlock(&copies->mutex);
    }
    log_error("backup", "a copy could not be made", log_errno(error), log_str("folder", copies_folder(core)),
              log_uint("tries", kept.tries));
    if (kept.tries > COPIES_AGAIN_MAX) {
        day_done(core, &kept);
    }
    making_ends(core, &kept);
}

static void copies_made(struct core *core, int64_t octets) {
    struct copies *copies = core->shared->copies;
    struct store_copies kept = copies->kept;
    writing_ends(copies);
    kept.error = 0;
    kept.last_s = core_utc_ms(core) / MS_PER_S;
    kept.last_octets = octets;
    day_done(core, &kept);
    log_info("backup", "a copy was made", log_str("folder", copies_folder(core)), log_int("octets", octets),
             log_int("ms", core_mono_ms(core) - copies->begun_ms));
    making_ends(core, &kept);
}

/* Waits while another backup is running: that is not a failure of this one. */
static void copies_wait(struct core *core) {
    struct copies *copies = core->shared->copies;
    pthread_mutex_lock(&copies->mutex);
    int64_t later_ms = core_mono_ms(core) + COPIES_BUSY_MS;
    copies->not_before_ms = later_ms > copies->not_before_ms ? later_ms : copies->not_before_ms;
    copies->asked_not_before_ms = later_ms;
    pthread_mutex_unlock(&copies->mutex);
}

/* Takes a requested or due backup. *ret_by_hand: it was requested. */
static bool take_due(struct core *core, bool *ret_by_hand) {
    struct copies *copies = core->shared->copies;
    int64_t now_ms = core_mono_ms(core);
    pthread_mutex_lock(&copies->mutex);
    *ret_by_hand = copies->asked && copies->asked_not_before_ms <= now_ms;
    bool is_due = *ret_by_hand || plan_due_ms(copies, core, copies->next_s) <= now_ms;
    pthread_mutex_unlock(&copies->mutex);
    return is_due;
}

static void copies_begin(struct core *core, bool by_hand) {
    struct copies *copies = core->shared->copies;
    const struct setting_backup_param *param = &settings_get(core)->values.backup_param;
    const struct backup_content plan = {.passphrase = param->passphrase, .photos = param->photos};
    copies->begun_ms = core_mono_ms(core);
    int r = param->passphrase[0] != '\0' ? backup_writer_new(core, &plan, &copies->writer) : E_NO_BACKUP_PASSPHRASE;
    if (r == E_BACKUP_RUNNING) {
        copies_wait(core);
        return;
    }
    copies->by_hand = by_hand;
    pthread_mutex_lock(&copies->mutex);
    copies->asked = copies->asked && !by_hand;
    copies->making = true;
    pthread_mutex_unlock(&copies->mutex);
    if (r == 0) {
        r = copies_file_begin(copies_folder(core), about_serial(core->shared), backup_writer_name(copies->writer),
                              &copies->file);
    }
    if (r < 0) {
        copies_fail(core, r);
    }
}

/* Writes chunks for the length of a slice. 1: there are more. */
static int write_slice(struct core *core) {
    struct copies *copies = core->shared->copies;
    _cleanup_(buf_donep) struct buf piece = {0};
    int64_t until_ms = core_mono_ms(core) + COPIES_SLICE_MS;
    int r = 1;
    while (r == 1 && core_mono_ms(core) < until_ms) {
        if (atomic_load(&copies->ended)) {
            return E_CANCELLED;
        }
        buf_clear(&piece);
        r = backup_writer_next(core, copies->writer, &piece);
        if (r >= 0 && buf_failed(&piece)) {
            r = E_NOMEM;
        }
        if (r >= 0) {
            int written = copies_file_write(&copies->file, piece.data, piece.len);
            r = written < 0 ? written : r;
        }
    }
    if (r == 1) {
        int synced = copies_file_sync(&copies->file);
        r = synced < 0 ? synced : r;
    }
    return r;
}

static void copies_go_on(struct core *core) {
    struct copies *copies = core->shared->copies;
    unsigned keep = settings_get(core)->values.backup_param.keep;
    int r = write_slice(core);
    if (r == 1) {
        return;
    }
    int64_t octets = copies->file.octets;
    if (r == 0) {
        r = copies_file_finish(&copies->file, copies_folder(core), about_serial(core->shared), keep);
    }
    if (r < 0) {
        copies_fail(core, r);
    } else {
        copies_made(core, octets);
    }
}

void copies_upkeep(struct core *core) {
    struct copies *copies = core->shared->copies;
    bool by_hand = false;
    if (!has_folder(core) || atomic_load(&copies->ended)) {
        return;
    }
    if (copies->writer != NULL) {
        copies_go_on(core);
        return;
    }
    copies_settle(core);
    if (take_due(core, &by_hand)) {
        copies_begin(core, by_hand);
    } else {
        look_anew(core);
    }
}

int setting_check_backup_param(const struct settings *before, struct setting_backup_param *values,
                               const char **ret_field) {
    if (values->plan == BACKUP_PLAN_OFF) {
        return 0;
    }
    if (!before->has_backup_folder) {
        *ret_field = "plan";
        return E_NO_BACKUP_FOLDER;
    }
    if (values->passphrase[0] == '\0') {
        *ret_field = "passphrase";
        return E_MISSING;
    }
    return 0;
}
