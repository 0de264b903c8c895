/* The shared state behind backup.h, writer.h and restore.h. Nobody else includes it. */
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

/* Whether the file that is sent was made here: its MAC (docs/backup-format.md), taken while its pieces come. */
struct restore_seal {
    struct crypto_sha256 hash; /* of what is before the last bytes of the file */
    uint8_t end[ORIGIN_MAC_LEN]; /* these */
    bool is_right; /* the MAC is this terminal's; once the file is here wholly */
};

struct backup {
    atomic_bool ended; /* backup_end() was called */
    atomic_uint percent; /* of the copy that is being made */
    atomic_bool has_replaced; /* the state before a restore is kept */
    atomic_bool cancelled; /* restoring is to come to nothing */
    _Atomic int64_t done; /* bytes of the file that were tested */
    pthread_mutex_t mutex; /* guards what follows */
    bool making; /* a backup */
    bool is_held; /* a worker has the file that was sent, or the job, to itself */
    enum restore_step step;
    char name[RESTORE_NAME_MAX]; /* of the file as it was sent */
    char holder[ACTOR_ACCOUNT_MAX];
    int64_t received, total;
    struct restore_seal seal; /* of the file; of who holds it */
    int error; /* why it failed; 0 */
    struct restore_job *job; /* while CHECKING; of who holds it */
};

/* The one way into a step of restoring; `by` (for the log): what led there. With the mutex held. */
void restore_enter(struct backup *backup, enum restore_step step, const char *by);

/* Takes the place of the one backup that is made; E_BACKUP_RUNNING. Gives it back. */
_must_check_ int backup_take(struct backup *backup);
void backup_give(struct backup *backup);

#endif
