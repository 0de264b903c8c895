/* The shared state behind backup.h, writer.h and restore.h. Nobody else includes it. */
#ifndef POSTERN_CORE_BACKUP_IMPL_H
#define POSTERN_CORE_BACKUP_IMPL_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "core/backup/backup.h"
#include "core/backup/restore.h"

struct restore_job; /* core/backup/restore_job.h */

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
    int error; /* why it failed; 0 */
    struct restore_job *job; /* while CHECKING; of who holds it */
};

/* The one way into a step of restoring; `by` (for the log): what led there. With the mutex held. */
void restore_enter(struct backup *backup, enum restore_step step, const char *by);

/* Takes the place of the one backup that is made; E_BACKUP_RUNNING. Gives it back. */
_must_check_ int backup_take(struct backup *backup);
void backup_give(struct backup *backup);

#endif
