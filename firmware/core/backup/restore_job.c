#include "core/backup/restore_job.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/accounts/throttle.h"
#include "core/backup/backup_impl.h"
#include "core/base/about.h"
#include "core/base/audit.h"
#include "core/base/core.h"
#include "core/base/factory.h"
#include "core/base/hooks.h"
#include "core/base/identity.h"
#include "core/base/secrets.h"
#include "core/devices/modules.h"
#include "core/events/log.h"
#include "core/network/certificate.h"
#include "core/settings/provisional.h"
#include "core/settings/settings.h"
#include "core/users/users.h"
#include "hal/hal.h"
#include "store/base/audit.h"
#include "store/bulk/bulk.h"
#include "store/events/log.h"
#include "store/person.h"
#include "store/record_photo.h"
#include "store/restore.h"
#include "store/settings/settings.h"
#include "util/log.h"

struct restore_job {
    struct backup_reader *reader;
    struct store_staging *staging;
    struct actor by;
    bool keys;
    enum backup_origin origin;
    bool is_same; /* the keys are those of this terminal: the backup is its own */
    struct identity identity; /* identity after the restore */
    struct backup_entry entry; /* current entry; kind 0: none yet */
    bool is_unpacked;
};

void restore_job_free(struct restore_job *job) {
    if (job != NULL) {
        backup_reader_free(job->reader);
        store_staging_free(job->staging);
        crypto_wipe(job, sizeof(*job));
        free(job);
    }
}

struct record restore_alarm(const struct backup_manifest *manifest, enum backup_origin origin,
                            char detail[RESTORE_DETAIL_MAX]) {
    (void)snprintf(detail, RESTORE_DETAIL_MAX, "%s %s", backup_origin_text_of(origin), manifest->serial);
    return (struct record){.kind = RECORD_KIND_BACKUP, .username = "", .detail = detail};
}

int restore_job_new(struct core *core, const struct restore_plan *plan, struct backup_reader *reader,
                    struct restore_job **ret_job) {
    struct restore_job *job = calloc(1, sizeof(*job));
    if (job == NULL) {
        backup_reader_free(reader);
        return E_NOMEM;
    }
    *job = (struct restore_job){.reader = reader, .by = *plan->by, .keys = plan->keys, .origin = plan->origin};
    int r = store_staging_new(core->shared->home, &job->staging);
    if (r < 0) {
        restore_job_free(job);
        return r;
    }
    *ret_job = job;
    return 0;
}

int64_t restore_job_done(const struct restore_job *job) {
    return backup_reader_done(job->reader);
}

static bool job_cancelled(void *ctx) {
    const struct backup *backup = ctx;
    return atomic_load(&backup->cancelled) || atomic_load(&backup->ended);
}

/* Returns the serial number after the restore. A factory serial stays, whatever the backup contains. */
static const char *serial_after(const struct core *core, const struct restore_job *job) {
    char given[ABOUT_SERIAL_MAX];
    factory_serial(core->shared, given);
    return job->keys && given[0] == '\0' ? backup_reader_manifest(job->reader)->serial : about_serial(core->shared);
}

/* Reads the keys that the database was created with, and the serial number that goes with them. */
static int take_keys(struct core *core, struct restore_job *job) {
    uint8_t keys[BACKUP_KEYS_LEN];
    struct identity own;
    const char *serial = serial_after(core, job);
    int r = job->entry.octets == BACKUP_KEYS_LEN ? 0 : E_BACKUP_DAMAGED;
    if (r == 0) {
        r = backup_entries_whole(backup_reader_entries(job->reader), &job->entry, keys, sizeof(keys));
    }
    if (r == 0) {
        r = identity_read(store_home_dir(core->shared->home), &own);
    }
    if (r == 0) {
        memcpy(job->identity.pepper.octets, keys, CRYPTO_KEY_LEN);
        memcpy(job->identity.device.octets, keys + CRYPTO_KEY_LEN, CRYPTO_KEY_LEN);
        (void)snprintf(job->identity.serial, sizeof(job->identity.serial), "%s", serial);
        job->is_same = crypto_equal(&own.device, &job->identity.device, sizeof(own.device)) &&
                       crypto_equal(&own.pepper, &job->identity.pepper, sizeof(own.pepper));
    }
    crypto_wipe(keys, sizeof(keys));
    crypto_wipe(&own, sizeof(own));
    return r;
}

/* An invalid or duplicate name, or too many, means a damaged backup. */
static int entry_result(int r) {
    return r == E_FORMAT || r == E_EXISTS || r == E_CAPACITY ? E_BACKUP_DAMAGED : r;
}

static int begin_entry(struct core *core, struct restore_job *job) {
    switch (job->entry.kind) {
        case BACKUP_KEYS: return take_keys(core, job);
        case BACKUP_DATABASE: return entry_result(store_staging_database(job->staging));
        case BACKUP_PHOTO:
            return job->entry.octets <= STORE_RECORD_PHOTO_MAX
                       ? entry_result(store_staging_photo(job->staging, job->entry.name))
                       : E_BACKUP_DAMAGED;
        case BACKUP_MANIFEST: break;
    }
    return E_BACKUP_DAMAGED;
}

