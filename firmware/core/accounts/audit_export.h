/* Exports the audit log as comma-separated values, in chunks. */
#ifndef POSTERN_CORE_AUDIT_EXPORT_H
#define POSTERN_CORE_AUDIT_EXPORT_H

#include "core/accounts/audit_log.h"
#include "util/buf.h"
#include "util/err.h"

struct actor;
struct audit_export;
struct core;

/* Starts an export of the entries that `by` may see, matching `asked`, whose texts and calls must outlive it; adds an
 * audit entry about it, also for an export that is not completed. E_NOMEM or an error of the store. */
_must_check_ int audit_export_new(struct core *core, const struct actor *by, const struct audit_log_query *asked,
                                  struct audit_export **ret_export);

/* Returns the file name, as in core/time/file_name.h. Valid as long as the export. */
const char *audit_export_name(const struct audit_export *export);
const char *audit_export_media_type(void);

/* Appends the next rows. Returns 1: there are more; 0: these were the last; errors as above. `state` is the struct
 * audit_export. */
_must_check_ int audit_export_next(struct core *core, void *state, struct buf *out);

void audit_export_free(void *state); /* accepts NULL */

#endif
