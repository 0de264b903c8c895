/* Files that an engineer downloads: the stored log (util/log.h), and the last crash report (app/crash.h), from the
 * state folder under these names. */
#ifndef POSTERN_CORE_ENGINEER_FILES_H
#define POSTERN_CORE_ENGINEER_FILES_H

#include <stdint.h>

#include "util/err.h"

struct actor;
struct buf;
struct core;
struct engineer_file;

#define ENGINEER_CRASH_FILE "crash"
#define ENGINEER_CRASH_TEXT_MAX 65 /* bytes of texts, with the NUL */

/* Summary of the last crash report. */
struct engineer_crash {
    int64_t at_s; /* seconds since 1970 UTC; 0: none */
    char build_id[ENGINEER_CRASH_TEXT_MAX], reason[ENGINEER_CRASH_TEXT_MAX];
};

/* Returns the bytes of the stored log. */
uint32_t engineer_log_octets(const struct core *core);

/* Reads it. */
void engineer_crash_read(const struct core *core, struct engineer_crash *ret_crash);

/* Opens the log, or the crash report, and adds the audit entry. E_NOTFOUND: there is none; E_NOMEM, or an error of the
 * store or the system. */
_must_check_ int engineer_log_open(struct core *core, const struct actor *by, struct engineer_file **ret_file);
_must_check_ int engineer_crash_open(struct core *core, const struct actor *by, struct engineer_file **ret_file);

/* Appends the next chunk. Returns 1: there is more; 0: that was all; E_IO. `state` is the struct engineer_file. */
_must_check_ int engineer_file_next(struct core *core, void *state, struct buf *out);

void engineer_file_free(void *state); /* accepts NULL */

#endif