/* Handles the next bytes, or the next entry. 1: there may be more; 0: that was all. */
static int unpack_step(struct core *core, struct restore_job *job, uint8_t *piece, size_t size) {
    struct backup_entries *entries = backup_reader_entries(job->reader);
    size_t len = 0;
    int r = backup_entries_read(entries, piece, size, &len);
    if (r == 0 && len > 0) {
        r = store_staging_write(job->staging, piece, len);
        return r < 0 ? r : 1;
    }
    if (r == 0) {
        r = backup_entries_next(entries, &job->entry);
    }
    if (r == 1) {
        r = begin_entry(core, job);
        return r < 0 ? r : 1;
    }
    return r;
}

static int job_unpack(struct core *core, struct restore_job *job) {
    int64_t until = core_mono_ms(core) + RESTORE_SLICE_MS;
    uint8_t *piece = malloc(SEALED_CHUNK);
    int r = piece != NULL ? 1 : E_NOMEM;
    while (r == 1 && core_mono_ms(core) < until) {
        r = job_cancelled(core->shared->backup) ? E_CANCELLED : unpack_step(core, job, piece, SEALED_CHUNK);
    }
    if (piece != NULL) {
        crypto_wipe(piece, SEALED_CHUNK);
        free(piece);
    }
    if (r == 0) {
        r = store_staging_close(job->staging);
        job->is_unpacked = r == 0;
        r = r < 0 ? r : 1;
    }
    return r;
}

struct fit {
    const struct core_shared *shared;
    unsigned sealed, opened;
};

static int fit_row(void *ctx, const struct store_setting *stored) {
    struct fit *fit = ctx;
    if (stored->sealed == NULL || stored->sealed_len < CRYPTO_SEAL_EXTRA) {
        return 0;
    }
    char *plain = malloc(stored->sealed_len);
    if (plain == NULL) {
        return E_NOMEM;
    }
    fit->sealed++;
    fit->opened += secrets_open(fit->shared, stored->sealed, stored->sealed_len, plain) == 0;
    crypto_wipe(plain, stored->sealed_len);
    free(plain);
    return 0;
}

/* Keys that decrypt none of the secrets belong to another database. */
static int check_fit(struct core *staged) {
    struct fit fit = {.shared = staged->shared};
    int r = store_settings_each(staged->store, fit_row, &fit);
    return r == 0 && fit.sealed > 0 && fit.opened == 0 ? E_BACKUP_DAMAGED : r;
}

/* Writes the heads of both logs' chains (docs/log-chain.md): they identify the replaced logs in an earlier export. */
static int put_heads(struct store *store, struct buf *out) {
    struct store_audit_head audit;
    struct chain_link records;
    char audit_text[CHAIN_HEAD_TEXT], records_text[CHAIN_LINK_TEXT];
    int r = store_audit_head(store, &audit);
    if (r == 0) {
        r = store_log_head(store, &records);
    }
    if (r < 0) {
        return r;
    }
    chain_head_text(audit.count, &audit.link, audit_text);
    chain_link_text(&records, records_text);
    buf_printf(out, ",\"auditHead\":\"%s\",\"recordHead\":\"%s\"}", audit_text, records_text);
    return 0;
}

/* Audits what is replaced by what. Inside the transaction of the staged database, where it is found afterwards. */
static int audit_restored(struct core *core, struct core *staged, const struct restore_job *job) {
    const struct backup_manifest *manifest = backup_reader_manifest(job->reader);
    _cleanup_(buf_donep) struct buf before = {0};
    _cleanup_(buf_donep) struct buf after = {0};
    struct store_users_counts here = {0}, there = {0};
    struct store_log_bounds bounds = {.first = 1};
    uint32_t later = 0;
    int r = users_counts(core, &here);
    if (r == 0) {
        r = users_counts(staged, &there);
    }
    if (r == 0) {
        r = store_log_bounds(staged->store, &bounds);
    }
    if (r == 0) {
        r = store_log_count_since(core->store, manifest->made_s * 1000, &later);
    }
    if (r < 0) {
        return r;
    }
    buf_printf(&before, "{\"serial\":\"%s\",\"users\":%" PRIu32 ",\"records\":%" PRId64 ",\"recordsLater\":%" PRIu32,
               about_serial(core->shared), here.users, log_last(core) - log_first(core) + 1, later);
    buf_printf(&after,
               "{\"serial\":\"%s\",\"made\":%" PRId64 ",\"users\":%" PRIu32 ",\"records\":%" PRId64
               ",\"keys\":%s,\"origin\":\"%s\"",
               manifest->serial, manifest->made_s, there.users, bounds.last - bounds.first + 1,
               job->keys ? "true" : "false", backup_origin_text_of(job->origin));
    r = put_heads(core->store, &before);
    if (r == 0) {
        r = put_heads(staged->store, &after);
    }
    if (r < 0) {
        return r;
    }
    if (buf_failed(&before) || buf_failed(&after)) {
        return E_NOMEM;
    }
    return audit_add(
        staged, &job->by,
        &(struct audit_change){.object = "restore", .before = buf_text(&before), .after = buf_text(&after)});
}

