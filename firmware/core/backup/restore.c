#include "core/backup/restore.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "core/accounts/throttle.h"
#include "core/backup/backup_impl.h"
#include "core/backup/restore_job.h"
#include "core/base/about.h"
#include "core/base/audit.h"
#include "core/base/core.h"
#include "core/base/hooks.h"
#include "core/events/log.h"
#include "core/settings/provisional.h"
#include "core/users/users.h"
#include "store/events/log.h"
#include "store/restore.h"
#include "store/upload.h"
#include "util/log.h"
#include "util/sealed_stream.h"

/* Parses the note in the mark: "PT-7K3MQ4ZX2N 1763900000". */
static void read_note(const char *note, struct restore_state *state) {
    (void)sscanf(note, "%32s %" SCNd64, state->from, &state->made_s);
}

void restore_read(struct core *core, struct restore_state *ret_state) {
    struct backup *backup = core->shared->backup;
    const char *note = restore_note(core->shared->home);
    (void)pthread_mutex_lock(&backup->mutex);
    *ret_state = (struct restore_state){
        .step = backup->step,
        .received = backup->received,
        .total = backup->total,
        .done = atomic_load(&backup->done),
        .error = backup->error,
    };
    memcpy(ret_state->name, backup->name, sizeof(ret_state->name));
    memcpy(ret_state->holder, backup->holder, sizeof(ret_state->holder));
    (void)pthread_mutex_unlock(&backup->mutex);
    if (note[0] != '\0') {
        read_note(note, ret_state);
        ret_state->step = ret_state->step == RESTORE_STEP_NONE ? RESTORE_STEP_RESTORED : ret_state->step;
    }
}

static bool is_busy_step(enum restore_step step) {
    return step == RESTORE_STEP_CHECKING || step == RESTORE_STEP_RESTARTING;
}

static bool is_file_step(enum restore_step step) {
    return step == RESTORE_STEP_UPLOADING || step == RESTORE_STEP_UPLOADED;
}

/* Gives the calling worker exclusive use of the file. E_BUSY: another has it. Releases it. */
static int restore_hold(struct backup *backup) {
    (void)pthread_mutex_lock(&backup->mutex);
    bool is_free = !backup->is_held;
    backup->is_held = true;
    (void)pthread_mutex_unlock(&backup->mutex);
    return is_free ? 0 : E_BUSY;
}

static void restore_release(struct backup *backup) {
    (void)pthread_mutex_lock(&backup->mutex);
    backup->is_held = false;
    (void)pthread_mutex_unlock(&backup->mutex);
}

void restore_enter(struct backup *backup, enum restore_step step, const char *by) {
    static const struct log_machine machine = {"restore", restore_step_text, RESTORE_STEP_COUNT};
    log_transition("backup", &machine, backup->step, step, by);
    backup->step = step;
}

static void restore_set_step(struct backup *backup, enum restore_step step, const char *by) {
    (void)pthread_mutex_lock(&backup->mutex);
    restore_enter(backup, step, by);
    backup->error = 0;
    (void)pthread_mutex_unlock(&backup->mutex);
}

/* Returns whether there is space for so much more. Does not count the reserve, which is for other writes meanwhile. */
static bool has_room(const struct core *core, uint64_t octets) {
    const struct store_home *home = core->shared->home;
    return !store_home_is_short(home) && store_home_free_octets(home) >= octets + STORE_MARGIN_OCTETS;
}

/* A backup in progress gets the space; an upload started before may continue. */
static int upload_may(struct backup *backup, const struct restore_piece *piece) {
    (void)pthread_mutex_lock(&backup->mutex);
    bool is_running = is_busy_step(backup->step) || (backup->making && piece->offset == 0);
    (void)pthread_mutex_unlock(&backup->mutex);
    return is_running ? E_BACKUP_RUNNING : 0;
}

/* The caller holds the file, so nobody else changes what is read here. */
static int upload_check(struct backup *backup, const struct restore_piece *piece) {
    int r = upload_may(backup, piece); /* nobody started another meanwhile */
    if (r < 0) {
        return r;
    }
    if (piece->offset == 0) {
        bool begins = piece->len >= SEALED_NAME_LEN && memcmp(piece->data, SEALED_MAGIC, SEALED_NAME_LEN) == 0;
        return begins ? 0 : E_BACKUP_FORMAT;
    }
    bool goes_on =
        backup->step == RESTORE_STEP_UPLOADING && piece->total == backup->total && piece->offset == backup->received;
    return goes_on ? 0 : E_UPLOAD_GAP;
}

