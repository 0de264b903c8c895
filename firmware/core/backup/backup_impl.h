/* The shared state behind backup.h, writer.h and restore.h. Not included elsewhere. */
#ifndef POSTERN_CORE_BACKUP_IMPL_H
#define POSTERN_CORE_BACKUP_IMPL_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "core/backup/backup.h"
#include "core/backup/restore.h"
#include "core/base/origin.h"

struct restore_job; /* core/backup/restore_job.h */

/* Whether the uploaded file was made by this terminal: its MAC (docs/backup-format.md), computed while its chunks
 * arrive. */
struct restore_seal {
    struct crypto_sha256 hash; /* of everything before the last bytes of the file */
    uint8_t end[ORIGIN_MAC_LEN]; /* these bytes */
    bool is_right; /* the MAC is this terminal's; valid once the file is complete */
};

struct backup {
    atomic_bool ended; /* backup_end() was called */
    atomic_uint percent; /* of the snapshot in progress */
    atomic_bool has_replaced; /* the state before a restore still exists */
    atomic_bool cancelled; /* the restore is to be cancelled */
    _Atomic int64_t done; /* bytes of the file checked so far */
    pthread_mutex_t mutex; /* guards the members below */
    bool making; /* a backup is in progress */
    bool is_held; /* a worker has exclusive use of the uploaded file, or the job */
    enum restore_step step;
    char name[RESTORE_NAME_MAX]; /* of the uploaded file */
    char holder[ACTOR_ACCOUNT_MAX];
    int64_t received, total;
    struct restore_seal seal; /* of the file; owned by the holder */
    int error; /* reason of the failure; 0 */
    struct restore_job *job; /* while CHECKING; owned by the holder */
};

/* The only way to change the step of restoring; `by` (for the log): the cause. The caller holds the mutex. */
void restore_enter(struct backup *backup, enum restore_step step, const char *by);

/* Reserves the single slot for making a backup; E_BACKUP_RUNNING. Releases it. */
_must_check_ int backup_take(struct backup *backup);
void backup_give(struct backup *backup);

#endif
