#include "core/backup/backup.h"

#include <inttypes.h>
#include <stdlib.h>

#include "core/backup/backup_impl.h"
#include "core/backup/restore_job.h"
#include "core/base/actor.h"
#include "core/base/audit.h"
#include "core/base/core.h"
#include "core/events/log.h"
#include "core/users/users.h"
#include "store/backup/copies.h"
#include "store/record_photo.h"
#include "store/restore.h"
#include "util/buf.h"
#include "util/log.h"

#define MS_PER_S INT64_C(1000)

int backup_new(const struct store_home *home, struct backup **ret_backup) {
    struct backup *backup = calloc(1, sizeof(*backup));
    if (backup == NULL) {
        return E_NOMEM;
    }
    (void)pthread_mutex_init(&backup->mutex, NULL);
    atomic_init(&backup->has_replaced, restore_has_replaced(home));
    *ret_backup = backup;
    return 0;
}

void backup_free(struct backup *backup) {
    if (backup != NULL) {
        restore_job_free(backup->job);
        (void)pthread_mutex_destroy(&backup->mutex);
        free(backup);
    }
}

void backup_end(struct core_shared *shared) {
    atomic_store(&shared->backup->ended, true);
}

int backup_take(struct backup *backup) {
    (void)pthread_mutex_lock(&backup->mutex);
    bool is_free = !backup->making && backup->step != RESTORE_STEP_CHECKING && backup->step != RESTORE_STEP_RESTARTING;
    if (is_free) {
        backup->making = true;
        atomic_store(&backup->percent, 0);
    }
    (void)pthread_mutex_unlock(&backup->mutex);
    return is_free ? 0 : E_BACKUP_RUNNING;
}

void backup_give(struct backup *backup) {
    (void)pthread_mutex_lock(&backup->mutex);
    backup->making = false;
    (void)pthread_mutex_unlock(&backup->mutex);
}

/* Reads the later of the last scheduled backup and the last download. */
static int read_last(struct core *core, int64_t *ret_last_s) {
    struct store_copies copies;
    int r = store_copies_get(core->store, &copies);
    if (r == 0) {
        r = store_taken_get(core->store, ret_last_s);
    }
    if (r == 0 && copies.last_s > *ret_last_s) {
        *ret_last_s = copies.last_s;
    }
    return r;
}

int backup_read(struct core *core, struct backup_state *ret_state) {
    struct backup *backup = core->shared->backup;
    struct store_users_counts counts;
    uint64_t octets = 0;
    int64_t last_s = 0;
    int r = users_counts(core, &counts);
    if (r == 0) {
        r = read_last(core, &last_s);
    }
    if (r == 0) {
        r = store_size(core->store, &octets);
    }
    if (r < 0) {
        return r;
    }
    (void)pthread_mutex_lock(&backup->mutex);
    bool making = backup->making;
    (void)pthread_mutex_unlock(&backup->mutex);
    *ret_state = (struct backup_state){
        .users = counts.users,
        .records = (uint32_t)(log_last(core) - log_first(core) + 1),
        .photos = (uint32_t)store_record_photos_count(core->store),
        .database_octets = (int64_t)octets,
        .photo_octets = (int64_t)store_record_photos_octets(core->store),
        .last_s = last_s,
        .making = making,
        .percent = making ? atomic_load(&backup->percent) : 0,
    };
    return 0;
}

/* Audits a download. */
static int audit_download(struct core *core, const struct actor *by, const struct backup_content *plan) {
    _cleanup_(buf_donep) struct buf after = {0};
    struct backup_state state;
    int r = backup_read(core, &state);
    if (r == 0) {
        buf_printf(&after, "{\"users\":%" PRIu32 ",\"records\":%" PRIu32 ",\"photos\":%" PRIu32 ",\"keys\":%s}",
                   state.users, state.records, plan->photos ? state.photos : 0, plan->keys ? "true" : "false");
        r = buf_failed(&after) ? E_NOMEM : store_begin(core->store);
    }
    if (r < 0) {
        return r;
    }
    _cleanup_(store_abortp) struct store *txn = core->store;
    r = audit_add(core, by, &(struct audit_change){.object = "backup", .after = buf_text(&after)});
    return r < 0 ? r : store_commit(txn);
}

int backup_download(struct core *core, const struct actor *by, const struct backup_content *plan,
                    struct backup_writer **ret_writer) {
    struct backup_writer *writer = NULL;
    int r = by->userid == 0 ? backup_writer_new(core, plan, &writer) : E_ADMIN_ONLY;
    if (r == 0) {
        r = audit_download(core, by, plan);
    }
    if (r < 0) {
        backup_writer_free(writer);
        return r;
    }
    *ret_writer = writer;
    return 0;
}

int backup_download_next(struct core *core, void *state, struct buf *out) {
    int r = backup_writer_next(core, state, out);
    int kept = r == 0 ? store_taken_put(core->store, core_utc_ms(core) / MS_PER_S) : 0;
    if (kept < 0) {
        log_warn("backup", "the time of the backup cannot be kept", log_errno(kept));
    }
    return r;
}