/* Adds a chunk to the hash; sets the last bytes of the file aside. */
static void seal_add(struct restore_seal *seal, const struct restore_piece *piece) {
    const int64_t end_at = piece->total - ORIGIN_MAC_LEN;
    const int64_t before = end_at - piece->offset;
    const size_t hashed = before <= 0 ? 0 : before < (int64_t)piece->len ? (size_t)before : piece->len;
    if (piece->offset == 0) {
        crypto_sha256_begin(&seal->hash);
        seal->is_right = false;
    }
    crypto_sha256_add(&seal->hash, piece->data, hashed);
    if (hashed < piece->len && end_at >= 0) {
        memcpy(seal->end + (piece->offset + (int64_t)hashed - end_at), (const uint8_t *)piece->data + hashed,
               piece->len - hashed);
    }
}

static void seal_check(const struct core *core, struct restore_seal *seal) {
    uint8_t digest[CRYPTO_SHA256_LEN], mac[ORIGIN_MAC_LEN];
    crypto_sha256_end(&seal->hash, digest);
    origin_mac(core->shared, digest, mac);
    seal->is_right = crypto_equal(mac, seal->end, sizeof(mac));
}

static void upload_note(struct backup *backup, const struct actor *by, const struct restore_piece *piece,
                        int64_t received) {
    (void)pthread_mutex_lock(&backup->mutex);
    if (piece->offset == 0) {
        (void)snprintf(backup->name, sizeof(backup->name), "%s", piece->name);
        (void)snprintf(backup->holder, sizeof(backup->holder), "%s", by->account);
        backup->total = piece->total;
        atomic_store(&backup->done, 0);
        backup->error = 0;
    }
    backup->received = received;
    const bool is_whole = received == backup->total;
    restore_enter(backup, is_whole ? RESTORE_STEP_UPLOADED : RESTORE_STEP_UPLOADING, is_whole ? "last piece" : "piece");
    (void)pthread_mutex_unlock(&backup->mutex);
}

static int upload_put(struct core *core, const struct actor *by, const struct restore_piece *piece,
                      int64_t *ret_received) {
    struct backup *backup = core->shared->backup;
    struct store_home *home = core->shared->home;
    int r = upload_check(backup, piece);
    if (r < 0) {
        return r;
    }
    if ((int64_t)piece->len > piece->total - piece->offset) {
        return E_UPLOAD_GAP;
    }
    if (piece->offset == 0) {
        /* The previous upload is gone, even if this one fails. */
        restore_set_step(backup, RESTORE_STEP_NONE, "another file");
        r = store_upload_drop(home, STORE_UPLOAD_RESTORE);
        /* the unpacked content is no larger than the file */
        if (r == 0 && !has_room(core, 2 * (uint64_t)piece->total)) {
            r = E_NOSPC;
        }
    }
    if (r == 0) {
        r = store_upload_put(home, STORE_UPLOAD_RESTORE, piece->offset, piece->data, piece->len, ret_received);
    }
    if (r < 0) {
        return r;
    }
    seal_add(&backup->seal, piece);
    if (*ret_received == piece->total) {
        seal_check(core, &backup->seal);
    }
    upload_note(backup, by, piece, *ret_received);
    return 0;
}

int restore_upload(struct core *core, const struct actor *by, const struct restore_piece *piece,
                   int64_t *ret_received) {
    struct backup *backup = core->shared->backup;
    int r = by->userid == 0 ? upload_may(backup, piece) : E_ADMIN_ONLY;
    if (r == 0) {
        r = restore_hold(backup);
    }
    if (r < 0) {
        return r;
    }
    r = upload_put(core, by, piece, ret_received);
    restore_release(backup);
    return r;
}

/* Returns whose backup it is. The caller holds the file. */
static enum backup_origin origin_of(const struct core *core, const struct backup_manifest *manifest) {
    const bool is_serial_own = strcmp(manifest->serial, about_serial(core->shared)) == 0;
    return core->shared->backup->seal.is_right ? BACKUP_ORIGIN_OWN
           : is_serial_own                     ? BACKUP_ORIGIN_UNCONFIRMED
                                               : BACKUP_ORIGIN_OTHER;
}

/* Opens the uploaded file; counts an attempt before verifying the passphrase. The caller holds the file. */
static int open_sent(struct core *core, const struct actor *by, const char *passphrase,
                     struct backup_reader **ret_reader, unsigned *ret_wait_s) {
    char path[STORE_UPLOAD_PATH_MAX];
    if (core->shared->backup->step != RESTORE_STEP_UPLOADED) {
        return E_RESTORE_NOT_READY;
    }
    int r = store_upload_path(core->shared->home, STORE_UPLOAD_RESTORE, "file", path);
    if (r == 0) {
        r = throttle_count(core, THROTTLE_BACKUP, by->account, ret_wait_s);
    }
    if (r < 0) {
        return r;
    }
    r = backup_reader_new(path, passphrase, ret_reader);
    if (r == E_BACKUP_PASSPHRASE) {
        return r;
    }
    int passed = throttle_passed(core, THROTTLE_BACKUP, by->account);
    if (r == 0 && passed < 0) {
        backup_reader_free(TAKE_PTR(*ret_reader));
        r = passed;
    }
    return r == E_NOTFOUND ? E_RESTORE_NOT_READY : r;
}

