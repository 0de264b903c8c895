/* The hours of people as a table, made a few people at a time: no more of it is kept than a piece. */
#ifndef POSTERN_CORE_RECORDS_REPORT_EXPORT_H
#define POSTERN_CORE_RECORDS_REPORT_EXPORT_H

#include "util/buf.h"
#include "util/err.h"
#include "values.h"

struct actor;
struct core;
struct report_export;

/* Begins a table. Errors as of report_new(), and E_USER_UNKNOWN. */
_must_check_ int report_export_new(struct core *core, const struct actor *by, const struct report_query *asked,
                                   enum table_format format, struct report_export **ret_export, const char **ret_field);

/* The name of its file, as of core/time/file_name.h, and its media type. Live as long as it. */
const char *report_export_name(const struct report_export *export);
const char *report_export_media_type(const struct report_export *export);

/* Appends the next people. Returns 1: there are more; 0: these were the last; errors of the store, E_NOMEM, E_TOO_LARGE: a workbook of
 * more than 4 GiB. `state` is the struct report_export. */
_must_check_ int report_export_next(struct core *core, void *state, struct buf *out);

void report_export_free(void *state); /* takes NULL */

#endif
