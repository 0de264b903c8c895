/* The audit log as comma-separated values, made a piece at a time. */
#ifndef POSTERN_CORE_AUDIT_EXPORT_H
#define POSTERN_CORE_AUDIT_EXPORT_H

#include "core/accounts/audit_log.h"
#include "util/buf.h"
#include "util/err.h"

struct actor;
struct audit_export;
struct core;

/* Begins a table of what `by` may see of what is asked for, whose texts and calls live as long as it, and leaves a row
 * in the audit log that says so: also of a table that nobody takes to its end. E_NOMEM or an error of the store. */
_must_check_ int audit_export_new(struct core *core, const struct actor *by, const struct audit_log_query *asked,
                                  struct audit_export **ret_export);

/* The name of its file, as of core/time/file_name.h. Lives as long as it. */
const char *audit_export_name(const struct audit_export *export);
const char *audit_export_media_type(void);

/* Appends the next rows. Returns 1: there are more; 0: these were the last; errors as above. `state` is the struct
 * audit_export. */
_must_check_ int audit_export_next(struct core *core, void *state, struct buf *out);

void audit_export_free(void *state); /* takes NULL */

#endif