/* The restored terminal gets it as an open alarm: alarms are read from the log. */
static int alarm_restored(struct core *core, struct core *staged, const struct restore_job *job) {
    char detail[RESTORE_DETAIL_MAX];
    if (job->origin == BACKUP_ORIGIN_OWN) {
        return 0;
    }
    const struct record alarm = restore_alarm(backup_reader_manifest(job->reader), job->origin, detail);
    return log_append_staged(core, staged->store, &alarm);
}

/* No user of the restored terminal gets an identity that one here had. */
static int carry_identities(struct core *core, struct store *to) {
    int64_t last = 0;
    int r = store_person_last(core->store, &last);
    return r < 0 ? r : store_person_raise(to, last);
}

/* Writes what stays of this terminal into the staged database. */
static int write_staged(struct core *core, struct core *staged, const struct restore_job *job) {
    int r = store_begin(staged->store);
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = staged->store;
    r = job->keys ? 0 : certificate_carry(core, staged);
    if (r == 0) {
        r = throttle_carry(core, txn, job->is_same);
    }
    if (r == 0) {
        r = carry_identities(core, txn);
    }
    if (r == 0) {
        r = modules_forget(txn);
    }
    if (r == 0) {
        r = store_bulk_clear(txn); /* a job, whose files are not in the backup */
    }
    if (r == 0) {
        r = alarm_restored(core, staged, job);
    }
    if (r == 0) {
        r = audit_restored(core, staged, job);
    }
    return r < 0 ? r : store_commit(txn);
}

/* Test start from it: what would fail later fails now. */
static int start_staged(const struct core *core, const struct restore_job *job, struct store *store) {
    int r = hooks_try_start(core->shared, &job->identity, store);
    if (r < 0 && r != E_NOMEM && r != E_NOSPC && r != E_IO) {
        log_error("backup", "a terminal does not start from this backup", log_errno(r));
        return cause_rename(r, E_BACKUP_DAMAGED);
    }
    return r;
}

/* The database is closed again on return. */
static int complete_database(struct core *core, const struct restore_job *job) {
    struct core_shared shared = *core->shared;
    _cleanup_(store_freep) struct store *store = NULL;
    int r = store_staging_open(job->staging, &store);
    if (r < 0) {
        return r == E_CORRUPT ? cause_rename(r, E_BACKUP_DAMAGED) : r;
    }
    r = secrets_new(&job->identity, &shared.secrets);
    if (r < 0) {
        return r;
    }
    struct core staged = {.store = store, .shared = &shared};
    r = check_fit(&staged);
    if (r == 0) {
        r = write_staged(core, &staged, job);
    }
    secrets_free(shared.secrets);
    return r < 0 ? r : start_staged(core, job, store);
}

/* From here on it cannot be cancelled: a client that was told of a cancellation never sees a restart. */
static int pass_cancel(struct backup *backup) {
    (void)pthread_mutex_lock(&backup->mutex);
    int r = job_cancelled(backup) ? E_CANCELLED : 0;
    if (r == 0) {
        restore_enter(backup, RESTORE_STEP_RESTARTING, "check");
    }
    (void)pthread_mutex_unlock(&backup->mutex);
    return r;
}

/* The caller holds the settings' lock. */
static int decide_locked(struct core *core, struct restore_job *job) {
    const struct backup_manifest *manifest = backup_reader_manifest(job->reader);
    const struct hal_restart *restart = &core->shared->hal->restart;
    struct provisional provisional;
    char note[STORE_RESTORE_NOTE_MAX];
    provisional_read(core, &provisional);
    int r = provisional.step != PROVISIONAL_NONE ? E_PROVISIONAL_PENDING : complete_database(core, job);
    if (r == 0) {
        r = identity_save(store_staging_folder(job->staging), &job->identity);
    }
    if (r == 0) {
        r = pass_cancel(core->shared->backup);
    }
    if (r < 0) {
        return r;
    }
    (void)snprintf(note, sizeof(note), "%s %" PRId64 "\n", manifest->serial, manifest->made_s);
    r = restore_decide(job->staging, note);
    if (r == 0) {
        r = restart->request(restart->ctx);
    }
    if (r < 0) {
        /* Otherwise it would happen at some later start. */
        int undone = restore_undo(core->shared->home);
        r = undone < 0 ? undone : r;
    }
    return r;
}

static int job_decide(struct core *core, struct restore_job *job) {
    unsigned schema = backup_reader_manifest(job->reader)->schema;
    int r = store_staging_check(job->staging, schema, job_cancelled, core->shared->backup);
    if (r < 0) {
        return r == E_CORRUPT ? cause_rename(r, E_BACKUP_DAMAGED) : r;
    }
    r = settings_lock(core);
    if (r < 0) {
        return r;
    }
    r = decide_locked(core, job);
    settings_unlock(core);
    return r;
}

int restore_job_run(struct core *core, struct restore_job *job) {
    return job->is_unpacked ? job_decide(core, job) : job_unpack(core, job);
}