static int look_here(struct core *core, struct restore_look *look) {
    struct store_users_counts counts;
    int r = users_counts(core, &counts);
    if (r == 0) {
        r = store_log_count_since(core->store, look->manifest.made_s * 1000, &look->later);
    }
    if (r == 0) {
        look->users = counts.users;
        look->records = (uint32_t)(log_last(core) - log_first(core) + 1);
    }
    return r;
}

int restore_look(struct core *core, const struct actor *by, const char *passphrase, struct restore_look *ret_look,
                 unsigned *ret_wait_s) {
    struct backup_reader *reader = NULL;
    int r = by->userid == 0 ? restore_hold(core->shared->backup) : E_ADMIN_ONLY;
    if (r < 0) {
        return r;
    }
    r = open_sent(core, by, passphrase, &reader, ret_wait_s);
    const enum backup_origin origin =
        r == 0 ? origin_of(core, backup_reader_manifest(reader)) : BACKUP_ORIGIN_UNCONFIRMED;
    restore_release(core->shared->backup);
    if (r < 0) {
        return r;
    }
    const struct backup_manifest *manifest = backup_reader_manifest(reader);
    *ret_look = (struct restore_look){
        .manifest = *manifest,
        .origin = origin,
        .is_newer = manifest->schema > store_schema_latest(),
    };
    backup_reader_free(reader);
    return look_here(core, ret_look);
}

static int start_check(struct core *core, const struct actor *by, const struct restore_wish *wish) {
    struct provisional provisional;
    if (by->userid != 0) {
        return E_ADMIN_ONLY;
    }
    if (!about_is_end_of_serial(core->shared, wish->serial_end)) {
        return E_SERIAL_WRONG;
    }
    provisional_read(core, &provisional);
    return provisional.step != PROVISIONAL_NONE ? E_PROVISIONAL_PENDING : 0;
}

static int manifest_check(const struct backup_manifest *manifest, const struct restore_wish *wish) {
    if (manifest->schema > store_schema_latest()) {
        return E_BACKUP_NEWER;
    }
    return wish->keys && !manifest->has_keys ? E_RANGE : 0;
}

/* Records the start of a restore: an audit entry, and an alarm unless the backup is this terminal's own and
 * unchanged. */
static int note_start(struct core *core, const struct actor *by, const struct backup_manifest *manifest,
                      enum backup_origin origin) {
    _cleanup_(buf_donep) struct buf after = {0};
    char detail[RESTORE_DETAIL_MAX];
    buf_printf(&after, "{\"serial\":\"%s\",\"made\":%" PRId64 ",\"origin\":\"%s\"}", manifest->serial, manifest->made_s,
               backup_origin_text_of(origin));
    int r = buf_failed(&after)
                ? E_NOMEM
                : audit_add_alone(core, by, &(struct audit_change){.object = "restoring", .after = buf_text(&after)});
    if (r < 0 || origin == BACKUP_ORIGIN_OWN) {
        return r;
    }
    const struct record alarm = restore_alarm(manifest, origin, detail);
    return log_append(core, &alarm, NULL);
}

/* Starts the job. The start is logged even if it then fails. The caller holds the file. */
static int start_held(struct core *core, const struct actor *by, const struct restore_wish *wish,
                      unsigned *ret_wait_s) {
    struct backup *backup = core->shared->backup;
    struct backup_reader *reader = NULL;
    struct restore_job *job = NULL;
    int r = open_sent(core, by, wish->passphrase, &reader, ret_wait_s);
    if (r == 0) {
        r = manifest_check(backup_reader_manifest(reader), wish);
    }
    if (r == 0 && !has_room(core, (uint64_t)backup->total)) {
        r = E_NOSPC;
    }
    struct restore_plan plan = {.by = by, .keys = wish->keys};
    if (r == 0) {
        plan.origin = origin_of(core, backup_reader_manifest(reader));
        r = note_start(core, by, backup_reader_manifest(reader), plan.origin);
    }
    if (r == 0) {
        r = restore_job_new(core, &plan, TAKE_PTR(reader), &job);
    }
    if (r < 0) {
        backup_reader_free(reader);
        return r;
    }
    atomic_store(&backup->cancelled, false);
    atomic_store(&backup->done, 0);
    (void)pthread_mutex_lock(&backup->mutex);
    bool is_free = !backup->making;
    backup->job = is_free ? job : NULL;
    if (is_free) {
        restore_enter(backup, RESTORE_STEP_CHECKING, "start");
    }
    (void)pthread_mutex_unlock(&backup->mutex);
    if (!is_free) {
        restore_job_free(job);
        return E_BUSY; /* a backup is in progress: it needs the worker and the space */
    }
    hooks_wake(core);
    return 0;
}

