/* Checks an uploaded backup: decrypts it to its end into a folder beside the state, checks it there, adds what stays of
 * this terminal, and decides the restore. In slices, on any worker; one at a time. Private to core/backup. */
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
    bool keys; /* take over the serial number and the TLS key of the backup */
    enum backup_origin origin;
};

#define RESTORE_DETAIL_MAX 64 /* bytes of a record's detail, with the NUL */

/* Returns the log record about a backup of another terminal, or one that was changed: "other PT-7K3MQ4ZX2N". The text
 * is in `detail`. */
struct record restore_alarm(const struct backup_manifest *manifest, enum backup_origin origin,
                            char detail[RESTORE_DETAIL_MAX]);

/* Starts with a reader that was just opened; takes ownership of it, even after an error. E_NOMEM, E_IO, E_NOSPC. */
_must_check_ int restore_job_new(struct core *core, const struct restore_plan *plan, struct backup_reader *reader,
                                 struct restore_job **ret_job);

/* Continues for RESTORE_SLICE_MS. Returns 1: there is more; 0: the restore is decided, and a restart of the machine was
 * requested; the step is RESTARTING from just before the decision, when it can no longer be cancelled. Otherwise
 * nothing was decided: E_BACKUP_DAMAGED, E_CANCELLED (`cancelled` of the shared state, or the terminal shuts down),
 * E_PROVISIONAL_PENDING, E_NOSPC, E_NOMEM, E_IO, E_BUSY. */
_must_check_ int restore_job_run(struct core *core, struct restore_job *job);

/* Returns the bytes of the file checked so far. */
int64_t restore_job_done(const struct restore_job *job);

/* Wipes and frees it; the staged files stay. Accepts NULL. */
void restore_job_free(struct restore_job *job);

#endif
