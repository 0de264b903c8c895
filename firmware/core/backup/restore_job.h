/* Testing a backup that was sent: it is decrypted to its end into a folder beside the state, tested there, completed with what
 * stays of this terminal, and decided. In slices, on whichever worker; one at a time has it. Private to core/backup. */
#ifndef POSTERN_CORE_RESTORE_JOB_H
#define POSTERN_CORE_RESTORE_JOB_H

#include <stdbool.h>
#include <stdint.h>

#include "core/backup/reader.h"
#include "core/base/actor.h"
#include "util/err.h"
#include "values.h"

struct core;
struct restore_job;

struct restore_plan {
    const struct actor *by;
    bool keys; /* the serial number and the key of TLS come out of the backup */
    enum backup_origin origin;
};

#define RESTORE_DETAIL_MAX 64 /* bytes of an alarm's details, with the NUL */

/* The line of the log about a backup that is not this terminal's own, or was changed: "other PT-7K3MQ4ZX2N". The text is put
 * into `detail`. */
struct record restore_alarm(const struct backup_manifest *manifest, enum backup_origin origin,
                            char detail[RESTORE_DETAIL_MAX]);

/* Begins it with a reader that was just opened, which is then the job's, also after an error. E_NOMEM, E_IO, E_NOSPC. */
_must_check_ int restore_job_new(struct core *core, const struct restore_plan *plan, struct backup_reader *reader,
                                 struct restore_job **ret_job);

/* Goes on for RESTORE_SLICE_MS. Returns 1: there is more; 0: it is decided, and the machine was asked to restart; the step is
 * RESTARTING from right before the decision, when it cannot be given up any more. Else
 * nothing was decided: E_BACKUP_DAMAGED, E_CANCELLED (`cancelled` of the shared state, or the terminal ends),
 * E_PROVISIONAL_PENDING, E_NOSPC, E_NOMEM, E_IO, E_BUSY. */
_must_check_ int restore_job_run(struct core *core, struct restore_job *job);

/* Bytes of the file that it has tested. */
int64_t restore_job_done(const struct restore_job *job);

/* Wipes and frees it; what is staged stays. Takes NULL. */
void restore_job_free(struct restore_job *job);

#endif
