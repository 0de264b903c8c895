/* The log as a table, made a piece at a time: no more of it is kept than a piece. */
#ifndef POSTERN_CORE_RECORDS_EXPORT_H
#define POSTERN_CORE_RECORDS_EXPORT_H

#include "util/buf.h"
#include "util/err.h"
#include "values.h"

struct actor;
struct core;
struct export;

/* Begins a table of the lines that are asked for. Errors as of search_start(). */
_must_check_ int export_new(struct core *core, const struct actor *by, const struct record_query *asked,
                            enum table_format format, struct export **ret_export, const char **ret_field);

/* The name of its file, as of core/time/file_name.h, and its media type. Live as long as it. */
const char *export_name(const struct export *export);
const char *export_media_type(const struct export *export);

/* Appends the next lines. Returns 1: there are more; 0: these were the last; errors of the store, E_NOMEM, E_TOO_LARGE: a
 * workbook of more than 4 GiB. `state` is the struct export. */
_must_check_ int export_next(struct core *core, void *state, struct buf *out);

void export_free(void *state); /* takes NULL */

#endif