int restore_start(struct core *core, const struct actor *by, const struct restore_wish *wish, unsigned *ret_wait_s) {
    struct backup *backup = core->shared->backup;
    int r = start_check(core, by, wish);
    if (r == 0) {
        r = restore_hold(backup);
    }
    if (r < 0) {
        return r;
    }
    r = start_held(core, by, wish, ret_wait_s);
    restore_release(backup);
    return r;
}

/* Removes the upload and the unpacked files. */
static int restore_clear(struct core *core) {
    int r = store_staging_drop(core->shared->home);
    int dropped = store_upload_drop(core->shared->home, STORE_UPLOAD_RESTORE);
    return r < 0 ? r : dropped;
}

int restore_cancel(struct core *core, const struct actor *by) {
    struct backup *backup = core->shared->backup;
    if (by->userid != 0) {
        return E_ADMIN_ONLY;
    }
    (void)pthread_mutex_lock(&backup->mutex);
    enum restore_step step = backup->step;
    if (step == RESTORE_STEP_CHECKING) {
        atomic_store(&backup->cancelled, true);
    }
    (void)pthread_mutex_unlock(&backup->mutex);
    if (step == RESTORE_STEP_CHECKING) {
        return 0;
    }
    int r = is_file_step(step) ? restore_hold(backup) : E_RESTORE_NOT_READY;
    if (r < 0) {
        return r;
    }
    if (is_file_step(backup->step)) { /* nobody started another meanwhile */
        restore_set_step(backup, RESTORE_STEP_CANCELLED, "cancel");
        r = restore_clear(core);
    } else {
        r = E_RESTORE_NOT_READY;
    }
    restore_release(backup);
    return r;
}

int64_t restore_due_ms(struct core *core) {
    struct backup *backup = core->shared->backup;
    (void)pthread_mutex_lock(&backup->mutex);
    bool is_due = backup->job != NULL && !backup->is_held;
    (void)pthread_mutex_unlock(&backup->mutex);
    return is_due ? INT64_MIN : INT64_MAX;
}

/* It failed, and nothing was changed. Releases the file in the same step: a client that sees the end may continue. */
static void upkeep_failed(struct core *core, int error) {
    struct backup *backup = core->shared->backup;
    bool is_cancelled = error == E_CANCELLED;
    log_warn("backup", "restoring came to nothing; nothing was changed", log_errno(error));
    int r = restore_clear(core);
    if (r < 0) {
        log_error("backup", "what was unpacked stays until the next start", log_errno(r));
    }
    (void)pthread_mutex_lock(&backup->mutex);
    restore_enter(backup, is_cancelled ? RESTORE_STEP_CANCELLED : RESTORE_STEP_FAILED,
                  is_cancelled ? "cancel" : err_name(error));
    backup->error = is_cancelled ? 0 : error;
    backup->is_held = false;
    (void)pthread_mutex_unlock(&backup->mutex);
}

/* Runs a slice of the job; the caller holds the file. 1: it continues, 0: done, or the error. */
static int upkeep_run(struct core *core) {
    struct backup *backup = core->shared->backup;
    int r = restore_job_run(core, backup->job);
    atomic_store(&backup->done, restore_job_done(backup->job));
    if (r == 1) {
        return 1;
    }
    (void)pthread_mutex_lock(&backup->mutex);
    struct restore_job *job = TAKE_PTR(backup->job);
    (void)pthread_mutex_unlock(&backup->mutex);
    restore_job_free(job);
    if (r == 0) {
        log_info("backup", "a backup takes the place of all with the restart");
    }
    return r;
}

void restore_upkeep(struct core *core) {
    struct backup *backup = core->shared->backup;
    if (restore_hold(backup) < 0) {
        return;
    }
    int r = backup->job != NULL ? upkeep_run(core) : 1;
    if (r < 0) {
        upkeep_failed(core, r);
    } else {
        restore_release(backup);
    }
}

int64_t restore_replaced_due_ms(struct core *core) {
    bool is_kept = atomic_load(&core->shared->backup->has_replaced);
    return is_kept ? core_mono_ms(core) - about_uptime_ms(core) + RESTORE_SERVED_MS : INT64_MAX;
}

void restore_replaced_upkeep(struct core *core) {
    atomic_store(&core->shared->backup->has_replaced, false);
    int r = restore_forget_replaced(core->shared->home);
    if (r < 0) {
        log_warn("backup", "what a restore has replaced cannot be removed before the next start", log_errno(r));
        return;
    }
    log_info("backup", "restored state has served; state before it removed");
}
